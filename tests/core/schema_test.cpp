#include "binlogdump/schema.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "binlogdump/charset.h"
#include "core/log_files.h"
#include "pipeline/log_schema.h"

namespace binlogdump {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// --- against what servers wrote

std::string described(const Column& column) {
  std::string text = fmt::format("`{}` type {}", column.name, static_cast<int>(column.type));
  if (column.is_unsigned.value_or(false)) text += " unsigned";
  if (column.collation != 0) text += fmt::format(" collation {}", column.collation);
  if (column.labels == nullptr) return text;
  for (const Bytes label : *column.labels) {
    TextBuffer utf8;
    const Charset* charset = charset_of_collation(column.text_collation());
    append_utf8(utf8, label, charset != nullptr ? *charset : *find_charset("utf8mb4"));
    text += fmt::format(" '{}'", utf8.view());
  }
  return text;
}

/// A table's columns and what else its metadata tells.
std::string described(const TableMap& map, bool with_key = true) {
  std::string text;
  for (const Column& column : map.columns()) text += described(column) + '\n';
  const TableMetadata& metadata = map.event().optional_metadata;
  for (const TableMetadata::PrimaryKeyPart& part : metadata.primary_key) {
    if (with_key) text += fmt::format("key {} {}\n", part.column, part.prefix_length);
  }
  for (const std::uint64_t type : metadata.geometry_types) text += fmt::format("geometry {}\n", type);
  for (std::size_t i = 0; i < map.columns().size(); ++i) {
    if (metadata.column_visibility && !bit_high_first(metadata.column_visibility->data(), i)) {
      text += fmt::format("invisible {}\n", i);
    }
  }
  return text;
}

/// The map without its optional metadata, as servers before 8.0.1 wrote it.
TableMap bare_map(const EventView& event, const DecodeContext& context) {
  Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
  TableMapEvent::decode_columns(in, TableMapEvent::has_short_table_id(context));
  return {event.bytes, event.body_begin, event.body_end - in.left().size(), context};
}

std::string no_warnings(const std::string& text) {
  ADD_FAILURE() << text;
  return text;
}

TEST(Schema, StatementsOfTheLogTellWhatItsFullMetadataTells) {
  int compared = 0;
  for (const std::string& name : log_names()) {
    SCOPED_TRACE(name);
    LogSchema schema(no_warnings);
    for_each_event(log_bytes(name), [&](const EventView& event, const DecodeContext& context) {
      schema.watch(event, context);
      if (event.header.type() != EventType::TABLE_MAP_EVENT) return;
      const TableMap full(event.bytes, event.body_begin, event.body_end, context);
      if (full.event().optional_metadata.column_names.empty()) return;
      TableMap bare = bare_map(event, context);
      schema.schema().complete(bare);
      // What is made before the log begins is not known.
      if (!bare.is_completed()) return;
      // A unique key without NULLs can stand for a primary key, and is not looked for.
      const bool has_key = !bare.event().optional_metadata.primary_key.empty();
      EXPECT_EQ(described(bare, has_key), described(full, has_key)) << event.position;
      ++compared;
    });
  }
  EXPECT_GT(compared, 250);
}

TEST(Schema, DumpTellsWhatFullMetadataTells) {
  int compared = 0;
  for (const auto& file : std::filesystem::directory_iterator(log_path("schema"))) {
    const std::string name = file.path().stem().string();
    SCOPED_TRACE(name);
    LogSchema schema(no_warnings);
    schema.read_file(file.path().string());
    for_each_event(log_bytes(name + ".000001"), [&](const EventView& event, const DecodeContext& context) {
      if (event.header.type() != EventType::TABLE_MAP_EVENT) return;
      TableMap bare = bare_map(event, context);
      schema.schema().complete(bare);
      EXPECT_EQ(described(bare), described(TableMap(event.bytes, event.body_begin, event.body_end, context)))
          << event.position;
      ++compared;
    });
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace binlogdump
