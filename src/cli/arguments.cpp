#include "arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "binlogdump/ascii.h"

namespace binlogdump {
namespace {

/// What a special prefix of a name does to the option's value.
enum class Effect : std::uint8_t { kNone, kOn, kOff };

struct Prefix {
  std::string_view text;
  Effect effect;
  bool loose;
};
constexpr std::array<Prefix, 5> kPrefixes{{{"skip-", Effect::kOff, false},
                                           {"disable-", Effect::kOff, false},
                                           {"enable-", Effect::kOn, false},
                                           {"maximum-", Effect::kNone, false},
                                           {"loose-", Effect::kNone, true}}};

/// One way to read a long name: what is left of it behind some of its prefixes.
struct Reading {
  std::string_view name;
  Effect effect = Effect::kNone;
};

/// A name with its readings, the one with the fewest prefixes taken off first.
struct LongName {
  explicit LongName(std::string_view name) {
    readings.push_back({name, Effect::kNone});
    for (bool more = true; more;) {
      more = false;
      for (const Prefix& prefix : kPrefixes) {
        if (!name.starts_with(prefix.text)) continue;
        name.remove_prefix(prefix.text.size());
        readings.push_back({name, prefix.effect});
        loose = loose || prefix.loose;
        more = true;
      }
    }
  }

  std::vector<Reading> readings;
  bool loose = false;
};

/// A value on its way to an option; `by_prefix` if it comes from a prefix such as `skip-` and not from the user.
struct Value {
  std::optional<std::string> text;
  bool by_prefix = false;
};

/// The value that a prefix gives. The double negation `--skip-x=0` turns x on; any other value behind it is void.
Value value_under(Effect effect, std::optional<std::string> given) {
  if (effect == Effect::kNone) return {std::move(given), false};
  bool turned_round = given == "0";
  return {(effect == Effect::kOn) != turned_round ? "1" : "0", true};
}

std::optional<bool> parse_switch(std::string_view text) {
  std::string lower = to_lower(text);
  if (lower == "1" || lower == "on" || lower == "true") return true;
  if (lower == "0" || lower == "off" || lower == "false") return false;
  return std::nullopt;
}

/// The work of to_plain_arguments(): goes through the words once, from left to right.
class ArgumentReader {
 public:
  ArgumentReader(std::span<const OptionSpec> table, const std::vector<std::string>& words)
      : table_(table), words_(words) {}

  PlainArguments read() {
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (word == "--") {
        take_rest_as_files();
      } else if (word.starts_with("--")) {
        read_long(word);
      } else if (word.size() > 1 && word[0] == '-') {
        read_letters(word);
      } else {
        out_.files.push_back(word);
      }
    }
    return std::move(out_);
  }

 private:
  void take_rest_as_files() {
    for (; next_ < words_.size(); ++next_) out_.files.push_back(words_[next_]);
  }

  void read_long(const std::string& word) {
    std::size_t equals = word.find('=');
    std::string name = word.substr(2, equals == std::string::npos ? equals : equals - 2);
    std::replace(name.begin(), name.end(), '_', '-');
    std::optional<std::string> given;
    if (equals != std::string::npos) given = word.substr(equals + 1);

    LongName long_name(name);
    Effect effect = Effect::kNone;
    const OptionSpec* spec = find(long_name, word, effect);
    if (spec == nullptr) return;
    Value value = value_under(effect, std::move(given));
    if (!value.text && needs_value(spec->kind)) value.text = next_word(fmt::format("--{}", spec->name));
    add(*spec, value);
  }

  /// The option that a long name stands for, and the effect of its prefixes. None if it is loose and was warned about.
  const OptionSpec* find(const LongName& long_name, const std::string& word, Effect& effect) {
    for (const Reading& reading : long_name.readings) {
      effect = reading.effect;
      for (const OptionSpec& spec : table_) {
        if (spec.name == reading.name) return &spec;
      }
    }
    std::string problem;
    for (const Reading& reading : long_name.readings) {
      std::vector<const OptionSpec*> candidates = abbreviated_by(reading.name);
      effect = reading.effect;
      if (candidates.size() == 1) return candidates.front();
      if (candidates.empty()) continue;
      problem = fmt::format("ambiguous option '{}': it may be", word);
      for (const OptionSpec* spec : candidates) problem += fmt::format(" --{}", spec->name);
      break;
    }
    if (problem.empty()) problem = fmt::format("unknown option '{}'", word);
    if (!long_name.loose) throw UsageError(problem);
    out_.warnings.push_back(problem + ", passed over");
    return nullptr;
  }

  std::vector<const OptionSpec*> abbreviated_by(std::string_view start) const {
    std::vector<const OptionSpec*> found;
    if (start.empty()) return found;
    for (const OptionSpec& spec : table_) {
      if (spec.name.starts_with(start)) found.push_back(&spec);
    }
    return found;
  }

