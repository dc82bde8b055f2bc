#pragma once
// The file of --result-file.

#include <string>
#include <vector>

namespace binlogdump {

/// Throws InputError if the file at `path`, to be written, is one of those to be read; `-` is standard input.
void check_apart(const std::string& path, const std::vector<std::string>& files);

/// A file to write to, left alone until begin(): before that it is neither emptied nor, should it be new, there for
/// good. So options that turn out to be wrong cost nobody a file, nor make one.
class OutputFile {
 public:
  /// Throws InputError if it can't be written, or is there already and not to be overwritten.
  OutputFile(std::string path, bool overwrite);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  int fd() const { return fd_; }
  /// check_apart()
  void check_apart_from(const std::vector<std::string>& files) const { check_apart(path_, files); }
  /// Empties it. From now on it is kept.
  void begin();

 private:
  std::string path_;
  bool is_new_ = true;
  bool begun_ = false;
  int fd_ = -1;
};

}  // namespace binlogdump
