#pragma once
// One walk over the stored form of a JSON document: bounds, nesting and work are checked here; what is made of the
// values is the visitor's.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/values/json_binary.h"
#include "json_format.h"

namespace binlogdump {

/// Base of a class `Visitor` that makes something of a document, whose values it gets in stored order. It has
///
///     bool literal(std::uint8_t literal);   // Up to kMaxLiteral.
///     bool integer(std::int64_t or std::uint64_t value);
///     bool number(double value);
///     bool string(Bytes text);
///     bool opaque(const JsonValue& value);
///     bool name(Bytes text);                // Of the member whose value comes next.
///     bool misplaced_name();                // The same; it lies outside its object.
///     void begin(bool is_object);
///     void separate();                      // Between two elements or members.
///     void end(bool is_object);
///
/// false for what it takes for damage: the walk ends there. Resolved at compile time: there is a call for each value
/// only where the compiler wants one.
template <class Visitor>
class JsonWalk {
 public:
  /// The document: type byte, then value. False if it is damaged, nested deeper than kMaxJsonDepth, or exceeds
  /// JsonBudget.
  bool walk() {
    return !document_.empty() && value(load_u8(document_.data()), document_.substr(json_format::kTypeSize), 0);
  }

 protected:
  explicit JsonWalk(Bytes document) : document_(document), budget_(document) {}

  /// Bytes of the document from `at` on, which points into it.
  [[nodiscard]] std::size_t bytes_from(const char* at) const {
    return static_cast<std::size_t>(document_.data() + document_.size() - at);
  }

 private:
  Visitor& visitor() { return static_cast<Visitor&>(*this); }

  /// Whether a value of `size` bytes can be there.
  bool take(Bytes data, std::size_t size) { return data.size() >= size && budget_.spend(size); }

  /// The value of `type` that `data` begins with.
  bool value(std::uint8_t type, Bytes data, int depth) {
    using namespace json_format;
    switch (type) {
      case kSmallObject:
        return container<false, true>(data, depth);
      case kLargeObject:
        return container<true, true>(data, depth);
      case kSmallArray:
        return container<false, false>(data, depth);
      case kLargeArray:
        return container<true, false>(data, depth);
      case kLiteral:
        return take(data, 1) && inlined(type, data.data());
      case kInt16:
      case kUint16:
        return take(data, 2) && inlined(type, data.data());
      case kInt32:
      case kUint32:
        return take(data, 4) && inlined(type, data.data());
      case kInt64:
        return take(data, 8) && visitor().integer(static_cast<std::int64_t>(load_u64(data.data())));
      case kUint64:
        return take(data, 8) && visitor().integer(load_u64(data.data()));
      case kDouble:
        return take(data, 8) && visitor().number(std::bit_cast<double>(load_u64(data.data())));
      case kString:
        return string(data);
      case kOpaque: {
        const JsonValue opaque = JsonValue::parse(type, data);
        return opaque.kind() == JsonKind::kOpaque && budget_.spend(opaque.own_size()) && visitor().opaque(opaque);
      }
      default:
        return false;
    }
  }

  bool string(Bytes data) {
    std::size_t used = 0;
    return json_format::take_counted(data, used) && budget_.spend(used + data.size()) && visitor().string(data);
  }

  /// A value that may stand in the entry of a container.
  bool inlined(std::uint8_t type, const char* at) {
    switch (type) {
      case json_format::kInt16:
        return visitor().integer(std::int64_t{static_cast<std::int16_t>(load_u16(at))});
      case json_format::kUint16:
        return visitor().integer(std::uint64_t{load_u16(at)});
      case json_format::kInt32:
        return visitor().integer(std::int64_t{static_cast<std::int32_t>(load_u32(at))});
      case json_format::kUint32:
        return visitor().integer(std::uint64_t{load_u32(at)});
      default:
        return load_u8(at) <= json_format::kMaxLiteral && visitor().literal(load_u8(at));
    }
  }

  /// Not inline, so that scalars need not save the registers that this takes.
  template <bool kLarge, bool kObject>
  [[gnu::noinline]] bool container(Bytes data, int depth) {
    constexpr std::size_t kWord = json_format::word_size(kLarge);
    constexpr std::size_t kNameEntry = json_format::key_entry_size(kLarge);
    constexpr std::size_t kEntry = json_format::value_entry_size(kLarge);
    if (depth >= kMaxJsonDepth || data.size() < 2 * kWord) return false;
    const std::uint64_t count = load_le(data.data(), kWord);
    const std::uint64_t size = load_le(data.data() + kWord, kWord);
    const std::uint64_t names_size = kObject ? count * kNameEntry : 0;
    const std::uint64_t entries_end = 2 * kWord + names_size + count * kEntry;
    if (size > data.size() || entries_end > size || !budget_.spend(static_cast<std::size_t>(entries_end))) return false;
    data = data.substr(0, static_cast<std::size_t>(size));
    const char* name_entry = data.data() + 2 * kWord;
    const char* entry = name_entry + names_size;
    visitor().begin(kObject);
    for (std::uint64_t i = 0; i < count; ++i, entry += kEntry) {
      if (i != 0) visitor().separate();
      if constexpr (kObject) {
        if (!name<kLarge>(data, name_entry, entries_end)) return false;
        name_entry += kNameEntry;
      }
      if (!element<kLarge>(data, entry, entries_end, depth + 1)) return false;
    }
    visitor().end(kObject);
    return true;
  }

  template <bool kLarge>
  bool name(Bytes container, const char* entry, std::uint64_t entries_end) {
    const std::uint64_t offset = load_le(entry, json_format::word_size(kLarge));
    const std::size_t size = load_u16(entry + json_format::word_size(kLarge));
    if (offset < entries_end || offset > container.size() || size > container.size() - offset) {
      return visitor().misplaced_name();
    }
    return budget_.spend(size) && visitor().name(container.substr(static_cast<std::size_t>(offset), size));
  }

  template <bool kLarge>
  bool element(Bytes container, const char* entry, std::uint64_t entries_end, int depth) {
    using namespace json_format;
    const std::uint8_t type = load_u8(entry);
    if (is_inline(type, kLarge)) return inlined(type, entry + kTypeSize);
    const std::uint64_t offset = load_le(entry + kTypeSize, word_size(kLarge));
    // The entries end there; nothing can start before.
    if (offset < entries_end || offset > container.size()) return false;
    container.remove_prefix(static_cast<std::size_t>(offset));
    // Most values: without a further call.
    return type == kString ? string(container) : value(type, container, depth);
  }

  Bytes document_;
  JsonBudget budget_;
};

}  // namespace binlogdump