  /// `-vvH`, `-l/dir`, `-l /dir`: letters without a value may be bundled, the first that takes one takes the rest.
  void read_letters(const std::string& word) {
    for (std::size_t i = 1; i < word.size(); ++i) {
      auto spec = std::find_if(table_.begin(), table_.end(), [&](const OptionSpec& s) { return s.letter == word[i]; });
      if (spec == table_.end() || word[i] == '\0') {
        throw UsageError(
            fmt::format("unknown option '-{}'{}", word[i], word.size() > 2 ? fmt::format(" in '{}'", word) : ""));
      }
      bool takes_rest = needs_value(spec->kind) || spec->kind == OptionKind::kOptionalValue;
      Value value;
      if (takes_rest && i + 1 < word.size()) {
        value.text = word.substr(i + 1);
      } else if (needs_value(spec->kind)) {
        value.text = next_word(fmt::format("-{}", word[i]));
      }
      add(*spec, value);
      if (takes_rest || spec->kind == OptionKind::kFinal) return;
    }
  }

  static bool needs_value(OptionKind kind) {
    return kind == OptionKind::kText || kind == OptionKind::kChoice || kind == OptionKind::kList ||
           kind == OptionKind::kNumber;
  }

  /// The word behind an option that needs a value, whatever it looks like.
  std::string next_word(const std::string& option) {
    if (next_ == words_.size()) throw UsageError(fmt::format("option '{}' needs a value", option));
    return words_[next_++];
  }

  void add(const OptionSpec& spec, const Value& value) {
    switch (spec.kind) {
      case OptionKind::kFlag:
        return add_flag(spec, value);
      case OptionKind::kCounter:
      case OptionKind::kFinal:
        return add_without_value(spec, value);
      case OptionKind::kText:
        // mysqlbinlog knows no text for "on": the option stays as it was.
        if (value.by_prefix && value.text == "1") return;
        return add_words(spec, *value.text);
      case OptionKind::kChoice:
      case OptionKind::kList:
        return add_words(spec, *value.text);
      case OptionKind::kNumber:
        return add_number(spec, *value.text);
      case OptionKind::kOptionalValue:
        return add_words(spec, value.text.value_or(""));
    }
  }

  void add_flag(const OptionSpec& spec, const Value& value) {
    if (spec.ignored) return;
    std::optional<bool> on = parse_switch(value.text.value_or("1"));
    if (on) {
      out_.options.push_back(fmt::format("--{}={}", spec.name, *on));
    } else {
      out_.warnings.push_back(
          fmt::format("option '--{}' passed over: '{}' is neither on nor off", spec.name, *value.text));
    }
  }

  void add_without_value(const OptionSpec& spec, const Value& value) {
    if (value.text) throw UsageError(fmt::format("option '--{}' takes no value", spec.name));
    if (!spec.ignored) out_.options.push_back(fmt::format("--{}=true", spec.name));
    if (spec.kind == OptionKind::kFinal) next_ = words_.size();
  }

  void add_number(const OptionSpec& spec, const std::string& text) {
    if (spec.ignored) return;
    std::optional<std::uint64_t> number = parse_number(text);
    if (!number) {
      throw UsageError(fmt::format("option '--{}': '{}' is no number from 0 to 2^64-1 with or without K M G T P E",
                                   spec.name, text));
    }
    if (text.find('-') != std::string::npos && *number == 0) {
      out_.warnings.push_back(fmt::format("option '--{}': '{}' is taken as 0", spec.name, text));
    }
    add_words(spec, fmt::format("{}", *number));
  }

  void add_words(const OptionSpec& spec, std::string value) {
    if (spec.ignored) return;
    out_.options.push_back(fmt::format("--{}", spec.name));
    out_.options.push_back(std::move(value));
  }

  std::span<const OptionSpec> table_;
  const std::vector<std::string>& words_;
  std::size_t next_ = 0;
  PlainArguments out_;
};

/// The power of two that a size suffix stands for; -1 if it is none.
int suffix_bits(char c) {
  constexpr std::string_view kLetters = "kmgtpe";
  std::size_t i = kLetters.find(to_lower(c));
  return i == std::string_view::npos ? -1 : static_cast<int>(10 * (i + 1));
}

}  // namespace

std::string to_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) c = to_lower(c);
  return lower;
}

PlainArguments to_plain_arguments(std::span<const OptionSpec> table, const std::vector<std::string>& arguments) {
  return ArgumentReader(table, arguments).read();
}

std::optional<std::uint64_t> parse_number(std::string_view text) {
  constexpr std::uint64_t kMax = std::numeric_limits<std::uint64_t>::max();
  if (text.empty()) return std::nullopt;
  std::size_t start = std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size());
  if (start < text.size() && text[start] == '-') return 0;
  if (start < text.size() && text[start] == '+') ++start;

  std::uint64_t number = 0;
  std::size_t i = start;
  for (; i < text.size() && text[i] >= '0' && text[i] <= '9'; ++i) {
    auto digit = static_cast<std::uint64_t>(text[i] - '0');
    if (number > (kMax - digit) / 10) return std::nullopt;
    number = number * 10 + digit;
  }
  if (i == text.size() && i > start) return number;
  // Without digits mysqlbinlog looks for the suffix at the very beginning, before any space or sign.
  int bits = suffix_bits(i > start ? text[i] : text[0]);
  if (bits < 0 || number > (kMax >> bits)) return std::nullopt;
  return number << bits;
}

}  // namespace binlogdump
