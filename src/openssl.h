#pragma once
// What is common to all that uses OpenSSL.

#include <openssl/crypto.h>

namespace binlogdump {

/// To be called before anything else of OpenSSL. Its configuration is not read: it is for those who talk to others, and
/// may name modules that a program with a copy of the library in it can't load. Then nothing could be decrypted.
inline void begin_openssl() {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
}

}  // namespace binlogdump
