"""What compare and instructions have in common: the modes they run binlogdump in, and how it is found."""

import os
import subprocess
import sys

DECODE_ROWS = "--base64-output=decode-rows"


class Mode:
    """What the two tools are told. In mysqlbinlog's place ours must print the same bytes."""

    def __init__(self, real, ours=None):
        self.real = real
        self.ours = ["--mysqlbinlog", *real] if ours is None else ours
        self.same_output = ours is None


MODES = {
    "verify-quick": Mode(["-c"], ours=["--verify=quick"]),
    "verify-full": Mode(["-c"], ours=["--verify"]),
    "checksums": Mode(["-c"]),
    "default": Mode([]),
    "v": Mode(["-v", DECODE_ROWS]),
    "vv": Mode(["-vv", DECODE_ROWS]),
    "hexdump": Mode(["-vv", "-H", DECODE_ROWS]),
    "filter": Mode(["--database=nomatch"], ours=["--table=no.match"]),
    "text": Mode(["-v", DECODE_ROWS], ours=[]),
    "json": Mode(["-v", DECODE_ROWS], ours=["--format=json"]),
    "hex": Mode(["-vv", "-H", DECODE_ROWS], ours=["--format=hex"]),
}


def fail(text):
    sys.exit(f"{os.path.basename(sys.argv[0])}: {text}")


def find_our_tool(given, build):
    """`build`: the folder of the build that is meant if none is named."""
    here = os.path.dirname(os.path.abspath(__file__))
    path = given or os.environ.get("BINLOGDUMP") or os.path.join(here, "..", "..", build, "binlogdump")
    if not os.access(path, os.X_OK) or os.path.isdir(path):
        fail(f"no program {os.path.normpath(path)}: build it (a release build), or name it with --binary")
    return os.path.abspath(path)


def knows(tool, options):
    """Whether our program takes the options: older builds, with which newer ones are compared, lack some."""
    return subprocess.run([tool, "--no-defaults", *options, "--version"], stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL).returncode == 0


def with_threads(tool, options, threads):
    """Options of ours with that many threads; without, where the mode or the build knows of no threads: there it has one."""
    option = f"--threads={threads}"
    return [*options, option] if knows(tool, [*options, option]) else options


def processors():
    return len(os.sched_getaffinity(0))
