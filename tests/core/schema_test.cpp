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

// --- the statements

/// A schema of the given statements, all of which must be understood.
Schema schema_of(const std::string& sql) {
  Schema schema;
  schema.read_sql(sql, [&](std::size_t line, const std::string& text) { ADD_FAILURE() << line << ": " << text; });
  return schema;
}

std::string described(const SchemaColumn& column) {
  std::string text = fmt::format("{} {}", column.name, static_cast<int>(column.type));
  if (column.least_room != 0) text += fmt::format(" least {}", column.least_room);
  if (column.length != 0) text += fmt::format("({})", column.length);
  if (column.is_unsigned) text += " unsigned";
  if (!column.visible) text += " invisible";
  if (const Collation* collation = find_collation(column.collation)) text += fmt::format(" {}", collation->name);
  for (const std::string& label : column.labels) text += fmt::format(" '{}'", label);
  return text;
}

/// The columns of a table d.t, or of the only one; "unknown" if there is none.
std::string columns_of(const Schema& schema, std::string_view database = "d", std::string_view table = "t") {
  const auto found = schema.find(database, table);
  if (found == nullptr) return "unknown";
  std::string text;
  for (const TableSchema::SharedColumn& column : found->columns) {
    text += (text.empty() ? "" : ", ") + described(*column);
  }
  return text;
}

/// What a column is that is defined in this way.
std::string column(const std::string& definition) {
  return columns_of(schema_of("CREATE TABLE t (c " + definition + ");"));
}

/// The columns of t after statements of the log, one a line.
std::string after(const std::string& created, const std::vector<std::string>& statements) {
  Schema schema = schema_of("USE d; " + created + ";");
  for (const std::string& statement : statements) schema.apply(statement, {.database = "d"});
  return columns_of(schema);
}

TEST(Schema, Types) {
  EXPECT_EQ(column("TINYINT(1)"), "c 1");
  EXPECT_EQ(column("bool"), "c 1");
  EXPECT_EQ(column("INTEGER(10) UNSIGNED ZEROFILL NOT NULL"), "c 3 unsigned");
  EXPECT_EQ(column("MIDDLEINT ZEROFILL"), "c 9 unsigned");
  EXPECT_EQ(column("SERIAL"), "c 8 unsigned");
  EXPECT_EQ(column("DOUBLE PRECISION(10,2) UNSIGNED"), "c 5 unsigned");
  EXPECT_EQ(column("REAL"), "c 5");
  EXPECT_EQ(column("FLOAT(24)"), "c 4");
  EXPECT_EQ(column("FLOAT(25)"), "c 5");
  EXPECT_EQ(column("FLOAT(30,2)"), "c 4");
  EXPECT_EQ(column("NUMERIC"), "c 246(10)");
  EXPECT_EQ(column("BIT"), "c 16(1)");
  EXPECT_EQ(column("DATETIME(6) DEFAULT CURRENT_TIMESTAMP(6) ON UPDATE CURRENT_TIMESTAMP(6)"), "c 18(6)");
  EXPECT_EQ(column("YEAR(4)"), "c 13");
  EXPECT_EQ(column("NATIONAL CHARACTER VARYING(7)"), "c 15(7) utf8mb3_general_ci");
  EXPECT_EQ(column("NCHAR"), "c 254(1) utf8mb3_general_ci");
  EXPECT_EQ(column("CHAR(3) BYTE"), "c 254(3) binary");
  EXPECT_EQ(column("VARBINARY(9)"), "c 15(9) binary");
  EXPECT_EQ(column("LONG VARBINARY"), "c 252(3) binary");
  EXPECT_EQ(column("TEXT(70000) CHARSET latin1"), "c 252 least 70000 latin1_swedish_ci");
  EXPECT_EQ(column("VARCHAR(5) ASCII BINARY"), "c 15(5) latin1_bin");
  EXPECT_EQ(column("VARCHAR(5) CHARACTER SET utf8 COLLATE utf8_bin"), "c 15(5) utf8mb3_bin");
  EXPECT_EQ(column("GEOMCOLLECTION SRID 4326"), "c 255");
  EXPECT_EQ(column("VECTOR"), "c 242(2048) binary");
  EXPECT_EQ(column("INET6 NOT NULL"), "c 243");
}

