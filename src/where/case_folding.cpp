#include "where/case_folding.h"

#include <algorithm>
#include <iterator>

#include "binlogdump/ascii.h"
#include "utf8_text.h"

namespace binlogdump {

namespace {

struct Run {
  std::uint32_t first;
  std::uint32_t last;
  std::uint32_t step;
  std::int32_t delta;
};

constexpr Run kRuns[] = {
#define CASE_FOLDING(first, last, step, delta) {first, last, step, delta},
#include "where/case_folding.def"
#undef CASE_FOLDING
};

}  // namespace

std::uint32_t fold_case(std::uint32_t code) {
  const Run* run = std::lower_bound(std::begin(kRuns), std::end(kRuns), code,
                                    [](const Run& candidate, std::uint32_t wanted) { return candidate.last < wanted; });
  if (run == std::end(kRuns) || code < run->first || (code - run->first) % run->step != 0) return code;
  return code + static_cast<std::uint32_t>(run->delta);
}

void append_folded(TextBuffer& out, std::string_view text) {
  // A character may become longer: U+023A of two bytes has a counterpart of three.
  char* to = out.reserve(2 * text.size());
  const char* const end = text.data() + text.size();
  for (const char* p = text.data(); p != end;) {
    if (load_u8(p) < 0x80) {
      *to++ = to_lower(*p++);
      continue;
    }
    constexpr std::size_t kMaxSize = 4;
    const utf8::Step step = utf8::read_multi_byte(p, static_cast<std::size_t>(end - p), kMaxSize);
    if (step.code == utf8::Step::kNone) {
      *to++ = *p++;
    } else {
      to = utf8::put(to, fold_case(step.code));
      p += step.size;
    }
  }
  out.commit(to);
}

std::string folded(std::string_view text) {
  TextBuffer out(nullptr, 2 * text.size() + 1);
  append_folded(out, text);
  return std::string(out.view());
}

}  // namespace binlogdump
