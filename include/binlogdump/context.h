#pragma once
// What the decoders need to know from earlier events of the same file: the FORMAT_DESCRIPTION_EVENT and the table maps.

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>

#include "binlogdump/bytes.h"
#include "binlogdump/event_type.h"

namespace binlogdump {

struct FormatDescriptionEvent;
class Schema;
class TableMap;

/// Checksum algorithm byte of a FORMAT_DESCRIPTION_EVENT (servers from 5.6.1 on). Other values than these have been
/// seen in damaged logs only; their events count as having a checksum that can't be verified.
enum class ChecksumAlgorithm : std::uint8_t { kNone = 0, kCrc32 = 1 };

/// The numbers of a version text such as "9.7.4-2" or "5.5.17-debug-log".
struct ServerVersion {
  std::uint32_t major = 0;
  std::uint32_t minor = 0;
  std::uint32_t patch = 0;

  /// Three numbers up to the first other character each; what is missing counts as 0.
  static ServerVersion parse(Bytes text);
  friend auto operator<=>(const ServerVersion&, const ServerVersion&) = default;
};

/// From this version on a FORMAT_DESCRIPTION_EVENT ends in an algorithm byte and a checksum.
inline constexpr ServerVersion kFirstVersionWithChecksums{5, 6, 1};

/// What the newest FORMAT_DESCRIPTION_EVENT said. Owns its bytes.
struct FormatDescription {
  std::uint16_t binlog_version = 4;  ///< As stored; damaged logs may have other numbers, but are read as version 4.
  std::string server_version;
  std::uint8_t common_header_len = 19;
  /// Entry `code` is the post-header length of that type; 0 too for types that the writer did not know.
  std::array<std::uint8_t, 256> post_header_len{};
  std::uint8_t highest_type_code = 0;  ///< Types beyond it were unknown to the writer.
  ChecksumAlgorithm checksum_alg = ChecksumAlgorithm::kNone;

  FormatDescription() = default;
  explicit FormatDescription(const FormatDescriptionEvent& event);

  std::uint8_t post_header_length(EventType type) const { return post_header_len[static_cast<std::uint8_t>(type)]; }
  bool events_have_checksum() const { return checksum_alg != ChecksumAlgorithm::kNone; }
  /// Of TABLE_MAP and row events: 5.1 before 5.1.4 wrote table ids of 4 bytes, in a post-header of 6.
  bool has_short_table_id(EventType type) const { return post_header_length(type) == 6; }
};

/// State of one file: replaced as a whole when a file begins.
class DecodeContext {
 public:
  DecodeContext();
  ~DecodeContext();

  FormatDescription format;
  /// Completes the table maps that are added; nullptr: nothing does. Not owned.
  Schema* schema = nullptr;

  /// The table map in force for `table_id`, or nullptr.
  const TableMap* table_map(std::uint64_t table_id) const {
    if (newest_ != nullptr && newest_id_ == table_id) return newest_;
    return find_table_map(table_id);
  }

  /// Takes a TABLE_MAP_EVENT, whose body is [body_begin, body_end) of `event`, replacing an earlier map of that id; a
  /// map with the same bytes stays as it is, so that what printers made of it stays useful. Throws DecodeError, offsets
  /// counting from the start of the event. Maps not used for long are dropped when there are very many.
  const TableMap& add_table_map(Bytes event, std::size_t body_begin, std::size_t body_end);

  /// Maps end with the file and with the next FORMAT_DESCRIPTION_EVENT.
  void clear_table_maps();

  /// A part of a log begins for which no map is in force that has been added so far. What was made of them is kept for
  /// those that are added again. `find_earlier` is asked for maps from before the part.
  void begin_part(std::function<const TableMap*(std::uint64_t table_id)> find_earlier);
  /// Adds all maps that were added to `part` since its begin_part().
  void add_table_maps_of(const DecodeContext& part);

 private:
  // Servers write the maps of a statement right before its rows, and no statement has this many tables.
  static constexpr std::size_t kKeptTableMaps = 4096;
  // Bytes of what is made of the maps (columns, printers' plans): beyond it that is dropped, and made again when
  // needed.
  static constexpr std::size_t kDecodedBudget = 2 << 20;

  const TableMap* find_table_map(std::uint64_t table_id) const;
  /// Of this or an earlier part.
  const TableMap* find_kept(std::uint64_t table_id) const;
  const TableMap& keep(std::unique_ptr<TableMap> map);
  /// The map in force that was made from these very bytes, or nullptr. A map with a 4-byte id is never found.
  const TableMap* same_table_map(Bytes body);
  void drop_old_table_maps();
  void release_table_maps();

  std::unordered_map<std::uint64_t, std::unique_ptr<TableMap>> table_maps_;
  const TableMap* newest_ = nullptr;
  std::uint64_t newest_id_ = 0;
  mutable std::uint64_t clock_ = 0;
  std::size_t undecoded_cost_ = 0;  ///< Most that maps added since the last look can cost.
  std::uint64_t part_ = 0;
  std::function<const TableMap*(std::uint64_t)> find_earlier_;
};

}  // namespace binlogdump
