#pragma once
// The two ways in which reading can fail: within one event (everything around it is still shown) or as a whole.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace binlogdump {

/// A field of one event can't be decoded. Thrown by the cursor; what could be decoded before it is still shown.
class DecodeError : public std::runtime_error {
 public:
  DecodeError(std::size_t offset, std::string_view field, std::string_view reason)
      : std::runtime_error(std::string(field) + ": " + std::string(reason)),
        offset_(offset),
        field_(field),
        reason_(reason) {}

  /// Bytes from the start of the event to where the reading stopped: at the field, or behind it if its value can't be.
  std::size_t offset() const { return offset_; }
  /// The field's name, as MySQL documents it.
  const std::string& field() const { return field_; }
  const std::string& reason() const { return reason_; }

  friend bool operator==(const DecodeError& a, const DecodeError& b) {
    return a.offset_ == b.offset_ && a.field_ == b.field_ && a.reason_ == b.reason_;
  }

 private:
  std::size_t offset_;
  std::string field_;
  std::string reason_;
};

/// The input can't be read at all: no such file, not a binary log, an unsupported version.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The input can't be read any further: compressed data that is cut or damaged, a file that is not the same any more.
class DamagedInput : public InputError {
 public:
  using InputError::InputError;
};

/// A file beside the output can't be written: data of a LOAD DATA statement, a spool file.
class SideFileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The output can't be written; a closed pipe is told apart because it is no error of ours.
class OutputError : public std::runtime_error {
 public:
  OutputError(const std::string& what, bool closed_pipe) : std::runtime_error(what), closed_pipe_(closed_pipe) {}
  bool closed_pipe() const { return closed_pipe_; }

 private:
  bool closed_pipe_;
};

}  // namespace binlogdump
