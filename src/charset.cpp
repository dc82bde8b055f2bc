#include "binlogdump/charset.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "binlogdump/collation.h"
#include "charset_decoders.h"
#include "charset_tables/big5.h"
#include "charset_tables/cp932.h"
#include "charset_tables/eucjpms.h"
#include "charset_tables/euckr.h"
#include "charset_tables/gb18030.h"
#include "charset_tables/gb2312.h"
#include "charset_tables/gbk.h"
#include "charset_tables/sjis.h"
#include "charset_tables/ujis.h"
#include "utf8_text.h"

namespace binlogdump {

namespace {

using namespace charset_decoders;
using namespace charset_tables;

/// utf8mb4, utf8mb3; also ascii and binary, whose bytes the server takes over as they are if they are UTF-8.
class Utf8Charset final : public Charset {
 public:
  constexpr Utf8Charset(std::string_view charset_name, std::size_t max_size, bool comes_back = true)
      : Charset(charset_name), max_size_(max_size), comes_back_(comes_back) {}

  Converted convert(Bytes text, char* to, std::size_t room) const override {
    const char* p = text.data();
    const char* const end = p + text.size();
    char* out = to;
    const char* const limit = to + room - utf8::kCopySlack;
    bool decoded = true;
    while (p != end && out < limit) {
      utf8::copy_ascii(p, end, out, limit);
      if (p == end || out >= limit) break;
      const Step step = utf8::read_multi_byte(p, static_cast<std::size_t>(end - p), max_size_);
      if (step.size == 0) {
        p = end;
        decoded = false;
      } else if (step.code == Step::kNone) {
        *out++ = '?';
        ++p;
        decoded = false;
      } else {
        for (std::uint32_t i = 0; i < step.size; ++i) *out++ = *p++;
      }
    }
    return {static_cast<std::size_t>(p - text.data()), static_cast<std::size_t>(out - to), decoded};
  }
  std::size_t utf8_prefix(Bytes text) const override {
    const char* const begin = text.data();
    return static_cast<std::size_t>(utf8::skip_valid(begin, begin + text.size(), max_size_) - begin);
  }
  bool is_valid(Bytes text) const override { return utf8_prefix(text) == text.size(); }
  bool round_trips(Bytes text) const override {
    const char* const end = text.data() + text.size();
    return comes_back_ ? is_valid(text) : utf8::skip_ascii(text.data(), end) == end;
  }

 private:
  std::size_t max_size_;
  bool comes_back_;  ///< False: as ascii.
};

/// Characters of one byte, made ready as UTF-8.
class SingleByteCharset final : public Charset {
 public:
  constexpr SingleByteCharset(std::string_view charset_name, const char16_t* low, const char16_t* high,
                              std::string_view one_way)
      : Charset(charset_name) {
    for (unsigned byte = 0; byte < 256; ++byte) {
      const char16_t code = byte < 128 ? low[byte] : high[byte - 128];
      const bool is_hole = code == u' ' && byte != ' ';
      packed_[byte] = is_hole ? kHole : pack(code);
      if (is_hole) has_holes_ = true;
      if (byte < 128 && code != byte) is_ascii_ = false;
    }
    for (const char byte : one_way) packed_[static_cast<std::uint8_t>(byte)] |= kOneWay;
  }

  Converted convert(Bytes text, char* to, std::size_t room) const override {
    const char* p = text.data();
    const char* const end = p + text.size();
    char* out = to;
    const char* const limit = to + room - utf8::kCopySlack;
    std::uint32_t flags = 0;
    while (p != end && out < limit) {
      const std::uint8_t byte = load_u8(p);
      if (byte < 0x80 && is_ascii_) {
        utf8::copy_ascii(p, end, out, limit);
        continue;
      }
      const std::uint32_t packed = packed_[byte];
      out[0] = static_cast<char>(packed);
      out[1] = static_cast<char>(packed >> 8);
      out[2] = static_cast<char>(packed >> 16);
      out += packed >> kSizeShift & 3;
      flags |= packed;
      ++p;
    }
    return {static_cast<std::size_t>(p - text.data()), static_cast<std::size_t>(out - to), (flags & kNoCharacter) == 0};
  }
  std::size_t utf8_prefix(Bytes text) const override {
    const char* const begin = text.data();
    return is_ascii_ ? static_cast<std::size_t>(utf8::skip_ascii(begin, begin + text.size()) - begin) : 0;
  }
  bool is_valid(Bytes text) const override { return !has_holes_ || lacks(text, kNoCharacter); }
  bool round_trips(Bytes text) const override { return lacks(text, kNoCharacter | kOneWay); }

