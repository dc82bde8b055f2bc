#pragma once

#include <string_view>

namespace binlogdump {

/// Escape sequences of the parts of a text; all empty without colour. Each line is coloured by itself, as pagers show
/// lines in any order.
struct Palette {
  explicit Palette(bool color) {
    if (!color) return;
    faint = "\x1b[2m";
    bold = "\x1b[1m";
    inserted = "\x1b[32m";
    updated = "\x1b[33m";
    deleted = "\x1b[31m";
    summary = "\x1b[36m";
    error = "\x1b[1;31m";
    reset = "\x1b[0m";
  }

  std::string_view faint;     ///< "# at" and header lines.
  std::string_view bold;      ///< Statements.
  std::string_view inserted;  ///< Heads of inserted rows.
  std::string_view updated;
  std::string_view deleted;
  std::string_view summary;  ///< GTID and transaction lines.
  std::string_view error;
  std::string_view reset;
};

}  // namespace binlogdump
