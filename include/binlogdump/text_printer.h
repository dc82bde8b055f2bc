#pragma once
// Events as text in mysqlbinlog's layout.

#include <functional>
#include <memory>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/decode.h"
#include "binlogdump/print_options.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// What a printer tells besides its text.
struct TextPrinterEvents {
  /// Rows of `event` could be printed in part only.
  std::function<void(const EventView& event, const DecodeError& error)> fault;
  /// Something worth a line on stderr.
  std::function<void(const std::string& text)> warning;
};

/// Prints the events of one or more files. What is printed depends on what came before: session state and unfinished
/// statements run on from file to file.
class TextPrinter {
 public:
  /// `people`: not to be replayed by a server, so that nothing is done for the sake of that (no files are written for
  /// LOAD DATA unless options.local_load says where).
  TextPrinter(TextBuffer& out, const PrintOptions& options, bool people, TextPrinterEvents events);
  TextPrinter(const TextPrinter&) = delete;
  TextPrinter& operator=(const TextPrinter&) = delete;
  ~TextPrinter();

  /// The lines before the first event, and those after the last.
  void begin();
  void end();

  /// Where the following events can be read again at their position; nullptr: nowhere.
  void set_file(const FileSource* file);
  /// Before that file is closed. What belongs to an unfinished statement is kept for the next file, or forgotten.
  void end_file(bool keep_unfinished);

  /// Prints an event or, if it belongs to a statement that has not ended, its first lines. Throws DecodeError with
  /// nothing printed if the event can't be decoded or is nothing that a server writes. TABLE_MAP_EVENTs enter the
  /// context when their statement's rows are printed; the caller keeps the rest of the context.
  void print(const EventView& event, DecodeContext& context);

  /// Shows an event that print() refused: header, fault, bytes.
  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error);

  /// Around the events of a TRANSACTION_PAYLOAD_EVENT; the first throws like print().
  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, DecodeContext& context);
  void end_payload();

  /// What has not been printed because its end never came.
  bool has_unfinished_rows() const;
  bool has_unfinished_variables() const;

 private:
  class State;
  std::unique_ptr<State> state_;
};

}  // namespace binlogdump
