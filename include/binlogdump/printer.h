#pragma once
// What all printers have in common: how events are handed to them, whatever they make of them.

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/decode.h"
#include "binlogdump/events/transaction_payload_event.h"
#include "binlogdump/print_options.h"
#include "binlogdump/selection_options.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

class EventReader;

/// What a printer tells besides its output.
struct PrinterMessages {
  /// Rows of `event` could be printed in part only.
  std::function<void(const EventView& event, const DecodeError& error)> fault;
  /// Something worth a line on stderr.
  std::function<void(const std::string& text)> warning;
  /// Of a printer that shows a part of a log: what the events before the part add up to is needed now.
  /// Printer::settle() has been called when it returns. May be empty otherwise.
  std::function<void()> await_earlier_parts = {};
};

/// What a printer knows from the events that it was given, as far as the text of later events depends on it.
struct PrinterMemory {
  virtual ~PrinterMemory() = default;
};

/// Shows the events of one or more files, in order. One call for each event, so that virtual calls do not matter.
class Printer {
 public:
  Printer() = default;
  Printer(const Printer&) = delete;
  Printer& operator=(const Printer&) = delete;
  virtual ~Printer() = default;

  /// Before the first file, and after the last.
  virtual void begin() {}
  virtual void end() {}

  /// Around the events of a file. Events can be read again from `file` at their position, if it is seekable.
  virtual void begin_file(const std::string& path, const LogSource& file) = 0;
  /// What belongs to an unfinished statement is kept for the next file, or forgotten.
  virtual void end_file(bool keep_unfinished) = 0;

  /// Shows an event. Throws DecodeError if the event can't be decoded or is nothing that a server writes; what is shown
  /// of it by then, if anything, is the printer's affair. TABLE_MAP_EVENTs enter the context in here; the caller keeps
  /// the rest of the context.
  virtual void print(const EventView& event, DecodeContext& context) = 0;

  /// Shows an event that print() refused: header, fault, bytes. Called, too, for a payload whose events can't be read,
  /// or no further: then with or without a begin_payload() before it, and without an end_payload().
  virtual void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) = 0;

  /// Shows a fault that is no event's. The bytes from `position` to `end_position` are no events that can be read, so
  /// that some may be missing; if both are the same, nothing is missing, or the file can't be read further.
  virtual void print_fault(std::uint64_t position, std::uint64_t end_position, const std::string& text) = 0;

  /// Shows why nothing of a file can be read; begin_file() has not been called for it.
  virtual void print_unusable(const std::string&, const std::string&) {}

  /// Whether print_undecoded() is wanted.
  virtual bool wants_undecoded() const { return false; }
  /// Bytes of the file that belong to no event, in pieces, behind the print_fault() that says why. If more of the file
  /// comes, another one behind them has their range.
  virtual void print_undecoded(std::uint64_t, Bytes) {}

  /// How the events of a payload are handed over: with the position and checksum that they would have been logged with
  /// behind it, as mysqlbinlog shows them; or as they are stored, with their position in the payload.
  enum class InnerEvents : std::uint8_t { kAsLogged, kAsStored };
  virtual InnerEvents inner_events() const { return InnerEvents::kAsLogged; }

  /// Whether the printer leaves out a TRANSACTION_PAYLOAD_EVENT and all events in it; called once for each.
  virtual bool skips_payload(const EventView&, DecodeContext&) { return false; }
  /// Around the events of a TRANSACTION_PAYLOAD_EVENT, which has been decoded already; `first` is the first of them, or
  /// nullptr. begin_payload() throws like print().
  virtual void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView* first,
                             DecodeContext& context) = 0;
  virtual void end_payload() = 0;

  /// What filters leave out, as far as it matters for events that are shown. Between enter_transaction() and
  /// leave_transaction(): they belong to a transaction whose GTID event, `gtid_event`, is not shown; `thread_id` is
  /// that of its connection, if known. leave_transaction() may come without the other.
  virtual void enter_transaction(const EventView&, std::optional<std::uint32_t>, DecodeContext&) {}
  virtual void note_hidden_begin() {}  ///< The BEGIN behind a GTID event that is shown.
  virtual void leave_transaction() {}
  /// Between these: they are stored in a TRANSACTION_PAYLOAD_EVENT that is not shown itself.
  virtual void enter_payload(const EventView&) {}
  virtual void leave_payload() {}

  // A log can be printed in parts, each by another printer with the same options, whose texts one behind the other are
  // what one printer would have written.

  /// What the next printer must know; nullptr: parts are not for this printer. Between events of the log itself only.
  virtual std::unique_ptr<PrinterMemory> memory() const { return nullptr; }
  /// Goes on where a printer with that memory stopped.
  virtual void recall(const PrinterMemory&) {}
  /// Takes note of an event as print() would, and shows nothing. What only rows tell is left out. Throws DecodeError.
  virtual void pass(const EventView&, DecodeContext&) {}
  /// Whether the events at the beginning of a payload matter to pass(), before the payload itself.
  virtual bool passes_payload_events() const { return false; }
  /// As recall(), with a memory that is made up by pass(), so that something may be missing or wrong.
  virtual void begin_part(const PrinterMemory& assumed) { recall(assumed); }
  /// The part before has ended with that memory: takes from it what was missing. False if what was assumed is wrong, so
  /// that the part must be printed again.
  virtual bool settle(const PrinterMemory&) { return true; }

  /// Takes the events that the reader has at hand as far as they are beyond doubt, and print() would find nothing of
  /// interest to anyone else in them: far faster. `shift` is how far the next positions of the events before are behind
  /// their ends.
  struct Taken {
    std::uint64_t events = 0;
    std::uint32_t server_id = 0;  ///< Of the last of them.
  };
  virtual Taken take_sound_events(EventReader&, DecodeContext&, [[maybe_unused]] std::uint32_t shift) { return {}; }

  /// Whether the printer itself found something wrong.
  virtual bool found_faults() const { return false; }

  /// What has not been shown because its end never came.
  virtual bool has_unfinished_rows() const { return false; }
  virtual bool has_unfinished_variables() const { return false; }
};

