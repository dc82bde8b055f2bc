#include "binlogdump/log_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "binlogdump/byte_source.h"
#include "binlogdump/error.h"
#include "binlogdump/open_log.h"

namespace binlogdump {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostIndexBytes = 16 << 20;
constexpr std::string_view kDigits = "0123456789";

bool is_number(std::string_view text) {
  return !text.empty() && text.find_first_not_of(kDigits) == text.npos;
}

/// By number, those without one last; then by name.
bool comes_before(const std::string& a, const std::string& b) {
  const auto key = [](const std::string& path) {
    const std::string name = fs::path(path).filename();
    std::string number = split_log_name(path).number;
    const bool has_number = !number.empty();
    number.erase(0, number.find_first_not_of('0'));
    return std::tuple(!has_number, number.size(), number, name);
  };
  return key(a) < key(b);
}

bool is_file(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored);
}

bool is_folder(const std::string& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored);
}

void add_folder(const std::string& folder, LogList& list) {
  std::vector<std::string> logs;
  std::error_code error;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    if (is_file(entry->path()) && is_log(entry->path())) logs.push_back(entry->path());
  }
  if (error) return list.faults.push_back(fmt::format("{}: can't read the folder: {}", folder, error.message()));
  if (logs.empty()) return list.faults.push_back(fmt::format("{}: no binary log is in this folder", folder));
  std::sort(logs.begin(), logs.end(), comes_before);
  list.files.insert(list.files.end(), logs.begin(), logs.end());
}

/// Where a log is that an index names: servers write names relative to their data folder, or whole paths, which are not
/// those of a copy.
std::string indexed_log(const fs::path& folder, std::string_view line) {
  const fs::path named(line);
  if (is_file(folder / named)) return folder / named;
  const fs::path beside = folder / named.filename();
  return is_file(beside) ? beside : folder / named;
}

void add_index(const std::string& path, LogList& list) {
  try {
    const std::string index = read_whole_file(path, kMostIndexBytes);
    const fs::path folder = fs::path(path).parent_path();
    const std::size_t before = list.files.size();
    for (std::string_view rest = index; !rest.empty();) {
      const std::size_t size = std::min(rest.find('\n'), rest.size());
      std::string_view line = rest.substr(0, size);
      rest.remove_prefix(std::min(size + 1, rest.size()));
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (!line.empty()) list.files.push_back(indexed_log(folder, line));
    }
    if (list.files.size() == before) list.faults.push_back(fmt::format("{}: names no binary log", path));
  } catch (const InputError& error) {
    list.faults.push_back(error.what());
  }
}

}  // namespace

LogName split_log_name(const std::string& path) {
  const std::string name = fs::path(path).filename();
  for (std::size_t end = name.size(); end != 0;) {
    const std::size_t dot = name.rfind('.', end - 1);
    if (dot == name.npos) break;
    const std::string_view part = std::string_view(name).substr(dot + 1, end - dot - 1);
    if (is_number(part)) return {.base = name.substr(0, dot), .number = std::string(part)};
    end = dot;
  }
  return {.base = name, .number = {}};
}

LogList list_logs(const std::vector<std::string>& named, const SourceOptions& options) {
  LogList list;
  for (const std::string& name : named) {
    if (is_folder(name)) {
      add_folder(name, list);
    } else if (name.ends_with(".index") && is_file(name) && !is_log(name)) {
      add_index(name, list);
    } else {
      list.files.push_back(name);
    }
  }
  if (options.last && *options.last < list.files.size()) {
    list.files.erase(list.files.begin(), list.files.end() - static_cast<std::ptrdiff_t>(*options.last));
  }
  return list;
}

std::optional<std::string> find_next_log(const std::string& path, std::string_view rotated_to) {
  const fs::path current(path);
  const fs::path folder = current.parent_path();
  // A log's word is not enough to read outside of its folder.
  const fs::path rotated = fs::path(rotated_to).filename();
  if (!rotated.empty() && rotated != current.filename() && is_file(folder / rotated)) return folder / rotated;
  std::string name = current.filename();
  const std::size_t digits = name.find_last_not_of(kDigits) + 1;
  std::size_t at = name.size();
  while (at > digits && name[at - 1] == '9') name[--at] = '0';
  if (digits == name.size()) return std::nullopt;
  if (at == digits) {
    name.insert(digits, 1, '1');
  } else {
    ++name[at - 1];
  }
  if (is_file(folder / name)) return folder / name;
  return std::nullopt;
}

}  // namespace binlogdump
