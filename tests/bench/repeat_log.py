#!/usr/bin/env python3
"""Makes a large binary log of a little one, by repeating all of its transactions as often as it takes.

  repeat_log.py LOG BYTES OUTPUT

LOG is a server's, with GTIDs without tags and with CRC32, closed in order: description, previous GTIDs, transactions, a
ROTATE_EVENT. In the repetitions positions, GTIDs, logical clocks and checksums are as in a log that a server wrote so long;
the rest are the same bytes again.
"""

import struct
import sys
import zlib

MAGIC = b"\xfebin"
HEADER_SIZE = 19
CHECKSUM_SIZE = 4
# In the common header.
TYPE_AT, SIZE_AT, NEXT_POSITION_AT = 4, 9, 13
ROTATE_EVENT, FORMAT_DESCRIPTION_EVENT, PREVIOUS_GTIDS_LOG_EVENT, GTID_LOG_EVENT = 4, 15, 35, 33
# In a GTID_LOG_EVENT: behind flags and uuid the number, a byte for the clock's kind, last_committed, sequence_number.
GTID_NUMBER_AT = HEADER_SIZE + 1 + 16
LOGICAL_CLOCK_AT = GTID_NUMBER_AT + 8 + 1


def split_events(log):
    if not log.startswith(MAGIC):
        raise ValueError("no binary log")
    events = []
    position = len(MAGIC)
    while position < len(log):
        size, = struct.unpack_from("<I", log, position + SIZE_AT)
        events.append(log[position:position + size])
        position += size
    return events


def add(event, at, number):
    value, = struct.unpack_from("<Q", event, at)
    struct.pack_into("<Q", event, at, value + number)


def placed(event, position, repetition, transactions):
    """The event as it is `repetition` times `transactions` later, and at `position`."""
    event = bytearray(event)
    struct.pack_into("<I", event, NEXT_POSITION_AT, position + len(event))
    if event[TYPE_AT] == GTID_LOG_EVENT:
        later = repetition * transactions
        add(event, GTID_NUMBER_AT, later)
        add(event, LOGICAL_CLOCK_AT, later)
        add(event, LOGICAL_CLOCK_AT + 8, later)
    struct.pack_into("<I", event, len(event) - CHECKSUM_SIZE, zlib.crc32(event[:-CHECKSUM_SIZE]))
    return event


def repeat(log, size):
    """The bytes of a log of `size` bytes or a little more."""
    description, previous_gtids, *repeated, rotate = split_events(log)
    types = [event[TYPE_AT] for event in (description, previous_gtids, rotate)]
    if types != [FORMAT_DESCRIPTION_EVENT, PREVIOUS_GTIDS_LOG_EVENT, ROTATE_EVENT]:
        raise ValueError("not closed in order, or without GTIDs")
    transactions = sum(event[TYPE_AT] == GTID_LOG_EVENT for event in repeated)
    if transactions == 0:
        raise ValueError("no transactions with GTIDs")
    out = bytearray(MAGIC + description + previous_gtids)
    repetition = 0
    while len(out) < size:
        for event in repeated:
            out += placed(event, len(out), repetition, transactions)
        repetition += 1
    out += placed(rotate, len(out), repetition, transactions)
    return bytes(out)


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    with open(sys.argv[1], "rb") as log:
        repeated = repeat(log.read(), int(sys.argv[2]))
    with open(sys.argv[3], "wb") as out:
        out.write(repeated)


if __name__ == "__main__":
    main()
