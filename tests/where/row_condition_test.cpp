// Which rows --where selects in captured logs. Most expressions are checked against a computation of its own over all
// rows as --format=json shows them; the rest state ids, which the captures' SQL gives.

#include "binlogdump/row_condition.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "where/selected_rows.h"

namespace binlogdump::test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// --- against a computation over the JSON of all rows

/// What the row was after the event, for all columns that the log tells.
Json after_image(const Json& row) {
  Json image = row.value("before", Json::object());
  for (const auto& [name, value] : row["after"].items()) {
    const bool is_difference = value.is_object() && value.contains("$diff");
    if (!is_difference) {
      image[name] = value;
    } else if (!value["$diff"].empty()) {
      image.erase(name);
    }
  }
  return image;
}

/// Whether an expression without before. and after. is true of an image.
using OfImage = bool (*)(const Json& image);

bool matches(const Json& row, OfImage of_image) {
  return (row.contains("before") && of_image(row["before"])) || (row.contains("after") && of_image(after_image(row)));
}

/// A member that is there and not null.
const Json* find(const Json& image, const char* name) {
  const auto found = image.find(name);
  return found == image.end() || found->is_null() ? nullptr : &*found;
}
bool is_int(const Json& image, const char* name, std::int64_t value) {
  const Json* found = find(image, name);
  return found != nullptr && found->is_number_integer() && *found == value;
}
/// Texts, or dates, which compare like texts.
bool is_text(const Json& image, const char* name, const std::string& value) {
  const Json* found = find(image, name);
  return found != nullptr && found->is_string() && *found == value;
}
bool has_text(const Json& image, const char* name, bool (*holds)(const std::string&)) {
  const Json* found = find(image, name);
  return found != nullptr && found->is_string() && holds(*found);
}
bool has_real(const Json& image, const char* name, bool (*holds)(long double)) {
  const Json* found = find(image, name);
  if (found == nullptr) return false;
  if (found->is_string()) return holds(std::stold(found->get<std::string>()));
  return found->is_number() && holds(found->get<double>());
}

struct Case {
  const char* log;
  const char* expression;
  OfImage of_image;
  friend std::ostream& operator<<(std::ostream& out, const Case& c) { return out << c.log << ": " << c.expression; }
};

class AgainstJson : public testing::TestWithParam<Case> {};

TEST_P(AgainstJson, SelectsTheSameRows) {
  const Case& c = GetParam();
  std::vector<ShownRow> expected;
  for (const ShownRow& shown : rows_of(c.log)) {
    if (matches(shown.row, c.of_image)) expected.push_back(shown);
  }
  EXPECT_EQ(rows_of(c.log, {c.expression}), expected) << c.expression;
  EXPECT_FALSE(expected.empty()) << "an expression that shows nothing";
}

