#pragma once
// The file of --salvage.

#include <string>
#include <vector>

#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// A file that is there under its name only when all of it is: until keep() it has another one in the same folder, and
/// without keep() nothing is left of it. Only its owner can read it.
class NewFile : public Sink {
 public:
  /// Throws InputError if it can't be made, or is there already and not to be overwritten, or is no regular file.
  NewFile(std::string path, bool overwrite);
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() override;

  /// Throws OutputError.
  void write(std::string_view bytes) override;
  /// Throws OutputError, also if a file of this name has come to be there that is not to be overwritten.
  void keep();

 private:
  void rename() const;

  std::string path_;
  std::string temporary_;
  bool overwrite_;
  int fd_ = -1;
};

}  // namespace binlogdump
