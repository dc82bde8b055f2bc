// --format=json.

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "binlogdump/collation.h"
#include "binlogdump/encryption_header.h"
#include "binlogdump/gtid_of_event.h"
#include "binlogdump/printer.h"
#include "binlogdump/time_text.h"
#include "binlogdump/values/decimal.h"
#include "printers/gtid_text.h"
#include "printers/json_fields.h"
#include "printers/json_flags.h"
#include "printers/json_head.h"
#include "printers/json_query.h"
#include "printers/json_rows.h"
#include "printers/json_text.h"
#include "printers/json_values.h"
#include "printers/json_writer.h"
#include "printers/query_reader.h"
#include "printers/transaction_gtid.h"
#include "printers/user_var_text.h"

namespace binlogdump {

namespace {

struct JsonMemory : PrinterMemory {
  TransactionGtid gtid;
};

class JsonPrinter : public Printer {
 public:
  JsonPrinter(TextBuffer& out, JsonIntegers integers, PrinterMessages messages)
      : out_(out),
        messages_(std::move(messages)),
        json_(out, integers),
        rows_(out, integers),
        query_(json_),
        fields_(json_),
        making_(nullptr, 256),
        scratch_(nullptr, 1024) {}

  void begin_file(const std::string& path, const LogSource& source) override {
    set_file(path);
    if (!source.encryption_header().empty()) show_encryption_header(path, source.encryption_header());
  }

  void end_file(bool keep_unfinished) override {
    if (!keep_unfinished) gtid_.end();
  }

  InnerEvents inner_events() const override { return InnerEvents::kAsStored; }

  void print(const EventView& event, DecodeContext& context) override {
    context_ = &context;
    with_event_struct(event.header.type_code, [&]<class Struct>() {
      if constexpr (std::is_base_of_v<RowsEvent, Struct>) {
        show_rows(event);
      } else if constexpr (std::is_same_v<Struct, QueryEvent>) {
        show_query(event);
      } else if constexpr (std::is_same_v<Struct, TableMapEvent>) {
        show_table_map(event);
      } else if constexpr (std::is_same_v<Struct, XidEvent> || std::is_same_v<Struct, IntvarEvent>) {
        show_numbers<Struct>(event);
      } else if constexpr (requires(const Struct& decoded) { this->show(event, decoded); }) {
        show(event, decode_as<Struct>(event, context));
      } else {
        show_fields<Struct>(event);
      }
    });
  }

  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) override {
    context_ = &context;
    // Its events came so far; they are none themselves.
    const bool payload_shown = payload_ != nullptr && event.header.type() == EventType::TRANSACTION_PAYLOAD_EVENT;
    if (payload_shown) payload_ = nullptr;
    if (is_gtid_event(event.header.type())) gtid_.end();
    if (json_.depth() > 0) json_.end_line();  // Memory was refused in the middle of it.
    std::optional<TracedEvent> traced;
    if (!payload_shown) traced = trace_if_memory_allows(event);
    {
      JsonPieces line(json_, line_room(0));
      begin_line(line, event);
    }
    json_.adopt_object();
    if (traced) {
      keep_body(event, traced->tape);
      json_.key("body");
      json_.begin_object();
      fields_.write(traced->tape, event.bytes);
    }
    end_event(error);
  }

  void print_fault(std::uint64_t position, std::uint64_t end_position, const std::string& text) override {
    head_.append_position(out_, position);
    json_.adopt_object();
    if (end_position != position) {
      json_.member("end_position", end_position);
      gtid_.end();
    }
    json_.key("error");
    write_error(0, "event", text);
    json_.end_line();
  }

  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView*,
                     DecodeContext& context) override {
    context_ = &context;
    begin_body(event);
    json_.member("payload_size", payload.payload.size());
    json_.key("compression_type");
    if (payload.compression_type == TransactionPayloadEvent::kZstd) {
      json_.text("ZSTD");
    } else {
      json_.text("NONE");
    }
    if (payload.uncompressed_size) json_.member("uncompressed_size", *payload.uncompressed_size);
    end_event();
    enter_payload(event);
  }

  void end_payload() override { payload_ = nullptr; }

