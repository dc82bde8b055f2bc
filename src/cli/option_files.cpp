#include "option_files.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "arguments.h"

namespace binlogdump {
namespace {

std::string_view trim_left(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}
std::string_view trim_right(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

/// Without a comment at its end. A # in quotes is none.
std::string_view without_comment(std::string_view line) {
  char quote = '\0';
  bool escaped = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if ((c == '\'' || c == '"') && !escaped) {
      if (quote == '\0') {
        quote = c;
      } else if (quote == c) {
        quote = '\0';
      }
    }
    if (quote == '\0' && c == '#') return line.substr(0, i);
    escaped = quote != '\0' && c == '\\' && !escaped;
  }
  return line;
}

/// A value as it is meant: without quotes around it and with its escapes replaced.
std::string plain_value(std::string_view text) {
  if (text.size() >= 2 && (text.front() == '\'' || text.front() == '"') && text.back() == text.front()) {
    text = text.substr(1, text.size() - 2);
  }
  constexpr std::string_view kLetters = "ntrbs\"'\\";
  constexpr std::string_view kMeant = "\n\t\r\b \"'\\";
  std::string value;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t letter = text[i] == '\\' && i + 1 < text.size() ? kLetters.find(text[i + 1]) : kLetters.npos;
    if (letter != kLetters.npos) ++i;
    value += letter == kLetters.npos ? text[i] : kMeant[letter];
  }
  return value;
}

/// `~/` at the beginning is the home folder.
std::string expand_home(std::string_view path) {
  const char* const home = std::getenv("HOME");
  if (!path.starts_with("~/") || home == nullptr) return std::string(path);
  return home + std::string(path.substr(1));
}

bool is_writable_by_anybody(const std::string& path) {
  struct stat status {};
  return ::stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode) && (status.st_mode & S_IWOTH) != 0;
}

class OptionFileReader {
 public:
  OptionFileReader(std::vector<std::string> groups, FullArguments& to) : groups_(std::move(groups)), to_(to) {}

  /// False if the file can't be opened.
  bool read(const std::string& path, int depth = 0) {
    if (is_writable_by_anybody(path)) {
      warn(fmt::format("option file {} passed over: anybody may write it", path));
      return true;
    }
    std::ifstream file(path, std::ios::binary);
    if (!file) return false;
    Place place{.path = path, .depth = depth};
    for (std::string line; std::getline(file, line);) {
      ++place.line;
      read_line(trim_right(trim_left(line)), place);
    }
    return true;
  }

 private:
  struct Place {
    std::string path;
    int depth = 0;
    int line = 0;
    bool in_group = false;  ///< Any group has begun,
    bool wanted = false;    ///< and is one of ours.
  };

  void read_line(std::string_view line, Place& place) {
    if (line.empty() || line.front() == '#' || line.front() == ';') return;
    if (line.front() == '!') return read_directive(trim_right(without_comment(trim_left(line.substr(1)))), place);
    if (line.front() == '[') return read_group(line, place);
    if (!place.in_group) fail(place, "an option before the first [group]");
    if (!place.wanted) return;
    line = trim_right(without_comment(line));
    const std::size_t equals = line.find('=');
    std::string argument = fmt::format("--{}", trim_right(line.substr(0, equals)));
    if (equals != line.npos) argument += '=' + plain_value(trim_left(line.substr(equals + 1)));
    to_.arguments.push_back(std::move(argument));
  }

  void read_group(std::string_view line, Place& place) {
    const std::size_t end = line.find(']');
    if (end == line.npos) fail(place, "a group without ]");
    place.in_group = true;
    const std::string name = to_lower(trim_right(line.substr(1, end - 1)));
    place.wanted =
        std::any_of(groups_.begin(), groups_.end(), [&](const auto& group) { return to_lower(group) == name; });
  }

  void read_directive(std::string_view line, const Place& place) {
    const std::string_view name = line.substr(0, line.find_first_of(kBlanks));
    const std::string path(trim_left(line.substr(name.size())));
    constexpr int kMaxDepth = 10;
    if (name != "include" && name != "includedir") return;
    if (path.empty()) fail(place, fmt::format("!{} without a name", name));
    if (place.depth == kMaxDepth) {
      warn(fmt::format("option file {}, line {}: !{} passed over, as too many files include each other", place.path,
                       place.line, name));
    } else if (name == "includedir") {
      read_folder(path, place);
    } else {
      read_included(path, place);
    }
  }

  /// A fault in it ends the reading of that file, no more.
  void read_included(const std::string& path, const Place& place) {
    try {
      if (!read(path, place.depth + 1)) {
        warn(fmt::format("option file {}, line {}: can't open {}", place.path, place.line, path));
      }
    } catch (const UsageError& error) {
      warn(error.what());
    }
  }