 private:
  // Three bytes of UTF-8, the first one lowest, then how many of them count, then flags.
  static constexpr int kSizeShift = 24;
  static constexpr std::uint32_t kNoCharacter = 1U << 31;
  static constexpr std::uint32_t kOneWay = 1U << 30;
  static constexpr std::uint32_t kHole = kNoCharacter | 1U << kSizeShift | '?';

  static constexpr std::uint32_t pack(std::uint32_t code) {
    if (code < 0x80) return 1U << kSizeShift | code;
    if (code < 0x800) return 2U << kSizeShift | (0x80 | (code & 0x3f)) << 8 | (0xc0 | code >> 6);
    return 3U << kSizeShift | (0x80 | (code & 0x3f)) << 16 | (0x80 | (code >> 6 & 0x3f)) << 8 | (0xe0 | code >> 12);
  }

  bool lacks(Bytes text, std::uint32_t flags) const {
    std::uint32_t found = 0;
    for (const char byte : text.substr(utf8_prefix(text))) found |= packed_[static_cast<std::uint8_t>(byte)];
    return (found & flags) == 0;
  }

  std::uint32_t packed_[256] = {};
  bool is_ascii_ = true;
  bool has_holes_ = false;
};

/// Characters of several bytes, read by a decoder.
template <class Decoder>
class DecodedCharset final : public Charset {
 public:
  constexpr DecodedCharset(std::string_view charset_name, const Decoder& decoder)
      : Charset(charset_name), decoder_(decoder) {}

  Converted convert(Bytes text, char* to, std::size_t room) const override {
    const char* p = text.data();
    const char* const end = p + text.size();
    char* out = to;
    const char* const limit = to + room - utf8::kCopySlack;
    bool decoded = true;
    while (p != end && out < limit) {
      if (Decoder::kAscii && load_u8(p) < 0x80) {
        utf8::copy_ascii(p, end, out, limit);
        continue;
      }
      const Step step = decoder_.step(p, static_cast<std::size_t>(end - p));
      if (step.code != Step::kNone) {
        out = utf8::put(out, step.code);
        p += step.size;
        continue;
      }
      decoded = false;
      if (step.size != 0) *out++ = '?';
      p = step.size != 0 ? p + step.size : end;
    }
    return {static_cast<std::size_t>(p - text.data()), static_cast<std::size_t>(out - to), decoded};
  }
  std::size_t utf8_prefix(Bytes text) const override {
    const char* const begin = text.data();
    return Decoder::kAscii ? static_cast<std::size_t>(utf8::skip_ascii(begin, begin + text.size()) - begin) : 0;
  }
  bool is_valid(Bytes text) const override {
    return all_of(text, Decoder::kAscii, [](const char*, Step) { return true; });
  }
  bool round_trips(Bytes text) const override {
    // In sjis even an ASCII character has another code: the backslash.
    const bool skip_ascii = Decoder::kAscii && !is_backslash_one_way();
    return all_of(text, skip_ascii, [this](const char* p, Step step) { return !decoder_.is_one_way(p, step); });
  }

 private:
  bool is_backslash_one_way() const { return decoder_.is_one_way("\\", {.code = '\\', .size = 1}); }

  template <class Test>
  bool all_of(Bytes text, bool skip_ascii, Test test) const {
    const char* p = text.data();
    const char* const end = p + text.size();
    while (p != end) {
      Step step;
      if (Decoder::kAscii && load_u8(p) < 0x80) {
        if (skip_ascii) {
          p = utf8::skip_ascii(p, end);
          continue;
        }
        step = {.code = load_u8(p), .size = 1};
      } else {
        step = decoder_.step(p, static_cast<std::size_t>(end - p));
      }
      if (step.code == Step::kNone || !test(p, step)) return false;
      p += step.size;
    }
    return true;
  }

