#pragma once
// The SET statements that bring a replaying session into the state a statement was logged in.

#include <optional>
#include <string>

#include "binlogdump/event_header.h"
#include "binlogdump/events/query_event.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Ends a statement in the printed text, so that statements may hold semicolons.
inline constexpr std::string_view kStatementEnd = "/*!*/;\n";

/// Remembers what was set by the statements printed so far and prints only what differs. Runs on from file to file.
class SessionText {
 public:
  struct Options {
    bool thread_id = true;         ///< Set pseudo_thread_id.
    bool fixed_thread_id = false;  ///< To the same number always, so that outputs can be compared.
  };
  SessionText(TextBuffer& out, const Options& options) : out_(out), options_(options) {}

  /// Everything that a QUERY_EVENT or EXECUTE_LOAD_QUERY_EVENT needs before its own text. `mark` is of its status
  /// variables but for their microseconds: 0 if they are new, else what the last call for the same ones left there.
  void print_for(const EventHeader& header, const QueryEvent& query, std::uint64_t& mark);
  void print_for(const EventHeader& header, const QueryEvent& query) {
    std::uint64_t mark = 0;
    print_for(header, query, mark);
  }

  /// Before a user variable's SET: the character set that names and strings are written in, if the session has not got
  /// it; `connection` is the collation_connection for the time being. True if restore_charset() must follow.
  bool begin_user_var(std::uint32_t connection);
  void restore_charset();

  /// Around a statement that must not depend on the session's sql_mode.
  void set_sql_mode(std::uint64_t sql_mode);
  void restore_sql_mode();

  /// How often a variable was set; timestamps and the default database do not count.
  std::uint64_t changes() const { return changes_; }

  static constexpr std::uint16_t kUtf8mb3GeneralCi = 33;

 private:
  inline void print_use(const EventHeader& header, const QueryEvent& query);
  inline void print_timestamp(const EventHeader& header, const QueryStatusVars& vars);
  void print_variables(const QueryStatusVars& vars);
  inline void print_thread_id(const EventHeader& header, std::uint32_t thread_id);
  void print_flags2(std::uint32_t flags2);
  void print_charset(const QueryStatusVars::Charset& charset);
  void print_locale(const QueryStatusVars& vars);
  void print_newer(const QueryStatusVars& vars);
  void end_statement();

  TextBuffer& out_;
  Options options_;
  /// How often a variable was set. Status variables that set none leave it as their mark: as long as it is that, they
  /// set none again.
  std::uint64_t changes_ = 1;
  NumberText timestamp_;  ///< Of the newest statement.
  std::string db_;
  std::optional<std::uint32_t> thread_id_;
  std::optional<std::uint32_t> flags2_;
  std::optional<std::uint64_t> sql_mode_;
  QueryStatusVars::AutoIncrement auto_increment_{.increment = 0, .offset = 0};
  std::optional<QueryStatusVars::Charset> charset_;
  std::string time_zone_;
  std::optional<std::uint16_t> lc_time_names_number_;
  std::optional<std::uint16_t> charset_database_number_;
  std::uint16_t default_collation_for_utf8mb4_number_ = 0;
  std::uint8_t enable_cascade_triggers_ = 0;
};

namespace detail {
/// Whether the statement may be one of those that begin and end transactions: most are not, and cost no more than this.
inline bool may_be_transaction_keyword(Bytes query) {
  const char first = query.empty() ? '\0' : query[0];
  return first == 'B' || first == 'C' || first == 'R' || first == 'S' || first == 'X';
}
bool is_transaction_keyword(Bytes query);
}  // namespace detail

/// BEGIN, COMMIT, SAVEPOINT, ROLLBACK and the XA statements as the server writes them: they need no default database.
inline bool is_transaction_keyword(Bytes query) {
  return detail::may_be_transaction_keyword(query) && detail::is_transaction_keyword(query);
}
/// "BEGIN" or "XA START ...".
inline bool starts_transaction(Bytes query) {
  return query == "BEGIN" || query.starts_with("XA START");
}
/// "COMMIT", "XA ROLLBACK ...", or "ROLLBACK ..." but not "ROLLBACK TO ...".
bool ends_transaction(Bytes query);

}  // namespace binlogdump
