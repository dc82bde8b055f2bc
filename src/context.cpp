#include "binlogdump/context.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "binlogdump/events/format_description_event.h"
#include "binlogdump/schema.h"
#include "binlogdump/table_map.h"

namespace binlogdump {

ServerVersion ServerVersion::parse(Bytes text) {
  ServerVersion version;
  std::size_t at = 0;
  for (std::uint32_t* part : {&version.major, &version.minor, &version.patch}) {
    const std::size_t begin = at;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
      // Version texts have no more digits than this; longer ones must not wrap to a small number.
      *part = std::min<std::uint32_t>(*part * 10 + static_cast<std::uint32_t>(text[at] - '0'), 99'999'999);
      ++at;
    }
    if (at == begin || at >= text.size() || text[at] != '.') break;
    ++at;
  }
  return version;
}

FormatDescription::FormatDescription(const FormatDescriptionEvent& event)
    : binlog_version(event.binlog_version),
      server_version(event.server_version),
      common_header_len(std::max<std::uint8_t>(event.common_header_len, 19)),
      highest_type_code(static_cast<std::uint8_t>(std::min<std::size_t>(event.post_header_len.size(), 255))),
      checksum_alg(event.checksum_alg.value_or(ChecksumAlgorithm::kNone)) {
  std::copy_n(event.post_header_len.begin(), highest_type_code, reinterpret_cast<char*>(post_header_len.data()) + 1);
}

DecodeContext::DecodeContext() = default;
DecodeContext::~DecodeContext() = default;

const TableMap& DecodeContext::add_table_map(Bytes event, std::size_t body_begin, std::size_t body_end) {
  const Bytes body = event.substr(body_begin, body_end - body_begin);
  if (const TableMap* known = same_table_map(body)) return *known;
  auto map = std::make_unique<TableMap>(event, body_begin, body_end, *this);
  if (schema != nullptr) schema->complete(*map);
  return keep(std::move(map));
}

const TableMap& DecodeContext::keep(std::unique_ptr<TableMap> map) {
  const std::uint64_t id = map->event().table_id;
  const std::size_t size = map->body().size();
  std::unique_ptr<TableMap>& place = table_maps_[id];
  place = std::move(map);
  newest_ = place.get();
  newest_id_ = id;
  newest_->last_use = ++clock_;
  newest_->part = part_;
  // A column takes two bytes of the body at least, and some 800 bytes when it is worked out.
  undecoded_cost_ += size * 400;
  if (undecoded_cost_ > kDecodedBudget) release_table_maps();
  if (table_maps_.size() > kKeptTableMaps) drop_old_table_maps();
  return *newest_;
}

const TableMap* DecodeContext::find_table_map(std::uint64_t table_id) const {
  const TableMap* known = find_kept(table_id);
  if (known != nullptr && known->part == part_) return known;
  return find_earlier_ ? find_earlier_(table_id) : nullptr;
}

const TableMap* DecodeContext::find_kept(std::uint64_t table_id) const {
  const auto found = table_maps_.find(table_id);
  if (found == table_maps_.end()) return nullptr;
  found->second->last_use = ++clock_;
  return found->second.get();
}

const TableMap* DecodeContext::same_table_map(Bytes body) {
  constexpr std::size_t kTableIdSize = 6;
  if (body.size() < kTableIdSize) return nullptr;
  const std::uint64_t id = load_u48(body.data());
  const TableMap* known = newest_ != nullptr && newest_id_ == id ? newest_ : find_kept(id);
  if (known == nullptr || known->body() != body) return nullptr;
  known->part = part_;
  newest_ = known;
  newest_id_ = id;
  return known;
}

void DecodeContext::clear_table_maps() {
  table_maps_.clear();
  newest_ = nullptr;
}

void DecodeContext::begin_part(std::function<const TableMap*(std::uint64_t)> find_earlier) {
  newest_ = nullptr;
  ++part_;
  find_earlier_ = std::move(find_earlier);
}

void DecodeContext::add_table_maps_of(const DecodeContext& part) {
  for (const auto& [id, map] : part.table_maps_) {
    if (map->part != part.part_) continue;
    const TableMap* known = find_kept(id);
    if (known == nullptr || known->body() != map->body()) keep(std::make_unique<TableMap>(*map));
  }
}

void DecodeContext::release_table_maps() {
  undecoded_cost_ = 0;
  std::size_t cost = 0;
  for (const auto& [id, map] : table_maps_) cost += map->cost();
  if (cost <= kDecodedBudget) return;
  for (const auto& [id, map] : table_maps_) {
    if (map.get() != newest_) map->release();
  }
}

void DecodeContext::drop_old_table_maps() {
  std::vector<std::uint64_t> uses;
  uses.reserve(table_maps_.size());
  for (const auto& [id, map] : table_maps_) uses.push_back(map->last_use);
  const auto middle = uses.begin() + static_cast<std::ptrdiff_t>(uses.size() / 2);
  std::nth_element(uses.begin(), middle, uses.end());
  const std::uint64_t oldest_kept = *middle;
  std::erase_if(table_maps_, [&](const auto& entry) { return entry.second->last_use < oldest_kept; });
}

}  // namespace binlogdump