TEST(Schema, AttributesAreNoColumnsAndValuesAreNoAttributes) {
  EXPECT_EQ(column("INT DEFAULT (FLOOR(RAND() * 10)), d INT"), "c 3, d 3");
  EXPECT_EQ(column("INT GENERATED ALWAYS AS ((`a` + length(')'))) VIRTUAL NOT NULL COMMENT 'it''s, unsigned'"), "c 3");
  EXPECT_EQ(column("INT DEFAULT '77' /*!80023 INVISIBLE */, d INT"), "c 3 invisible, d 3");
  EXPECT_EQ(column("INT REFERENCES u (a) ON DELETE SET NULL ON UPDATE SET DEFAULT, d INT"), "c 3, d 3");
  EXPECT_EQ(column("INT CHECK (c > 0) /*!80016 NOT ENFORCED */, CONSTRAINT k CHECK (d <> ','), d INT"), "c 3, d 3");
  EXPECT_EQ(column("VARCHAR(3) DEFAULT _utf8mb4'binary' COLLATE utf8mb4_bin"), "c 15(3) utf8mb4_bin");
}

TEST(Schema, Labels) {
  EXPECT_EQ(column(R"(ENUM('it''s', "a""b", 'x\'y', 'tab\t', 'end  ', N'n'))"),
            "c 247 'it's' 'a\"b' 'x'y' 'tab\t' 'end' 'n'");
  EXPECT_EQ(column("SET('a','b') CHARACTER SET latin1"), "c 248 latin1_swedish_ci 'a' 'b'");
}

TEST(Schema, KeysAndPartitions) {
  const Schema schema = schema_of(R"(
CREATE TABLE `t` (
  id int, `b` text, `key` int,
  PRIMARY KEY USING BTREE (`key`, b(10)) COMMENT 'x',
  UNIQUE KEY u (id), FULLTEXT KEY (b), SPATIAL INDEX s (g), KEY ((lower(b)), (id + 1)),
  CONSTRAINT `f` FOREIGN KEY (id) REFERENCES p (id) ON DELETE CASCADE
) ENGINE=InnoDB COMMENT='CHARSET=x, (' DEFAULT CHARSET=latin1
/*!50100 PARTITION BY RANGE (id)
(PARTITION p0 VALUES LESS THAN (10) ENGINE = InnoDB, PARTITION p1 VALUES LESS THAN MAXVALUE) */;)");
  EXPECT_EQ(columns_of(schema), "id 3, b 252(2) latin1_swedish_ci, key 3");
  const auto& key = schema.find("d", "t")->primary_key;
  ASSERT_EQ(key.size(), 2u);
  EXPECT_EQ(key[0].column, "key");
  EXPECT_EQ(key[1].prefix_length, 10u);
}

TEST(Schema, CharacterSetsComeFromTableAndDatabase) {
  const Schema schema = schema_of(R"(
CREATE DATABASE d /*!40100 DEFAULT CHARACTER SET latin1 */;
USE d;
CREATE TABLE t (a CHAR(1), b CHAR(1) COLLATE utf8mb4_bin);
CREATE TABLE u (a CHAR(1)) COLLATE='greek_bin';
CREATE TABLE other.t (a CHAR(1));)");
  EXPECT_EQ(columns_of(schema), "a 254(1) latin1_swedish_ci, b 254(1) utf8mb4_bin");
  EXPECT_EQ(columns_of(schema, "d", "u"), "a 254(1) greek_bin");
  EXPECT_EQ(columns_of(schema, "other"), "a 254(1)");
}

TEST(Schema, TablesOfNoDatabaseStandForAny) {
  const Schema schema = schema_of("CREATE TABLE t (a INT); CREATE TABLE d.t (b INT)");
  EXPECT_EQ(columns_of(schema, "d"), "b 3");
  EXPECT_EQ(columns_of(schema, "e"), "a 3");
}

TEST(Schema, DumpOfOneDatabaseNamesItInItsFirstLines) {
  const Schema schema =
      schema_of("-- MySQL dump 10.13\n--\n-- Host: localhost    Database: shop\n-- --\nCREATE TABLE t (a INT);");
  EXPECT_EQ(columns_of(schema, "shop"), "a 3");
  EXPECT_EQ(columns_of(schema, "d"), "unknown");
}

