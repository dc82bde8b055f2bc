#pragma once
// Damage in a log: whether the chain of events goes on behind an event, and where the next sound event is.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "binlogdump/decode.h"
#include "binlogdump/reader.h"

namespace binlogdump {

/// Bytes of a log that are no events that can be read.
struct DamagedRange {
  std::uint64_t begin = 0;   ///< Offset of the first of them.
  std::uint64_t end = 0;     ///< Offset of the next sound event, or where the log ends.
  bool reaches_end = false;  ///< No sound event comes behind it.
  std::string looks_like;    ///< In words: "zeros", "text", "begins like a QUERY_EVENT of 57 bytes, ...".
};

/// Tells sound events of one log from damage, and finds the next one behind damage. What speaks for an event is, in the
/// order of weight: its checksum, where events have one; its header's next position, which agrees with its place and
/// size, as that of events before it did; and the same of the headers behind it. No work is done twice for a byte but
/// within fixed bounds, whatever the bytes are, and no more is held in memory than `kMostHeld` of a log that can't
/// seek.
class Resync {
 public:
  /// Looks at what `reader` reads, and moves it.
  explicit Resync(EventReader& reader) : reader_(reader) {}

  /// The reader has begun with another log.
  void begin_file() {
    shift_ = server_id_ = 0;
    work_left_ = kFreeWork;
  }

  /// Whether there is reason to doubt that the bytes are an event: a wrong checksum or, where none was verified, a
  /// header that no server writes in this place.
  bool is_suspicious(const EventView& event) const {
    if (event.has_checksum() && event.checksum_verified) return event.checksum_failed;
    return !is_plausible(event.header, event.position);
  }
  /// An event that is beyond doubt: those behind it are compared with it.
  void note_sound(const EventView& event);
  /// Events beyond doubt that nobody looked at one by one; their next positions are as far behind as those before.
  void note_sound_bytes(std::uint64_t size, std::uint32_t server_id) {
    work_left_ += size;
    server_id_ = server_id;
  }
  /// How far the next positions of the newest sound event are behind its end.
  std::uint32_t shift() const { return shift_; }

  /// What is remembered of the sound events, for going back behind an earlier one.
  struct Memory {
    std::uint32_t shift = 0;
    std::uint32_t server_id = 0;
    std::uint64_t work_left = 0;
  };
  Memory memory() const { return {.shift = shift_, .server_id = server_id_, .work_left = work_left_}; }
  void recall(const Memory& memory) {
    shift_ = memory.shift;
    server_id_ = memory.server_id;
    work_left_ = memory.work_left;
  }

  /// Whether a suspicious event is worth the work of finding out more. Where a log has very many of them, each with a
  /// large size, it is not: then they are taken for what they claim to be, as their bytes could be looked at any number
  /// of times.
  bool can_doubt(const EventView& event);
  /// Whether the size of a suspicious event, which the reader returned last, leads to another event or to the end. The
  /// reader then stands before the event again.
  bool chain_goes_on(const EventView& event, const Framing& framing);

  /// How events are searched for.
  struct Search {
    Framing framing = {};
    bool knows_checksums = true;  ///< Else the FORMAT_DESCRIPTION_EVENT is lost, and events may have any form.
    bool may_be_here = false;     ///< An event may begin where the reader stands.
    std::function<void(std::uint64_t position, Bytes bytes)> take = {};  ///< Gets what is passed over; may be empty.
  };
  /// Moves the reader to the next sound event, or to the end. Throws InputError.
  DamagedRange pass_damage(const Search& search);

  /// Whether the bytes where the reader stands, or those of `event`, are an event with a right CRC32 at its end. The
  /// former not of a FORMAT_DESCRIPTION_EVENT, which has one where the others have none, too.
  bool has_checksum_here();
  static bool has_checksum(Bytes event);

  /// Of a header: whether a server may have written it at `position`.
  bool is_plausible(const EventHeader& header, std::uint64_t position) const;

 private:
  /// Of a log that can't seek, larger events are not recognized as the first behind damage.
  static constexpr std::size_t kMostHeld = 16 << 20;
  /// Larger events are read piece by piece where the log can seek.
  static constexpr std::size_t kMostAtOnce = 1 << 20;
  /// How many bytes checksums are computed over: so many, and a multiple of those passed over.
  static constexpr std::uint64_t kFreeWork = 64 << 20;
  static constexpr std::uint64_t kWorkPerByte = 16;

  bool is_placed(const EventHeader& header, std::uint64_t position) const {
    const auto end = static_cast<std::uint32_t>(position + header.event_size);
    return header.log_pos == end || header.log_pos == end - shift_;
  }
  /// The first offset from `from` on at which a sound event begins, of those before `end`; `end` if there is none.
  /// Offsets count from where the reader stands.
  std::size_t find_event(std::size_t from, std::size_t end, const Search& search);
  /// Whether a server with that id may have written the header, wherever its next position leads.
  static bool is_kin(const EventHeader& header, std::uint32_t server_id);
  bool leads_to(const EventHeader& next, std::size_t offset, const EventHeader& header);
  bool is_possible(const EventHeader& header, std::uint64_t position) const;
  bool is_event(std::size_t offset, const EventHeader& header, const Search& search);
  bool checksum_is_right(std::size_t offset, const EventHeader& header);
  bool is_in_chain(std::size_t offset, const EventHeader& header);
  std::optional<EventHeader> header_at(std::size_t offset);
  bool ends_at(std::size_t offset);
  /// Bytes of the log, from an offset on; fewer where it ends, none where they can't be had without holding too much.
  Bytes bytes_at(std::size_t offset, std::size_t size);
  Bytes bytes_behind(std::size_t size);

  EventReader& reader_;
  /// How far the next positions are behind the offsets: bytes were lost or inserted, or they are another log's.
  std::uint32_t shift_ = 0;
  std::uint32_t server_id_ = 0;  ///< Of the newest sound event.
  std::uint64_t work_left_ = 0;
  std::string piece_;  ///< Read by seeking.
};

}  // namespace binlogdump
