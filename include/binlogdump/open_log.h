#pragma once
// Opens a file by what is in it: plain, compressed, encrypted, or encrypted and then compressed.

#include <functional>
#include <memory>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/source_options.h"

namespace binlogdump {

/// Called while a log is read; see FileSource.
struct SourceHooks {
  std::function<void()> before_waiting = {};
  std::function<bool(int fd)> wait_for_more = {};
};

/// The log in a file, or in stdin if `path` is "-". Throws InputError, with the file's name.
std::unique_ptr<LogSource> open_log(const std::string& path, const SourceOptions& options, SourceHooks hooks = {});

/// Whether a file is a binary log, plain, compressed or encrypted, by its first bytes. False if it can't be read.
bool is_log(const std::string& path);

/// Whether a file holds compressed data. False if it can't be read.
bool is_compressed(const std::string& path);

}  // namespace binlogdump
