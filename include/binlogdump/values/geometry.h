#pragma once
// GEOMETRY and the types below it (column type 255): u4 SRID, then WKB; and the text (WKT) of them.

#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/text_buffer.h"

namespace binlogdump {

/// Collections with something inside may be nested this deep. A server has no such limit, only its stack: with the
/// default thread_stack of 1 MiB, 9.7 stores about 13 000 levels and shows about 6 900.
inline constexpr std::uint32_t kMaxGeometryDepth = 16384;

/// The value of a GEOMETRY column. It is a view: the value's bytes must outlive it.
struct Geometry {
  std::uint32_t srid;  ///< 0: a plane without units.
  Bytes wkb;           ///< Not checked.
};

/// False if `value` is too short for an SRID.
bool parse_geometry(Bytes value, Geometry& geometry);

/// Whether append_wkt() would succeed; this costs a fraction of that.
bool is_wkb(Bytes wkb);

/// Appends the text that the server's ST_AsText() shows, coordinates in stored order: for SRID 0 that is
/// ST_AsText(g), for geographic systems such as 4326 ST_AsText(g, 'axis-order=long-lat').
/// False, and nothing appended, if the bytes are damaged: an unknown type, a count of more than there is, bytes left
/// over, an infinity or a NaN (for which the server has no text either), or collections nested deeper than
/// kMaxGeometryDepth. Only collections can be empty, as on the server. Servers store little-endian WKB; parts that are
/// marked as big-endian are read as such.
bool append_wkt(TextBuffer& out, Bytes wkb);

/// Appends ST_GeomFromText('POINT(1 2)',0), with the text of append_wkt(); false, and nothing appended, if `value`
/// (SRID and WKB) is damaged.
bool append_geometry_text(TextBuffer& out, Bytes value);

}  // namespace binlogdump
