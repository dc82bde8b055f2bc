#pragma once
// A field tape as text, so that a test of a decoder is a transcript of the bytes: one line for each record,
//
//   offset size name = value      an integer in decimal; bytes as 'text' if they are printable, else as hex digits
//   offset size name:             a group; its fields stand indented below it

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "binlogdump/bytes.h"
#include "binlogdump/field.h"

namespace binlogdump {

inline std::string bytes_text(Bytes bytes) {
  const auto printable = [](char c) { return c >= ' ' && c <= '~' && c != '\''; };
  if (std::all_of(bytes.begin(), bytes.end(), printable)) return fmt::format("'{}'", bytes);
  std::string digits;
  for (char c : bytes) digits += fmt::format("{:02x}", load_u8(&c));
  return digits;
}

/// `event` is what the offsets of `tape` count in.
inline std::string tape_text(const FieldTape& tape, Bytes event) {
  std::string text;
  for (const Field& field : tape) {
    text += fmt::format("{:{}}{} {} {}", "", 2 * field.depth, field.offset, field.size, field.name);
    if (field.kind == FieldKind::kGroup) {
      text += ":";
    } else if (field.kind == FieldKind::kUnsigned) {
      text += fmt::format(" = {}", field.value);
    } else if (field.kind == FieldKind::kSigned) {
      text += fmt::format(" = {}", static_cast<std::int64_t>(field.value));
    } else {
      text += " = " + bytes_text(event.substr(field.offset, field.size));
    }
    text += "\n";
  }
  return text;
}

/// Expects labels for each byte of [begin, end) exactly once, in order.
inline void expect_labels_cover(const FieldTape& tape, std::size_t begin, std::size_t end) {
  std::size_t covered = begin;
  for (const Field& field : tape) {
    if (field.kind == FieldKind::kGroup) continue;
    ASSERT_EQ(field.offset, covered) << field.name;
    covered += field.size;
    ASSERT_EQ(field.name == "unparsed", field.kind == FieldKind::kUnparsed) << field.name;
    ASSERT_EQ(field.name == "undecoded", field.kind == FieldKind::kUndecoded) << field.name;
  }
  ASSERT_EQ(covered, end);
}

/// Expects that each group covers what the deeper fields behind it cover, no more and no less.
inline void expect_groups_cover_their_fields(const FieldTape& tape) {
  for (std::size_t i = 0; i < tape.size(); ++i) {
    if (tape[i].kind != FieldKind::kGroup) continue;
    std::size_t end = tape[i].offset;
    for (std::size_t j = i + 1; j < tape.size() && tape[j].depth > tape[i].depth; ++j) {
      end = tape[j].offset + tape[j].size;
    }
    ASSERT_EQ(tape[i].offset + tape[i].size, end) << tape[i].name;
  }
}

}  // namespace binlogdump
