// An encrypted log: its header, and how it is read with a key that is that of the captured ones.

#include <fmt/format.h>

#include <string>

#include "binlogdump/encryption_header.h"
#include "binlogdump/keyring.h"
#include "binlogdump/open_log.h"
#include "binlogdump/reader.h"
#include "core/log_files.h"
#include "fuzz/targets.h"
#include "property/event_checks.h"
#include "property/log_checks.h"

namespace binlogdump::test {

namespace {

std::string header_problem(Bytes header) {
  const ExactBytes exact(header);
  std::optional<DecodeError> untraced;
  try {
    Cursor<NoTrace> in{Bytes(exact)};
    EncryptionHeader::decode(in);
  } catch (const DecodeError& error) {
    untraced = error;
  }
  FieldTape tape;
  std::optional<DecodeError> traced;
  try {
    Cursor<FieldTrace> in(exact, FieldTrace{.tape = &tape});
    EncryptionHeader::decode(in);
  } catch (const DecodeError& error) {
    traced = error;
    label_undecoded(tape, header.size());
  }
  const std::string problem = difference("header", untraced, traced);
  return problem.empty() ? coverage_problem(tape, header.size()) : problem;
}

std::string captured_key() {
  const Keyring keyring = Keyring::parse(log_bytes("encrypted/keyring_file"));
  return *keyring.find("MySQLReplicationKey_5f3a1c00-0001-11ef-8000-000000000101_2");
}

/// What is read in one go must be there in pieces, too.
std::string reading_problem(const LogFile& file) {
  constexpr std::size_t kPiece = 7;
  static const std::string key = captured_key();
  SourceOptions options;
  options.binlog_key = key;
  const std::unique_ptr<LogSource> source = open_log(file.path(), options);
  std::string all;
  char buffer[4096];
  while (const std::size_t got = source->read(buffer, sizeof buffer)) all.append(buffer, got);
  char piece[kPiece];
  for (std::size_t at = 0; at + kPiece <= all.size(); at += 1 + all.size() / kPiece) {
    if (!source->read_at(at, piece, kPiece)) return fmt::format("nothing at {} of {}", at, all.size());
    if (Bytes(piece, kPiece) != Bytes(all).substr(at, kPiece)) return fmt::format("another text at {}", at);
  }
  return "";
}

}  // namespace

std::string fuzz_encryption(Bytes input) {
  static LogFile file;
  std::string log(input);
  log.replace(0, kEncryptedMagic.size(), kEncryptedMagic);
  const std::string problem = header_problem(Bytes(log).substr(0, EncryptionHeader::kSize));
  if (!problem.empty()) return problem;
  file.set(log);
  try {
    return reading_problem(file);
  } catch (const InputError&) {
    return "";
  }
}

}  // namespace binlogdump::test
