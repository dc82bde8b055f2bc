// libfmt-dev has no static library. This is one, for programs that have all libraries in them: CMake has fmt's
// functions compiled here, and kept although nothing here calls them. To have them compiled in every file takes
// minutes.
#define FMT_HEADER_ONLY
#include <fmt/format.h>
