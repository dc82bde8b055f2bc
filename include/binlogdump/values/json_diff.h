#pragma once
// Partial updates of JSON columns: PARTIAL_UPDATE_ROWS events (since 8.0.3) with binlog_row_value_options=PARTIAL_JSON
// store the differences between two documents in place of the second one.

#include <cstddef>
#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

enum class JsonDiffOperation : std::uint8_t {
  kReplace = 0,  ///< The value at the path becomes `value`.
  kInsert = 1,   ///< A new member, or an array element before the index at the path's end.
  kRemove = 2,   ///< The value at the path goes away.
};

struct JsonDiff {
  JsonDiffOperation operation = JsonDiffOperation::kReplace;
  Bytes path;   ///< Such as $.a[0]; utf8mb4.
  Bytes value;  ///< A binary JSON document, not checked; empty for kRemove.
};

/// Where a difference is damaged: the first part that is wrong or not wholly there.
enum class JsonDiffError : std::uint8_t { kNone, kOperation, kPathLength, kPath, kValueLength, kValue };

/// Walks the differences of one column. Layout of each: u1 operation, packed length and path, and but for kRemove
/// packed length and value.
class JsonDiffReader {
 public:
  /// `diffs` is the column's value without its length; empty means no difference.
  explicit JsonDiffReader(Bytes diffs) : rest_(diffs) {}

  /// The next difference; false at the end or at the first one that is damaged, which error() then tells.
  bool next(JsonDiff& diff);
  bool failed() const { return error_ != JsonDiffError::kNone; }
  JsonDiffError error() const { return error_; }
  /// What has not been read; after a failure it starts with the damaged difference.
  Bytes rest() const { return rest_; }

 private:
  Bytes rest_;
  JsonDiffError error_ = JsonDiffError::kNone;
};

/// The SQL function that applies a difference: JSON_REPLACE, JSON_REMOVE, and for kInsert JSON_ARRAY_INSERT if the path
/// ends in an array index, else JSON_INSERT.
Bytes json_diff_function(const JsonDiff& diff);

/// A partial update in mysqlbinlog's ### lines: JSON_REPLACE(@2, '$.n', 2), with further lines behind "###      ".
/// `column` is the column's own name there, such as @2; without differences it stands alone. `scratch` is working space
/// without a sink; it is cleared.
/// False if a difference or its value is damaged; the message of the real tool has then been appended, which ends in a
/// line break. The real tool goes on behind it as usual, with the type comment of -vv and the next column.
bool append_json_diff_mysqlbinlog(TextBuffer& out, Bytes diffs, Bytes column, TextBuffer& scratch);

}  // namespace binlogdump