TEST(Schema, OtherStatementsArePassedOver) {
  EXPECT_EQ(columns_of(schema_of(R"(
SET @a = ';'; -- CREATE TABLE t (x INT);
# CREATE TABLE t (x INT);
/* CREATE TABLE t (x INT); */
INSERT INTO t VALUES ('CREATE TABLE t (x INT);', "it's", `;`);
DELIMITER ;;
CREATE PROCEDURE p() BEGIN CREATE TABLE t (x INT); END ;;
DELIMITER ;
CREATE TEMPORARY TABLE t (x INT);
CREATE TABLE IF NOT EXISTS t (a INT);
CREATE TABLE IF NOT EXISTS t (b INT);
/*!50001 CREATE VIEW v AS SELECT 1 AS a */;)")),
            "a 3");
}

TEST(Schema, TablesWithoutSemicolons) {
  const Schema schema = schema_of("CREATE TABLE t (\n  a INT\n) ENGINE=InnoDB\n\nCREATE TABLE u (b INT)");
  EXPECT_EQ(columns_of(schema), "a 3");
  EXPECT_EQ(columns_of(schema, "d", "u"), "b 3");
}

TEST(Schema, WhatIsNotUnderstoodIsToldWithItsLine) {
  std::vector<std::string> warnings;
  Schema schema;
  schema.read_sql(
      "CREATE TABLE a (x INT);\n\nCREATE TABLE `t` (\n  a INT,\n  b,\n  c INT);\nCREATE TABLE u (a ENUM(1));\n"
      "CREATE TABLE z (y INT);\nCREATE TABLE e (a INT",
      [&](std::size_t line, const std::string& text) { warnings.push_back(fmt::format("{}: {}", line, text)); });
  EXPECT_THAT(warnings, ElementsAre("5: CREATE TABLE `t`: a type expected at \",\"",
                                    "7: CREATE TABLE `u`: a string expected at \"1\"",
                                    "9: CREATE TABLE `e`: ) expected at the end of the statement"));
  EXPECT_EQ(columns_of(schema, "", "a"), "x 3");
  EXPECT_EQ(columns_of(schema, "", "z"), "y 3");
  EXPECT_EQ(columns_of(schema), "unknown");
}

// --- DDL of the log

constexpr const char* kTable = "CREATE TABLE t (a INT PRIMARY KEY, b CHAR(2), c INT) CHARSET latin1";

TEST(Schema, AlterAddsColumns) {
  EXPECT_EQ(after(kTable, {"ALTER TABLE t ADD x INT, ADD COLUMN y INT FIRST, ADD COLUMN (z INT, KEY (z))"}),
            "y 3, a 3, b 254(2) latin1_swedish_ci, c 3, x 3, z 3");
  EXPECT_EQ(after(kTable, {"ALTER TABLE d.t ADD x CHAR(1) AFTER A, ADD y INT AFTER x"}),
            "a 3, x 254(1) latin1_swedish_ci, y 3, b 254(2) latin1_swedish_ci, c 3");
}

TEST(Schema, AlterDropsMovesAndRenames) {
  EXPECT_EQ(after(kTable, {"ALTER TABLE t DROP COLUMN b, MODIFY c BIGINT UNSIGNED FIRST"}), "c 8 unsigned, a 3");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t CHANGE a c INT, CHANGE c a INT, DROP b"}), "c 3, a 3");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t RENAME COLUMN a TO x, DROP b, ALTER c SET INVISIBLE"}), "x 3, c 3 invisible");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t RENAME TO u", "RENAME TABLE u TO v, v TO t", "ALTER TABLE t DROP b"}),
            "a 3, c 3");
}

TEST(Schema, AlterChangesTheCharacterSet) {
  EXPECT_EQ(after(kTable, {"ALTER TABLE t DEFAULT CHARACTER SET = utf8mb4 COLLATE utf8mb4_bin, ADD x CHAR(1)"}),
            "a 3, b 254(2) latin1_swedish_ci, c 3, x 254(1) utf8mb4_bin");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4"}), "a 3, b 254(2) utf8mb4_0900_ai_ci, c 3");
}

