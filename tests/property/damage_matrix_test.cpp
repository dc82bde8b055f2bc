// Systematic damage to ten small logs of different kinds: cut at every byte, each byte of each header changed, sizes
// that are wrong in every way, holes of zeros, two logs in one file. All formats must come through, and every event
// that is neither damaged nor depends on a damaged one must be shown as if nothing had happened.
//
// settings.h says how to run all of it; without that each test takes every so many cases.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binlogdump/decode.h"
#include "pipeline/dump.h"
#include "property/log_checks.h"
#include "property/mutator.h"
#include "property/settings.h"
#include "quiet_stderr.h"
#include "temporary_path.h"

namespace binlogdump::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kLogs[] = {
    "binlog.000024",          // rows with names
    "stmt-savepoint.000001",  // statements
    "stmt-loaddata.000001",   // files, variables
    "anon-basic.000001",      // no GTIDs
    "checksum-none.000001",   // no checksums
    "relay-log.000002",       // two descriptions, next positions of another log
    "zstd-variety.000001",    // compressed transactions
    "gtid-tagged.000001",     // tagged GTIDs
    "types-vector.000001",    // other columns
    "mariadb/types_temporal_old.000001",
};

struct Place {
  std::size_t begin = 0;
  std::size_t end = 0;
  EventType type = EventType::UNKNOWN_EVENT;

  std::size_t size() const { return end - begin; }
  bool overlaps(std::size_t from, std::size_t to) const { return begin < to && from < end; }
};

/// One way to damage a log.
struct Damage {
  std::string what;
  std::string bytes;
  std::size_t from = 0;  ///< Bytes [from, to) of the sound log were changed or are gone.
  std::size_t to = 0;
  bool can_be_seen = true;  ///< By a checksum or by the chain of events.
};

class SoundLog {
 public:
  explicit SoundLog(const std::string& name) {
    std::ifstream in(std::string(BINLOGDUMP_TESTDATA "/") + name, std::ios::binary);
    bytes_.assign(std::istreambuf_iterator<char>(in), {});
    for (std::size_t at = kBinlogMagic.size(); at + kEventHeaderSize <= bytes_.size();) {
      const std::size_t size = load_u32(&bytes_[at + kEventSizeOffset]);
      events_.push_back({.begin = at, .end = at + size, .type = static_cast<EventType>(load_u8(&bytes_[at + 4]))});
      at += size;
    }
  }

  const std::string& bytes() const { return bytes_; }
  const std::vector<Place>& events() const { return events_; }

 private:
  std::string bytes_;
  std::vector<Place> events_;
};

/// What JSON has of a log: events and faults.
class Shown {
 public:
  explicit Shown(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = lines.find('\n');
      objects_.push_back(Json::parse(lines.substr(0, end)));
      lines.remove_prefix(end + 1);
    }
  }

  /// The events at a position, several if it is a compressed transaction.
  std::vector<Json> events_at(std::size_t position) const {
    std::vector<Json> events;
    for (const Json& object : objects_) {
      if (object.contains("type") && object["position"] == position) events.push_back(object);
    }
    return events;
  }
  /// Whether a fault is told of bytes of [from, to).
  bool tells_of(std::size_t from, std::size_t to) const {
    return std::any_of(objects_.begin(), objects_.end(), [&](const Json& object) {
      const bool wrong =
          object.contains("error") ||
          (object.contains("checksum") && object["checksum"].contains("valid") && object["checksum"]["valid"] == false);
      const std::size_t begin = object["position"];
      const std::size_t end = object.contains("end_position") ? object["end_position"].get<std::size_t>() : begin + 1;
      return wrong && begin < std::max(to, from + 1) && from < std::max(end, begin + 1);
    });
  }

 private:
  std::vector<Json> objects_;
};

class DamageMatrix : public testing::TestWithParam<const char*> {
 protected:
  DamageMatrix() : log_(GetParam()), sound_(shown(log_.bytes())) {}

  using Cases = std::function<void(const std::function<void(const Damage&)>&)>;

  /// Checks every so many of the cases.
  void check(const Cases& cases) {
    std::uint64_t number = 0;
    int failures = 0;
    constexpr int kMostFailures = 5;
    cases([&](const Damage& damage) {
      if (number++ % matrix_stride() != 0 || failures == kMostFailures) return;
      const std::string problem = problem_of(damage);
      if (problem.empty()) return;
      ++failures;
      const std::string path = temporary_path("damage.binlog");
      std::ofstream(path, std::ios::binary) << damage.bytes;
      ADD_FAILURE() << damage.what << ": " << problem << "\n  the log: " << path;
    });
    EXPECT_GT(number, 0U);
  }

  /// The log with bytes replaced in place.
  Damage replaced(std::string what, std::size_t from, const std::string& by) const {
    Damage damage{.what = std::move(what), .bytes = log_.bytes(), .from = from, .to = from + by.size()};
    damage.bytes.replace(from, by.size(), by);
    damage.can_be_seen = has_checksums();
    return damage;
  }

  bool has_checksums() const {
    const Place& last = log_.events().back();
    return Resync::has_checksum(Bytes(log_.bytes()).substr(last.begin, last.size()));
  }

  SoundLog log_;

 private:
  Shown shown(const std::string& bytes) {
    file_.set(bytes);
    TextBuffer out;
    const QuietStderr quiet;
    Dump(out, {.print = {.format = Format::kJson}}).run({file_.path()});
    return Shown(out.view());
  }