  void enter_transaction(const EventView& event, std::optional<std::uint32_t>, DecodeContext& context) override {
    try {
      with_gtid(event, context, [&](const GtidFields& gtid, Bytes uuid, Bytes tag) {
        begin_transaction(event.header.type(), uuid, tag, gtid.gno);
      });
      note_hidden_begin();
    } catch (const DecodeError&) {
      gtid_.end();
    }
  }
  void note_hidden_begin() override { gtid_.note_query("BEGIN"); }
  void leave_transaction() override { gtid_.end(); }
  void enter_payload(const EventView& event) override {
    payload_view_ = event;
    payload_ = &payload_view_;
  }
  void leave_payload() override { payload_ = nullptr; }

  std::unique_ptr<PrinterMemory> memory() const override {
    auto memory = std::make_unique<JsonMemory>();
    memory->gtid = gtid_;
    return memory;
  }
  void recall(const PrinterMemory& memory) override { recall_gtid(static_cast<const JsonMemory&>(memory).gtid); }
  void begin_part(const PrinterMemory& assumed) override {
    recall(assumed);
    assumed_ = gtid_;
  }
  bool settle(const PrinterMemory& before) override { return assumed_ == static_cast<const JsonMemory&>(before).gtid; }
  void pass(const EventView& event, DecodeContext& context) override {
    const EventType type = event.header.type();
    if (is_gtid_event(type)) {
      with_gtid(event, context,
                [&](const GtidFields& gtid, Bytes uuid, Bytes tag) { begin_transaction(type, uuid, tag, gtid.gno); });
    } else if (type == EventType::QUERY_EVENT) {
      gtid_.note_query(decode_as<QueryEvent>(event, context).query);
    } else if (type == EventType::TRANSACTION_PAYLOAD_EVENT) {
      gtid_.end();
    } else {
      note_shown(type);
    }
  }

