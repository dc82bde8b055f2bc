#pragma once
// --salvage: the sound events of a damaged log as a log of their own.

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "binlogdump/gtid_set.h"
#include "binlogdump/printer.h"
#include "pipeline/pending_transaction.h"
#include "pipeline/salvaged_log.h"
#include "pipeline/sound_event.h"
#include "pipeline/transaction_bounds.h"

namespace binlogdump {

struct SalvageOptions {
  Sink* log = nullptr;                ///< Takes the new log.
  bool partial_transactions = false;  ///< Of damaged transactions the sound statements.
  std::string server_version = {};    ///< Of the server, should the log's description be lost; empty: not known.
};

/// Nothing can be salvaged; what() says why.
class SalvageRefused : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Takes the events of one log, writes the sound ones of whole transactions to another, and tells what it leaves out.
///
/// A transaction waits until its end is seen. Damage in it leaves all of it out: an event that can't be decoded, rows
/// without their table map, a range of bytes that are no events, an end that never comes. Behind damage it may not be
/// known to which transaction events belong; they are left out until the next one begins.
class Salvage : public Printer {
 public:
  /// `report`: lines for people.
  Salvage(TextBuffer& report, const SalvageOptions& options)
      : report_(report), options_(options), log_(*options.log), transaction_(options.partial_transactions) {}

  /// Whether the new log has all that was in the old one.
  bool is_complete() const { return left_out_.pieces == 0 && !made_format_; }
  /// Whether the new log can be used.
  bool is_usable() const { return log_.events() > 0 && !failed_; }

  void begin_file(const std::string& path, const LogSource& file) override;
  void end_file(bool keep_unfinished) override;
  void print(const EventView& event, DecodeContext& context) override;
  void print_damaged(const EventView& event, DecodeContext& context, const DecodeError& error) override;
  void print_fault(std::uint64_t position, std::uint64_t end_position, const std::string& text) override;
  InnerEvents inner_events() const override { return InnerEvents::kAsStored; }
  void begin_payload(const EventView& event, const TransactionPayloadEvent& payload, const EventView* first,
                     DecodeContext& context) override;
  void end_payload() override;

 private:
  using Part = PendingTransaction::Part;

  /// A TRANSACTION_PAYLOAD_EVENT whose events are being looked at.
  struct Payload {
    EventView event;
    bool is_stray = false;
    std::string fault = {};  ///< The first one found inside.
  };
  /// Events in a row that belong to no transaction that is known.
  struct Strays {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
  };
  /// What is known of the transaction at hand.
  struct Frame {
    std::string gtid = {};     ///< Empty: it has none.
    GtidSet gtids = {};        ///< That GTID.
    bool is_repeated = false;  ///< A transaction with its GTID has been written.
    bool lacks_gtid = false;
    bool begun = false;  ///< By a BEGIN.
    bool is_xa = false;
    bool has_content = false;  ///< More than what may stand between transactions.
    std::uint32_t thread_id = 0;
    EventHeader last_header = {};
    std::optional<std::uint32_t> shift = {};  ///< How far the next positions are behind the offsets.
  };
  /// The ROTATE_EVENT or STOP_EVENT that ends the log, unless more comes.
  struct Closing {
    std::string bytes;
    EventView event;
  };
  struct LeftOut {
    std::uint64_t pieces = 0;  ///< Lines of the report.
    std::uint64_t transactions = 0;
    std::uint64_t events = 0;
    std::uint64_t bytes = 0;
  };

  void take_format(const EventView& event, const DecodeContext& context);
  void take_damaged_format(const EventView& event, const std::string& reason);
  /// Whether the events that come have no description and can't have one either.
  bool is_format_lost() const { return needs_format_ && options_.server_version.empty() && log_.events() > 0; }
  /// The event as the description in force has it. Without one it is made, or SalvageRefused thrown.
  EventView with_format(const EventView& event, DecodeContext& context);
  void make_format(const EventView& next, DecodeContext& context);

  void take(const EventView& event, DecodeContext& context);
  void take_event_of_file(const EventView& event);
  void take_sound(const EventView& event, const SoundEvent& sound, const DecodeContext& context);
  void take_damaged(const EventView& event, const std::string& reason);
  void take_inner(const EventView& event, DecodeContext& context);
  void finish_payload();
  void take_stray(const EventView& event);

  /// What is wrong with a row event, which is decoded so far.
  std::optional<DecodeError> fault_of_rows(const EventView& event, const SoundEvent& sound,
                                           const DecodeContext& context);
  void note_tables(EventType type, const SoundEvent& sound);
  bool follows_gap(const EventView& event) const;
  std::optional<std::uint32_t> shift_of(const EventView& event) const;
  void note_frame(const EventView& event, const SoundEvent& sound);
  void begin_anew_if_due(EventType type, Bytes query);
  /// Whether a transaction begins with the event, whatever came before.
  bool surely_begins(EventType type, Bytes query) const;
  bool expects_gtids() const;
  bool needs_gtids() const;
  void note_written();
  void lose_thread(const std::string& reason);

  /// `missing`: what is, if anything.
  void close_transaction(const std::string& missing);
  /// Failing, it leaves the new log without events that it should have.
  template <class Work>
  void do_or_fail(Work work) {
    failed_ = true;
    work();
    failed_ = false;
  }
  void append(const EventView& event, Part part) {
    do_or_fail([&] { transaction_.append(event, part, file_); });
  }
  void write_whole_transaction();
  /// What is kept of a damaged one, if anything. `ended`: its end is there.
  void write_damaged_transaction(bool ended);
  bool may_write_part(bool ended) const;
  void write_commit();
  void write(const EventView& event);
  std::string transaction_name() const;

  void report_left_out(std::uint64_t begin, std::uint64_t end, std::string_view what, std::string_view reason);
  void report_strays();
  void report_end();

  TextBuffer& report_;
  SalvageOptions options_;
  SalvagedLog log_;
  const LogSource* file_ = nullptr;  ///< nullptr: before the file or behind it.
  std::string path_;

  RowCheck row_check_;
  PendingTransaction transaction_;
  Frame frame_;
  TransactionBounds bounds_;
  std::vector<std::uint64_t> tables_;  ///< Ids of the table maps of the statement at hand.
  std::optional<Payload> payload_;
  std::optional<Closing> closing_;

  bool needs_format_ = true;  ///< The events that come have no description.
  GtidSet written_;           ///< Of the new log.
  bool made_format_ = false;  ///< By us.
  ServerVersion version_;     ///< Of the description in force.
  bool is_relay_log_ = false;
  bool thread_lost_ = false;  ///< To which transaction events belong is not known.
  bool last_was_damaged_ = false;
  bool has_gtids_ = false;         ///< Transactions have GTID events.
  bool has_transactions_ = false;  ///< There was one.
  bool failed_ = false;
  Strays strays_;
  LeftOut left_out_;
  std::uint64_t transactions_ = 0;  ///< Written.
};

}  // namespace binlogdump
