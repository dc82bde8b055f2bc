#pragma once

#include <fnmatch.h>

#include <optional>
#include <string>
#include <string_view>

namespace binlogdump {

/// A name of a database or table, or a glob for some: `*`, `?`, `[a-z]`; `\` takes the next character as it is. Case
/// matters.
class NamePattern {
 public:
  explicit NamePattern(std::string text)
      : text_(std::move(text)), is_glob_(text_.find_first_of("*?[\\") != std::string::npos) {}

  bool matches(const std::string& name) const {
    return is_glob_ ? ::fnmatch(text_.c_str(), name.c_str(), 0) == 0 : name == text_;
  }
  bool is_glob() const { return is_glob_; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  bool is_glob_;
};

/// DB.TABLE, each a NamePattern; TABLE alone is that of any database. In backticks names are taken as they are.
class TablePattern {
 public:
  /// Nothing if the text is no such pattern.
  static std::optional<TablePattern> parse(std::string_view text);

  bool matches(const std::string& database, const std::string& table) const {
    return table_.matches(table) && database_.matches(database);
  }
  const NamePattern& table() const { return table_; }
  /// As it was given.
  const std::string& text() const { return text_; }

 private:
  TablePattern(std::string_view text, std::string database, std::string table)
      : text_(text), database_(std::move(database)), table_(std::move(table)) {}

  std::string text_;
  NamePattern database_;
  NamePattern table_;
};

}  // namespace binlogdump
