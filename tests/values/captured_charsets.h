#pragma once
// The captured texts in all character sets of the server, charsets.000001 and .000002, and what the server said of
// them.
//
// Compile definition: BINLOGDUMP_TESTDATA, path of the folder testdata.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "binlogdump/charset.h"
#include "binlogdump/decode.h"
#include "binlogdump/reader.h"
#include "binlogdump/rows_event.h"
#include "values/value_test.h"

namespace binlogdump {

/// What the server said of a value, in charsets.expected.tsv.
struct ExpectedText {
  std::optional<std::string> utf8;  ///< nullopt: NULL.
  bool comes_back = false;
};
using RowKey = std::pair<std::string, unsigned>;  // Character set and id.

inline std::map<RowKey, ExpectedText> read_expected() {
  std::ifstream in(BINLOGDUMP_TESTDATA "/charsets.expected.tsv");
  std::map<RowKey, ExpectedText> all;
  for (std::string line; std::getline(in, line);) {
    std::vector<std::string> words;
    std::istringstream fields(line);
    for (std::string word; std::getline(fields, word, '\t');) words.push_back(word);
    if (words.size() != 4) throw std::runtime_error("bad line: " + line);
    std::string hex = words[2];
    for (char& c : hex) c = c >= 'A' && c <= 'F' ? static_cast<char>(c - 'A' + 'a') : c;
    ExpectedText& expected = all[{words[0], static_cast<unsigned>(std::stoul(words[1]))}];
    if (words[2] != "NULL") expected.utf8 = from_hex(hex);
    expected.comes_back = words[3] == "1";
  }
  return all;
}

/// A value as the log holds it.
struct StoredText {
  const Charset* charset;
  std::string bytes;
};

/// Collects the rows of tables (id SMALLINT UNSIGNED, v text), by the tables' names.
class RowCollector {
 public:
  explicit RowCollector(std::map<RowKey, StoredText>& rows) : rows_(rows) {}

  void rows_event(const EventView& event, const DecodeContext& context) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, context, event.header.type());
    table_ = context.table_map(rows.table_id);
    ASSERT_NE(table_, nullptr);
    Cursor<NoTrace> values(rows.rows);
    for_each_row(values, rows, *table_, RowsEvent::kind_of(event.header.type()), *this);
  }
  void begin_row() {}
  void begin_image(RowImage) {}
  void null(std::size_t) { ADD_FAILURE() << "no column is NULL"; }
  void begin_value(std::size_t) {}
  void value(std::size_t column, Bytes bytes, bool) {
    if (column == 0) {
      id_ = load_u16(bytes.data());
      return;
    }
    const Column& text = table_->columns()[column];
    const RowKey key{std::string(table_->event().table_name), id_};
    const bool is_new = rows_.insert({key, {charset_of_collation(text.collation), std::string(bytes)}}).second;
    EXPECT_TRUE(is_new) << key.first << ' ' << key.second;
  }
  void end_row() {}

 private:
  std::map<RowKey, StoredText>& rows_;
  const TableMap* table_ = nullptr;
  unsigned id_ = 0;
};

inline void read_log(Bytes log, RowCollector& collector) {
  MemorySource source(log);
  EventReader reader;
  reader.open(source);
  reader.read_magic();
  DecodeContext context;
  while (const std::optional<EventView> event = reader.next(Framing::of(context.format))) {
    const EventType type = event->header.type();
    if (type == EventType::FORMAT_DESCRIPTION_EVENT) {
      context.format = FormatDescription(decode_as<FormatDescriptionEvent>(*event, context));
    } else if (type == EventType::TABLE_MAP_EVENT) {
      context.add_table_map(event->bytes, event->body_begin, event->body_end);
    } else if (is_rows_event(type)) {
      collector.rows_event(*event, context);
    }
  }
}

inline std::map<RowKey, StoredText> read_rows() {
  std::map<RowKey, StoredText> rows;
  for (const char* name : {"/charsets.000001", "/charsets.000002"}) {
    std::ifstream in(std::string(BINLOGDUMP_TESTDATA) + name, std::ios::binary);
    const std::string log(std::istreambuf_iterator<char>(in), {});
    RowCollector collector(rows);
    read_log(log, collector);
  }
  return rows;
}

inline const std::map<RowKey, ExpectedText>& expected_texts() {
  static const std::map<RowKey, ExpectedText> all = read_expected();
  return all;
}
inline const std::map<RowKey, StoredText>& stored_texts() {
  static const std::map<RowKey, StoredText> all = read_rows();
  return all;
}

}  // namespace binlogdump