  Decoder decoder_;
};

constexpr std::array<char16_t, 128> make_ascii() {
  std::array<char16_t, 128> ascii{};
  for (std::size_t i = 0; i < ascii.size(); ++i) ascii[i] = static_cast<char16_t>(i);
  return ascii;
}
constexpr std::array<char16_t, 128> kAscii = make_ascii();
constexpr const char16_t* kAsciiHalf = kAscii.data();

constexpr SingleByteCharset kSingleByteCharsets[] = {
#define SINGLE_BYTE(name, low, high, one_way) SingleByteCharset(name, low, high, one_way),
#include "charset_tables/single_byte.def"
#undef SINGLE_BYTE
};

constexpr Utf8Charset kUtf8mb4("utf8mb4", 4);
constexpr Utf8Charset kUtf8mb3("utf8mb3", 3);
constexpr Utf8Charset kBinary("binary", 4);
constexpr Utf8Charset kAsciiCharset("ascii", 4, false);
constexpr DecodedCharset<Ucs2> kUcs2("ucs2", {});
constexpr DecodedCharset<Utf16<true>> kUtf16("utf16", {});
constexpr DecodedCharset<Utf16<false>> kUtf16le("utf16le", {});
constexpr DecodedCharset<Utf32> kUtf32("utf32", {});
constexpr DecodedCharset<Chinese<>> kBig5("big5", {{kBig5Leads, kBig5Trails, kBig5Codes}, kBig5OneWay});
constexpr DecodedCharset<Chinese<>> kEuckr("euckr", {{kEuckrLeads, kEuckrTrails, kEuckrCodes}, kEuckrOneWay});
constexpr DecodedCharset<Chinese<>> kGbk("gbk", {{kGbkLeads, kGbkTrails, kGbkCodes}, kGbkOneWay});
constexpr DecodedCharset<Chinese<0x80>> kGb2312("gb2312", {{kGb2312Leads, kGb2312Trails, kGb2312Codes}, kGb2312OneWay});
constexpr DecodedCharset<ShiftJis> kSjis("sjis", {{kSjisLeads, kSjisTrails, kSjisCodes}, kSjisOneWay});
constexpr DecodedCharset<ShiftJis> kCp932("cp932", {{kCp932Leads, kCp932Trails, kCp932Codes}, kCp932OneWay});
constexpr DecodedCharset<EucJapanese> kUjis("ujis", {{kUjisLeads, kUjisTrails, kUjisCodes},
                                                     {kUjis3Leads, kUjis3Trails, kUjis3Codes},
                                                     kUjisOneWay});
constexpr DecodedCharset<EucJapanese> kEucjpms("eucjpms", {{kEucjpmsLeads, kEucjpmsTrails, kEucjpmsCodes},
                                                           {kEucjpms3Leads, kEucjpms3Trails, kEucjpms3Codes},
                                                           kEucjpmsOneWay});
constexpr DecodedCharset<Gb18030> kGb18030("gb18030", {{kGb18030Leads, kGb18030Trails, kGb18030Codes},
                                                       kGb18030Runs,
                                                       kGb18030OneWay});

constexpr const Charset* kOtherCharsets[] = {&kUtf8mb4, &kUtf8mb3, &kBinary, &kAsciiCharset, &kUcs2,   &kUtf16,
                                             &kUtf16le, &kUtf32,   &kBig5,   &kEuckr,        &kGbk,    &kGb2312,
                                             &kSjis,    &kCp932,   &kUjis,   &kEucjpms,      &kGb18030};

}  // namespace

const Charset* find_charset(std::string_view name) {
  if (name == "utf8") return &kUtf8mb3;
  for (const Charset* charset : kOtherCharsets) {
    if (charset->name() == name) return charset;
  }
  for (const Charset& charset : kSingleByteCharsets) {
    if (charset.name() == name) return &charset;
  }
  return nullptr;
}

const Charset* charset_of_collation(std::uint64_t collation) {
  const Collation* found = find_collation(collation);
  return found != nullptr ? find_charset(found->charset) : nullptr;
}

bool append_utf8(TextBuffer& out, Bytes text, const Charset& charset) {
  constexpr std::size_t kMostRoom = 16 * 1024;
  constexpr std::size_t kGrowth = 3;  // Most bytes of UTF-8 that one byte becomes.
  const std::size_t same = charset.utf8_prefix(text);
  out.append(text.substr(0, same));
  text.remove_prefix(same);
  bool decoded = true;
  while (!text.empty()) {
    const std::size_t room = std::min(kMostRoom, text.size() * kGrowth + Charset::kLeastRoom);
    char* const to = out.reserve(room);
    const Charset::Converted done = charset.convert(text, to, room);
    out.commit(to + done.written);
    text.remove_prefix(done.read);
    decoded = decoded && done.decoded;
  }
  return decoded;
}

std::string_view next_utf8_piece(Bytes& text, const Charset& charset, char* buffer, std::size_t room, bool& decoded) {
  constexpr std::size_t kWorthIt = 64;  // A shorter piece of UTF-8 costs more to hand out than to copy.
  const std::size_t same = charset.utf8_prefix(text);
  if (same == text.size() || same >= kWorthIt) {
    const std::string_view piece = text.substr(0, same);
    text.remove_prefix(same);
    return piece;
  }
  const Charset::Converted done = charset.convert(text, buffer, room);
  text.remove_prefix(done.read);
  decoded = decoded && done.decoded;
  return {buffer, done.written};
}

}  // namespace binlogdump
