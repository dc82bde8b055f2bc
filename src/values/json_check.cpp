// Whether a JSON document is sound. The rules are those of JsonValue and append_json_text(); nothing is made of it.

#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/soundness.h"
#include "json_format.h"

namespace binlogdump {

namespace {

class JsonCheck {
 public:
  explicit JsonCheck(Bytes document) : budget_(document) {}

  /// A value that stands where its entry leads to.
  bool take(std::uint8_t type, Bytes data, int depth) {
    switch (type) {
      case json_format::kSmallObject:
        return take_container<false>(data, true, depth);
      case json_format::kLargeObject:
        return take_container<true>(data, true, depth);
      case json_format::kSmallArray:
        return take_container<false>(data, false, depth);
      case json_format::kLargeArray:
        return take_container<true>(data, false, depth);
      case json_format::kLiteral:
        return !data.empty() && load_u8(data.data()) <= json_format::kMaxLiteral && budget_.spend(1);
      case json_format::kInt16:
      case json_format::kUint16:
        return take_number(data, 2);
      case json_format::kInt32:
      case json_format::kUint32:
        return take_number(data, 4);
      case json_format::kInt64:
      case json_format::kUint64:
      case json_format::kDouble:
        return take_number(data, 8);
      case json_format::kString:
        return take_string(data);
      case json_format::kOpaque:
        return take_opaque(data);
      default:
        return false;
    }
  }

 private:
  bool take_number(Bytes data, std::size_t size) { return data.size() >= size && budget_.spend(size); }

  bool take_string(Bytes data) {
    std::size_t used = 0;
    return json_format::take_counted(data, used) && budget_.spend(used + data.size());
  }

  bool take_opaque(Bytes data) {
    if (data.empty()) return false;
    const std::uint8_t column_type = load_u8(data.data());
    data.remove_prefix(1);
    std::size_t used = 0;
    if (!json_format::take_counted(data, used) || !budget_.spend(1 + used + data.size())) return false;
    switch (column_type) {
      case json_format::kNewDecimal:
        return is_described_decimal(data);
      case json_format::kTimestamp:
      case json_format::kDate:
      case json_format::kTime:
      case json_format::kDatetime:
        return data.size() >= json_format::kTemporalSize;
      default:
        return true;
    }
  }

  template <bool kLarge>
  bool take_container(Bytes data, bool is_object, int depth) {
    constexpr std::size_t kWord = json_format::word_size(kLarge);
    constexpr std::size_t kKeyEntry = json_format::key_entry_size(kLarge);
    constexpr std::size_t kValueEntry = json_format::value_entry_size(kLarge);
    if (depth >= kMaxJsonDepth || data.size() < 2 * kWord) return false;
    const std::uint64_t count = load_le(data.data(), kWord);
    const std::uint64_t size = load_le(data.data() + kWord, kWord);
    const std::uint64_t values_begin = 2 * kWord + (is_object ? count * kKeyEntry : 0);
    const std::uint64_t entries_end = values_begin + count * kValueEntry;
    if (size > data.size() || entries_end > size || !budget_.spend(static_cast<std::size_t>(entries_end))) return false;
    data = data.substr(0, static_cast<std::size_t>(size));
    const char* key = data.data() + 2 * kWord;
    const char* value = data.data() + values_begin;
    for (std::uint64_t i = 0; i < count; ++i, value += kValueEntry) {
      if (is_object) {
        if (!spend_key<kWord>(key, data.size(), entries_end)) return false;
        key += kKeyEntry;
      }
      if (!take_entry<kLarge>(value, data, entries_end, depth)) return false;
    }
    return true;
  }

  /// A name that lies outside of its object counts as empty.
  template <std::size_t kWord>
  bool spend_key(const char* entry, std::size_t size, std::uint64_t entries_end) {
    const std::uint64_t offset = load_le(entry, kWord);
    const std::size_t length = load_u16(entry + kWord);
    return offset < entries_end || offset > size || length > size - offset || budget_.spend(length);
  }

  template <bool kLarge>
  bool take_entry(const char* entry, Bytes container, std::uint64_t entries_end, int depth) {
    const std::uint8_t type = load_u8(entry);
    if (json_format::is_inline(type, kLarge)) {
      return type != json_format::kLiteral || load_u8(entry + 1) <= json_format::kMaxLiteral;
    }
    const std::uint64_t offset = load_le(entry + 1, json_format::word_size(kLarge));
    if (offset < entries_end || offset > container.size()) return false;
    container.remove_prefix(static_cast<std::size_t>(offset));
    // Most values: without a further call.
    return type == json_format::kString ? take_string(container) : take(type, container, depth + 1);
  }

  JsonBudget budget_;
};

}  // namespace

bool is_json_document(Bytes document) {
  return document.empty() || JsonCheck(document).take(load_u8(document.data()), document.substr(1), 0);
}

}  // namespace binlogdump
