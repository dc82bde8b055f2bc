#include "pipeline/name_pattern.h"

namespace binlogdump {

namespace {

/// Takes a name from the front of `text`, up to a dot or the end; nothing if there is none.
std::optional<std::string> take_name(std::string_view& text) {
  std::string name;
  if (!text.starts_with('`')) {
    const std::size_t end = text.find('.');
    name = text.substr(0, end);
    text.remove_prefix(name.size());
    if (name.empty()) return std::nullopt;
    return name;
  }
  std::size_t at = 1;
  for (; at < text.size(); ++at) {
    if (text[at] == '`' && text.substr(at + 1, 1) != "`") break;
    if (text[at] == '`') ++at;
    if (std::string_view("*?[\\").find(text[at]) != std::string_view::npos) name += '\\';
    name += text[at];
  }
  if (at == text.size() || name.empty()) return std::nullopt;
  text.remove_prefix(at + 1);
  return name;
}

}  // namespace

std::optional<TablePattern> TablePattern::parse(std::string_view text) {
  std::string_view rest = text;
  std::optional<std::string> first = take_name(rest);
  if (!first) return std::nullopt;
  if (rest.empty()) return TablePattern(text, "*", std::move(*first));
  if (rest.front() != '.') return std::nullopt;
  rest.remove_prefix(1);
  std::optional<std::string> second = take_name(rest);
  if (!second || !rest.empty()) return std::nullopt;
  return TablePattern(text, std::move(*first), std::move(*second));
}

}  // namespace binlogdump
