// Text in every character set of the server, from the captured logs through the program, against what the server made
// of it with CONVERT(… USING utf8mb4).

#include <map>
#include <string>

#include "cli/cli_fixture.h"
#include "printers/visible.h"
#include "values/captured_charsets.h"

namespace binlogdump::test {
namespace {

/// Takes "`charsets`.`NAME`" and the values of id and v from the lines of rows.
std::map<RowKey, std::string> printed_values(const std::string& text) {
  std::map<RowKey, std::string> values;
  RowKey key;
  const auto between = [](const std::string& line, std::size_t begin) {
    return line.substr(begin, line.size() - begin);
  };
  std::size_t next = 0;
  for (std::size_t at = 0; at < text.size(); at = next) {
    next = text.find('\n', at) + 1;
    const std::string line = text.substr(at, next - at - 1);
    if (line.starts_with("### INSERT INTO ") || line.starts_with("### DELETE FROM ")) {
      const std::size_t name = line.rfind("`.`") + 3;
      key.first = line.substr(name, line.size() - name - 1);
    } else if (line.starts_with("###   `id`=")) {
      key.second = static_cast<unsigned>(std::stoul(between(line, 11)));
    } else if (line.starts_with("###   `v`=")) {
      const bool is_new = values.insert({key, between(line, 10)}).second;
      EXPECT_TRUE(is_new) << key.first << ' ' << key.second;
    }
  }
  return values;
}

std::string hex_value(std::string_view bytes) {
  std::string text = bytes.empty() ? "''" : "0x";
  for (const char byte : bytes) text += fmt::format("{:02x}", load_u8(&byte));
  return text;
}

/// Bytes of a binary column are text only if no control characters are among them.
bool has_control_character(std::string_view text) {
  for (const char c : text) {
    const bool layout = c == '\n' || c == '\r' || c == '\t';
    if ((load_u8(&c) < 0x20 && !layout) || c == '\x7f') return true;
  }
  return false;
}

std::string expected_value(const RowKey& key, const ExpectedText& expected, const StoredText& stored) {
  // The server's answer does not tell apart a '?' that was there and one that stands for undecodable bytes, nor does it
  // show what it left out at the end; is_valid_text() was held against it in charset_test.cpp.
  const bool decodes = expected.utf8 && is_valid_text(stored.bytes, *stored.charset);
  if (!decodes || (key.first == "binary" && has_control_character(stored.bytes))) return hex_value(stored.bytes);
  return in_quotes(*expected.utf8);
}

TEST(CharsetText, EveryCapturedValueIsWhatTheServerMakesOfIt) {
  const RunResult result =
      run_binary({fixture("charsets.000001"), fixture("charsets.000002")}, {.env = {"TZ=UTC", "LC_ALL=C"}});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(hazard_in(result.out), "");
  const std::map<RowKey, std::string> printed = printed_values(result.out);
  EXPECT_EQ(printed.size(), expected_texts().size());
  std::size_t texts = 0;
  for (const auto& [key, expected] : expected_texts()) {
    const auto value = printed.find(key);
    ASSERT_NE(value, printed.end()) << key.first << ' ' << key.second;
    ASSERT_EQ(value->second, expected_value(key, expected, stored_texts().at(key))) << key.first << ' ' << key.second;
    texts += value->second.starts_with('\'') ? 1 : 0;
    // What the server gives back as it was stored is text, whatever anyone thinks of its bytes.
    if (expected.comes_back && key.first != "binary") {
      ASSERT_EQ(value->second[0], '\'') << key.first << ' ' << key.second;
    }
  }
  EXPECT_GT(texts, expected_texts().size() / 2);
}

}  // namespace
}  // namespace binlogdump::test
