#include "printers/pretty_text.h"

namespace binlogdump {

namespace {

/// Empty: the byte stands for itself.
std::string_view escape(char c, PrettyContext context) {
  switch (c) {
    case '\0':
      return "\\0";
    case '\b':
      return "\\b";
    case '\t':
      return "\\t";
    case '\r':
      return "\\r";
    case '\\':
      return "\\\\";
    case '\n':
      return context == PrettyContext::kComment ? "\n# " : "\\n";
    case '\'':
      return context == PrettyContext::kComment ? std::string_view{} : "\\'";
    case '`':
      return context == PrettyContext::kIdentifier ? "``" : std::string_view{};
    default:
      return {};
  }
}

}  // namespace

void append_pretty(TextBuffer& out, Bytes text, PrettyContext context) {
  for (const char c : text) {
    const std::string_view escaped = escape(c, context);
    if (escaped.empty()) {
      out.append(c);
    } else {
      out.append(escaped);
    }
  }
}

}  // namespace binlogdump
