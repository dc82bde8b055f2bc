#pragma once
// Sets of global transaction identifiers, as people write them.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

struct EncodedGtidSet;

/// 16 bytes as 01234567-89ab-cdef-0123-456789abcdef.
void append_uuid(TextBuffer& out, Bytes uuid);

/// A set of GTIDs: for each source (a UUID) and tag ("" for none) intervals of transaction numbers.
class GtidSet {
 public:
  /// The largest transaction number that a server gives out.
  static constexpr std::int64_t kMaxGno = INT64_MAX - 1;

  /// Reads MySQL's notation: `uuid:1-3:5:tag:1-2, uuid:7`. As in MySQL, spaces and line breaks may stand between all
  /// parts, there may be superfluous commas, a UUID may lack its dashes or have braces, letters may be large or small,
  /// and an interval that ends before it begins is empty. Throws std::invalid_argument, whose what() says where the
  /// text is wrong.
  static GtidSet parse(std::string_view text);

  /// `uuid`: its 16 bytes.
  bool contains(Bytes uuid, std::string_view tag, std::int64_t gno) const;
  bool empty() const { return intervals_.empty(); }
  /// The largest number of a source and tag; 0 if there is none.
  std::int64_t highest(Bytes uuid, std::string_view tag) const;
  /// The smallest number of a source and tag above `gno`; kMaxGno + 1 if there is none.
  std::int64_t next_behind(Bytes uuid, std::string_view tag, std::int64_t gno) const;
  /// A measure of the memory that the set takes.
  std::size_t interval_count() const { return interval_count_; }

  /// Adds `first` to `last`, both included. Numbers that no transaction has, as in a damaged log, are left out.
  void add(Bytes uuid, std::string_view tag, std::int64_t first, std::int64_t last);
  void add(Bytes uuid, std::string_view tag, std::int64_t gno) { add(uuid, tag, gno, gno); }
  void add(const EncodedGtidSet& set);
  void add(const GtidSet& set);

  /// What is in this set and not in `other`.
  GtidSet minus(const GtidSet& other) const;
  /// The intervals, each by itself as text, none of whose transactions is in `other`.
  std::vector<std::string> intervals_apart_from(const GtidSet& other) const;

  /// As the server writes it, `uuid:1-3:5:tag:1`, with `separator` before each UUID but the first.
  std::string text(std::string_view separator = ",\n") const;

  friend bool operator==(const GtidSet&, const GtidSet&) = default;

 private:
  struct Interval {
    std::int64_t first;
    std::int64_t last;
    friend bool operator==(const Interval&, const Interval&) = default;
  };
  /// Rising, with a gap before each but the first; never an empty list.
  using Intervals = std::vector<Interval>;
  using Source = std::pair<std::string, std::string>;  ///< UUID (16 bytes) and tag.

  /// Finds without making strings of the views.
  struct SourceLess {
    using is_transparent = void;
    bool operator()(const auto& a, const auto& b) const {
      return std::pair<std::string_view, std::string_view>(a) < std::pair<std::string_view, std::string_view>(b);
    }
  };

  Intervals& intervals_of(Bytes uuid, std::string_view tag);

  std::map<Source, Intervals, SourceLess> intervals_;
  std::size_t interval_count_ = 0;
};

}  // namespace binlogdump