constexpr Case kCases[] = {
    // Integers.
    {"dml-basic.000001", "id = 2", [](const Json& i) { return is_int(i, "id", 2); }},
    {"dml-basic.000001", "ID <> 2", [](const Json& i) { return find(i, "id") != nullptr && i["id"] != 2; }},
    {"rows-small-events.000001", "id >= 7 AND id < 9",
     [](const Json& i) { return is_int(i, "id", 7) || is_int(i, "id", 8); }},
    {"rows-small-events.000001", "id between 7 and 9 or id in (1, 12)",
     [](const Json& i) {
       return is_int(i, "id", 7) || is_int(i, "id", 8) || is_int(i, "id", 9) || is_int(i, "id", 1) ||
              is_int(i, "id", 12);
     }},
    {"row-values.000001", "bu = 18446744073709551615",
     [](const Json& i) { return find(i, "bu") != nullptr && i["bu"] == 18446744073709551615U; }},
    {"row-values.000001", "bu > 9223372036854775807",
     [](const Json& i) { return find(i, "bu") != nullptr && i["bu"].get<std::uint64_t>() > 9223372036854775807U; }},
    {"row-values.000001", "bu > -1", [](const Json& i) { return find(i, "bu") != nullptr; }},
    {"row-values.000001", "bi < 18446744073709551615", [](const Json& i) { return find(i, "bi") != nullptr; }},
    {"row-values.000001", "bi <= -9223372036854775808",
     [](const Json& i) { return find(i, "bi") != nullptr && i["bi"] == INT64_MIN; }},
    {"row-values.000001", "ti > 0.5 and ti < 1e2",
     [](const Json& i) { return has_real(i, "ti", [](long double x) { return x > 0.5L && x < 100; }); }},
    {"row-values.000001", "b64 = 0xffffffffffffffff or b9 = b'111111111'",
     [](const Json& i) {
       return (find(i, "b64") != nullptr && i["b64"] == 18446744073709551615U) || is_int(i, "b9", 511);
     }},
    {"row-values.000001", "y = 2155 or y = '1901'",
     [](const Json& i) { return is_int(i, "y", 2155) || is_int(i, "y", 1901); }},
    {"types-integers.000001", "mu <=> null", [](const Json& i) { return i.contains("mu") && i["mu"].is_null(); }},
    // Exact and other decimals.
    {"row-values.000001", "a = 99999999999999999999999999999999999.999999999999999999999999999999",
     [](const Json& i) {
       return is_text(i, "a", "99999999999999999999999999999999999.999999999999999999999999999999");
     }},
    {"row-values.000001",
     "j < 99999999999999999999999999999999999999999999999999999999999999999 and j > -1e64 "
     "and h > -1e9",
     [](const Json& i) {
       return has_text(i, "j",
                       [](const std::string& text) {
                         return text != "99999999999999999999999999999999999999999999999999999999999999999" &&
                                !text.starts_with("-9");
                       }) &&
              i.contains("h");
     }},
    {"types-decimal-minimal.000001", "@3 > 0.5 or @3 < -999.985",
     [](const Json& i) { return has_real(i, "@3", [](long double x) { return x > 0.5L || x < -999.985L; }); }},
    {"dml-basic-minimal.000001", "@4 = 2.5", [](const Json& i) { return is_text(i, "@4", "2.50"); }},
    {"dml-basic-minimal.000001", "@4 in ('2.5', 0.0500)",
     [](const Json& i) { return is_text(i, "@4", "2.50") || is_text(i, "@4", "0.05"); }},
    // FLOAT is compared with the nearest float.
    {"row-values.000001", "f = 3.14 and d = 3.14",
     [](const Json& i) { return has_real(i, "f", [](long double x) { return x == 3.14; }); }},
    {"row-values.000001", "d < -1.5e300 or f >= 3.4028235e38",
     [](const Json& i) {
       return has_real(i, "d", [](long double x) { return x < -1.5e300L; }) ||
              (i.contains("fu") && has_real(i, "f", [](long double x) { return x >= 3.4028235e38; }));
     }},
    // Dates and times. JSON has them padded, so that those of one column compare like texts.
    {"types-temporal.000001", "d between '2024-1-1' and DATE '2024-12-31'",
     [](const Json& i) {
       return has_text(i, "d", [](const std::string& t) { return t >= "2024-01-01" && t <= "2024-12-31"; });
     }},
    {"types-temporal.000001", "dt6 > '2024-02-29 12:34:56.123455'",
     [](const Json& i) {
       return has_text(i, "dt6", [](const std::string& t) { return t > "2024-02-29 12:34:56.123455"; });
     }},
    {"types-temporal.000001", "dt2 < '2000-01-01T00:00'",
     [](const Json& i) {
       return has_text(i, "dt2", [](const std::string& t) { return t < "2000-01-01 00:00:00.00"; });
     }},
    {"types-temporal.000001", "ts3 <= '1970-01-01 00:00:01.001' or ts6 like '2038-%'",
     [](const Json& i) {
       return has_text(i, "ts3", [](const std::string& t) { return t <= "1970-01-01 00:00:01.001"; }) ||
              has_text(i, "ts6", [](const std::string& t) { return t.starts_with("2038-"); });
     }},
    {"types-temporal.000001", "t6 < '00:00'",
     [](const Json& i) { return has_text(i, "t6", [](const std::string& t) { return t.starts_with('-'); }); }},
    {"types-temporal.000001", "t0 > '838:59:58' or t2 = '-00:00:00.01'",
     [](const Json& i) { return is_text(i, "t0", "838:59:59") || is_text(i, "t2", "-00:00:00.01"); }},
    {"types-zero-dates.000001", "d = '0000-00-00'", [](const Json& i) { return is_text(i, "d", "0000-00-00"); }},
    {"mariadb/types_temporal_old.000001", "@3 = '2024-02-29 12:34:56' or @4 = '-00:00:01'",
     [](const Json& i) { return is_text(i, "@3", "2024-02-29 12:34:56") || is_text(i, "@4", "-00:00:01"); }},
    // ENUM and SET.
    {"types-enum-set.000001", "e = 'RED' or e in ('it''s')",
     [](const Json& i) { return is_text(i, "e", "red") || is_text(i, "e", "it's"); }},
    {"types-enum-set.000001", "e > 'green' and e like '_ed'", [](const Json& i) { return is_text(i, "e", "red"); }},
    {"types-enum-set.000001", "e = 'ÜNÏ'", [](const Json& i) { return is_text(i, "e", "ünï"); }},
    {"types-enum-set.000001", "s = 'a,b,c'",
     [](const Json& i) {
       return find(i, "s") != nullptr && i["s"] == Json{"a", "b", "c"};
     }},
    {"types-enum-set.000001", "s = 7 or s8 = 129",
     [](const Json& i) {
       return find(i, "s8") != nullptr ? i["s8"] == Json{"1", "8"} || (i.contains("s") && i["s"] == Json{"a", "b", "c"})
                                       : find(i, "s") != nullptr && i["s"] == Json{"a", "b", "c"};
     }},
    {"types-enum-set.000001", "sl = 'é,ê' or sl like '%É'",
     [](const Json& i) {
       return find(i, "sl") != nullptr && i["sl"] == Json{"é", "ê"};
     }},
    {"types-enum-set-minimal.000001", "@2 = 1", [](const Json& i) { return is_int(i, "@2", 1); }},
    // Texts.
    {"types-strings.000001", "c255 = '日本語テキスト'",
     [](const Json& i) { return is_text(i, "c255", "日本語テキスト"); }},
    {"types-strings.000001", "vl = 'ÜÑÏ' and cl = 'Ñ'", [](const Json& i) { return is_text(i, "vl", "üñï"); }},
    {"types-strings.000001", "v16 = '😀X' or vs like '日_'",
     [](const Json& i) { return is_text(i, "v16", "😀x") || is_text(i, "vs", "日本"); }},
    {"types-strings.000001", "v255 = 'it\\'s \"quoted\" \\\\ back'",
     [](const Json& i) { return is_text(i, "v255", "it's \"quoted\" \\ back"); }},
    {"types-strings.000001", "vb = x'00ff10' or vb = 'bin'",
     [](const Json& i) {
       const Json* found = find(i, "vb");
       return found != nullptr && (*found == Json{{"$base64", "AP8Q"}} || *found == Json{{"$base64", "Ymlu"}});
     }},
    {"charsets.000001", "v = 'É'", [](const Json& i) { return is_text(i, "v", "é") || is_text(i, "v", "É"); }},
    {"charsets.000001", "v = 'ж'", [](const Json& i) { return is_text(i, "v", "ж") || is_text(i, "v", "Ж"); }},
    // NULL.
    {"dml-basic.000001", "qty is null or price is null",
     [](const Json& i) {
       return (i.contains("qty") && i["qty"].is_null()) || (i.contains("price") && i["price"].is_null());
     }},
    {"dml-basic.000001", "not (qty = 10)", [](const Json& i) { return find(i, "qty") != nullptr && i["qty"] != 10; }},
    // Absent columns are neither NULL nor not.
    {"dml-row-image.000001", "a is null", [](const Json& i) { return i.contains("a") && i["a"].is_null(); }},
    {"dml-row-image.000001", "a is not null", [](const Json& i) { return find(i, "a") != nullptr; }},
    {"dml-row-image.000001", "d like 'm%' or j = '{\"a\": 1}'",
     [](const Json& i) {
       return has_text(i, "d", [](const std::string& t) { return t.starts_with('m'); }) ||
              (i.contains("j") && i["j"] == Json{{"a", 1}});
     }},
    // JSON, and differences of it.
    {"dml-partial-json.000001", "n = 0 and j like '%\"n\": 1%'",
     [](const Json& i) { return is_int(i, "n", 0) && find(i, "j") != nullptr && is_int(i["j"], "n", 1); }},
    // Compressed transactions.
    {"zstd-variety.000001", "id = 1 and e = 'y'",
     [](const Json& i) { return is_int(i, "id", 1) && is_text(i, "e", "y"); }},
    {"zstd-small.000001", "@1 > 2 and @2 not like 'f%'",
     [](const Json& i) {
       return has_real(i, "@1", [](long double x) { return x > 2; }) &&
              has_text(i, "@2", [](const std::string& t) { return !t.starts_with('f'); });
     }},
};

