#pragma once
// Names of logs: what stands for several of them, and which one comes next.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "binlogdump/source_options.h"

namespace binlogdump {

/// The logs to be read, in order.
struct LogList {
  std::vector<std::string> files;
  std::vector<std::string> faults;  ///< What stands for no logs at all, with the reason, one sentence each.
};

/// Replaces, among what the user named, folders by the logs in them, in the order of the numbers at the end of their
/// names, and index files (`*.index`) by the logs that they list, whether or not these are there; then keeps the last
/// ones only, if the options say so.
LogList list_logs(const std::vector<std::string>& named, const SourceOptions& options);

/// The name of a log, taken apart: `binlog.000024.gz` is `binlog`, `000024`.
struct LogName {
  std::string base;    ///< Without folders.
  std::string number;  ///< Digits as they stand there; empty: it has none.

  /// As the server knows it: without what stands behind the number.
  std::string text() const { return number.empty() ? base : base + '.' + number; }
};

/// The number is the last part of the name, between dots, that is one.
LogName split_log_name(const std::string& path);

/// The log that follows `path` in the same folder, if it is there: named `rotated_to`, where its last ROTATE_EVENT says
/// so, or with the next number.
std::optional<std::string> find_next_log(const std::string& path, std::string_view rotated_to);

}  // namespace binlogdump
