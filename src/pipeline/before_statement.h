#pragma once
// --before-statement: where to stop a replay so that a statement does not happen.

#include <optional>
#include <string>
#include <vector>

#include "binlogdump/gtid_set.h"
#include "binlogdump/print_options.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// What is known of the first transaction that matched, and of what was executed before it.
class BeforeStatement {
 public:
  struct Found {
    std::string path;
    std::uint64_t transaction = 0;  ///< Where it begins, bytes.
    std::uint64_t event = 0;        ///< Where the statement stands.
    std::string type;
    std::uint32_t timestamp = 0;
    std::string sql;   ///< The statement; empty for rows.
    std::string gtid;  ///< As text; empty without one.
    std::string uuid;  ///< The GTID's parts.
    std::string tag;
    std::int64_t gno = 0;
  };

  /// Each file says itself what was executed before it. `is_plain`: mysqlbinlog can read it.
  void begin_file(bool is_plain);
  void note_previous(const EncodedGtidSet& set);
  /// A transaction was passed over.
  void note_transaction(Bytes uuid, std::string_view tag, std::int64_t gno) { executed_.add(uuid, tag, gno); }
  /// The first is what is asked for; of later ones the places are kept.
  void find(Found found);
  /// Where the transaction ends that was found last.
  void note_end(std::uint64_t position) {
    if (found_ && end_ == 0) end_ = position;
  }

  bool is_found() const { return found_.has_value(); }
  /// As text for people that can be pasted into a shell, or with kJson as one object. `files`: all that were given.
  void print(TextBuffer& out, const std::vector<std::string>& files, Format format) const;

 private:
  struct Commands {
    std::string up_to_it;
    std::string behind_it;
  };
  Commands make_commands(const std::vector<std::string>& files) const;
  void print_text(TextBuffer& out, const std::vector<std::string>& files) const;
  void print_json(TextBuffer& out, const std::vector<std::string>& files) const;

  static constexpr std::size_t kMostFurther = 10;

  GtidSet executed_;
  bool knows_previous_ = false;
  bool all_plain_ = true;
  std::optional<Found> found_;
  std::uint64_t end_ = 0;
  GtidSet executed_before_;  ///< The found one.
  bool knows_executed_before_ = false;
  std::uint64_t further_count_ = 0;
  std::vector<std::string> further_;
};

}  // namespace binlogdump