INSTANTIATE_TEST_SUITE_P(Rows, AgainstJson, testing::ValuesIn(kCases));

TEST(RowCondition, SelectsTheSameInEveryLog) {
  const OfImage is_2 = [](const Json& image) { return is_int(image, "id", 2); };
  for (const std::string& log : log_names()) {
    std::vector<ShownRow> expected;
    for (const ShownRow& shown : rows_of(log)) {
      if (matches(shown.row, is_2)) expected.push_back(shown);
    }
    EXPECT_EQ(rows_of(log, {"id = 2"}), expected) << log;
  }
}

// --- images

TEST(RowCondition, ComparesTheImagesOfAnUpdate) {
  std::vector<ShownRow> expected;
  for (const ShownRow& shown : rows_of("dml-basic.000001")) {
    const Json& row = shown.row;
    if (!row.contains("before") || !row.contains("after")) continue;
    const Json* before = find(row["before"], "price");
    const Json* after = find(row["after"], "price");
    if (before != nullptr && after != nullptr && *before != *after) expected.push_back(shown);
  }
  EXPECT_EQ(rows_of("dml-basic.000001", {"before.price != after.price"}), expected);
  EXPECT_FALSE(expected.empty());
}

TEST(RowCondition, QualifiedNamesAreUnknownWhereThereIsNoSuchImage) {
  for (const char* expression : {"before.id = 1", "before.id is null", "before.id is not null", "not before.id = 5"}) {
    for (const ShownRow& shown : rows_of("dml-basic.000001", {expression})) {
      EXPECT_TRUE(shown.row.contains("before")) << expression << shown;
    }
  }
  for (const ShownRow& shown : rows_of("dml-basic.000001", {"after.id > 0"})) EXPECT_TRUE(shown.row.contains("after"));
  // All unqualified names are of the same image.
  EXPECT_THAT(rows_of("dml-basic.000001", {"id = 1 and price = 1.25 and qty = 11"}), IsEmpty());
  EXPECT_EQ(rows_of("dml-basic.000001", {"id = 1 and before.price = 1.25 and after.qty = 11"}).size(), 1U);
}

