#pragma once

#include <cstdint>

#include "binlogdump/bytes.h"

namespace binlogdump {

/// What a statement does, by its first words.
enum class StatementKind : std::uint8_t {
  kOther,
  kInsert,  ///< INSERT, REPLACE, LOAD DATA.
  kUpdate,
  kDelete,
  kDdl,          ///< CREATE, ALTER, DROP, RENAME, TRUNCATE.
  kTransaction,  ///< BEGIN, COMMIT, ROLLBACK, SAVEPOINT, XA.
};

/// Comments before the first word are passed over, those with a version (/*!40000 DROP ...*/) are looked into; behind
/// WITH the statement that it belongs to counts.
StatementKind statement_kind(Bytes sql);

}  // namespace binlogdump
