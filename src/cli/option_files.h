#pragma once
// MySQL's option files (my.cnf): more arguments, in front of those of the command line.

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace binlogdump {

/// A command line with what the option files add to it.
struct FullArguments {
  std::vector<std::string> arguments;  ///< From the files, in the order read, then those given.
  std::string warnings;                ///< Whole lines.
  bool print_defaults = false;         ///< --print-defaults was given: nothing else is to be done.
};

/// Reads the option files and takes the options about them off the beginning of `arguments`, where alone they count:
/// `--no-defaults`; or `--defaults-file=FILE`, `--defaults-extra-file=FILE`, `--defaults-group-suffix=TEXT`, then
/// `--print-defaults`. (`--mysqlbinlog` may stand among them.) Without these the files are /etc/my.cnf,
/// /etc/mysql/my.cnf, my.cnf in the folder that the environment's MYSQL_HOME names, and ~/.my.cnf, as far as they
/// exist. Of a file the groups named `groups` count, and those named so with the suffix behind it, which may come from
/// the environment's MYSQL_GROUP_SUFFIX as well.
///
/// A line is `[group]`, `option`, `option = value`, `!include FILE` or `!includedir FOLDER` (its files *.cnf); `#`
/// begins a comment, `;` does so at the beginning of a line. Values may stand in quotes, and have the escapes \n \t \r
/// \b \s \" \' \\. A file that anybody may write is passed over with a warning. Throws UsageError.
FullArguments with_option_files(const std::vector<std::string>& arguments, const std::vector<std::string_view>& groups);

/// What --print-defaults prints. Passwords are masked.
std::string defaults_text(std::string_view program, const std::vector<std::string>& arguments);

}  // namespace binlogdump
