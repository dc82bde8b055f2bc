#pragma once
// Which events of the logs are shown, in our own ways (with --mysqlbinlog: mysqlbinlog_selection.h).

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "binlogdump/event_store.h"
#include "binlogdump/gtid_set.h"
#include "binlogdump/reader.h"
#include "pipeline/before_statement.h"
#include "pipeline/event_filter.h"
#include "pipeline/transaction_bounds.h"

namespace binlogdump {

/// Where the events that were selected go, and what the selection needs from there.
class SelectionTarget {
 public:
  /// Shows an event of the file; a payload with all that is in it.
  virtual void show_selected(const EventView& event) = 0;
  /// Shows an event of the payload that is being read.
  virtual void show_inner(const EventView& event) = 0;

  /// Calls take(inner) for each event of a payload until it returns false. Returns the fault that ends it early.
  using TakeInner = std::function<bool(const EventView& inner)>;
  virtual std::optional<DecodeError> read_payload(const EventView& event, const TakeInner& take) = 0;
  /// Around the inner events: shown by itself, or entered without that.
  virtual void begin_selected_payload(const EventView& event, const EventView* first, bool shown) = 0;
  virtual void end_selected_payload(bool shown) = 0;
  virtual void show_damaged_payload(const EventView& event, const DecodeError& error) = 0;

  /// Keeps the map of a TABLE_MAP_EVENT that is not shown.
  virtual void take_table_map(const EventView& event) = 0;

  /// Whether the event's checksum is wrong, as far as it is looked at.
  virtual bool is_damaged(const EventView& event) const = 0;

  /// See Printer.
  virtual void enter_transaction(const EventView& gtid_event, std::optional<std::uint32_t> thread_id) = 0;
  virtual void note_hidden_begin() = 0;
  virtual void leave_transaction() = 0;

 protected:
  ~SelectionTarget() = default;
};

/// Takes all events in their order and hands on those that were asked for.
class Selection {
 public:
  /// `context` is that of the file being read. Throws std::invalid_argument for options that mean nothing.
  Selection(const SelectionOptions& options, const PrintOptions& print, SelectionTarget& target,
            const DecodeContext& context);

  /// Whether the options leave anything out.
  static bool is_wanted(const SelectionOptions& options);
  /// Whether they may show a part of a transaction without the rest.
  static bool cuts_transactions(const SelectionOptions& options);

  /// `file`: where events can be read again.
  void begin_file(const std::string& path, const LogSource& file, bool is_last);
  /// Nothing more of the file can be read: what waits is shown or dropped.
  void settle();
  /// settle() must come first unless the file is given up.
  void end_file(std::uint64_t size);
  /// Bytes are lost here: whose the events behind them are is not known until another transaction begins.
  void note_damage();
  void take(const EventView& event);
  /// Passes over the events of the buffer that do not match and whose meaning for others is plain; take() gets the
  /// rest.
  void pass_over(EventReader& reader);
  /// Nothing further will be shown: the reading may end.
  bool is_finished() const { return finished_; }

  /// Behind the last event.
  void finish();
  /// What was asked for and never came: sentences for stderr.
  std::vector<std::string> warnings() const;
  /// With --before-statement.
  const std::optional<BeforeStatement>& before_statement() const { return before_; }

 private:
  struct Transaction {
    bool has_gtid = false;
    bool gtid_shown = false;
    bool entered = false;           ///< The target knows of it.
    bool wanted = true;             ///< By GTID and time.
    bool waits_for_thread = false;  ///< The GTID event does.
    bool shown = false;             ///< Any event of it.
    std::optional<std::uint32_t> thread_id;
    std::uint64_t begin = 0;
    std::string gtid_bytes;
    EventView gtid_event;
    std::string uuid;
    std::string tag;
    std::int64_t gno = 0;
  };

