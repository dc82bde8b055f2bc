#pragma once
// Which events mysqlbinlog passes over without a word, and where it stops: by place, time, number and server.

#include <cstdint>
#include <optional>

#include "binlogdump/decode.h"
#include "binlogdump/selection_options.h"

namespace binlogdump {

class MysqlbinlogSelection {
 public:
  explicit MysqlbinlogSelection(const SelectionOptions& options);

  enum class Verdict : std::uint8_t { kShow, kSkip, kStop };

  /// To be asked about each event, in order, those of payloads included.
  Verdict judge(const EventView& event, bool in_payload, bool in_last_file) {
    return shows_all_ ? Verdict::kShow : judge_by_options(event, in_payload, in_last_file);
  }

  /// Whether judge() says kShow of any event.
  bool shows_all() const { return shows_all_; }

  /// A server's id without the bits that serve other purposes (--server-id-bits).
  std::uint32_t server_id(std::uint32_t id) const { return id & server_id_mask_; }

 private:
  Verdict judge_by_options(const EventView& event, bool in_payload, bool in_last_file);
  Verdict verdict(const EventView& event, bool in_payload, bool in_last_file);

  // The first event that is shown ends the search for a beginning: these two are forgotten then.
  std::uint64_t offset_;
  std::uint64_t start_datetime_;

  std::uint64_t stop_position_;
  std::uint64_t stop_datetime_;
  std::uint64_t server_id_;  ///< 0: of any server.
  std::uint32_t server_id_mask_;
  std::uint64_t events_ = 0;
  bool shows_all_;
};

}  // namespace binlogdump
