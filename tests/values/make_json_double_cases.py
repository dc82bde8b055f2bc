#!/usr/bin/env python3
"""Writes json_double_cases.h: how MySQL's mysqlbinlog spells doubles inside JSON documents.

  make_json_double_cases.py LOG > json_double_cases.h

LOG is any binary log of MySQL 8.0 or later: its FORMAT_DESCRIPTION event starts a log that is built here, with one row
for each double. MYSQLBINLOG names the real tool; without it the one in PATH is run.
"""
import os
import random
import re
import struct
import subprocess
import sys
import tempfile


def event(type_code, body, position):
    size = 19 + len(body) + 4
    return struct.pack("<IBIIIH", 0, type_code, 1, size, position + size, 0) + body + bytes(4)


def log_of_documents(format_description, documents):
    table_map = struct.pack("<IHH", 1, 0, 1) + b"\x01d\0\x01t\0" + b"\x01\xf5\x01\x04\x01"  # one JSON column
    rows = struct.pack("<IHHHBB", 1, 0, 1, 2, 1, 0xFF)
    for document in documents:
        rows += b"\0" + struct.pack("<I", len(document)) + document
    log = format_description
    log += event(19, table_map, len(log))
    return log + event(30, rows, len(log))


def texts_of(documents, format_description):
    with tempfile.NamedTemporaryFile() as log:
        log.write(log_of_documents(format_description, documents))
        log.flush()
        tool = os.environ.get("MYSQLBINLOG", "mysqlbinlog")
        output = subprocess.run(
            [tool, "--no-defaults", "-v", "--base64-output=decode-rows", log.name], check=True, capture_output=True)
    return re.findall(r"^###   @1='(.*)'$", output.stdout.decode(), re.M)


def doubles():
    """Every magnitude, the places where the notation changes, ties of the shortest digits, and some noise."""
    yield from (0.0, -0.0, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, 2.0**-44, 9007199254740993.0)
    yield from (float("inf"), float("-inf"), float("nan"), 0.1, 1.1, 0.3, 123.456, -99.99, 1e9 + 0.5, 1e23, 9.5e22)
    for exponent in range(-30, 32):
        yield float(f"1e{exponent}")
        yield float(f"-1.2e{exponent}")
    for exponent in list(range(-18, -12)) + list(range(12, 19)):
        for digits in ("12345", "123456789012345", "1234567890123456", "12345678901234567"):
            yield float(f"{digits[0]}.{digits[1:]}e{exponent}")
    noise = random.Random(1)
    for _ in range(100):
        yield struct.unpack("<d", struct.pack("<Q", noise.getrandbits(64)))[0]
        yield float(f"{noise.uniform(-1, 1):.{noise.randint(1, 17)}f}e{noise.randint(-20, 20)}")


def main():
    with open(sys.argv[1], "rb") as file:
        log = file.read(4096)
    format_description = log[:4 + struct.unpack_from("<I", log, 13)[0]]
    bits = [struct.unpack("<Q", struct.pack("<d", value))[0] for value in doubles()]
    texts = texts_of([b"\x0b" + struct.pack("<Q", value) for value in bits], format_description)
    assert len(texts) == len(bits)
    print("#pragma once")
    print("// Made by make_json_double_cases.py from the output of MySQL's mysqlbinlog: do not edit.")
    print("\n#include <cstdint>\n\nnamespace binlogdump {\n")
    print("struct JsonDoubleCase {\n  std::uint64_t bits;\n  const char* text;\n};\n")
    print("inline constexpr JsonDoubleCase kJsonDoubleCases[] = {")
    for value, text in zip(bits, texts):
        print(f'    {{0x{value:016x}, "{text}"}},')
    print("};\n\n}  // namespace binlogdump")


main()
