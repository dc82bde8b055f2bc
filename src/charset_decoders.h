#pragma once
// How the character sets of more than one byte are read, one character at a time. A decoder has
//   kAscii                 whether bytes below 0x80 stand for themselves wherever a character begins
//   step(p, left)          the character at p, of left (> 0) bytes; a byte below 0x80 is never asked for if kAscii
//                          (inlined with the usual size as a constant: else the next character waits for the table)
//   is_one_way(p, step)    whether the character that was read there has another code when it is turned back
// What is skipped as one where bytes mean nothing is the server's custom, found by trying.

#include <algorithm>
#include <iterator>
#include <span>

#include "charset_tables/types.h"
#include "utf8_text.h"

namespace binlogdump::charset_decoders {

using charset_tables::ByteRange;
using charset_tables::CodeRange;
using charset_tables::FourByteRun;
using utf8::Step;

constexpr bool in_range(ByteRange range, std::uint8_t byte) {
  return byte >= range.first && byte <= range.last;
}

/// A code as a big-endian number, for the ranges of codes.
inline bool is_in_ranges(std::span<const CodeRange> ranges, const char* p, std::size_t size) {
  if (ranges.empty()) return false;
  const auto code = static_cast<std::uint32_t>(load_be(p, size));
  const auto after =
      std::upper_bound(ranges.begin(), ranges.end(), code,
                       [](std::uint32_t wanted, const CodeRange& range) { return wanted < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

/// The characters of two bytes: a row for each lead byte.
class Plane {
 public:
  constexpr Plane(std::span<const ByteRange> leads, ByteRange trails, const char16_t* codes)
      : codes_(codes), first_trail_(trails.first), width_(static_cast<std::uint8_t>(trails.last - trails.first + 1)) {
    std::uint8_t row = 0;
    for (const ByteRange& range : leads) {
      for (unsigned lead = range.first; lead <= range.last; ++lead) rows_[lead - 0x80] = ++row;
    }
  }

  /// Step::kNone where there is no character. Lead bytes below 0x80 must not be asked for.
  std::uint32_t find(std::uint8_t lead, std::uint8_t trail) const {
    const unsigned row = rows_[lead - 0x80U];
    const unsigned column = static_cast<unsigned>(trail) - first_trail_;
    if (row == 0 || column >= width_) return Step::kNone;
    const char16_t code = codes_[(row - 1) * width_ + column];
    return code == u' ' ? Step::kNone : code;
  }

 private:
  const char16_t* codes_;
  std::uint8_t first_trail_;
  std::uint8_t width_;
  std::uint8_t rows_[128] = {};  ///< From 1 on; 0: there is no such lead byte.
};

/// Halfwidth katakana: bytes a1 to df.
inline constexpr ByteRange kKatakana{0xa1, 0xdf};
constexpr std::uint32_t katakana(std::uint8_t byte) {
  return 0xff61U + byte - kKatakana.first;
}

/// big5, euckr, gb2312, gbk: all bytes from 0x80 on are lead bytes and take the next one with them.
/// gb2312 reads trail bytes without their high bit: kTrailBits sets it.
template <std::uint8_t kTrailBits = 0>
struct Chinese {
  static constexpr bool kAscii = true;
  Plane plane;
  std::span<const CodeRange> one_way;

  Step step(const char* p, std::size_t left) const {
    if (left < 2) return {};
    return {.code = plane.find(load_u8(p), load_u8(p + 1) | kTrailBits), .size = 2};
  }
  bool is_one_way(const char* p, Step step) const { return is_in_ranges(one_way, p, step.size); }
};

/// sjis and cp932.
struct ShiftJis {
  static constexpr bool kAscii = true;
  Plane plane;
  std::span<const CodeRange> one_way;

  Step step(const char* p, std::size_t left) const {
    const std::uint8_t lead = load_u8(p);
    if (in_range(kKatakana, lead)) return {.code = katakana(lead), .size = 1};
    if (left < 2) return {};
    const std::uint8_t trail = load_u8(p + 1);
    const std::uint32_t code = plane.find(lead, trail);
    if (code != Step::kNone) return {.code = code, .size = 2};
    const bool may_lead = in_range({0x81, 0x9f}, lead) || in_range({0xe0, 0xfc}, lead);
    const bool may_follow = in_range({0x40, 0x7e}, trail) || in_range({0x80, 0xfc}, trail);
    return {.size = may_lead && may_follow ? 2U : 1U};
  }
  bool is_one_way(const char* p, Step step) const { return is_in_ranges(one_way, p, step.size); }
};

/// ujis and eucjpms: two bytes, 8e and katakana, or 8f and two bytes.
struct EucJapanese {
  static constexpr bool kAscii = true;
  static constexpr ByteRange kGraphic{0xa1, 0xfe};
  static constexpr std::uint8_t kSingleShift2 = 0x8e;
  static constexpr std::uint8_t kSingleShift3 = 0x8f;
  Plane plane;
  Plane plane3;
  std::span<const CodeRange> one_way;

  [[gnu::always_inline]] Step step(const char* p, std::size_t left) const {
    if (left >= 2) {
      const std::uint32_t code = plane.find(load_u8(p), load_u8(p + 1));
      if (code != Step::kNone) return {.code = code, .size = 2};
    }
    return other_step(p, left);
  }
  bool is_one_way(const char* p, Step step) const {
    const bool is_ascii_by_three = step.size == 3 && step.code < 0x80;
    return is_ascii_by_three || is_in_ranges(one_way, p, step.size);
  }

 private:
  [[gnu::noinline]] Step other_step(const char* p, std::size_t left) const {
    const std::uint8_t lead = load_u8(p);
    if (lead == kSingleShift3) return step3(p, left);
    if (lead != kSingleShift2 && !in_range(kGraphic, lead)) return {.size = 1};
    if (left < 2) return {};
    const std::uint8_t trail = load_u8(p + 1);
    if (lead != kSingleShift2) return {.size = in_range(kGraphic, trail) ? 2U : 1U};
    return in_range(kKatakana, trail) ? Step{.code = katakana(trail), .size = 2} : Step{.size = 1};
  }
  Step step3(const char* p, std::size_t left) const {
    if (left < 3) return {};
    const std::uint8_t second = load_u8(p + 1);
    const std::uint8_t third = load_u8(p + 2);
    // The row of number 0 of the server's table holds ASCII.
    if (second == 0 && third != 0 && third < 0x80) return {.code = third, .size = 3};
    if (!in_range(kGraphic, second) || !in_range(kGraphic, third)) return {.size = 1};
    return {.code = plane3.find(second, third), .size = 3};
  }
};

/// gb18030: two bytes, or four with digits as second and fourth.
struct Gb18030 {
  static constexpr bool kAscii = true;
  static constexpr ByteRange kLeads{0x81, 0xfe};
  static constexpr ByteRange kDigits{0x30, 0x39};
  Plane plane;
  std::span<const FourByteRun> runs;
  std::span<const CodeRange> one_way;

  [[gnu::always_inline]] Step step(const char* p, std::size_t left) const {
    if (left >= 2) {
      const std::uint32_t code = plane.find(load_u8(p), load_u8(p + 1));
      if (code != Step::kNone) return {.code = code, .size = 2};
    }
    return other_step(p, left);
  }
  bool is_one_way(const char* p, Step step) const { return is_in_ranges(one_way, p, step.size); }

 private:
  [[gnu::noinline]] Step other_step(const char* p, std::size_t left) const {
    if (!in_range(kLeads, load_u8(p))) return {.size = 1};
    if (left < 2) return {};
    return in_range(kDigits, load_u8(p + 1)) ? step4(p, left) : Step{.size = 1};  // All of two bytes are characters.
  }
  Step step4(const char* p, std::size_t left) const {
    if (left < 4) return {};
    const std::uint8_t third = load_u8(p + 2);
    const std::uint8_t fourth = load_u8(p + 3);
    if (!in_range(kLeads, third) || !in_range(kDigits, fourth)) return {.size = 1};
    const auto digit = [](std::uint8_t byte, ByteRange range) { return std::uint32_t{byte} - range.first; };
    const std::uint32_t index =
        ((digit(load_u8(p), kLeads) * 10 + digit(load_u8(p + 1), kDigits)) * 126 + digit(third, kLeads)) * 10 +
        digit(fourth, kDigits);
    const auto after =
        std::upper_bound(runs.begin(), runs.end(), index,
                         [](std::uint32_t wanted, const FourByteRun& run) { return wanted < run.index; });
    if (after == runs.begin()) return {.size = 4};
    const FourByteRun& run = *std::prev(after);
    const std::uint32_t offset = index - run.index;
    return {.code = offset < run.count ? run.code_point + offset : Step::kNone, .size = 4};
  }
};

/// A character set whose valid text always comes back.
struct TwoWay {
  bool is_one_way(const char*, Step) const { return false; }
};

/// ucs2. The server passes surrogates on, gets UTF-8 that is none, and gives NULL.
struct Ucs2 : TwoWay {
  static constexpr bool kAscii = false;
  Step step(const char* p, std::size_t left) const {
    if (left < 2) return {};
    const auto code = static_cast<std::uint32_t>(load_be(p, 2));
    return {.code = utf8::is_surrogate(code) ? Step::kNone : code, .size = 2};
  }
};

/// utf16 and utf16le. A surrogate without the other one is skipped by one byte only.
template <bool kBigEndian>
struct Utf16 : TwoWay {
  static constexpr bool kAscii = false;
  Step step(const char* p, std::size_t left) const {
    if (left < 2) return {};
    const std::uint32_t high = unit(p);
    if (!utf8::is_surrogate(high)) return {.code = high, .size = 2};
    if (high >= 0xdc00) return {.size = 1};
    if (left < 4) return {};
    const std::uint32_t low = unit(p + 2);
    if (!utf8::is_surrogate(low) || low < 0xdc00) return {.size = 1};
    return {.code = 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), .size = 4};
  }

 private:
  static std::uint32_t unit(const char* p) {
    return static_cast<std::uint32_t>(kBigEndian ? load_be(p, 2) : load_le(p, 2));
  }
};

struct Utf32 : TwoWay {
  static constexpr bool kAscii = false;
  Step step(const char* p, std::size_t left) const {
    if (left < 4) return {};
    const auto code = static_cast<std::uint32_t>(load_be(p, 4));
    return {.code = code > 0x10ffff || utf8::is_surrogate(code) ? Step::kNone : code, .size = 4};
  }
};

}  // namespace binlogdump::charset_decoders