TEST(RowCondition, TakesWhatIsAbsentFromAnAfterImageFromTheOneBefore) {
  int taken_over = 0;
  for (const int id : {1, 2, 3, 4, 5, 6}) {
    std::vector<ShownRow> expected;
    for (const ShownRow& shown : rows_of("dml-row-image.000001")) {
      if (!shown.row.contains("after") || !is_int(after_image(shown.row), "id", id)) continue;
      expected.push_back(shown);
      if (!shown.row["after"].contains("id")) ++taken_over;
    }
    EXPECT_EQ(rows_of("dml-row-image.000001", {"after.id = " + std::to_string(id)}), expected);
  }
  EXPECT_GT(taken_over, 0);
}

// --- logic

TEST(RowCondition, HasThreeTruthValues) {
  // Of row 3 everything but the id is NULL.
  const std::string log = "types-integers.000001";
  const auto row_3 = [&](const std::string& condition) { return !ids(log, "id = 3 and (" + condition + ")").empty(); };
  EXPECT_TRUE(row_3("t is null"));
  EXPECT_FALSE(row_3("t = 1"));
  EXPECT_FALSE(row_3("not t = 1"));
  EXPECT_FALSE(row_3("t = null"));
  EXPECT_FALSE(row_3("t <=> 1"));
  EXPECT_TRUE(row_3("not t <=> 1"));
  EXPECT_TRUE(row_3("t <=> null and null <=> t and t <=> s"));
  EXPECT_TRUE(row_3("t = 1 or id = 3"));
  EXPECT_FALSE(row_3("t = 1 and id = 3"));
  EXPECT_FALSE(row_3("not (t = 1 and id = 3)"));
  EXPECT_TRUE(row_3("not (t = 1 and id = 4)"));
  EXPECT_FALSE(row_3("not (t = 1 or id = 4)"));
  EXPECT_FALSE(row_3("t in (1, 2)"));
  EXPECT_FALSE(row_3("t not in (1, 2)"));
  EXPECT_FALSE(row_3("id not in (1, null)"));
  EXPECT_TRUE(row_3("id not in (1, 2)"));
  EXPECT_TRUE(row_3("id in (null, 3)"));
  EXPECT_FALSE(row_3("t like '%'"));
  EXPECT_FALSE(row_3("t not like '%'"));
  EXPECT_FALSE(row_3("t between 1 and 2"));
  EXPECT_FALSE(row_3("t not between 1 and 2"));
  EXPECT_TRUE(row_3("id not between 4 and null and true"));
  EXPECT_FALSE(row_3("null"));
  EXPECT_FALSE(row_3("t"));
  EXPECT_TRUE(row_3("id"));
  EXPECT_TRUE(row_3("1 and not 0"));
  EXPECT_TRUE(row_3("3 = id and 2 < id and 'a' < 'b' and 0x61 = 'a' and 1 < 1.5"));
}

