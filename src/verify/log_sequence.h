#pragma once
// Whether logs that are read one after the other follow each other on the server, too.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "binlogdump/events/previous_gtids_log_event.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/log_list.h"
#include "verify/findings.h"

namespace binlogdump {

/// Compares each log with the one before it: by its name, by where that one's ROTATE_EVENT leads, and by the GTIDs of
/// both; and the GTIDs of a log with each other.
class LogSequence {
 public:
  explicit LogSequence(Findings& findings) : findings_(findings) {}

  void begin_file(const std::string& path);
  void end_file();

  /// The PREVIOUS_GTIDS_LOG_EVENT; `set` must be one that a server writes.
  void note_previous(const EncodedGtidSet& set);
  void note_gtid(Bytes uuid, Bytes tag, std::int64_t gno);
  /// The ROTATE_EVENT that the log ends with.
  void note_rotation(Bytes name) { rotated_to_ = name; }
  /// The log is a replica's relay log: what was received may come twice.
  void note_relay_log() { is_relay_log_ = true; }
  /// GTID events may be missing.
  void note_gap() { is_complete_ = false; }

 private:
  /// How a log stands to the one before it, by their names.
  enum class Place : std::uint8_t { kAlone, kNext, kLater };
  struct Log {
    LogName name;
    std::string folder;
    std::string rotated_to;
    bool is_complete = false;  ///< gtids has all that there can be.
    std::optional<GtidSet> gtids;
  };

  // Beyond it the GTIDs of a log are no longer looked at, so that a hostile one can't take any memory and time.
  static constexpr std::size_t kMostIntervals = 16384;

  /// GTIDs of one source that come one behind the other, as nearly all do: added to own_ together.
  struct Run {
    std::array<char, 16> uuid{};
    std::string tag;
    std::int64_t newest = 0;
    std::int64_t first_not_added = 0;
    std::int64_t end = 0;  ///< The first number behind it that is known already; 0: there is no run.

    bool goes_on_with(Bytes other, Bytes other_tag, std::int64_t gno) const {
      return gno == newest + 1 && gno < end && is_same_name(other, Bytes(uuid.data(), uuid.size())) &&
             is_same_name(other_tag, tag);
    }
  };

  void end_run();
  Place find_place();
  void check_rotation();

  Findings& findings_;
  std::optional<Log> last_;
  LogName name_;
  std::string folder_;
  Place place_ = Place::kAlone;
  std::string rotated_to_;
  std::optional<GtidSet> previous_;
  GtidSet own_;
  Run run_;
  bool is_relay_log_ = false;
  bool is_complete_ = true;
  bool told_order_ = false;
};

}  // namespace binlogdump
