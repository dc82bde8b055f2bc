#pragma once
// The title line of a statement in the text.

#include <string>
#include <string_view>

#include "binlogdump/events/query_event.h"
#include "binlogdump/text_buffer.h"
#include "printers/block_text.h"
#include "printers/readable_text.h"

namespace binlogdump {

/// Writes "\tQuery\tthread_id=8\texec_time=0\terror_code=0\tXid = 17\tdb=shop", of which most statements have the same
/// as the one before; only atomic DDL has an Xid.
class QueryTitle {
 public:
  /// `name` must live on. False if the database is not that of the statement before.
  [[gnu::always_inline]] bool print(TextBuffer& out, std::string_view name, const QueryEvent& query) {
    if (query.thread_id != thread_id_ || query.query_exec_time != exec_time_ || query.error_code != error_code_ ||
        name.data() != name_) [[unlikely]] {
      make_numbers(name, query);
    }
    const bool same_db = is_same_name(query.db, db_);
    if (!same_db) [[unlikely]]
      make_end(query.db);
    constexpr std::uint64_t kInvalidXid = UINT64_MAX;
    constexpr std::size_t kMostXid = 32;
    const std::uint64_t xid = query.status_vars.ddl_xid.value_or(kInvalidXid);
    ShortPieces line(out, numbers_.room() + kMostXid + end_.room());
    line.commit(numbers_.write(line.end()));
    if (xid != kInvalidXid) {
      line.append("\tXid = ");
      line.append_number(xid);
    }
    line.commit(end_.write(line.end()));
    return same_db;
  }

 private:
  [[gnu::noinline]] void make_numbers(std::string_view name, const QueryEvent& query) {
    TextBuffer text(nullptr, 128);
    text.append('\t');
    text.append(name);
    text.append("\tthread_id=");
    text.append_number(query.thread_id);
    text.append("\texec_time=");
    text.append_number(query.query_exec_time);
    text.append("\terror_code=");
    text.append_number(query.error_code);
    numbers_.assign(text.view());
    name_ = name.data();
    thread_id_ = query.thread_id;
    exec_time_ = query.query_exec_time;
    error_code_ = query.error_code;
  }

  [[gnu::noinline]] void make_end(Bytes db) {
    db_.reserve(db.size());  // Memory may be refused; not any more when the text is another's.
    TextBuffer text(nullptr, 128);
    if (!db.empty()) {
      text.append("\tdb=");
      append_visible(text, db, LineBreaks::kEscape);
    }
    text.append('\n');
    end_.assign(text.view());
    db_ = db;
  }

  /// Up to the error code.
  BasicLongBlockText<64> numbers_;
  const char* name_ = nullptr;
  std::uint32_t thread_id_ = 0;
  std::uint32_t exec_time_ = 0;
  std::uint16_t error_code_ = 0;
  BasicLongBlockText<16> end_{"\n"};
  std::string db_;
};

}  // namespace binlogdump