TEST(RowCondition, SeveralAreAlternatives) {
  EXPECT_EQ(rows_of("rows-small-events.000001", {"id = 3", "id = 1", "nothing = 5"}),
            rows_of("rows-small-events.000001", {"id = 1 or id = 3"}));
}

/// Laws that hold of all expressions, whatever they mean.
TEST(RowCondition, KeepsTheLawsOfLogic) {
  const std::vector<std::string> logs = {
      "types-integers.000001",        "types-strings.000001",   "types-enum-set.000001",
      "types-temporal.000001",        "dml-basic.000001",       "dml-row-image.000001",
      "dml-basic-minimal.000001",     "types-json.000001",      "types-geometry.000001",
      "types-vector-minimal.000001",  "types-float.000001",     "types-binary.000001",
      "types-decimal-minimal.000001", "dml-partial-json.000001"};
  static constexpr const char* kRelations[] = {"=", "!=", "<", "<=", ">", ">=", "<=>"};
  static constexpr const char* kValues[] = {"1",       "'a'",   "-1.5", "null",      "'2024-02-29'", "x'61'", "3e10",
                                            "'10:00'", "'red'", "@2",   "before.@3", "after.@1",     "b'1'",  "''"};
  std::mt19937 random(5);
  const auto below = [&](std::size_t limit) {
    return std::uniform_int_distribution<std::size_t>(0, limit - 1)(random);
  };
  const auto predicate = [&] {
    const std::string column = "@" + std::to_string(below(6) + 1);
    switch (below(4)) {
      case 0:
        return column + " is null";
      case 1:
        return column + " like '%" + std::to_string(below(3)) + "%'";
      default:
        return column + " " + kRelations[below(std::size(kRelations))] + " " + kValues[below(std::size(kValues))];
    }
  };
  for (int run = 0; run < 60; ++run) {
    const std::string& log = logs[static_cast<std::size_t>(run) % logs.size()];
    const std::string p = predicate();
    const std::string q = predicate();
    const std::string label = log + ": " + p + ", " + q;
    EXPECT_EQ(rows_of(log, {p, q}), rows_of(log, {p + " or " + q})) << label;
    EXPECT_EQ(rows_of(log, {"not (" + p + " and " + q + ")"}), rows_of(log, {"not " + p + " or not " + q})) << label;
    EXPECT_EQ(rows_of(log, {"not not (" + p + ")"}), rows_of(log, {p})) << label;
    EXPECT_THAT(rows_of(log, {"(" + p + ") and not (" + p + ")"}), IsEmpty()) << label;
  }
}

// --- what can't be

/// The condition after it has looked at a log.
RowCondition applied(const std::string& log, const std::string& expression) {
  RowCondition condition = RowCondition::parse(expression);
  for_each_event(log_bytes(log), [&](const EventView& event, const DecodeContext& context) {
    RowSelection selection;
    if (is_rows_event(event.header.type())) condition.select(event, context, selection);
  });
  return condition;
}

TEST(RowCondition, NamesColumnsThatNoTableHas) {
  const RowCondition condition = applied("dml-basic.000001", "`Qty` = 1 or stray = 2 or @99 = 1 or @1 = 1");
  EXPECT_THAT(condition.unknown_columns(), ElementsAre("stray", "@99"));
  EXPECT_FALSE(condition.met_unnamed_columns());
  const RowCondition unnamed = applied("dml-basic-minimal.000001", "id = 1");
  EXPECT_THAT(unnamed.unknown_columns(), ElementsAre("id"));
  EXPECT_TRUE(unnamed.met_unnamed_columns());
}

TEST(RowCondition, NotesWhatCantBeCompared) {
  EXPECT_THAT(applied("dml-basic.000001", "id = 'x' or added = 5 or added = 'today' or name = 5 or id = '5'").notes(),
              ElementsAre("id is a number, and can't be compared with 'x', a text",
                          "added is a date, and can't be compared with 5, a number",
                          "added is a date, and can't be compared with 'today', a text"));
  EXPECT_THAT(ids("dml-basic.000001", "id = 'x' or not id = 'x' or added = 5"), IsEmpty());
  EXPECT_THAT(applied("types-geometry.000001", "@2 like '%'").notes(), testing::SizeIs(1));
}