  void read_folder(const std::string& folder, const Place& place) {
    std::error_code error;
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
      if (entry.path().extension() == ".cnf") paths.push_back(entry.path().string());
    }
    if (error) fail(place, fmt::format("can't read the folder {}", folder));
    std::sort(paths.begin(), paths.end());
    for (const std::string& path : paths) read_included(path, place);
  }

  void warn(const std::string& text) { to_.warnings += fmt::format("binlogdump: warning: {}\n", text); }

  [[noreturn]] static void fail(const Place& place, std::string_view problem) {
    throw UsageError(fmt::format("option file {}, line {}: {}", place.path, place.line, problem));
  }

  std::vector<std::string> groups_;
  FullArguments& to_;
};

/// The options about option files, taken off the beginning of a command line.
class LeadingOptions {
 public:
  explicit LeadingOptions(const std::vector<std::string>& arguments) {
    std::size_t i = 0;
    for (; i < arguments.size() && take(arguments[i]); ++i) {
    }
    rest.insert(rest.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i), arguments.end());
  }

  bool no_defaults = false;
  bool print_defaults = false;
  std::optional<std::string> file;
  std::optional<std::string> extra_file;
  std::optional<std::string> group_suffix;
  std::vector<std::string> rest;  ///< The command line without them.

 private:
  bool take(const std::string& argument) {
    if (argument == "--mysqlbinlog") {
      rest.push_back(argument);
      return true;
    }
    if (print_defaults) return false;
    return take_switch(argument, "--no-defaults", no_defaults) ||
           take_switch(argument, "--print-defaults", print_defaults) ||
           take_value(argument, "--defaults-file=", file) ||
           take_value(argument, "--defaults-extra-file=", extra_file) ||
           take_value(argument, "--defaults-group-suffix=", group_suffix);
  }

  static bool take_switch(std::string_view argument, std::string_view name, bool& place) {
    if (argument != name) return false;
    place = true;
    return true;
  }
  static bool take_value(std::string_view argument, std::string_view name, std::optional<std::string>& place) {
    if (!argument.starts_with(name) || place) return false;
    place = argument.substr(name.size());
    return true;
  }
};

std::vector<std::string> with_suffix(const std::vector<std::string_view>& groups,
                                     const std::optional<std::string>& given) {
  const char* const variable = std::getenv("MYSQL_GROUP_SUFFIX");
  const std::string suffix = given ? *given : variable != nullptr ? variable : "";
  std::vector<std::string> all(groups.begin(), groups.end());
  if (suffix.empty()) return all;
  for (const std::string_view group : groups) all.push_back(std::string(group) + suffix);
  return all;
}

/// In the order in which they are read. A folder named twice counts where it is named last.
std::vector<std::string> global_files() {
  std::vector<std::string> files = {"/etc/my.cnf", "/etc/mysql/my.cnf"};
  const char* const folder = std::getenv("MYSQL_HOME");
  if (folder == nullptr || *folder == '\0') return files;
  const std::string file = (std::filesystem::path(folder) / "my.cnf").lexically_normal();
  files.erase(std::remove(files.begin(), files.end(), file), files.end());
  files.push_back(file);
  return files;
}

void read_required(OptionFileReader& reader, const std::string& path) {
  if (!path.empty() && !reader.read(expand_home(path)))
    throw UsageError(fmt::format("can't open option file {}", path));
}

}  // namespace

FullArguments with_option_files(const std::vector<std::string>& arguments,
                                const std::vector<std::string_view>& groups) {
  LeadingOptions leading(arguments);
  FullArguments full;
  full.print_defaults = leading.print_defaults;
  OptionFileReader reader(with_suffix(groups, leading.group_suffix), full);
  if (leading.file) {
    read_required(reader, *leading.file);
  } else if (!leading.no_defaults) {
    for (const std::string& path : global_files()) reader.read(path);
    if (leading.extra_file) read_required(reader, *leading.extra_file);
    reader.read(expand_home("~/.my.cnf"));
  }
  full.arguments.insert(full.arguments.end(), leading.rest.begin(), leading.rest.end());
  return full;
}

std::string defaults_text(std::string_view program, const std::vector<std::string>& arguments) {
  constexpr std::string_view kPassword = "--password";
  std::string text = fmt::format("{} would have been started with the following arguments:\n", program);
  for (const std::string& argument : arguments) {
    text += argument.starts_with(kPassword) ? fmt::format("{}=*****", kPassword) : argument;
    text += ' ';
  }
  return text + '\n';
}

}  // namespace binlogdump
