#include "time_zone.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <initializer_list>

#include "binlogdump/ascii.h"

namespace binlogdump {
namespace {

/// Reads a text from left to right. Each member that returns false leaves the rest in no defined state: the whole text
/// is wrong then.
class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}

  bool at_end() const { return rest_.empty(); }
  bool next_is(char c) const { return !rest_.empty() && rest_.front() == c; }
  bool take(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  /// A sign, if there is one: -1 or 1.
  int take_sign() {
    if (take('-')) return -1;
    take('+');
    return 1;
  }
  /// A number of one to `digits` digits from `least` to `most`.
  bool take_number(int digits, int least, int most, int* value = nullptr) {
    int number = 0, count = 0;
    for (; count < digits && !rest_.empty() && is_digit(rest_.front()); ++count) {
      number = number * 10 + (rest_.front() - '0');
      rest_.remove_prefix(1);
    }
    if (value != nullptr) *value = number;
    return count > 0 && number >= least && number <= most;
  }

  /// The name of a zone in a rule: three letters at least, or letters, digits and signs within <>.
  bool take_zone() {
    const bool quoted = take('<');
    std::size_t size = 0;
    const auto belongs = [quoted](char c) { return is_letter(c) || (quoted && (is_digit(c) || c == '+' || c == '-')); };
    while (size < rest_.size() && belongs(rest_[size])) ++size;
    rest_.remove_prefix(size);
    return size >= 3 && (!quoted || take('>'));
  }
  /// Hours up to `most_hours` with or without minutes and seconds, signed or not.
  bool take_time(int most_hours) {
    take_sign();
    if (!take_number(most_hours > 99 ? 3 : 2, 0, most_hours)) return false;
    if (take(':') && !take_number(2, 0, 59)) return false;
    return !take(':') || take_number(2, 0, 59);
  }
  /// The day and time of a change from or to summer time.
  bool take_change() {
    constexpr int kMostHours = 167;  // a week, as RFC 9636 has it
    if (take('M')) {
      if (!take_number(2, 1, 12) || !take('.') || !take_number(1, 1, 5) || !take('.') || !take_number(1, 0, 6)) {
        return false;
      }
    } else if (take('J')) {
      if (!take_number(3, 1, 365)) return false;
    } else if (!take_number(3, 0, 365)) {
      return false;
    }
    return !take('/') || take_time(kMostHours);
  }

 private:
  std::string_view rest_;
};

/// Names that people add offsets to, meaning the opposite of what POSIX does: UTC+2 is two hours west of UTC there.
bool is_ambiguous_rule(std::string_view text) {
  if (!text.starts_with("UTC") && !text.starts_with("GMT")) return false;
  text.remove_prefix(3);
  return !text.empty() && text != "0" && (text[0] == '+' || text[0] == '-' || is_digit(text[0]));
}

bool is_posix_rule(std::string_view text) {
  constexpr int kMostHours = 24;
  TextReader in(text);
  if (!in.take_zone() || !in.take_time(kMostHours)) return false;
  if (in.at_end()) return true;
  if (!in.take_zone()) return false;
  if (!in.at_end() && !in.next_is(',') && !in.take_time(kMostHours)) return false;
  if (in.at_end()) return true;
  return in.take(',') && in.take_change() && in.take(',') && in.take_change() && in.at_end();
}

/// The POSIX rule for an offset in MySQL's form.
std::optional<std::string> rule_of_offset(std::string_view text) {
  constexpr int kLeast = -(13 * 60 + 59), kMost = 14 * 60;
  TextReader in(text);
  if (!in.next_is('+') && !in.next_is('-')) return std::nullopt;
  const int sign = in.take_sign();
  int hours = 0, minutes = 0;
  // +02:00 and +2:00 as MySQL has it, +0200 as it is shown.
  if (!in.take_number(2, 0, 14, &hours)) return std::nullopt;
  in.take(':');
  if (text.size() < 5 || !in.take_number(2, 0, 59, &minutes) || !in.at_end() || !is_digit(text[text.size() - 2])) {
    return std::nullopt;
  }
  const int offset = sign * (hours * 60 + minutes);
  if (offset < kLeast || offset > kMost) return std::nullopt;
  // POSIX counts westwards: what is to be added to local time.
  return fmt::format("<{0}{2:02}{3:02}>{1}{2:02}:{3:02}", sign < 0 ? '-' : '+', sign < 0 ? '+' : '-', hours, minutes);
}

bool is_zone_file(const std::string& path) {
  constexpr std::string_view kMagic = "TZif";
  std::ifstream file(path, std::ios::binary);
  std::string magic(kMagic.size(), '\0');
  return file.read(magic.data(), static_cast<std::streamsize>(magic.size())) && magic == kMagic;
}

bool is_utc(std::string_view name) {
  if (name.size() != 3) return false;
  const auto same = [&](std::size_t i, char lower) { return name[i] == lower || name[i] == lower - ('a' - 'A'); };
  return same(0, 'u') && same(1, 't') && same(2, 'c');
}

}  // namespace

std::string time_zone_folder() {
  const char* folder = std::getenv("TZDIR");
  return folder != nullptr && *folder != '\0' ? folder : "/usr/share/zoneinfo";
}

std::optional<std::string> time_zone_variable(std::string_view name) {
  // A rule needs no zone database, which small containers lack.
  if (is_utc(name)) return "UTC0";
  if (std::optional<std::string> rule = rule_of_offset(name)) return rule;
  if (is_ambiguous_rule(name) || !is_time_zone(name)) return std::nullopt;
  return std::string(name.substr(name.starts_with(':') ? 1 : 0));
}

bool is_time_zone(std::string_view variable) {
  // The colon may stand before a file's name in TZ.
  if (variable.starts_with(':')) variable.remove_prefix(1);
  if (variable.empty()) return false;
  const std::string text(variable);
  // The C library looks for no file beyond its folder, but by an absolute path.
  const bool leads_out = text.find("..") != text.npos;
  if (!leads_out && is_zone_file(text.front() == '/' ? text : time_zone_folder() + '/' + text)) return true;
  return is_posix_rule(variable);
}

}  // namespace binlogdump
