#pragma once

#include <optional>
#include <string>
#include <vector>

#include "binlogdump/events/query_event.h"

namespace binlogdump {

/// What a statement's session was set to, in the words of SET, and only what differs from the statement before it; for
/// the first statement, from what is so by default on every server.
class SessionWords {
 public:
  /// "sql_mode=ANSI_QUOTES, time_zone='+02:00'"; empty if nothing changed.
  std::string changes(const QueryStatusVars& vars);

 private:
  /// False if nothing that lasts differs from the statement before: the usual case, which must cost little.
  bool remember(const QueryStatusVars& vars);
  void add(std::string& text, std::string_view name, const std::string& value);

  std::optional<QueryStatusVars> last_;
  std::string time_zone_;  ///< Of last_.
  /// Value of each variable as last told.
  std::vector<std::pair<std::string_view, std::string>> told_{{"foreign_key_checks", "1"},
                                                              {"unique_checks", "1"},
                                                              {"autocommit", "1"},
                                                              {"sql_auto_is_null", "0"},
                                                              {"auto_increment_offset", "1"},
                                                              {"auto_increment_increment", "1"},
                                                              {"explicit_defaults_for_timestamp", "1"},
                                                              {"sql_require_primary_key", "0"},
                                                              {"lc_time_names", "0"},
                                                              {"default_table_encryption", "0"},
                                                              {"enable_cascade_triggers", "0"}};
};

/// Names of the modes of a sql_mode, joined by commas; '' if there is none.
std::string sql_mode_names(std::uint64_t sql_mode);

}  // namespace binlogdump
