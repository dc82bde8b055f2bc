#include "printers/session_words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace binlogdump {
namespace {

using testing::HasSubstr;
using testing::Not;
using Vars = QueryStatusVars;

// Numbers of collations, as in the server's INFORMATION_SCHEMA.COLLATIONS.
constexpr std::uint16_t kLatin1SwedishCi = 8;
constexpr std::uint16_t kUtf8mb4Bin = 46;
constexpr std::uint16_t kUtf8mb40900AiCi = 255;

class SessionWordsTest : public testing::Test {
 protected:
  /// Without what makes a line of it.
  std::string changes(const Vars& vars) {
    std::uint64_t mark = 0;
    return changes(vars, mark);
  }
  std::string changes(const Vars& vars, std::uint64_t& mark) {
    TextBuffer out;
    words_.append_changes(out, vars, mark);
    std::string_view line = out.view();
    constexpr std::string_view kStart = "# session: ";
    if (line.empty()) return "";
    EXPECT_TRUE(line.starts_with(kStart) && line.ends_with('\n')) << line;
    return std::string(line.substr(kStart.size(), line.size() - kStart.size() - 1));
  }

  SessionWords words_;
};

TEST_F(SessionWordsTest, TheFirstStatementTellsWhatIsNotTheDefaultEverywhere) {
  Vars vars;
  vars.flags2 = 0;
  vars.sql_mode = std::uint64_t{1} << 22;
  vars.time_zone = "+02:00";
  vars.charset = Vars::Charset{.character_set_client = kLatin1SwedishCi,
                               .collation_connection = kUtf8mb4Bin,
                               .collation_server = kUtf8mb40900AiCi};
  vars.sql_require_primary_key = 1;
  EXPECT_EQ(changes(vars),
            "sql_mode=STRICT_ALL_TABLES, time_zone='+02:00', character_set_client=latin1, "
            "collation_connection=utf8mb4_bin, collation_server=utf8mb4_0900_ai_ci, sql_require_primary_key=1");
  EXPECT_EQ(changes(vars), "");
}

TEST_F(SessionWordsTest, ThenOnlyWhatDiffers) {
  Vars vars;
  vars.flags2 = 0;
  vars.sql_mode = 0;
  changes(vars);
  vars.flags2 = Vars::OPTION_NO_FOREIGN_KEY_CHECKS | Vars::OPTION_NOT_AUTOCOMMIT;
  EXPECT_EQ(changes(vars), "foreign_key_checks=0, autocommit=0");
  vars.flags2 = Vars::OPTION_RELAXED_UNIQUE_CHECKS | Vars::OPTION_AUTO_IS_NULL;
  EXPECT_EQ(changes(vars), "foreign_key_checks=1, unique_checks=0, autocommit=1, sql_auto_is_null=1");
  vars.auto_increment = Vars::AutoIncrement{.increment = 7, .offset = 3};
  vars.lc_time_names_number = 4;
  EXPECT_EQ(changes(vars), "auto_increment_increment=7, auto_increment_offset=3, lc_time_names=4");
  vars.auto_increment.reset();
  EXPECT_EQ(changes(vars), "auto_increment_increment=1, auto_increment_offset=1") << "not written: 1, 1";
}

TEST_F(SessionWordsTest, WhatAnEventDoesNotTellIsAsItWas) {
  Vars vars;
  vars.time_zone = "SYSTEM";
  vars.charset_database_number = kLatin1SwedishCi;
  vars.explicit_defaults_for_timestamp = 1;
  vars.default_table_encryption = 0;
  EXPECT_THAT(changes(vars), HasSubstr("time_zone='SYSTEM', collation_database=latin1_swedish_ci"));
  EXPECT_EQ(changes(Vars{}), "");
  EXPECT_EQ(changes(vars), "");
  vars.time_zone = "+00:00";
  vars.default_table_encryption = 1;
  EXPECT_EQ(changes(vars), "time_zone='+00:00', default_table_encryption=1");
}

TEST_F(SessionWordsTest, WhatBelongsToOneStatementIsNotTold) {
  Vars vars;
  vars.sql_mode = 0;
  changes(vars);
  vars.catalog = "std";
  vars.table_map_for_update = 3;
  vars.master_data_written = 100;
  vars.invoker = Vars::Invoker{.user = "u", .host = "h"};
  vars.mts_accessed_dbs = 1;
  vars.accessed_db_names = Bytes("db\0", 3);
  vars.microseconds = 5;
  vars.ddl_xid = 9;
  vars.unknown = "\x80";
  EXPECT_EQ(changes(vars), "");
}

TEST_F(SessionWordsTest, TheTextsOfAnEventAreNotNeededLater) {
  Vars vars;
  {
    const std::string gone = "+05:30, long enough not to be held in place";
    vars.time_zone = Bytes(gone);
    changes(vars);
  }
  vars.time_zone = "+05:30, long enough not to be held in place";
  EXPECT_EQ(changes(vars), "");
}

TEST_F(SessionWordsTest, UnknownCollationsAreNumbers) {
  Vars vars;
  vars.charset =
      Vars::Charset{.character_set_client = 9999, .collation_connection = 9998, .collation_server = kUtf8mb4Bin};
  vars.default_collation_for_utf8mb4_number = 9997;
  EXPECT_THAT(changes(vars), HasSubstr("character_set_client=9999, collation_connection=9998, "
                                       "collation_server=utf8mb4_bin, default_collation_for_utf8mb4=9997"));
}

TEST_F(SessionWordsTest, ATimeZoneIsMadeVisible) {
  Vars vars;
  vars.time_zone = "a\n\x1b[2J\xff";
  EXPECT_THAT(changes(vars), HasSubstr(R"(time_zone='a\n\x1b[2J\xff')"));
}

// SET sql_mode=… of stmt-session.000001, and the bits that the server made of it.
TEST_F(SessionWordsTest, SqlModes) {
  EXPECT_EQ(sql_mode_names(0), "''");
  EXPECT_EQ(sql_mode_names(0x100006), "PIPES_AS_CONCAT,ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
  EXPECT_EQ(sql_mode_names(0x45a00020),
            "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO,"
            "NO_ENGINE_SUBSTITUTION");
  EXPECT_EQ(sql_mode_names(std::uint64_t{1} << 32), "TIME_TRUNCATE_FRACTIONAL");
}

TEST_F(SessionWordsTest, UnknownSqlModesAreBits) {
  EXPECT_EQ(sql_mode_names(std::uint64_t{1} << 63 | 1 << 4 | 1), "REAL_AS_FLOAT,bit 4,bit 63");
}

TEST_F(SessionWordsTest, MarkedVariablesAreToldWhereTheyChangeSomething) {
  Vars strict;
  strict.sql_mode = std::uint64_t{1} << 22;
  Vars quotes;
  quotes.sql_mode = 4;
  std::uint64_t mark_of_strict = 0;
  std::uint64_t mark_of_quotes = 0;
  for (int i = 0; i < 3; ++i) {
    for (int repeated = 0; repeated < 3; ++repeated) {
      EXPECT_EQ(changes(strict, mark_of_strict), repeated == 0 ? "sql_mode=STRICT_ALL_TABLES" : "");
    }
    for (int repeated = 0; repeated < 3; ++repeated) {
      EXPECT_EQ(changes(quotes, mark_of_quotes), repeated == 0 ? "sql_mode=ANSI_QUOTES" : "");
    }
  }
}

TEST_F(SessionWordsTest, AMarkDoesNotHideWhatChangedWithoutAWord) {
  constexpr std::uint16_t kLatin1Bin = 47;
  Vars swedish;
  swedish.charset = Vars::Charset{.character_set_client = kLatin1SwedishCi,
                                  .collation_connection = kLatin1SwedishCi,
                                  .collation_server = kLatin1SwedishCi};
  Vars binary = swedish;
  binary.charset->character_set_client = kLatin1Bin;
  Vars connection = binary;
  connection.charset->collation_connection = kLatin1Bin;
  std::uint64_t mark = 0;
  EXPECT_NE(changes(swedish, mark), "");
  EXPECT_EQ(changes(swedish, mark), "");
  EXPECT_EQ(changes(binary), "");  // Another collation of the same character set.
  EXPECT_EQ(changes(connection), "collation_connection=latin1_bin");
  EXPECT_EQ(changes(swedish, mark), "collation_connection=latin1_swedish_ci");
}

TEST_F(SessionWordsTest, AMarkIsOfOneFile) {
  Vars vars;
  vars.sql_mode = 4;
  std::uint64_t mark = 0;
  changes(vars, mark);
  EXPECT_EQ(changes(vars, mark), "");
  words_.begin_file();
  EXPECT_EQ(changes(vars, mark), "sql_mode=ANSI_QUOTES");
}

}  // namespace
}  // namespace binlogdump