 private:
  std::optional<TracedEvent> trace_if_memory_allows(const EventView& event) {
    tape_ = {};
    try {
      return trace_event(event, *context_);
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  }

  // --- what all objects have

  static constexpr std::string_view kBodyOpener = ",\"body\":{";
  static constexpr std::string_view kGtidOpener = ",\"gtid\":\"";
  static constexpr std::string_view kLineEnd = "}}\n";  ///< Behind the members of a body.

  void set_file(const std::string& path) {
    payload_ = nullptr;
    head_.set_file(path);
  }

  void show_encryption_header(const std::string& path, Bytes bytes) {
    Cursor<NoTrace> in(bytes);
    const EncryptionHeader header = EncryptionHeader::decode(in);
    json_.begin_object();
    json_.key("file");
    append_json_lossy(out_, path);
    json_.member("type", "ENCRYPTION_HEADER");
    json_.key("body");
    json_.begin_object();
    json_.member("version", header.version);
    json_.key("key_id");
    append_json_guess(out_, header.key_id);
    json_.key("encrypted_file_password");
    append_json_base64(out_, header.encrypted_file_password);
    json_.key("iv_for_file_password");
    append_json_base64(out_, header.iv_for_file_password);
    json_.end_line();
  }

  /// Up to the body's first member.
  void begin_body(const EventView& event) {
    JsonPieces line(json_, line_room(0));
    begin_line(line, event);
    line.append(kBodyOpener);
    json_.adopt_body();
  }

  /// Most bytes of a line that has `body_room` of them in its body.
  std::size_t line_room(std::size_t body_room) const {
    constexpr std::size_t kMostBytes = 128;
    return head_.room() + gtid_member_.room() + kMostBytes + body_room;
  }

  /// Up to the body.
  void begin_line(JsonPieces& line, const EventView& event) { line.commit(write_head(line.end(), event)); }

  [[gnu::noinline]] char* write_head(char* to, const EventView& event) {
    to = head_.write(to, event, payload_, checksum_algorithm(event));
    if (!gtid_.of(event.header.type()).empty()) to = gtid_member_.write(to);
    if (payload_ == nullptr) return to;
    constexpr std::string_view kName = ",\"payload_position\":";
    std::memcpy(to, kName.data(), kName.size());
    return write_number(to + kName.size(), event.position);
  }

  /// That of a FORMAT_DESCRIPTION_EVENT is a CRC32 whatever it says of the events behind it.
  ChecksumAlgorithm checksum_algorithm(const EventView& event) const {
    const bool is_description = event.header.type() == EventType::FORMAT_DESCRIPTION_EVENT;
    return is_description ? ChecksumAlgorithm::kCrc32 : context_->format.checksum_alg;
  }

  void write_error(std::size_t offset, std::string_view field, std::string_view reason) {
    json_.begin_object();
    json_.member("offset", offset);
    json_.key("field");
    append_json_lossy(out_, field);
    json_.key("reason");
    append_json_lossy(out_, reason);
    json_.end();
  }

  /// Ends the body and the object.
  void end_event() { json_.end_line(); }
  void end_event(const DecodeError& error) {
    json_.end_to(1);
    json_.key("error");
    write_error(error.offset(), error.field(), error.reason());
    json_.end_line();
  }

  // --- events of one or two numbers

  /// What stands behind the numbers is shown with them.
  template <class Struct>
  void show_numbers(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const Struct decoded = Struct::decode(in, *context_);
    if (!in.at_end()) [[unlikely]]
      return show_fields<Struct>(event);
    show(event, decoded);
  }

  void show(const EventView& event, const XidEvent& xid) {
    {
      JsonPieces line(json_, line_room(kJsonIntegerRoom));
      begin_line(line, event);
      line.append(",\"body\":{\"xid\":");
      line.append_integer(xid.xid);
      line.append(kLineEnd);
    }
    gtid_.end();
  }

  void show(const EventView& event, const IntvarEvent& intvar) {
    JsonPieces line(json_, line_room(2 * kJsonIntegerRoom));
    begin_line(line, event);
    line.append(",\"body\":{\"type\":");
    line.append_number(intvar.intvar_type);
    line.append(",\"val\":");
    line.append_integer(intvar.val);
    line.append(kLineEnd);
  }

  // --- events by their field tape

  template <class Struct>
  void show_fields(const EventView& event) {
    tape_.clear();
    Cursor<FieldTrace> in(event.bytes, event.body_begin, event.body_end, FieldTrace{.tape = &tape_});
    Struct::decode(in, *context_);
    if (!in.at_end()) in.unparsed_rest();
    begin_body(event);
    fields_.write(tape_, event.bytes);
    end_event();
    note_shown(event.header.type());
  }

  void note_shown(EventType type) {
    if (type == EventType::XID_EVENT || type == EventType::XA_PREPARE_LOG_EVENT || type == EventType::INCIDENT_EVENT) {
      gtid_.end();
    }
  }

  /// Takes header and checksum from the tape of a whole event.
  static void keep_body(const EventView& event, FieldTape& tape) {
    if (event.has_checksum()) tape.pop_back();
    std::erase_if(tape, [&](const Field& field) { return field.offset < event.body_begin; });
  }

  // --- the log itself

  void show(const EventView& event, const FormatDescriptionEvent& description) {
    // A server that has just started goes on with no transaction.
    const bool is_relay = (event.header.flags & LOG_EVENT_RELAY_LOG_F) != 0;
    if (description.created != 0 && !is_relay) gtid_.end();
    begin_body(event);
    json_.member("binlog_version", description.binlog_version);
    json_.key("server_version");
    append_json_guess(out_, description.server_version);
    json_.member("created", description.created);
    json_.member("common_header_len", description.common_header_len);
    json_.key("post_header_len");
    json_.begin_object();
    for (std::size_t i = 0; i < description.post_header_len.size(); ++i) {
      write_type_key(i + 1);
      json_.integer(load_u8(&description.post_header_len[i]));
    }
    json_.end();
    if (description.checksum_alg) {
      json_.key("checksum_alg");
      append_json_algorithm(out_, *description.checksum_alg);
    }
    end_event();
  }

  void write_type_key(std::size_t type_code) {
    const std::string_view name = type_code < 256 ? event_type_name(static_cast<std::uint8_t>(type_code)) : "";
    if (!name.empty()) return json_.key(name);
    json_.key(fmt::format("{}", type_code));
  }

  void show(const EventView& event, const PreviousGtidsLogEvent& previous) {
    scratch_.clear();
    if (!append_gtid_set(scratch_, previous.gtid_set, ",")) {
      throw DecodeError(event.body_begin, "gtid_set", "not a set that a server writes");
    }
    begin_body(event);
    json_.member("gtid_set", scratch_.view());
    end_event();
  }

  // --- transactions

  void show(const EventView& event, const GtidLogEvent& gtid) { show_gtid(event, gtid, gtid.uuid, {}); }
  void show(const EventView& event, const GtidTaggedLogEvent& gtid) {
    show_gtid(event, gtid, Bytes(gtid.uuid.data(), gtid.uuid.size()), gtid.tag);
  }

  void show_gtid(const EventView& event, const GtidFields& gtid, Bytes uuid, Bytes tag) {
    begin_transaction(event.header.type(), uuid, tag, gtid.gno);
    constexpr std::size_t kMostBytes = 640;  // Numbers and times, and names between them.
    const std::string_view flags = gtid_flags_.text(gtid.gtid_flags);
    JsonPieces line(json_, line_room(flags.size() + source_members_.room() + gtid_member_.room() + kMostBytes));
    begin_line(line, event);
    line.append(",\"body\":{\"gtid_flags\":");
    line.append(flags);
    line.commit(source_members_.write(line.end()));
    line.append_integer(gtid.gno);
    line.commit(gtid_member_.write(line.end()));
    append_gtid_fields(line, gtid);
    line.append(kLineEnd);
  }

  [[gnu::always_inline]] void append_gtid_fields(JsonPieces& line, const GtidFields& gtid) {
    const auto append_optional = [&line](std::string_view name, const auto& value) {
      if (!value) return;
      line.append(name);
      line.append_integer(*value);
    };
    if (gtid.logical) {
      line.append(",\"last_committed\":");
      line.append_integer(gtid.logical->last_committed);
      line.append(",\"sequence_number\":");
      line.append_integer(gtid.logical->sequence_number);
    }
    if (gtid.immediate_commit_timestamp) {
      line.append(",\"immediate_commit_timestamp\":");
      line.append_instant(immediate_time_, *gtid.immediate_commit_timestamp);
    }
    if (gtid.original_commit_timestamp) {
      line.append(",\"original_commit_timestamp\":");
      line.append_instant(original_time_, *gtid.original_commit_timestamp);
    }
    append_optional(",\"transaction_length\":", gtid.transaction_length);
    if (gtid.immediate_server_version != immediate_version_ || gtid.original_server_version != original_version_) {
      make_versions(gtid);
    }
    line.commit(versions_.write(line.end()));
    append_optional(",\"commit_group_ticket\":", gtid.commit_group_ticket);
  }

  /// There are few servers.
  void make_versions(const GtidFields& gtid) {
    const auto& immediate = gtid.immediate_server_version;
    const auto& original = gtid.original_server_version;
    making_.clear();
    JsonWriter json(making_, json_.integers());
    json.adopt_object();
    if (immediate) json.member("immediate_server_version", *immediate);
    if (original) json.member("original_server_version", *original);
    versions_.assign(making_.view());
    immediate_version_ = immediate;
    original_version_ = original;
  }

  void begin_transaction(EventType type, Bytes uuid, Bytes tag, std::int64_t gno) {
    if (uuid != uuid_ || tag != tag_) make_source_texts(uuid, tag);
    making_.clear();
    if (type == EventType::ANONYMOUS_GTID_LOG_EVENT) {
      making_.append(kGtidOpener);
      making_.append("anonymous\"");
    } else {
      char* const end = write_json_integer(source_.write(making_.reserve(source_.room() + kJsonIntegerRoom)), gno,
                                           JsonIntegers::kNumbers);
      *end = '"';
      making_.commit(end + 1);
    }
    const std::string_view member = making_.view();
    gtid_.end();  // If memory is refused now, no event gets the GTID of the transaction before.
    gtid_member_.assign(member);
    gtid_.begin(member.substr(kGtidOpener.size(), member.size() - kGtidOpener.size() - 1));
  }

  void recall_gtid(const TransactionGtid& gtid) {
    gtid_ = gtid;
    making_.clear();
    making_.append(kGtidOpener);
    making_.append(gtid_.of(EventType::XID_EVENT));
    making_.append('"');
    gtid_member_.assign(making_.view());
  }

  /// What the GTIDs of one source and tag have in common.
  void make_source_texts(Bytes uuid, Bytes tag) {
    uuid_ = {};  // They are nobody's until they are complete: memory may be refused.
    making_.clear();
    making_.append(",\"uuid\":\"");
    append_uuid(making_, uuid);
    making_.append("\",\"tag\":");
    append_json_guess(making_, tag);
    making_.append(",\"gno\":");
    source_members_.assign(making_.view());
    making_.clear();
    append_json_lossy(making_, tag);
    const std::string quoted_tag(making_.view());
    making_.clear();
    making_.append(kGtidOpener);
    append_uuid(making_, uuid);
    making_.append(':');
    if (!tag.empty()) {
      making_.append(std::string_view(quoted_tag).substr(1, quoted_tag.size() - 2));
      making_.append(':');
    }
    source_.assign(making_.view());
    tag_ = tag;
    uuid_ = uuid;
  }

  template <class T>
  void write_optional(std::string_view name, const std::optional<T>& value) {
    if (value) json_.member(name, *value);
  }

  // --- statements

  void show_query(const EventView& event) {
    QueryReader::Query& read = query_reader_.read(event, *context_);
    const QueryEvent& query = read.event;
    const JsonQuery::Kept& kept = query_.kept_of(query, read.mark);
    {
      constexpr std::size_t kMostBytes = 64;
      JsonPieces line(json_, line_room(kMostBytes + kept.room()));
      begin_line(line, event);
      line.append(",\"body\":{\"thread_id\":");
      line.append_number(query.thread_id);
      line.commit(kept.write(line.end(), query.status_vars.microseconds));
    }
    json_.adopt_body();
    query_.write_text(query);
    end_event();
    gtid_.note_query(query.query);
  }

  void show(const EventView& event, const ExecuteLoadQueryEvent& load) {
    begin_body(event);
    json_.member("thread_id", load.thread_id);
    json_.member("query_exec_time", load.query_exec_time);
    json_.member("error_code", load.error_code);
    json_.member("file_id", load.file_id);
    json_.member("fn_pos_start", load.fn_pos_start);
    json_.member("fn_pos_end", load.fn_pos_end);
    json_.member("dup_handling", load.dup_handling);
    query_.write(load);
    end_event();
    gtid_.note_query(load.query);
  }

  void show(const EventView& event, const UserVarEvent& variable) {
    begin_body(event);
    json_.key("name");
    append_json_guess(out_, variable.name);
    json_.member("is_null", variable.is_null != 0);
    if (variable.is_null == 0) {
      json_.key("type");
      write_user_type(variable.value_type);
      json_.key("charset_number");
      append_json_collation(json_, variable.charset_number);
      json_.key("val");
      const bool is_sound = write_user_value(variable);
      json_.member("unsigned", (variable.flags & UserVarEvent::kUnsignedFlag) != 0);
      if (!is_sound) return end_user_var(event, variable);
    }
    end_event();
  }

  void write_user_type(std::uint8_t type) {
    static constexpr std::string_view kNames[] = {"STRING", "REAL", "INT", "ROW", "DECIMAL"};
    if (type >= std::size(kNames)) return json_.integer(type);
    json_.text(kNames[type]);
  }

  void end_user_var(const EventView& event, const UserVarEvent& variable) {
    const DecodeError error = no_user_value(event, variable);
    end_event(error);
    messages_.fault(event, error);
  }

  /// What is no value of its type is written as bytes, and false returned.
  bool write_user_value(const UserVarEvent& variable) {
    const Bytes val = variable.val;
    switch (variable.value_type) {
      case UserVarEvent::kString:
        JsonTextStyle(variable.charset_number).append(out_, val);
        return true;
      case UserVarEvent::kReal:
        if (val.size() != sizeof(double)) break;
        append_json_number(out_, std::bit_cast<double>(load_u64(val.data())));
        return true;
      case UserVarEvent::kInt:
        if (val.size() != sizeof(std::uint64_t)) break;
        if ((variable.flags & UserVarEvent::kUnsignedFlag) != 0) {
          json_.integer(load_u64(val.data()));
        } else {
          json_.integer(static_cast<std::int64_t>(load_u64(val.data())));
        }
        return true;
      case UserVarEvent::kDecimal:
        scratch_.clear();
        if (!append_described_decimal(scratch_, val)) break;
        json_.text(scratch_.view());
        return true;
      default:
        break;
    }
    append_json_base64(out_, val);
    return false;
  }

  // --- rows

  void show_table_map(const EventView& event) {
    const TableMap& table = context_->add_table_map(event.bytes, event.body_begin, event.body_end);
    begin_body(event);
    const std::string_view flags = table_map_flags_.text(table.event().flags);
    {
      constexpr std::size_t kMostBytes = 64;
      ShortPieces line(out_, flags.size() + kMostBytes);
      line.append("\"table_id\":");
      line.append_number(table.event().table_id);
      line.append(",\"flags\":");
      line.append(flags);
    }
    json_.adopt_member();
    rows_.append_definition(table);
    if (!table.metadata_error()) return end_event();
    end_event(*table.metadata_error());
    messages_.fault(event, *table.metadata_error());
  }

  void show_rows(const EventView& event) {
    Cursor<NoTrace> in(event.bytes, event.body_begin, event.body_end);
    const RowsEvent rows = RowsEvent::decode(in, *context_, event.header.type());
    const TableMap* table = context_->table_map(rows.table_id);
    begin_body(event);
    const std::string_view name = table != nullptr ? rows_.table_name(*table) : std::string_view();
    const std::string_view flags = rows_flags_.text(rows.flags);
    {
      constexpr std::size_t kMostBytes = 64;
      ShortPieces line(out_, name.size() + flags.size() + kMostBytes);
      line.append("\"table_id\":");
      line.append_number(rows.table_id);
      line.append(name);
      line.append(",\"flags\":");
      line.append(flags);
    }
    json_.adopt_member();
    write_extra_row_info(rows);
    JsonRows::Result result{.error = std::nullopt, .undecoded_from = event.body_end - rows.rows.size()};
    if (table != nullptr) {
      json_.key("rows");
      result = rows_.append_rows(event, rows, *table);
    } else {
      result.error = no_table_map(event.body_begin, rows.table_id);
    }
    if (!result.error) return end_event();
    if (result.undecoded_from < event.body_end) {
      json_.key("undecoded");
      append_json_base64(out_, event.bytes.substr(result.undecoded_from, event.body_end - result.undecoded_from));
    }
    end_event(*result.error);
    messages_.fault(event, *result.error);
  }

  void write_extra_row_info(const RowsEvent& rows) {
    if (rows.ndb_info) {
      json_.member("ndb_info_format", rows.ndb_info->format);
      json_.key("ndb_info");
      append_json_base64(out_, rows.ndb_info->data);
    }
    if (rows.unknown_info) {
      json_.member("extra_row_info_type", rows.unknown_info->type);
      json_.key("extra_row_info");
      append_json_base64(out_, rows.unknown_info->data);
    }
    if (!rows.partition) return;
    json_.member("partition_id", rows.partition->partition_id);
    write_optional("source_partition_id", rows.partition->source_partition_id);
  }

  TextBuffer& out_;
  PrinterMessages messages_;
  JsonWriter json_;
  JsonRows rows_;
  QueryReader query_reader_;
  JsonQuery query_;
  JsonFields fields_;
  JsonHead head_;
  JsonFlags gtid_flags_{gtid_flag_names()};
  JsonFlags table_map_flags_{table_map_flag_names()};
  JsonFlags rows_flags_{rows_flag_names()};
  TransactionGtid gtid_;
  BasicLongBlockText<64> gtid_member_;  ///< While gtid_ has one: what the objects of its events say of it.
  TransactionGtid assumed_;             ///< At the beginning of a part of the log.
  IsoTime immediate_time_;
  IsoTime original_time_;
  std::optional<std::uint32_t> immediate_version_;
  std::optional<std::uint32_t> original_version_;
  BasicLongBlockText<96> versions_;  ///< The members of both; empty if there are none.

  DecodeContext* context_ = nullptr;
  EventView payload_view_;
  const EventView* payload_ = nullptr;  ///< Inside of a payload, its event; &payload_view_.
  FieldTape tape_;
  TextBuffer making_;   ///< For texts that are kept as strings, while they are made.
  TextBuffer scratch_;  ///< For parts of bodies.
  std::string uuid_;
  std::string tag_;
  BasicLongBlockText<96>
      source_members_;             ///< Of uuid_ and tag_, with the comma before them and the name of the number behind.
  BasicLongBlockText<64> source_;  ///< gtid_member_ of uuid_ and tag_, up to the number.
};

}  // namespace

std::unique_ptr<Printer> make_json_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages) {
  const JsonIntegers integers = options.json_string_integers ? JsonIntegers::kStrings : JsonIntegers::kNumbers;
  return std::make_unique<JsonPrinter>(out, integers, std::move(messages));
}

}  // namespace binlogdump