TEST(Schema, AlterLeavesColumnsThatItDoesNotName) {
  EXPECT_EQ(after(kTable, {"ALTER TABLE t ENGINE=InnoDB ROW_FORMAT=DYNAMIC, ADD UNIQUE KEY (c), DROP INDEX x, "
                           "ADD CONSTRAINT f FOREIGN KEY (c) REFERENCES p (a), ALTER COLUMN c SET DEFAULT 5, "
                           "RENAME INDEX i TO j, ORDER BY a, ALGORITHM=INPLACE, LOCK=NONE",
                           "ALTER TABLE t DROP PARTITION p0, p1", "ALTER TABLE t PARTITION BY HASH(a) PARTITIONS 4",
                           "TRUNCATE TABLE t", "CREATE INDEX i ON t (c)", "DROP INDEX i ON t", "ANALYZE TABLE t"}),
            "a 3, b 254(2) latin1_swedish_ci, c 3");
}

TEST(Schema, ChangesThatASchemaOfALaterTimeHasAlready) {
  EXPECT_EQ(after(kTable, {"ALTER TABLE t ADD c INT AFTER a, DROP gone, CHANGE gone b CHAR(2)"}),
            "a 3, b 254(2) latin1_swedish_ci, c 3");
  EXPECT_EQ(after(kTable, {"RENAME TABLE old TO t"}), "a 3, b 254(2) latin1_swedish_ci, c 3");
  EXPECT_EQ(after(kTable, {"CREATE TABLE IF NOT EXISTS t (x INT)"}), "a 3, b 254(2) latin1_swedish_ci, c 3");
}

TEST(Schema, TablesComeAndGo) {
  EXPECT_EQ(after(kTable, {"DROP TABLE IF EXISTS x, t"}), "unknown");
  EXPECT_EQ(after(kTable, {"DROP TEMPORARY TABLE t", "CREATE TEMPORARY TABLE t (x INT)"}),
            "a 3, b 254(2) latin1_swedish_ci, c 3");
  EXPECT_EQ(after(kTable, {"DROP DATABASE d"}), "unknown");
  EXPECT_EQ(after(kTable, {"DROP TABLE `t` /* generated by server */", "CREATE TABLE t (x INT) START TRANSACTION"}),
            "x 3");
  EXPECT_EQ(
      after(kTable, {"CREATE TABLE u LIKE t", "DROP TABLE t", "CREATE TABLE t (LIKE d.u)", "ALTER TABLE t DROP b"}),
      "a 3, c 3");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t ADD x INT AFTER nowhere"}), "unknown");
  EXPECT_EQ(after(kTable, {"ALTER TABLE t ADD ,"}), "unknown");
}

TEST(Schema, DroppedTableIsNotThatOfAnyDatabase) {
  Schema schema = schema_of("CREATE TABLE t (a INT)");
  schema.apply("DROP TABLE t", {.database = "d"});
  EXPECT_EQ(columns_of(schema), "unknown");
  EXPECT_EQ(columns_of(schema, "e"), "a 3");
}

TEST(Schema, SettingsOfTheStatement) {
  Schema schema;
  schema.apply("CREATE TABLE t (e ENUM('a\\'), r REAL, c CHAR(1))",
               {.database = "d", .backslash_escapes = false, .real_is_float = true, .database_collation = 8});
  EXPECT_EQ(columns_of(schema), "e 247 latin1_swedish_ci 'a\\', r 4, c 254(1) latin1_swedish_ci");
  schema.apply("CREATE DATABASE n", {.server_collation = 33});
  schema.apply("CREATE TABLE n.t (c CHAR(1), u CHAR(1) CHARSET utf8mb4)", {.utf8mb4_collation = 45});
  EXPECT_EQ(columns_of(schema, "n"), "c 254(1) utf8mb3_general_ci, u 254(1) utf8mb4_general_ci");
}

// --- agreement

/// Whether a column defined in this way can be the log's.
bool agree(const std::string& definition, const Column& logged) {
  const Schema schema = schema_of("CREATE TABLE t (c " + definition + ")");
  return schema.find("", "t")->columns.at(0)->agrees_with(logged);
}

TEST(Schema, LengthsOfStringsAgreeInBytes) {
  const Column unknown{.type = MYSQL_TYPE_VARCHAR, .max_length = 40};
  EXPECT_TRUE(agree("VARCHAR(10)", unknown));
  EXPECT_TRUE(agree("VARCHAR(40)", unknown));
  EXPECT_FALSE(agree("VARCHAR(9)", unknown));
  EXPECT_FALSE(agree("VARCHAR(10) CHARSET latin1", unknown));
  EXPECT_TRUE(agree("VARBINARY(40)", unknown));
  EXPECT_FALSE(agree("CHAR(40)", unknown));
  const Column utf8mb4{.type = MYSQL_TYPE_VARCHAR, .max_length = 40, .collation = 255};
  EXPECT_TRUE(agree("VARCHAR(10)", utf8mb4));
  EXPECT_TRUE(agree("VARCHAR(10) COLLATE utf8mb4_bin", utf8mb4));
  EXPECT_FALSE(agree("VARCHAR(40)", utf8mb4));
  EXPECT_FALSE(agree("VARCHAR(40) CHARSET latin1", utf8mb4));
  EXPECT_FALSE(agree("VARBINARY(40)", utf8mb4));
}

