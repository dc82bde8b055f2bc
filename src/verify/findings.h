#pragma once

#include <string_view>

namespace binlogdump {

/// Takes what the checks find, about the event or the log that is being looked at.
class Findings {
 public:
  /// Something is wrong.
  virtual void fault(std::string_view reason) = 0;
  /// Something that a sound log may have, but that is worth knowing.
  virtual void note(std::string_view reason) = 0;

 protected:
  ~Findings() = default;
};

}  // namespace binlogdump
