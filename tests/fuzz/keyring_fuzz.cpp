// A keyring file, of the component or of the plugin; that of version 1.0 has no digest, which random damage would never
// get right.

#include "binlogdump/error.h"
#include "binlogdump/keyring.h"
#include "fuzz/targets.h"
#include "values/value_test.h"

namespace binlogdump::test {

std::string fuzz_keyring(Bytes input) {
  const ExactBytes file(input);
  try {
    const Keyring keyring = Keyring::parse(file);
    const std::string* key = keyring.find("INNODBKey-1");
    return key == nullptr || key->size() <= input.size() ? "" : "a key that is larger than its file";
  } catch (const InputError& error) {
    return *error.what() == '\0' ? "refused without a reason" : "";
  }
}

}  // namespace binlogdump::test