TEST(Schema, TypesAgreeWithTheirMetadata) {
  const Column number{.type = MYSQL_TYPE_LONG, .is_unsigned = false};
  EXPECT_TRUE(agree("INT", number));
  EXPECT_FALSE(agree("INT UNSIGNED", number));
  EXPECT_TRUE(agree("INT UNSIGNED", {.type = MYSQL_TYPE_LONG}));
  EXPECT_FALSE(agree("BIGINT", number));
  const Column decimal{.type = MYSQL_TYPE_NEWDECIMAL, .meta = 8 << 8 | 2};
  EXPECT_TRUE(agree("DECIMAL(8,2)", decimal));
  EXPECT_FALSE(agree("DECIMAL(8,3)", decimal));
  EXPECT_TRUE(agree("TIME", {.type = MYSQL_TYPE_TIME}));
  EXPECT_FALSE(agree("TIME(1)", {.type = MYSQL_TYPE_TIME}));
  EXPECT_FALSE(agree("TIMESTAMP(3)", {.type = MYSQL_TYPE_TIMESTAMP2, .meta = 6}));
  EXPECT_TRUE(agree("BIT(17)", {.type = MYSQL_TYPE_BIT, .meta = 2 << 8 | 1}));
  EXPECT_TRUE(agree("SET('1','2','3','4','5','6','7','8','9')", {.type = MYSQL_TYPE_SET, .fixed_size = 2}));
  EXPECT_FALSE(agree("SET('1')", {.type = MYSQL_TYPE_SET, .fixed_size = 2}));
  EXPECT_TRUE(agree("TEXT(100)", {.type = MYSQL_TYPE_BLOB, .length_bytes = 2, .collation = 255}));
  EXPECT_FALSE(agree("TEXT(100) CHARSET latin1", {.type = MYSQL_TYPE_BLOB, .length_bytes = 2}));
  EXPECT_TRUE(agree("JSON", {.type = MYSQL_TYPE_BLOB, .length_bytes = 4}));
  EXPECT_TRUE(agree("INET6", {.type = MYSQL_TYPE_STRING, .max_length = 16}));
}

// --- damage

TEST(Schema, DamagedDumpsDoNoHarm) {
  std::vector<std::string> dumps;
  for (const auto& file : std::filesystem::directory_iterator(log_path("schema"))) {
    dumps.push_back(log_bytes("schema/" + file.path().filename().string()));
  }
  constexpr std::string_view kPieces[] = {"'",          "`",
                                          "\"",         "(",
                                          ")",          ",",
                                          ";",          "/*!",
                                          "*/",         "--",
                                          "\\",         "ENUM(",
                                          " LIKE ",     "ALTER TABLE `es` ADD ",
                                          "DELIMITER ", std::string_view("\0", 1),
                                          "\xff"};
  std::mt19937_64 random(1);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(random() % end); };
  for (int i = 0; i < 2000; ++i) {
    std::string sql = dumps[below(dumps.size())];
    for (std::size_t left = 1 + below(8); left > 0; --left) {
      const std::size_t at = below(sql.size());
      if (below(2) == 0) sql.erase(at, below(40));
      sql.insert(std::min(at, sql.size()), kPieces[below(std::size(kPieces))]);
    }
    if (below(4) == 0) sql.resize(below(sql.size()));
    // With nothing around it that could be read by mistake.
    const ExactBytes exact(sql);
    Schema schema;
    schema.read_sql(exact, [](std::size_t, const std::string& text) { EXPECT_FALSE(text.empty()); });
    for (const std::string_view statement : {"ALTER TABLE lab.es CONVERT TO CHARSET sjis", "DROP DATABASE lab"}) {
      schema.apply(statement, {});
    }
    EXPECT_EQ(schema.find("lab", "es"), nullptr);
  }
}

}  // namespace
}  // namespace binlogdump
