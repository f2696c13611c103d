# SPDX-License-Identifier: MIT
"""What the Python adapters share: the requests and answers of tests/diff, and typed text. The peer itself is in the adapter."""
import struct
import sys


class Refused(Exception):
    """The adapter's own refusal, where a peer leaves a check to its caller."""


def integer(value):
    return "i%d" % value


def double(value):
    return "d%016x" % struct.unpack(">Q", struct.pack(">d", value))


def ext(kind, data):
    return "x%d:%s" % (kind, data.hex())


def array(items):
    return "[%s]" % ",".join(items)


def pairs(items):
    return "{%s}" % ",".join("%s=%s" % item for item in items)


def answer(op, payload, hello, decode, encode, text):
    if op == b"h":
        return b"+", "".join("%s %s\n" % line for line in hello).encode()
    if op not in b"eva":
        return b"?", b""
    try:
        value = decode(payload)
        if op == b"e":
            return b"+", encode(value)
        return b"+", text(value).encode() if op == b"v" else b""
    except MemoryError:
        return b"-", b"out of memory"
    except Exception as error:  # whatever a peer raises on hostile bytes is its way to refuse them
        return b"-", ("%s: %s" % (type(error).__name__, error)).encode("utf-8", "backslashreplace")[:1000]


def serve(hello, decode, encode, text):
    """Answers each request as soon as it is complete, until the end of the input."""
    sys.setrecursionlimit(5000)
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    while len(head := source.read(5)) == 5:
        status, result = answer(head[:1], source.read(int.from_bytes(head[1:], "big")), hello, decode, encode, text)
        sink.write(status + len(result).to_bytes(4, "big") + result)
        sink.flush()