/// Prints what mysqlbinlog prints, for replay.
/// `selection`: what mysqlbinlog leaves out of the events that it is given, by transaction and by database. Throws
/// std::invalid_argument if a GTID set of it is wrong.
std::unique_ptr<Printer> make_mysqlbinlog_printer(TextBuffer& out, const PrintOptions& options,
                                                  const SelectionOptions& selection, PrinterMessages messages);

/// Prints text for people: mysqlbinlog's layout without what hinders reading.
std::unique_ptr<Printer> make_text_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints one line for each event, with the columns of SHOW BINLOG EVENTS.
std::unique_ptr<Printer> make_events_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints each field of each event: offset, bytes, name and value.
std::unique_ptr<Printer> make_hex_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints one line for each file: how many of its bytes are labelled, unparsed, undecoded.
std::unique_ptr<Printer> make_coverage_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints JSON Lines: one object in a line for each event. What follows is the format; new members may be added.
///
/// Every line is valid JSON in valid UTF-8, whatever the log holds. These are the members, in this order:
///
/// - `file`, `position`, `end_position`: the file as it was named, where the event begins in it and where the next one
///   does. An event of a compressed transaction has those of its TRANSACTION_PAYLOAD_EVENT, whose object comes first.
/// - `event_size`: bytes of the event. `time`, `timestamp`: when its statement began, as 2026-11-29T20:05:22Z and in
///   seconds since 1970. `type`, `type_code`: MySQL's name (UNKNOWN_EVENT if it has none) and number.
/// - `server_id`, `log_pos`: as stored; the latter is 32 bits wide and may mean another file.
/// - `flags`: names of the bits that are set, such as LOG_EVENT_IGNORABLE_F. So are other words of flags; bits without
///   a name are one more element such as "0x400".
/// - `checksum`: {`algorithm`, `stored`, `valid`}, {"algorithm":"NONE"} if there is none; `stored` as "0x6cf236f3",
///   `valid` is null if the algorithm is not known.
/// - `gtid`: of the transaction that the event is part of, from its GTID event to its commit: as text, or "anonymous".
///   Absent for all other events.
/// - `payload_position`: for an event of a compressed transaction, where it begins in the decompressed payload.
/// - `body`: what the event holds, see below.
/// - `error`: {`offset`, `field`, `reason`} if something of the event could not be decoded. `offset` is counted from
/// the
///   event's beginning. The body has what was decoded before it.
///
/// Bytes that are no events that can be read have an object with `file`, `position`, `end_position` and `error` only;
/// where a file can't be read further, without `end_position`. Behind the events of a payload that could be read in
/// part only, its object comes again, with `error` in place of `body`.
///
/// Of an encrypted log, whose positions are those of the decrypted one, the first object is no event: `file`, `type`
/// "ENCRYPTION_HEADER", and `body` with `version`, `key_id`, `encrypted_file_password` and `iv_for_file_password`.
///
/// A body has the event's fields under MySQL's documented names. Integers are numbers; texts are strings if they are
/// UTF-8, else {"$base64":"..."}; groups of fields are objects, and what occurs more than once in one is an array.
/// Bytes of no known meaning are `unparsed`, those behind an error `undecoded`, both as {"$base64":"..."}. An event
/// that can't be decoded always has such a body. These have one of their own:
///
/// - GTID_LOG_EVENT, ANONYMOUS_GTID_LOG_EVENT, GTID_TAGGED_LOG_EVENT: `gtid_flags`, `uuid`, `tag` ("" if there is
/// none),
///   `gno`, `gtid`, then as far as stored `last_committed`, `sequence_number`, `immediate_commit_timestamp` and
///   `original_commit_timestamp` (2026-11-29T20:05:22.815488Z), `transaction_length`, `immediate_server_version`,
///   `original_server_version` (90704 is 9.7.4), `commit_group_ticket`.
/// - PREVIOUS_GTIDS_LOG_EVENT: `gtid_set`, as text.
/// - QUERY_EVENT and EXECUTE_LOAD_QUERY_EVENT: `thread_id`, `query_exec_time`, `error_code`, `status_vars` (those that
/// are
///   stored: `flags2` and `sql_mode` as lists, character sets and collations by name), `db`, and `query` in UTF-8.
/// - TABLE_MAP_EVENT: `table_id`, `flags`, `database_name`, `table_name`, `columns`, and `primary_key` if the log
/// tells: a
///   list of {`column`, `prefix_length`}. A column has `name`, `type` (as in CREATE TABLE), `nullable`, `unsigned`,
///   `charset`, `collation`, `labels` (of ENUM and SET), `visible`, each only if it applies and the log tells, or
///   --schema where the log does not: names here are always those in the rows.
/// - Row events: `table_id`, `database`, `table`, `flags`, of partitioned tables `partition_id` and
///   `source_partition_id`, and `rows`: a list of {`before`, `after`}, each only if the event has such an image. Images
///   have the columns' names and values, without those that are not in the log; @1, @2 ... where it has no names. With
///   --where the list has only the rows that it selects. Rows whose TABLE_MAP_EVENT is missing are `undecoded`.
/// - USER_VAR_EVENT: `name`, `is_null`, then `type`, `charset_number` (the collation's name), `val`, `unsigned`.
/// - FORMAT_DESCRIPTION_EVENT: `post_header_len` by the events' names; `checksum_alg` by name.
/// - TRANSACTION_PAYLOAD_EVENT: `payload_size`, `compression_type`, `uncompressed_size`.
///
/// Values of columns:
///
/// - Integers, YEAR and BIT are numbers, exact to 64 bits; unsigned where the log says so. With --json-integers=string
///   all integers of the output beyond 2^53 are strings, for readers that would round them.
/// - DECIMAL is a string, "-17.25". FLOAT and DOUBLE are the shortest number that reads back as the same float or
///   double; what JSON has no numbers for is "NaN", "Infinity", "-Infinity".
/// - DATE, TIME, DATETIME, TIMESTAMP are strings as SELECT shows them, TIMESTAMP in UTC.
/// - ENUM is its label, SET an array of labels; numbers if the log has no labels.
/// - Text is a string: what CONVERT(... USING utf8mb4) gives. Where encoding that again would not give the stored bytes
///   it is {"$text":"...","$base64":"..."}, where the bytes are no text {"$base64":"..."}. Without a known character
///   set it is a string if it is UTF-8. Binary strings are always {"$base64":"..."}.
/// - GEOMETRY is {"wkt":"POINT(1 2)","srid":0}, coordinates in stored order. VECTOR is an array of numbers.
/// - JSON is nested, NULL and the document null alike as null. What JSON has no type for is {"$type":"DATE","$value":
///   "2024-02-29"}: DECIMAL, dates and times as strings, bytes as {"$base64":"..."}. A partial update is {"$diff":
///   [{"op":"REPLACE","path":"$.a","value":1}]}; REMOVE has no value.
/// - What is no value of its column's type is {"$base64":"..."}, and the event has an `error`.
///
/// Names of columns and of members of JSON that begin with `$` have another `$` before it, so that an object with a
/// name such as `$base64` is always one of these. In names, bytes that are no UTF-8 are U+FFFD.
std::unique_ptr<Printer> make_json_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints what is wrong with the files, and no events: with options.format kText lines for people, with kJson JSON
/// Lines. A line for each finding, as it comes, and one for each file behind its findings. These are the members of the
/// objects, in this order; new ones may be added:
///
/// - `kind`: "fault", "note" (nothing is wrong, but it is worth knowing), or "file" (the line behind those of a file).
/// - `file`: as it was named.
///
/// Of faults and notes:
///
/// - `offset`: of the event in the file. Absent if the file as a whole is meant.
/// - `end_offset`: where bytes end that are no events that can be read.
/// - `payload_offset`: for an event of a compressed transaction, where it begins in the decompressed payload; `offset`
///   is that of its TRANSACTION_PAYLOAD_EVENT then.
/// - `type`, `type_code`: of the event, as in make_json_printer(); absent where there is none.
/// - `reason`: a sentence, made for people: it may change.
///
/// Of files:
///
/// - `verdict`: "whole", "damaged" (there are faults), or "unusable" (no event of it can be read).
/// - `events`, `payload_events`: how many events the file has, and how many are stored in payloads of these.
/// - `bytes`: of the log; of a compressed file those in it, of an encrypted one without the header of the encryption.
/// - `transactions`: how many have an end.
/// - `first_time`, `last_time`: when the statements of the first and last event began, as 2026-11-29T20:05:22Z; absent
///   if no event tells.
/// - `last_transaction`: of the last that has an end, `end_position`, and `gtid` (text, or "anonymous") if it has one.
///   Absent if there is none.
/// - `in_use`: whether the log is marked as open.
/// - `faults`, `notes`: how many lines of these kinds there were.
/// - `quick`: true, with Verify::kQuick; then `not_checked` is a list of what was not looked at, and there are no
///   `payload_events`, `transactions` and `last_transaction`.
std::unique_ptr<Printer> make_verify_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints nothing.
std::unique_ptr<Printer> make_silent_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

}  // namespace binlogdump
