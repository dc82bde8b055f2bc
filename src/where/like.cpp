#include "where/like.h"

#include <algorithm>

#include "utf8_text.h"

namespace binlogdump::where {

namespace {

/// Of the first character; bytes that are no UTF-8 are one each.
std::size_t character_size(std::string_view text, bool bytewise) {
  constexpr std::size_t kMaxSize = 4;
  if (bytewise || load_u8(text.data()) < 0x80) return 1;
  return std::max<std::size_t>(1, utf8::read_multi_byte(text.data(), text.size(), kMaxSize).size);
}

/// Takes the first element of the pattern, if it is no %, and what it stands for from both; false if it differs.
bool accept_one(std::string_view& text, std::string_view& pattern, bool bytewise) {
  if (pattern.front() == '_') {
    pattern.remove_prefix(1);
    text.remove_prefix(character_size(text, bytewise));
    return true;
  }
  if (pattern.front() == '\\' && pattern.size() > 1) pattern.remove_prefix(1);
  if (text.front() != pattern.front()) return false;
  text.remove_prefix(1);
  pattern.remove_prefix(1);
  return true;
}

}  // namespace

bool is_like(std::string_view text, std::string_view pattern, bool bytewise) {
  // Only the last % met has to be tried with more text: what the earlier ones stand for may be as short as it can.
  bool has_percent = false;
  std::string_view behind_percent;
  std::string_view retry;
  while (true) {
    if (pattern.starts_with('%')) {
      pattern.remove_prefix(1);
      has_percent = true;
      behind_percent = pattern;
      retry = text;
      continue;
    }
    if (text.empty() && pattern.empty()) return true;
    if (!text.empty() && !pattern.empty() && accept_one(text, pattern, bytewise)) continue;
    if (!has_percent || retry.empty()) return false;
    retry.remove_prefix(character_size(retry, bytewise));
    text = retry;
    pattern = behind_percent;
  }
}

}  // namespace binlogdump::where
