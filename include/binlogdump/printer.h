#pragma once
// What all printers have in common: how events are handed to them, whatever they make of them.

#include <functional>
#include <memory>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/decode.h"
#include "binlogdump/events/transaction_payload_event.h"
#include "binlogdump/print_options.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// What a printer tells besides its output.
struct PrinterMessages {
  /// Rows of `event` could be printed in part only.
  std::function<void(const EventView& event, const DecodeError& error)> fault;
  /// Something worth a line on stderr.
  std::function<void(const std::string& text)> warning;
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
  virtual void begin_file(const std::string& path, const FileSource& file) = 0;
  /// What belongs to an unfinished statement is kept for the next file, or forgotten.
  virtual void end_file(bool keep_unfinished) = 0;

  /// Shows an event. Throws DecodeError if the event can't be decoded or is nothing that a server writes; what is shown
  /// of it by then, if anything, is the printer's affair. TABLE_MAP_EVENTs enter the context in here; the caller keeps
  /// the rest of the context.
  virtual void print(const EventView& event, DecodeContext& context) = 0;

  /// Shows an event that print() refused: header, fault, bytes. Called, too, for a payload whose events can't be read,
  /// or no further: then with or without a begin_payload() before it, and without an end_payload().
  virtual void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) = 0;

  /// Shows a fault that is no event's: the chain of events breaks at `position`, the file can't be read further.
  virtual void print_fault(std::uint64_t position, const std::string& text) = 0;

  /// Whether print_undecoded() is wanted.
  virtual bool wants_undecoded() const { return false; }
  /// Bytes of the file that belong to no event, in pieces: what follows a break in the chain.
  virtual void print_undecoded(std::uint64_t, Bytes) {}

  /// How the events of a payload are handed over: with the position and checksum that they would have been logged with
  /// behind it, as mysqlbinlog shows them; or as they are stored, with their position in the payload.
  enum class InnerEvents : std::uint8_t { kAsLogged, kAsStored };
  virtual InnerEvents inner_events() const { return InnerEvents::kAsLogged; }

  /// Around the events of a TRANSACTION_PAYLOAD_EVENT, which has been decoded already; `first` is the first of them, or
  /// nullptr. begin_payload() throws like print().
  virtual void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView* first,
                             DecodeContext& context) = 0;
  virtual void end_payload() = 0;

  /// What has not been shown because its end never came.
  virtual bool has_unfinished_rows() const { return false; }
  virtual bool has_unfinished_variables() const { return false; }
};

/// Prints what mysqlbinlog prints, for replay.
std::unique_ptr<Printer> make_mysqlbinlog_printer(TextBuffer& out, const PrintOptions& options,
                                                  PrinterMessages messages);

/// Prints text for people: mysqlbinlog's layout without what hinders reading.
std::unique_ptr<Printer> make_text_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints one line for each event, with the columns of SHOW BINLOG EVENTS.
std::unique_ptr<Printer> make_events_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints each field of each event: offset, bytes, name and value.
std::unique_ptr<Printer> make_hex_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints one line for each file: how many of its bytes are labelled, unparsed, undecoded.
std::unique_ptr<Printer> make_coverage_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

/// Prints JSON Lines: one object for each event.
std::unique_ptr<Printer> make_json_printer(TextBuffer& out, const PrintOptions& options, PrinterMessages messages);

}  // namespace binlogdump
