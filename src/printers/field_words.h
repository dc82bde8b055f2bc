#pragma once
// The values of an event's fields in words: what the numbers and bytes on the field tape mean.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "binlogdump/collation.h"
#include "binlogdump/decode.h"
#include "binlogdump/print_options.h"
#include "binlogdump/table_map.h"
#include "binlogdump/text_buffer.h"
#include "binlogdump/time_text.h"
#include "printers/hex_lines.h"
#include "printers/readable_text.h"

namespace binlogdump {

/// Appends values of fields. What they mean goes by the field's name, and by the event's type where two types have
/// fields of the same name; a name that is not in the table is shown as number or text.
class FieldWords {
 public:
  /// What is known of the fields of one name.
  struct Entry {
    std::string_view name = {};
    void (*explain)(FieldWords&, const Field&) = nullptr;  ///< Appends what stands behind the value.
    bool whole = false;                                    ///< explain() appends the value, too.
    bool raw = false;                                      ///< Bytes without a value of their own.
    bool notes = false;                                    ///< There is something for append_notes().
    /// The same bytes need not mean the same in another event of the type, or do not come again.
    bool varies = false;
  };
  /// A name as it is written, and what is known of it.
  struct Name {
    const char* address = nullptr;
    Entry entry = {};
    LabelText text = {};
  };

  FieldWords(TextBuffer& out, const PrintOptions& options)
      : out_(out), scratch_(nullptr, 1024), full_(options.full), local_timestamps_(options.local_timestamps) {}

  /// Before the fields of an event, which then come in order. `table`: of a TABLE_MAP_EVENT, if it is sound.
  void begin_event(const EventView& event, const DecodeContext& context, const TableMap* table);

  /// Instead of append_value(), for a field whose line is there already: it may say what those that come mean.
  void pass_over(const Field& field) {
    if (field.kind == FieldKind::kGroup) group_ = field.name;
    if (field.name.data() == client_name_) client_collation_ = field.value;
  }

  /// What the fields passed so far say of the client's character set, and the same without such a field.
  std::optional<std::uint64_t> client_collation() const { return client_collation_; }
  void set_client_collation(std::optional<std::uint64_t> collation) { client_collation_ = collation; }

  /// `name` must live as long as the program.
  const Name& look_up(std::string_view name) {
    // The same names come with the same addresses over and over. Two places for each, for those that have the same.
    constexpr std::uint64_t kGolden = 0x9e3779b97f4a7c15;
    const std::size_t place = reinterpret_cast<std::uintptr_t>(name.data()) * kGolden >> (64 - kRecentBits);
    for (const Name* recent : {recent_[place], recent_[place ^ 1]}) {
      if (recent != nullptr && recent->address == name.data()) return *recent;
    }
    const Name& found = find(name);
    recent_[recent_[place] == nullptr ? place : place ^ 1] = &found;
    return found;
  }
  /// The value and what it means; of a group its size.
  void append_value(const Field& field, const Entry& entry);
  /// What the parts of a field's bytes mean, where these take a line each: lines that begin with `indentation`.
  void append_notes(TextBuffer& out, const Field& field, std::string_view indentation);

  /// 'text', or 0x... if it is none; long ones are folded.
  void append_text(Bytes bytes, const StringStyle& style);
  /// The same of text that is made already and safe to show.
  void append_made_text(std::string_view text);

 private:
  struct Explainers;

  const Name& find(std::string_view name);
  void append_plain(const Field& field);
  Bytes bytes_of(const Field& field) const { return event_->bytes.substr(field.offset, field.size); }

  TextBuffer& out_;
  TextBuffer scratch_;
  bool full_;
  bool local_timestamps_;
  StringStyle binary_{kBinaryCollation};
  std::unordered_map<const char*, Name> names_;
  static constexpr int kRecentBits = 10;
  std::array<const Name*, 1 << kRecentBits> recent_{};

  const EventView* event_ = nullptr;
  const DecodeContext* context_ = nullptr;
  const TableMap* table_ = nullptr;
  std::string_view group_;             ///< That the fields are in.
  const char* client_name_ = nullptr;  ///< Where the name of the field with the client's character set lies.
  std::optional<std::uint64_t> client_collation_;
  std::size_t width_ = 0;  ///< Columns of a row event.

  // Such values repeat.
  std::optional<std::uint64_t> client_style_collation_;
  StringStyle client_style_;
  std::uint64_t sql_mode_ = 0;
  std::string sql_mode_names_;
  std::int64_t second_ = -1;
  DateTime second_datetime_;
  LocalTime local_time_;
};

}  // namespace binlogdump
