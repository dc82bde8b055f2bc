#pragma once

#include <vector>

#include "binlogdump/context.h"
#include "binlogdump/cursor.h"

namespace binlogdump {

/// VIEW_CHANGE_EVENT: the membership of a replication group changed. Since 5.7; not logged by 9.7.
/// Source: mysql::binlog::event::View_change_event.
struct ViewChangeEvent {
  static constexpr std::size_t kViewIdSize = 40;

  struct CertificationItem {
    Bytes key;
    Bytes value;  ///< GTID set, encoded as in PREVIOUS_GTIDS_LOG_EVENT.

    friend bool operator==(const CertificationItem&, const CertificationItem&) = default;
  };

  Bytes view_id;  ///< Text without its NUL padding.
  std::uint64_t seq_number = 0;
  std::vector<CertificationItem> certification_info;

  static ViewChangeEvent decode(EventCursor auto& in, const DecodeContext&) {
    ViewChangeEvent event;
    event.view_id = in.bytes(kViewIdSize, "view_id");
    event.view_id = event.view_id.substr(0, event.view_id.find('\0'));
    event.seq_number = in.u64("seq_number");
    const std::uint32_t count = in.u32("certification_info_size");
    for (std::uint32_t i = 0; i < count; ++i) {
      CertificationItem item;
      item.key = in.bytes(in.u16("key_length"), "key");
      item.value = in.bytes(in.checked(in.u32("value_length"), "value"), "value");
      event.certification_info.push_back(item);
    }
    return event;
  }

  friend bool operator==(const ViewChangeEvent&, const ViewChangeEvent&) = default;
};

}  // namespace binlogdump
