#pragma once
// Dates and times as people write them.

#include <compare>
#include <cstdint>
#include <string_view>

#include "binlogdump/values/temporal.h"

namespace binlogdump::where {

/// YYYY-MM-DD, then perhaps a blank or T and hh:mm, :ss and a fraction of up to six digits. Zero dates and days that no
/// month has are let through up to 31. False for anything else.
bool parse_datetime(std::string_view text, DateTime& datetime);

/// [-]hh:mm, then perhaps :ss and a fraction of up to six digits; hours may have three digits.
bool parse_time(std::string_view text, std::int64_t& microseconds);

std::strong_ordering compare(const DateTime& a, const DateTime& b);
std::int64_t to_microseconds(const Time& time);

}  // namespace binlogdump::where
