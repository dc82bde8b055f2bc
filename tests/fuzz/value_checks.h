#pragma once
// What must hold for the text of a value, whatever its bytes.

#include <fmt/format.h>

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "binlogdump/text_buffer.h"

namespace binlogdump::test {

/// A value that is shown as more text than its bytes can explain. Values in a damaged document may overlap, within the
/// 64 KiB that JsonBudget leaves to small ones; a byte becomes six characters at most, and its line's beginning.
inline std::string size_problem(const TextBuffer& out, std::size_t bytes) {
  constexpr std::size_t kPerByte = 16;
  constexpr std::size_t kSlack = 64 * 1024;
  const std::size_t most = kPerByte * (bytes + kSlack);
  return out.view().size() <= most ? "" : fmt::format("{} characters for {} bytes", out.view().size(), bytes);
}

/// A value of --format=json must be JSON, or nothing at all if it is not `written`.
inline std::string json_value_problem(bool written, const TextBuffer& out, std::size_t bytes) {
  if (!written) return out.view().empty() ? "" : "part of a damaged value is shown";
  if (!nlohmann::json::accept(out.view())) return fmt::format("no JSON: {}", out.view().substr(0, 1000));
  return size_problem(out, bytes);
}

}  // namespace binlogdump::test