  std::string problem_of(const Damage& damage) {
    const std::string problem = checks_.problem(damage.bytes, LogChecks::Printing::kFile);
    if (!problem.empty()) return problem;
    const Shown now = shown(damage.bytes);
    const std::vector<Place>& events = log_.events();
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (!is_touched(events[i], damage) && !is_same(i, damage, now)) {
        return fmt::format("the event at {} is not shown as it is", events[i].begin);
      }
    }
    const bool changed = damage.bytes != log_.bytes() && damage.can_be_seen;
    // Of an event of which a part is damaged.
    std::size_t from = damage.from;
    for (const Place& place : events) {
      if (is_touched(place, damage)) from = std::min(from, place.begin);
    }
    return !changed || now.tells_of(from, damage.to) ? "" : "nothing is told of it";
  }

  static bool is_touched(const Place& place, const Damage& damage) { return place.overlaps(damage.from, damage.to); }

  bool is_same(std::size_t index, const Damage& damage, const Shown& now) const {
    const Place& place = log_.events()[index];
    std::vector<Json> before = sound_.events_at(place.begin);
    std::vector<Json> behind = now.events_at(place.begin);
    if (before.size() != behind.size()) return false;
    const bool depends = depends_on(index, damage);
    const bool needs_map = is_rows_event(place.type) && depends;
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (depends) {
        before[i].erase("gtid");
        behind[i].erase("gtid");
      }
      if (!needs_map && before[i] != behind[i]) return false;
    }
    return true;
  }

  /// Whether an earlier event of its transaction is damaged.
  bool depends_on(std::size_t index, const Damage& damage) const {
    for (std::size_t i = index + 1; i-- > 0;) {
      const Place& place = log_.events()[i];
      if (is_touched(place, damage)) return true;
      if (is_gtid_event(place.type) || (i != index && place.type == EventType::XID_EVENT)) return false;
    }
    return false;
  }

  LogChecks checks_;
  LogFile file_;
  Shown sound_;
};

TEST_P(DamageMatrix, CutAtEveryByte) {
  check([&](const auto& take) {
    for (std::size_t size = kBinlogMagic.size() + 1; size < log_.bytes().size(); ++size) {
      const auto is_end = [size](const Place& place) { return place.end == size; };
      const bool whole = std::any_of(log_.events().begin(), log_.events().end(), is_end);
      take({.what = fmt::format("the first {} bytes", size),
            .bytes = log_.bytes().substr(0, size),
            .from = whole ? size : size - 1,
            .to = log_.bytes().size(),
            .can_be_seen = !whole});
    }
  });
}

TEST_P(DamageMatrix, EachByteOfTheHeaders) {
  check([&](const auto& take) {
    for (const Place& place : log_.events()) {
      for (std::size_t i = 0; i < kEventHeaderSize; ++i) {
        const char old = log_.bytes()[place.begin + i];
        std::vector<char> values = {'\0', '\xff'};
        for (int bit = 0; bit < 8; ++bit) values.push_back(static_cast<char>(old ^ (1 << bit)));
        for (const char value : values) {
          Damage damage = replaced(
              fmt::format("byte {} of the header at {} is {:02x}", i, place.begin, static_cast<unsigned char>(value)),
              place.begin + i, std::string(1, value));
          // The flag of a log in use does not count in the checksum.
          const bool in_use = place.type == EventType::FORMAT_DESCRIPTION_EVENT && i == 17 && ((value ^ old) & ~1) == 0;
          damage.can_be_seen = damage.can_be_seen && !in_use;
          take(damage);
        }
      }
    }
  });
}

TEST_P(DamageMatrix, Sizes) {
  check([&](const auto& take) {
    for (const Place& place : log_.events()) {
      for (const std::uint64_t size :
           {place.size() + 1, place.size() - 1, std::size_t{0}, std::size_t{1} << 31, (std::size_t{1} << 32) - 1}) {
        std::string four(4, '\0');
        store_le(four, 0, size, 4);
        Damage damage =
            replaced(fmt::format("the size at {} is {}", place.begin, size), place.begin + kEventSizeOffset, four);
        damage.can_be_seen = true;
        take(damage);
      }
    }
  });
}

TEST_P(DamageMatrix, HolesOfZeros) {
  check([&](const auto& take) {
    for (const std::size_t size : {std::size_t{24}, std::size_t{200}}) {
      for (std::size_t at = kBinlogMagic.size(); at + size < log_.bytes().size(); at += 7) {
        take(replaced(fmt::format("{} bytes from {} on are zeros", size, at), at, std::string(size, '\0')));
      }
    }
  });
}

TEST_P(DamageMatrix, TwoLogsInOneFile) {
  for (const char* other : kLogs) {
    SoundLog second(other);
    const Damage damage{.what = fmt::format("{} behind it", other),
                        .bytes = log_.bytes() + second.bytes(),
                        .from = log_.bytes().size(),
                        .to = log_.bytes().size() + kBinlogMagic.size()};
    check([&](const auto& take) { take(damage); });
  }
}

std::string test_name(const testing::TestParamInfo<const char*>& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(Logs, DamageMatrix, testing::ValuesIn(kLogs), test_name);

}  // namespace
}  // namespace binlogdump::test