TEST(RowCondition, ComparesTextsThatAreNumbersAsNumbers) {
  EXPECT_EQ(rows_of("dml-basic.000001", {"id = '2.0'"}), rows_of("dml-basic.000001", {"id = 2"}));
  EXPECT_THAT(rows_of("dml-basic.000001", {"name >= 0"}), IsEmpty());
}

// --- damage

/// Events that are cut: every row that is whole is asked about, and the event is shown.
TEST(RowCondition, CountsDamagedEventsAsMatching) {
  RowCondition condition = RowCondition::parse("id = 77777");
  bool first = true;
  for_each_event(log_bytes("dml-basic.000001"), [&](const EventView& event, const DecodeContext& context) {
    if (!is_rows_event(event.header.type()) || !first) return;
    first = false;
    RowSelection selection;
    EXPECT_FALSE(condition.select(event, context, selection));
    EXPECT_EQ(selection.size(), 3U);
    for (std::size_t size = 1; size < 12; ++size) {
      EventView shorter = event;
      shorter.body_end = event.body_end - size;
      EXPECT_TRUE(condition.select(shorter, context, selection)) << size;
      EXPECT_EQ(selection.count(), 0U);
      EXPECT_EQ(selection.size(), 2U);
      EXPECT_TRUE(selection.contains(2));
    }
  });
  EXPECT_FALSE(first);
}

TEST(RowCondition, SelectsRowsWithDamagedValuesThatItAsksFor) {
  // The price of the first row, 1.25 in a DECIMAL(8,2), with more than two digits behind the point.
  const std::string sound = from_hex("80000119");
  std::string log = log_bytes("dml-basic.000001");
  const std::size_t at = log.find(sound);
  ASSERT_NE(at, std::string::npos);
  log[at + sound.size() - 1] = '\x7f';
  bool first = true;
  for_each_event(log, [&](const EventView& event, const DecodeContext& context) {
    if (!is_rows_event(event.header.type()) || !std::exchange(first, false)) return;
    RowSelection selection;
    for (const char* expression : {"price = 77", "not price = 77", "price like '7%' and id = 1"}) {
      EXPECT_TRUE(RowCondition::parse(expression).select(event, context, selection)) << expression;
      EXPECT_TRUE(selection.contains(0)) << expression;
    }
    EXPECT_TRUE(RowCondition::parse("id = 2").select(event, context, selection));
    EXPECT_FALSE(selection.contains(0));
  });
}

TEST(RowCondition, SurvivesDamagedRows) {
  std::mt19937 random(77);
  RowCondition condition = RowCondition::parse(
      "@1 = 5 or @2 like 'a%' or @3 < '2024-01-01' or @4 > 1.5 or @5 = x'00' or @6 = 'x' or @7 like '%1%' or @8 >= @2");
  for (const std::string& log : log_names()) {
    for_each_event(log_bytes(log), [&](const EventView& event, const DecodeContext& context) {
      if (!is_rows_event(event.header.type())) return;
      std::string bytes(event.bytes);
      for (int change = 0; change < 3; ++change) {
        const std::size_t at = event.body_begin + random() % (event.body_end - event.body_begin);
        bytes[at] = static_cast<char>(random());
      }
      const ExactBytes exact(bytes);
      EventView damaged = event;
      damaged.bytes = exact;
      RowSelection selection;
      const bool any = condition.select(damaged, context, selection);
      EXPECT_GE(any, selection.count() > 0);
    });
  }
}

// --- the printers

std::string text_of_log(const std::string& log, const std::vector<std::string>& where) {
  TextBuffer out;
  DumpOptions options;
  options.selection.where = where;
  options.quiet = true;
  Dump(out, options).run({log_path(log)});
  return std::string(out.view());
}

TEST(RowCondition, TextSaysHowManyRowsAreHidden) {
  const std::string text = text_of_log("dml-basic.000001", {"name = 'plum'"});
  EXPECT_THAT(text, testing::HasSubstr("# 1 of 3 rows\n### INSERT INTO `shop`.`item`\n### SET\n###   `id`=3\n"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("'pear'")));
  // Nothing is said of the whole transaction.
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("# transaction")));
}

}  // namespace
}  // namespace binlogdump::test
