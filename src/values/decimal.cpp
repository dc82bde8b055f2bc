#include "binlogdump/values/decimal.h"

#include <array>
#include <cstdint>

#include "binlogdump/bytes.h"
#include "binlogdump/digits.h"
#include "binlogdump/values/soundness.h"

namespace binlogdump {
namespace {

constexpr int kGroupDigits = 9;
constexpr std::size_t kGroupSize = 4;
constexpr std::array<std::uint8_t, kGroupDigits> kLeftoverSize = {0, 1, 1, 2, 2, 3, 3, 4, 4};
constexpr std::array<std::uint32_t, kGroupDigits + 1> kPowers = {1,      10,      100,      1000,      10000,
                                                                 100000, 1000000, 10000000, 100000000, 1000000000};

/// A big-endian number of 1 to 4 bytes.
std::uint32_t load_group(const char* data, std::size_t size) {
  switch (size) {
    case 1:
      return load_u8(data);
    case 2:
      return static_cast<std::uint32_t>(load_be(data, 2));
    case 3:
      return static_cast<std::uint32_t>(load_be(data, 3));
    default:
      return static_cast<std::uint32_t>(load_be(data, kGroupSize));
  }
}

/// Gives the groups of a value one after the other, with sign and bias taken off.
class GroupReader {
 public:
  explicit GroupReader(const char* data)
      : data_(data), inverted_((load_u8(data) & 0x80) != 0 ? 0 : 0xffffffff), flip_(inverted_ ^ 0x80000000) {}

  bool negative() const { return inverted_ != 0; }

  /// The next group, of `size` (1 to 4) bytes.
  std::uint32_t next(std::size_t size) {
    const std::uint32_t group = load_group(data_, size) ^ (flip_ >> (32 - 8 * size));
    flip_ = inverted_;
    data_ += size;
    return group;
  }

 private:
  const char* data_;
  std::uint32_t inverted_;  ///< Of a negative number all bits are.
  std::uint32_t flip_;      ///< Of the next group, in its highest bits: the top bit of the first byte is inverted, too.
};

/// Writes the integer part; null if a group is out of range.
char* write_integer_part(char* to, GroupReader& groups, int digits) {
  const char* const begin = to;
  const auto leftover = static_cast<std::size_t>(digits % kGroupDigits);
  if (leftover > 0) {
    const std::uint32_t group = groups.next(kLeftoverSize[leftover]);
    // One digit more than the type has room for is let through: mysqlbinlog does so too.
    if (group >= kPowers[leftover + 1]) return nullptr;
    if (group != 0) to = write_number(to, group);
  }
  for (int i = digits / kGroupDigits; i > 0; --i) {
    const std::uint32_t group = groups.next(kGroupSize);
    if (group >= kPowers[kGroupDigits]) return nullptr;
    if (to != begin) {
      to = write_9_digits(to, group);
    } else if (group != 0) {
      to = write_number(to, group);
    }
  }
  if (to == begin) *to++ = '0';
  return to;
}

/// Writes the digits behind the point; null if a group is out of range.
char* write_fraction(char* to, GroupReader& groups, int digits) {
  for (int i = digits / kGroupDigits; i > 0; --i) {
    const std::uint32_t group = groups.next(kGroupSize);
    if (group >= kPowers[kGroupDigits]) return nullptr;
    to = write_9_digits(to, group);
  }
  const auto leftover = static_cast<std::size_t>(digits % kGroupDigits);
  if (leftover > 0) {
    const std::uint32_t group = groups.next(kLeftoverSize[leftover]);
    if (group >= kPowers[leftover]) return nullptr;
    // With zeros behind the digits, which are overwritten later or not committed.
    if (leftover <= 2) {
      write_2_digits(to, group * kPowers[2 - leftover]);  // As of most amounts of money.
    } else {
      write_9_digits(to, group * kPowers[kGroupDigits - leftover]);
    }
    to += leftover;
  }
  return to;
}

}  // namespace

std::size_t decimal_size(int precision, int scale) {
  if (!is_decimal_type(precision, scale)) return 0;
  const auto size = [](int digits) {
    return static_cast<std::size_t>(digits / kGroupDigits) * kGroupSize +
           kLeftoverSize[static_cast<std::size_t>(digits % kGroupDigits)];
  };
  return size(precision - scale) + size(scale);
}

char* write_decimal(char* to, const char* data, int precision, int scale) {
  if (!is_decimal_type(precision, scale)) return nullptr;
  char* const begin = to;
  GroupReader groups(data);
  *to = '-';  // Written over if the number is not negative, since a branch would often be foretold wrongly.
  to += groups.negative() ? 1 : 0;
  char* const digits = to;
  to = write_integer_part(to, groups, precision - scale);
  if (to == nullptr) return nullptr;
  if (scale > 0) {
    *to++ = '.';
    return write_fraction(to, groups, scale);
  }
  if (*digits != '0') return to;
  *begin = '0';
  return begin + 1;
}

bool append_decimal(TextBuffer& out, const char* data, int precision, int scale) {
  char* const end = write_decimal(out.reserve(kDecimalRoom), data, precision, scale);
  if (end == nullptr) return false;
  out.commit(end);
  return true;
}

namespace {

/// Whether each of the groups has no more digits than it may have.
bool are_groups_sound(GroupReader& groups, int integer_digits, int fraction_digits) {
  const auto leftover = [](int digits) { return static_cast<std::size_t>(digits % kGroupDigits); };
  bool sound = true;
  if (const std::size_t digits = leftover(integer_digits); digits > 0) {
    sound = groups.next(kLeftoverSize[digits]) < kPowers[digits + 1];  // As in write_integer_part().
  }
  for (int i = integer_digits / kGroupDigits + fraction_digits / kGroupDigits; i > 0; --i) {
    sound = groups.next(kGroupSize) < kPowers[kGroupDigits] && sound;
  }
  if (const std::size_t digits = leftover(fraction_digits); digits > 0) {
    sound = groups.next(kLeftoverSize[digits]) < kPowers[digits] && sound;
  }
  return sound;
}

constexpr std::size_t kDescriptionSize = 2;  ///< Precision and scale.

/// For an impossible type the size is 0, and nothing is a value of it.
bool has_described_size(Bytes data) {
  return data.size() >= kDescriptionSize &&
         data.size() == kDescriptionSize + decimal_size(load_u8(data.data()), load_u8(data.data() + 1));
}

}  // namespace

bool is_decimal(const char* data, int precision, int scale) {
  if (!is_decimal_type(precision, scale)) return false;
  GroupReader groups(data);
  return are_groups_sound(groups, precision - scale, scale);
}

bool is_described_decimal(Bytes data) {
  return has_described_size(data) &&
         is_decimal(data.data() + kDescriptionSize, load_u8(data.data()), load_u8(data.data() + 1));
}

bool append_described_decimal(TextBuffer& out, Bytes data) {
  return has_described_size(data) &&
         append_decimal(out, data.data() + kDescriptionSize, load_u8(data.data()), load_u8(data.data() + 1));
}

}  // namespace binlogdump
