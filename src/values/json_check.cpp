// Whether a JSON document is sound: the walk of append_json_text(), of which nothing is made.

#include "binlogdump/values/json_binary.h"
#include "binlogdump/values/soundness.h"
#include "json_format.h"
#include "json_walk.h"

namespace binlogdump {

namespace {

class JsonCheck : public JsonWalk<JsonCheck> {
 public:
  explicit JsonCheck(Bytes document) : JsonWalk(document) {}

  static bool literal(std::uint8_t /*literal*/) { return true; }
  template <class Integer>
  static bool integer(Integer /*value*/) {
    return true;
  }
  static bool number(double /*value*/) { return true; }
  static bool string(Bytes /*text*/) { return true; }

  static bool opaque(const JsonValue& value) {
    switch (value.opaque_type()) {
      case json_format::kNewDecimal:
        return is_described_decimal(value.bytes());
      case json_format::kTimestamp:
      case json_format::kDate:
      case json_format::kTime:
      case json_format::kDatetime:
        return value.bytes().size() >= json_format::kTemporalSize;
      default:
        return true;
    }
  }

  static bool name(Bytes /*text*/) { return true; }
  static bool misplaced_name() { return true; }
  static void begin(bool /*is_object*/) {}
  static void separate() {}
  static void end(bool /*is_object*/) {}
};

}  // namespace

bool is_json_document(Bytes document) {
  return document.empty() || JsonCheck(document).walk();
}

}  // namespace binlogdump
