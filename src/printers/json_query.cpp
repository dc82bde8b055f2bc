#include "printers/json_query.h"

#include <algorithm>
#include <optional>

#include "binlogdump/collation.h"
#include "printers/json_flags.h"
#include "printers/session_words.h"

namespace binlogdump {

namespace {

/// Writes the variables that are there, under the names of their fields.
class StatusVars {
 public:
  StatusVars(JsonWriter& json, const QueryStatusVars& vars) : json_(json), vars_(vars) {}

  /// Where the number of microseconds stands in the text, if there is one.
  std::size_t microseconds_begin() const { return microseconds_begin_; }
  std::size_t microseconds_end() const { return microseconds_end_; }

  void write() {
    json_.key("status_vars");
    json_.begin_object();
    write_modes();
    write_charsets();
    write_statement();
    write_newer();
    json_.end();
  }

 private:
  void write_modes() {
    if (vars_.flags2) {
      json_.key("flags2");
      append_json_flags(json_, *vars_.flags2, flags2_names());
    }
    if (vars_.sql_mode) write_sql_mode(*vars_.sql_mode);
    write_text("catalog", vars_.catalog);
    if (vars_.auto_increment) {
      json_.member("auto_increment_increment", vars_.auto_increment->increment);
      json_.member("auto_increment_offset", vars_.auto_increment->offset);
    }
  }

  void write_sql_mode(std::uint64_t sql_mode) {
    json_.key("sql_mode");
    json_.begin_array();
    const std::string all = sql_mode == 0 ? std::string() : sql_mode_names(sql_mode);
    for (std::string_view names = all; !names.empty();) {
      const std::size_t comma = std::min(names.find(','), names.size());
      json_.element();
      json_.text(names.substr(0, comma));
      names.remove_prefix(std::min(comma + 1, names.size()));
    }
    json_.end();
  }

  void write_charsets() {
    if (vars_.charset) {
      const Collation* client = find_collation(vars_.charset->character_set_client);
      if (client != nullptr) {
        json_.member("character_set_client", client->charset);
      } else {
        json_.member("character_set_client", vars_.charset->character_set_client);
      }
      write_collation("collation_connection", vars_.charset->collation_connection);
      write_collation("collation_server", vars_.charset->collation_server);
    }
    if (vars_.time_zone) write_text("time_zone", *vars_.time_zone);
    write_number("lc_time_names_number", vars_.lc_time_names_number);
    if (vars_.charset_database_number != 0) write_collation("charset_database_number", vars_.charset_database_number);
  }

  void write_statement() {
    write_number("table_map_for_update", vars_.table_map_for_update);
    write_optional("master_data_written", vars_.master_data_written);
    if (vars_.invoker) {
      json_.key("invoker_user");
      append_json_guess(json_.out(), vars_.invoker->user);
      json_.key("invoker_host");
      append_json_guess(json_.out(), vars_.invoker->host);
    }
    write_optional("mts_accessed_dbs", vars_.mts_accessed_dbs);
    if (!vars_.accessed_db_names.empty()) write_accessed_dbs();
    if (vars_.microseconds == 0) return;
    json_.key("microseconds");
    microseconds_begin_ = json_.out().size();
    json_.integer(vars_.microseconds);
    microseconds_end_ = json_.out().size();
  }

  void write_accessed_dbs() {
    json_.key("mts_accessed_db_name");
    json_.begin_array();
    for (Bytes names = vars_.accessed_db_names; !names.empty();) {
      const std::size_t end = names.find('\0');
      json_.element();
      append_json_guess(json_.out(), names.substr(0, end));
      names.remove_prefix(end + 1);
    }
    json_.end();
  }

  void write_newer() {
    write_optional("explicit_defaults_for_timestamp", vars_.explicit_defaults_for_timestamp);
    write_optional("ddl_xid", vars_.ddl_xid);
    if (vars_.default_collation_for_utf8mb4_number != 0) {
      write_collation("default_collation_for_utf8mb4_number", vars_.default_collation_for_utf8mb4_number);
    }
    write_optional("sql_require_primary_key", vars_.sql_require_primary_key);
    write_optional("default_table_encryption", vars_.default_table_encryption);
    write_optional("enable_cascade_triggers", vars_.enable_cascade_triggers);
    if (vars_.unknown.empty()) return;
    json_.key("unparsed");
    append_json_base64(json_.out(), vars_.unknown);
  }

  void write_text(std::string_view name, Bytes text) {
    if (text.empty()) return;
    json_.key(name);
    append_json_guess(json_.out(), text);
  }
  /// 0 is not written by servers, or stands for what is usual.
  template <class T>
  void write_number(std::string_view name, T value) {
    if (value != 0) json_.member(name, value);
  }
  template <class T>
  void write_optional(std::string_view name, const std::optional<T>& value) {
    if (value) json_.member(name, *value);
  }
  void write_collation(std::string_view name, std::uint64_t id) {
    json_.key(name);
    append_json_collation(json_, id);
  }

  JsonWriter& json_;
  const QueryStatusVars& vars_;
  std::size_t microseconds_begin_ = 0;
  std::size_t microseconds_end_ = 0;
};

}  // namespace

void append_json_collation(JsonWriter& json, std::uint64_t id) {
  const Collation* collation = find_collation(id);
  if (collation == nullptr) return json.integer(id);
  json.text(collation->name);
}

const JsonQuery::Kept& JsonQuery::kept_of(const QueryEvent& query, std::uint64_t& mark) {
  const bool has_microseconds = query.status_vars.microseconds != 0;
  Kept* kept = &kept_[mark % kKept];
  if (mark == 0 || kept->mark_ != mark) {
    mark = ++last_mark_;
    kept = &kept_[mark % kKept];
  } else if (kept->query_exec_time_ == query.query_exec_time && kept->error_code_ == query.error_code &&
             kept->has_microseconds_ == has_microseconds && kept->db_ == query.db) {
    return *kept;
  }
  kept->mark_ = 0;  // Until it is complete: memory may be refused.
  make(*kept, query);
  kept->mark_ = mark;
  return *kept;
}

void JsonQuery::make(Kept& kept, const QueryEvent& query) {
  scratch_.clear();
  JsonWriter writer(scratch_, json_.integers());
  writer.adopt_object();
  writer.member("query_exec_time", query.query_exec_time);
  writer.member("error_code", query.error_code);
  StatusVars vars(writer, query.status_vars);
  vars.write();
  write_db(writer, query);
  const std::string_view json = scratch_.view();
  kept.query_exec_time_ = query.query_exec_time;
  kept.error_code_ = query.error_code;
  kept.has_microseconds_ = query.status_vars.microseconds != 0;
  kept.db_ = query.db;
  kept.before_ = json.substr(0, vars.microseconds_begin());
  kept.behind_.assign(json.substr(vars.microseconds_end()));
}

void JsonQuery::write(const QueryEvent& query) {
  StatusVars(json_, query.status_vars).write();
  write_db(json_, query);
  write_text(query);
}

void JsonQuery::write_db(JsonWriter& json, const QueryEvent& query) {
  json.key("db");
  append_json_guess(json.out(), query.db);
  json.key("query");
}

const JsonTextStyle& JsonQuery::style_of(const QueryEvent& query) {
  if (!query.status_vars.charset) return unknown_style_;
  const std::uint16_t client = query.status_vars.charset->character_set_client;
  if (client != client_collation_) {
    client_collation_ = client;
    client_style_ = JsonTextStyle::of_text(charset_of_collation(client));
  }
  return client_style_;
}

}  // namespace binlogdump
