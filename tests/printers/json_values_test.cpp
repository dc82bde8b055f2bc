// Values of rows in --format=json against what a real server said of them: testdata/row-values.expected.tsv and
// charsets.expected.tsv, which their capture scripts explain.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <tuple>

#include "core/log_files.h"
#include "printers/json_lines.h"

namespace binlogdump::test {
namespace {

using RowId = std::pair<std::string, int>;  // Table, id.

/// The newest image of each row, also of one that was deleted.
std::map<RowId, Json> newest_images(const std::string& log) {
  std::map<RowId, Json> images;
  for (const Json& event : json_events(log_path(log))) {
    if (!event["body"].contains("rows")) continue;
    EXPECT_FALSE(event.contains("error")) << event;
    for (const Json& row : event["body"]["rows"]) {
      const Json& image = row.contains("after") ? row["after"] : row["before"];
      images[{event["body"]["table"], image["id"]}] = image;
    }
  }
  return images;
}

std::vector<std::vector<std::string>> read_table(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(log_path(name));
  for (std::string line; std::getline(in, line);) {
    std::istringstream fields(line);
    std::vector<std::string>& row = rows.emplace_back();
    for (std::string field; std::getline(fields, field, '\t');) row.push_back(field);
    if (line.ends_with('\t')) row.emplace_back();
  }
  return rows;
}

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes) text += fmt::format("{:02X}", static_cast<unsigned char>(byte));
  return text;
}

std::string unhex(const std::string& text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(text.substr(i, 2), nullptr, 16));
  }
  return bytes;
}

std::string from_base64(std::string_view text) {
  static constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char digit : text) {
    if (digit == '=') break;
    bits = bits << 6 | static_cast<std::uint32_t>(kDigits.find(digit));
    count += 6;
    if (count >= 8) bytes += static_cast<char>(bits >> (count -= 8));
  }
  return bytes;
}

/// A document as the server shows it, of what we make of it.
Json as_shown_by_the_server(const Json& value) {
  if (value.is_array()) {
    Json list = Json::array();
    for (const Json& element : value) list.push_back(as_shown_by_the_server(element));
    return list;
  }
  if (!value.is_object()) return value;
  if (value.contains("$type")) {
    const Json& inner = value["$value"];
    if (value["$type"] == "DECIMAL") return Json::parse(inner.get<std::string>());
    if (inner.is_string()) return inner;
    constexpr int kVarchar = 15;  // The only type here that is shown as base64.
    EXPECT_EQ(value["$type"], "VARCHAR");
    return fmt::format("base64:type{}:{}", kVarchar, inner["$base64"].get<std::string>());
  }
  Json object = Json::object();
  for (const auto& [key, member] : value.items()) {
    object[key.starts_with("$$") ? key.substr(1) : key] = as_shown_by_the_server(member);
  }
  return object;
}

/// The value in the form of the column of that kind in the file.
std::string in_the_servers_words(const Json& value, const std::string& kind) {
  if (value.is_null()) return "NULL";
  if (kind == "text") return hex(value.is_object() ? value["$text"].get<std::string>() : value.get<std::string>());
  if (kind == "geometry") return fmt::format("{} {}", value["srid"].dump(), value["wkt"].get<std::string>());
  if (kind == "bytes" && value.is_object()) return hex(from_base64(value["$base64"].get<std::string>()));
  if (kind == "bytes") {
    std::string floats;
    for (const Json& element : value) {
      const auto bits = std::bit_cast<std::uint32_t>(std::strtof(element.dump().c_str(), nullptr));
      for (int shift = 0; shift < 32; shift += 8) floats += static_cast<char>(bits >> shift);
    }
    return hex(floats);
  }
  if (value.is_array()) {
    std::string labels;
    for (const Json& label : value) labels += (labels.empty() ? "" : ",") + label.get<std::string>();
    return labels;
  }
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool is_same(const Json& value, const std::string& kind, const std::string& expected) {
  if (kind == "json") {
    // A document null and NULL are both null.
    return expected == "NULL" ? value.is_null() : as_shown_by_the_server(value) == Json::parse(unhex(expected));
  }
  if (in_the_servers_words(value, kind) == expected) return true;
  if (kind == "float") {
    // A FLOAT is read as such, as its column was: the shortest digits are not those of the double that it becomes.
    const std::string text = value.dump();
    const double wanted = std::strtod(expected.c_str(), nullptr);
    const double as_float = static_cast<double>(std::strtof(text.c_str(), nullptr));
    return value.is_number() && (as_float == wanted || std::strtod(text.c_str(), nullptr) == wanted);
  }
  // ZEROFILL and YEAR.
  const std::size_t zeros = std::min(expected.find_first_not_of('0'), expected.size() - 1);
  return kind == "plain" && value.is_number_integer() && value.dump() == expected.substr(zeros);
}

TEST(JsonValues, AreThoseOfTheServer) {
  const std::map<RowId, Json> images = newest_images("row-values.000001");
  std::map<RowId, std::size_t> compared;
  for (const std::vector<std::string>& row : read_table("row-values.expected.tsv")) {
    ASSERT_EQ(row.size(), 5u);
    const RowId id{row[0], std::stoi(row[1])};
    ASSERT_TRUE(images.contains(id)) << row[0] << ' ' << row[1];
    ASSERT_TRUE(images.at(id).contains(row[2])) << row[0] << ' ' << row[2];
    const Json& value = images.at(id)[row[2]];
    EXPECT_TRUE(is_same(value, row[3], row[4]))
        << row[0] << ' ' << row[1] << ' ' << row[2] << ": " << value << ", the server: " << row[4];
    ++compared[id];
  }
  EXPECT_GT(images.size(), 50u);
  for (const auto& [id, image] : images) EXPECT_EQ(compared[id], image.size() - 1) << id.first << ' ' << id.second;
}

/// Compares v with what the server made of it; gives the number of values.
std::size_t compare_texts(const std::string& log, const std::map<RowId, std::pair<std::string, bool>>& expected) {
  const std::map<RowId, Json> images = newest_images(log);
  for (const auto& [id, image] : images) {
    const auto& [utf8, comes_back] = expected.at(id);
    const Json& value = image["v"];
    const std::string where = fmt::format("{} {}: {}", id.first, id.second, value.dump());
    if (value.is_string()) {
      EXPECT_EQ(hex(value.get<std::string>()), utf8) << where;
      EXPECT_TRUE(comes_back) << where;
    } else if (value.contains("$text")) {
      EXPECT_EQ(hex(value["$text"].get<std::string>()), utf8) << where;
      EXPECT_TRUE(value.contains("$base64")) << where;
      EXPECT_FALSE(comes_back) << where;
    } else {
      EXPECT_TRUE(value.contains("$base64")) << where;
      EXPECT_TRUE(!comes_back || id.first == "binary") << where;
    }
  }
  return images.size();
}

TEST(JsonValues, TextsOfAllCharacterSetsAreThoseOfTheServer) {
  std::map<RowId, std::pair<std::string, bool>> expected;
  for (const std::vector<std::string>& row : read_table("charsets.expected.tsv")) {
    expected[{row[0], std::stoi(row[1])}] = {row[2] == "NULL" ? "" : row[2], row[3] == "1"};
  }
  EXPECT_GT(compare_texts("charsets.000001", expected), 10000u);
  EXPECT_GT(compare_texts("charsets.000002", expected), 1000u);
}

}  // namespace
}  // namespace binlogdump::test
