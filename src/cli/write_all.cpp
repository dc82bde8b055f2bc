#include "write_all.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

#include "binlogdump/byte_source.h"
#include "binlogdump/error.h"

namespace binlogdump {

int write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && (errno == EINTR || wait_until_ready(fd, POLLOUT))) continue;
    if (written < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

void write_or_throw(int fd, std::string_view text) {
  const int error = write_all(fd, text);
  if (error != 0) throw OutputError(std::string("can't write: ") + std::strerror(error), error == EPIPE);
}

}  // namespace binlogdump
