#pragma once
// The argument manners of mysqlbinlog, brought to one plain spelling before the arguments are interpreted.

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace binlogdump {

/// Whitespace, whatever the locale.
inline constexpr std::string_view kBlanks = " \t\n\v\f\r";

/// Capital letters of ASCII made small.
std::string to_lower(std::string_view text);

/// How an option takes its value, and so what the plain form of it looks like.
enum class OptionKind : std::uint8_t {
  kFlag,           ///< On or off: `--x`, `--x=0`, `--skip-x`. Plain: `--x=true` or `--x=false`.
  kCounter,        ///< Each one counts, no value: `--x`, `-vvv`. Plain: `--x=true`, as often as it was given.
  kText,           ///< One word, the last counts. Plain: `--x` and the value as the next word.
  kChoice,         ///< As kText, for one of a set of names: `--enable-x` gives it "1", where a text stays as it was.
  kList,           ///< As kChoice, but every one counts.
  kNumber,         ///< As kChoice, for an unsigned number with a size suffix. Plain: the value in decimal digits.
  kOptionalValue,  ///< A value only in the same word: `--x`, `--x=value`, `-xvalue`. Plain: as kText, "" for no value.
  kFinal,          ///< Help and the like: what follows it is not looked at. Plain: `--x=true`.
};

/// What to_plain_arguments() has to know of an option.
struct OptionSpec {
  std::string_view name;  ///< Long name, with `-`, without the leading `--`.
  char letter = '\0';     ///< Short name, if there is one.
  OptionKind kind = OptionKind::kFlag;
  bool ignored = false;  ///< Accepted with its value, then dropped.
};

/// Arguments in plain form: long names in full, no prefixes, no bundles.
struct PlainArguments {
  std::vector<std::string> options;   ///< In the order given; a value may be any word, also an empty one.
  std::vector<std::string> files;     ///< What is no option, in the order given.
  std::vector<std::string> warnings;  ///< What was passed over, one sentence each.
};

/// The command line cannot be understood; what() says why in one sentence, without program name or line end.
class UsageError : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Brings `arguments` (without the program's name) to plain form, or throws UsageError. Options and files may be mixed;
/// `--` ends the options, and `-` is a file.
///
/// A long name is looked up with `_` read as `-`: as it stands, else without the prefixes `skip-`, `disable-`,
/// `enable-`, `maximum-` and `loose-` (any number of them; the innermost decides), else as an unambiguous abbreviation.
/// `skip` and `disable` stand for the value 0, `enable` for 1, and `=0` behind them turns them round. `loose` makes an
/// unknown name a warning. `maximum` changes nothing, as there are no variables with a maximum here.
PlainArguments to_plain_arguments(std::span<const OptionSpec> table, const std::vector<std::string>& arguments);

/// The value of a numeric option: decimal digits and perhaps one of the letters K M G T P E (also in lower case),
/// powers of 1024. As in mysqlbinlog, what follows the letter is not looked at, digits may be missing before it (0),
/// and a negative number is 0. Nothing if it is no number or does not fit 64 bits.
std::optional<std::uint64_t> parse_number(std::string_view text);

}  // namespace binlogdump
