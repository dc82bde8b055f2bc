#pragma once
// Events put aside to be printed later: mysqlbinlog prints all headers of a statement's row events before their bytes
// and rows. Bounded memory whatever the statement's size.

#include <array>
#include <cstdint>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "binlogdump/byte_source.h"
#include "binlogdump/decode.h"

namespace binlogdump {

/// The environment's TMPDIR, or /tmp.
std::string temporary_folder();

/// An unnamed temporary file in temporary_folder(), written once and then read from the start, as often as wanted.
class SpoolFile {
 public:
  SpoolFile() = default;
  SpoolFile(const SpoolFile&) = delete;
  SpoolFile& operator=(const SpoolFile&) = delete;
  ~SpoolFile() { close(); }

  /// Appends; throws SideFileError if the file can't be made or written.
  void write(const char* data, std::size_t size);
  /// Makes what was written readable; throws SideFileError.
  void flush();
  /// flush() that gives its buffer back.
  void release_buffer();
  /// Reads at `offset`; throws SideFileError if the bytes are not there.
  void read_at(std::uint64_t offset, char* to, std::size_t size) const;
  /// Bytes that read_at() can reach.
  std::uint64_t size() const { return written_; }
  void close();

 private:
  void open();
  void write_through(const char* data, std::size_t size);

  int fd_ = -1;
  std::uint64_t written_ = 0;
  std::string pending_;
};

/// A queue of events. Up to `held_bytes` it is in memory. Beyond that, events of a source that can seek are remembered
/// by their place and read again; those of a pipe or a compressed payload go to a spool file.
class EventStore {
 public:
  static constexpr std::size_t kHeldBytes = 4 << 20;

  explicit EventStore(std::size_t held_bytes = kHeldBytes) : held_bytes_(held_bytes) {}

  /// Takes the event. `file` is where its bytes can be read again at event.position, or nullptr; it must stay open
  /// until clear() or detach_from_file().
  void append(const EventView& event, const LogSource* file);

  bool empty() const { return count_ == 0; }

  /// Calls visit(event) for the events in order; a view is good during its call. Throws InputError if a file's bytes
  /// are not the same any more.
  template <class Call>
  void for_each(Call&& visit) {
    if (place_ == Place::kMemory) return visit_held(visit);
    visit_others(std::ref(visit));
  }

  /// For a store that waits among many: gives memory back that is not needed for its events. Throws SideFileError.
  void release_buffers();

  /// Forgets the events.
  void clear() noexcept;

  /// Makes the events readable without the file they came from, which is about to be closed.
  void detach_from_file();

 private:
  using Visit = std::function<void(const EventView&)>;

  enum class Place { kMemory, kFile, kSpool };
  /// What stands before an event's bytes in memory and in the spool.
  struct Record {
    EventHeader header;
    std::uint64_t position;
    std::uint64_t body_begin;
    std::uint64_t body_end;
    std::uint64_t size;
  };
  /// Events that follow each other in the file.
  struct Extent {
    std::uint64_t begin;
    std::uint64_t end;
    Framing framing;
  };
  /// Of bytes that are read twice: that they are the same. A CRC would take several times as long, and more than all
  /// else that is done with them.
  class Mark {
   public:
    void add(Bytes bytes);
    bool operator==(const Mark& other) const;

   private:
    /// Named, as g++ makes of eight plain words a loop that waits for its own stores.
    using TwoWords = std::uint64_t __attribute__((vector_size(16)));
    using Sums = std::array<TwoWords, 4>;
    static void add_block(const char* block, Sums& sums, Sums& sums_of_sums);

    Sums sums_{};          ///< Of each eighth word;
    Sums sums_of_sums_{};  ///< by them the order counts, too.
  };
  // More pieces than this are spooled, so that a hostile file can't make the list itself large.
  static constexpr std::size_t kMaxExtents = 65536;

  void leave_memory();
  void grow(std::size_t needed);
  void set_capacity(std::size_t capacity);
  void remember(const EventView& event);
  void move_to_spool();
  void spool(const EventView& event);
  static Record record_of(const EventView& event) {
    return {.header = event.header,
            .position = event.position,
            .body_begin = event.body_begin,
            .body_end = event.body_end,
            .size = event.bytes.size()};
  }
  static EventView view(const Record& record, Bytes bytes) {
    return {.header = record.header,
            .bytes = bytes,
            .position = record.position,
            .body_begin = static_cast<std::size_t>(record.body_begin),
            .body_end = static_cast<std::size_t>(record.body_end)};
  }

  /// What an event of `size` bytes takes in memory, where the records are aligned.
  static constexpr std::size_t held_room(std::size_t size) {
    return sizeof(Record) + (size + alignof(Record) - 1) / alignof(Record) * alignof(Record);
  }

  template <class Call>
  void visit_held(Call& visit) const {
    for (std::size_t at = 0; at < held_size_;) {
      const Record& record = *std::launder(reinterpret_cast<const Record*>(&held_[at]));
      const auto size = static_cast<std::size_t>(record.size);
      visit(view(record, Bytes(&held_[at + sizeof record], size)));
      at += held_room(size);
    }
  }
  void visit_others(const Visit& visit);
  void visit_file(const Visit& visit) const;
  void visit_spool(const Visit& visit);

  std::size_t held_bytes_;
  Place place_ = Place::kMemory;
  std::uint64_t count_ = 0;
  std::unique_ptr<char[]> held_;
  std::size_t held_size_ = 0;
  std::size_t held_capacity_ = 0;
  /// The one file that all events came from, or nullptr.
  const LogSource* file_ = nullptr;
  std::vector<Extent> extents_;
  Mark extents_mark_;
  SpoolFile spool_;
};

}  // namespace binlogdump