  /// What pass_over() saw of transactions; views into the reader's buffer, which it leaves as it is.
  struct Passed {
    bool ended = false;  ///< The transaction before.
    bool begun = false;
    Bytes gtid;
    Bytes begin;
    std::uint64_t gtid_position = 0;
    std::uint64_t begin_position = 0;
    bool has_statement = false;
    struct Waiting {
      Bytes event;
      std::uint64_t position = 0;
    };
    std::array<Waiting, 8> waiting;  ///< Variables whose statement has not come.
    std::size_t waiting_count = 0;

    void note_end() {
      ended = true;
      begun = has_statement = false;
      gtid = {};
      waiting_count = 0;
    }
  };

  bool may_pass_over() const;
  template <class IsSound>
  bool passes_over(EventType type, Bytes head, std::size_t size, std::uint64_t position, Passed& passed,
                   IsSound is_sound) const;
  template <class IsSound>
  bool passes_over_query(Bytes event, std::uint64_t position, Passed& passed, IsSound is_sound) const;
  std::optional<Bytes> query_in(Bytes body) const;
  bool is_amid_transaction(const Passed& passed) const { return passed.begun || (!passed.ended && bounds_.is_amid()); }
  Bytes body_of(Bytes event) const;
  void take_passed(const Passed& passed);
  bool is_behind_stop(const EventView& event);
  bool is_before_start(const EventView& event);
  void leave_out(const EventView& event);
  void take_description(const EventView& event);

  // One event after the other.
  void take_alone(const EventView& event);
  void take_leaf(const EventView& event);
  bool is_out_of_question();
  void show_waiting_gtid();
  void take_payload(const EventView& event);
  void take_inner_events(const EventView& event);
  void show_leaf(const EventView& event);
  void hand_over(const EventView& event);
  void enter_transaction();
  void count_shown();
  /// With --before-statement, in place of showing.
  void found(const EventView& event);
  std::string gtid_text() const;

  // Whole transactions.
  void take_into_unit(const EventView& event);
  bool scan(const EventView& event);
  void show_unit();
  void close_unit();

  // What an event is part of.
  StatementView observe(const EventView& event);
  void note_previous(const EventView& event);
  void begin_transaction(const EventView& event);
  void note_gtid(const EventView& event);
  void end_transaction();
  bool matches(const EventView& event, const StatementView& statement);
  bool transaction_matches(const EventView& event);
  bool time_matches(std::uint64_t microseconds);
  bool thread_matches(std::uint32_t thread_id);

  const SelectionOptions options_;
  SelectionTarget& target_;
  const DecodeContext& context_;
  EventFilter filter_;
  std::optional<GtidSet> include_;
  GtidSet exclude_;
  bool asks_for_gtid_;
  bool asks_for_time_;
  bool keeps_transactions_;
  bool passes_over_;
  std::size_t unit_bytes_;

  std::string path_;
  const LogSource* file_ = nullptr;
  bool is_last_file_ = false;
  std::uint64_t offset_left_;
  bool started_;
  bool finished_ = false;
  bool in_payload_ = false;
  std::uint64_t event_end_ = 0;
  std::uint32_t position_shift_ = 0;    ///< How far the newest event's next position is behind its end.
  std::uint64_t payload_position_ = 0;  ///< Of the payload being read.
  TransactionBounds bounds_;
  Transaction transaction_;
  EventStore prelude_;  ///< Variables and files of LOAD DATA that wait for their statement.

  /// A transaction's events, until it is known whether they are shown.
  std::unique_ptr<EventStore> unit_;
  bool unit_shown_ = false;
  bool unit_has_transaction_ = false;
  std::deque<std::unique_ptr<EventStore>> earlier_units_;  ///< For --context.
  std::uint64_t context_left_ = 0;
  bool has_enough_ = false;

  std::uint64_t shown_ = 0;
  std::uint64_t shown_transactions_ = 0;
  GtidSet seen_;  ///< Of include_.
  bool stop_position_reached_ = false;
  bool stop_datetime_reached_ = false;
  bool stop_time_reached_ = false;
  bool thread_seen_ = false;
  std::uint64_t last_file_size_ = 0;
  std::optional<BeforeStatement> before_;
};

}  // namespace binlogdump
