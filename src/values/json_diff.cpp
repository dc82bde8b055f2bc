#include "binlogdump/values/json_diff.h"

#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/quoting.h"

namespace binlogdump {
namespace {

constexpr std::uint8_t kMaxOperation = 2;

/// Reads a packed integer: one byte up to 250, else 252, 253 or 254 and 2, 3 or 8 bytes. The other first bytes mean no
/// length; as in mysqlbinlog 251 makes one that nothing has, and 255 is read like 254. False if it does not end.
bool take_packed(Bytes& data, std::uint64_t& value) {
  if (data.empty()) return false;
  const std::uint8_t first = load_u8(data.data());
  const std::size_t size = first >= 254 ? 8 : first == 253 ? 3 : first == 252 ? 2 : 0;
  if (size >= data.size()) return false;
  value = size > 0 ? load_le(data.data() + 1, size) : first == 251 ? ~std::uint64_t{0} : first;
  data.remove_prefix(1 + size);
  return true;
}

JsonDiffError take_counted(Bytes& data, Bytes& taken, JsonDiffError bad_length, JsonDiffError bad_bytes) {
  std::uint64_t size = 0;
  if (!take_packed(data, size)) return bad_length;
  if (size > data.size()) return bad_bytes;
  taken = data.substr(0, static_cast<std::size_t>(size));
  data.remove_prefix(taken.size());
  return JsonDiffError::kNone;
}

JsonDiffError take_diff(Bytes& data, JsonDiff& diff) {
  const std::uint8_t operation = load_u8(data.data());
  if (operation > kMaxOperation) return JsonDiffError::kOperation;
  diff = {.operation = static_cast<JsonDiffOperation>(operation), .path = {}, .value = {}};
  data.remove_prefix(1);
  const JsonDiffError error = take_counted(data, diff.path, JsonDiffError::kPathLength, JsonDiffError::kPath);
  if (error != JsonDiffError::kNone || diff.operation == JsonDiffOperation::kRemove) return error;
  return take_counted(data, diff.value, JsonDiffError::kValueLength, JsonDiffError::kValue);
}

Bytes error_text(JsonDiffError error) {
  switch (error) {
    case JsonDiffError::kNone:
      break;
    case JsonDiffError::kOperation:
      return "Error reading operation type (invalid operation code) while printing JSON diff\n";
    case JsonDiffError::kPathLength:
      return "Error reading path length to skip while printing JSON diff\n";
    case JsonDiffError::kPath:
      return "Error skipping path while printing JSON diff\n";
    case JsonDiffError::kValueLength:
      return "Error reading value length to skip while printing JSON diff\n";
    case JsonDiffError::kValue:
      return "Error skipping value while printing JSON diff\n";
  }
  return {};
}

enum Function : char { kJsonReplace, kJsonInsert, kJsonArrayInsert, kJsonRemove };

Function function_of(const JsonDiff& diff) {
  if (diff.operation == JsonDiffOperation::kReplace) return kJsonReplace;
  if (diff.operation == JsonDiffOperation::kRemove) return kJsonRemove;
  return diff.path.ends_with(']') ? kJsonArrayInsert : kJsonInsert;
}

Bytes function_name(char function) {
  switch (function) {
    case kJsonReplace:
      return "JSON_REPLACE";
    case kJsonInsert:
      return "JSON_INSERT";
    case kJsonArrayInsert:
      return "JSON_ARRAY_INSERT";
    default:
      return "JSON_REMOVE";
  }
}

/// One byte for each run of differences that share a function, in stored order.
JsonDiffError list_functions(Bytes diffs, TextBuffer& functions) {
  functions.clear();
  JsonDiffReader reader(diffs);
  JsonDiff diff;
  while (reader.next(diff)) {
    const char function = function_of(diff);
    if (functions.size() == 0 || functions.view().back() != function) functions.append(function);
  }
  return reader.error();
}

constexpr Bytes kContinuation = "\n###      ";

JsonPrinted append_value(TextBuffer& out, Bytes document, TextBuffer& scratch) {
  const JsonValue value = JsonValue::parse(document);
  switch (value.kind()) {
    case JsonKind::kInvalid:
      return JsonPrinted::kInvalid;
    case JsonKind::kContainer:
      return append_json_quoted(out, document, scratch, "CAST(", " AS JSON)");
    case JsonKind::kOpaque:
      if (is_json_opaque_number(value)) break;
      [[fallthrough]];
    case JsonKind::kString:
      return append_json_quoted(out, document, scratch);
    default:
      break;
  }
  return append_json_text(out, document) ? JsonPrinted::kText : JsonPrinted::kFailed;
}

bool append_arguments(TextBuffer& out, const JsonDiff& diff, TextBuffer& scratch) {
  append_quoted(out, diff.path);
  if (diff.operation == JsonDiffOperation::kRemove) return true;
  out.append(", ");
  switch (append_value(out, diff.value, scratch)) {
    case JsonPrinted::kText:
      return true;
    case JsonPrinted::kFailed:
      out.append("Error converting json to string while printing JSON diff\n");
      return false;
    case JsonPrinted::kInvalid:
      out.append("Error parsing json value while printing JSON diff\n");
      return false;
  }
  return false;
}

/// The heads of the nested calls: the last function is the outermost.
void append_heads(TextBuffer& out, Bytes functions) {
  for (std::size_t i = functions.size(); i-- > 0;) {
    out.append(function_name(functions[i]));
    out.append('(');
    if (i > 0) out.append(kContinuation);
  }
}

}  // namespace

bool JsonDiffReader::next(JsonDiff& diff) {
  if (rest_.empty() || failed()) return false;
  Bytes rest = rest_;
  error_ = take_diff(rest, diff);
  if (failed()) return false;
  rest_ = rest;
  return true;
}

Bytes json_diff_function(const JsonDiff& diff) {
  return function_name(function_of(diff));
}

bool append_json_diff_mysqlbinlog(TextBuffer& out, Bytes diffs, Bytes column, TextBuffer& scratch) {
  // Documents may have text that is much larger than they are; many small ones must not add up. What a sink has taken
  // already is not held and does not count.
  constexpr std::size_t kMostHeld = 256 * 1024, kMostPerByte = 16;
  const std::size_t most = out.size() + kMostHeld + kMostPerByte * diffs.size();
  if (const JsonDiffError error = list_functions(diffs, scratch); error != JsonDiffError::kNone) {
    out.append(error_text(error));
    return false;
  }
  append_heads(out, scratch.view());
  out.append(column);
  JsonDiffReader reader(diffs);
  JsonDiff diff;
  Function previous = kJsonReplace;
  for (bool first = true; reader.next(diff); first = false) {
    const Function function = function_of(diff);
    if (first) {
      out.append(", ");
    } else {
      out.append(function == previous ? Bytes(",") : Bytes("),"));
      out.append(kContinuation);
    }
    if (out.size() > most || !append_arguments(out, diff, scratch)) return false;
    previous = function;
  }
  if (!diffs.empty()) out.append(')');
  return true;
}

}  // namespace binlogdump
