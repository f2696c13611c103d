#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Reads the vector corpus (docs/vectors.md) a second time, without any code of the project, and holds it against Python's msgpack; with
--tool PATH also against the tool: check, dump and to-json of every vector. Ends with the summary lines of a test."""
import argparse
import functools
import glob
import io
import os
import re
import struct
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

TOKEN = re.compile(r'\s*(?:(?P<pair>(?:[0-9a-f]{2})+)|"(?P<text>(?:\\.|[^"\\])*)"|(?P<open>\()|(?P<close>\)))(?:\*(?P<times>\d+))?')


def unescape(text):
    out, i = bytearray(), 0
    raw = text.encode()
    while i < len(raw):
        c = raw[i]
        i += 1
        if c == 0x5C:
            c = raw[i]
            i += 1
            if c == ord("n"):
                c = 10
            elif c == ord("x"):
                c = int(raw[i:i + 2], 16)
                i += 2
        out.append(c)
    return bytes(out)


def scan_bytes(line, at):
    """Bytes from position `at`, and where they end."""
    out, group = bytearray(), None
    while True:
        m = TOKEN.match(line, at)
        if not m or (m["open"] and group is not None) or (m["close"] and group is None):
            return bytes(out), at
        times = int(m["times"] or 1)
        if m["open"]:
            group = len(out)
        elif m["close"]:
            out += bytes(out[group:]) * (times - 1)
            group = None
        else:
            out += (bytes.fromhex(m["pair"]) if m["pair"] else unescape(m["text"])) * times
        at = m.end()


def scan_value(kind, line, at):
    """The value as Python's msgpack would give it, and where it ends."""
    line = line.rstrip()
    if kind == "nil":
        return None, at
    if kind in ("str", "bin"):
        value, at = scan_bytes(line, at)
        return (kind, value), at
    m = re.compile(r"\s*(\S+?)(?=[\s;)]|$)").match(line, at)
    word, at = m[1], m.end()
    if kind == "bool":
        return word == "true", at
    if kind == "ext":
        value, at = scan_bytes(line, at)
        return ("ext", int(word), value), at
    if kind == "time":
        m = re.compile(r"\s*(\d+)").match(line, at)
        return ("time", int(word), int(m[1])), m.end()
    if kind in ("f32", "f64"):
        form = ">f" if kind == "f32" else ">d"
        raw = bytes.fromhex(word[2:]) if word.startswith("0x") else struct.pack(form, float(word))
        return ("float", raw), at
    return int(word, 0) if kind not in ("array", "map") else (kind, int(word)), at


class Vector:
    def __init__(self, place):
        self.place, self.bytes, self.events, self.fault, self.modes, self.counted = place, b"", [], None, {}, False

    def entries(self, line, at):
        group = None
        while True:
            at += len(line[at:]) - len(line[at:].lstrip())
            if at >= len(line) or line[at] == "#":
                return
            m = re.compile(r"([a-z0-9-]+):\s*").match(line, at)
            if m and m[1] == "items":
                self.counted = True
                at = re.compile(r"\d+").match(line, m.end()).end()
            elif m:
                said = re.compile(r"(\d+) ! (\w+)|ok").match(line, m.end())
                if m[1] in ("json", "tagged") and not (said and said[2]):
                    self.modes[m[1]] = line[m.end():]
                    return
                self.modes[m[1]] = (int(said[1]), said[2]) if said[2] else None
                at = said.end()
            else:
                if line[at] == "(":
                    group = len(self.events)
                    at += 1
                start = len(self.events)
                m = re.compile(r"\s*(\d+) (?:! (\w+)|(\w+))").match(line, at)
                at = m.end()
                if m[2]:
                    self.fault = (int(m[1]), m[2])
                else:
                    value, at = scan_value(m[3], line, at)
                    self.events.append((int(m[1]), m[3], value))
                close = re.compile(r"\s*\)").match(line, at)
                if close and group is not None:
                    start, group, at = group, None, close.end()
                times = re.compile(r"\s*\*(\d+)\+(\d+)").match(line, at) if group is None else None
                if times:
                    part = self.events[start:]
                    for i in range(1, int(times[1])):
                        self.events += [(pos + i * int(times[2]), kind, value) for pos, kind, value in part]
                    at = times.end()
            m = re.compile(r"\s*;").match(line, at)
            if not m:
                return
            at = m.end()


def load(path):
    vectors, more = [], False
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.rstrip("\n")
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            at = 0
            margin = not line[0].isspace()
            if margin:
                vectors.append(Vector(f"{path}:{number}"))
            if margin or more:
                if line.startswith("empty"):
                    at = 5
                else:
                    part, at = scan_bytes(line, 0)
                    vectors[-1].bytes += part
                rest = line[at:].strip()
                more = rest == "\\"
                if more:
                    continue
                if rest.startswith("->"):
                    at = line.index("->", at) + 2
            vectors[-1].entries(line, at)
    return vectors



def log_of_msgpack(data):
    """The event log that Python's msgpack sees: (offset, value) of every item, headers of containers included. Then the fault, if any."""
    import msgpack

    log, stream = [], io.BytesIO(data)
    unpacker = msgpack.Unpacker(stream, raw=True, strict_map_key=False, timestamp=0, max_buffer_size=len(data) + 1,
                                ext_hook=lambda code, payload: ("ext", code, payload))
    owed = 1
    while owed:
        pos = unpacker.tell()
        if pos == len(data):
            return log, "cut"
        lead = data[pos]
        owed -= 1
        try:
            if 0x80 <= lead <= 0x8F or lead in (0xDE, 0xDF):
                value = ("map", unpacker.read_map_header())
                owed += 2 * value[1]
            elif 0x90 <= lead <= 0x9F or lead in (0xDC, 0xDD):
                value = ("array", unpacker.read_array_header())
                owed += value[1]
            else:
                value = plain(unpacker.unpack(), lead, data, pos)
        except (ValueError, msgpack.exceptions.UnpackException) as e:
            return log, type(e).__name__
        log.append((pos, value))
    return log, None if unpacker.tell() == len(data) else "trailing"


def plain(value, lead, data, pos):
    import msgpack

    if isinstance(value, bytes):
        return ("bin" if 0xC4 <= lead <= 0xC6 else "str", value)
    if isinstance(value, float):
        n = 4 if lead == 0xCA else 8
        return ("float", data[pos + 1:pos + 1 + n])
    if isinstance(value, msgpack.Timestamp):
        return ("time", value.seconds, value.nanoseconds)
    return value


def cross(vectors):
    passed = failed = 0
    for v in vectors:
        if v.counted or len(v.events) > 3000:
            continue
        want = [(pos, value) for pos, _, value in v.events]
        got, fault = log_of_msgpack(v.bytes)
        # It takes timestamps of more nanoseconds than a second has: there its log goes on where ours ends.
        ok = repr(got[:len(want)]) == repr(want) and ((fault is None) == (v.fault is None) or v.fault[1] == "TIME")
        ok = ok and (len(got) == len(want) or v.fault is not None and v.fault[1] == "TIME")
        passed, failed = passed + ok, failed + (not ok)
        if not ok:
            print(f"{v.place}: Python's msgpack sees {str(got)[:200]} {fault or ''}, the vector says {str(want)[:200]} {v.fault or ''}")
    print(f"== corpus against Python's msgpack: {passed} passed, {failed} failed")
    return failed


def run(tool, verb, data):
    return subprocess.run([tool] + verb, input=data, capture_output=True, timeout=60, check=False)


@functools.lru_cache
def texts():
    """What the tool prints for each error, by name."""
    with open("include/cinch/base.h", encoding="utf-8") as f:
        return dict(re.findall(r'X\((\w+), \d+, "([^"]*)"\)', f.read()))


def through_tool(tool, v):
    """What is wrong with the tool's check, dump and to-json of this vector."""
    wrong = []
    depth = v.modes.get("depth", v.fault) if v.fault is None or "depth" in v.modes else v.fault
    fault = v.modes["many"] if "many" in v.modes else depth
    if fault and fault[1] == "TRAILING" or not v.bytes:  # the tool reads runs of messages, which may be empty
        return wrong
    for verb in (["check"], ["dump"], ["to-json"]):
        p = run(tool, verb, v.bytes)
        lines = p.stderr.decode("utf-8", "replace").splitlines()
        due = v.modes.get("json", fault) if verb == ["to-json"] else fault
        if verb == ["to-json"] and "json" not in v.modes and not fault:
            if p.returncode not in (0, 1):
                wrong.append(f"to-json ended with {p.returncode}")
            continue
        if isinstance(due, tuple):
            if p.returncode != 1 or len(lines) != 1 or f"offset {due[0]} " not in lines[0] or texts()[due[1]] not in lines[0]:
                wrong.append(f"{verb[0]} ended with {p.returncode} and {lines}, due is {due}")
        elif p.returncode != 0 or lines:
            wrong.append(f"{verb[0]} ended with {p.returncode} and {lines}")
        elif isinstance(due, str) and p.stdout != due.encode() + b"\n":
            wrong.append(f"to-json gave {p.stdout[:200]}, due is {due}")
        if verb == ["dump"] and not v.counted and len(v.events) < 3000 and "many" not in v.modes:
            listed = [int(m, 16) for m in re.findall(rb"^([0-9a-f]{8,})  ", p.stdout, re.M)]
            starts = [pos for pos, _, _ in v.events] + ([fault[0]] if fault and fault[0] < len(v.bytes) else [])
            # A payload cut after what dump shows of it has two lines: what came, and the fault.
            if starts != list(dict.fromkeys(pos for pos in listed if pos in set(starts))):
                wrong.append(f"dump lists {listed[:20]}, the items are at {starts[:20]}")
    return wrong


def tool_cases(tool, vectors):
    passed = failed = 0
    with ThreadPoolExecutor(max_workers=int(os.environ.get("JOBS", "2"))) as pool:
        for v, wrong in zip(vectors, pool.map(lambda v: through_tool(tool, v), vectors)):
            passed, failed = passed + (not wrong), failed + bool(wrong)
            for text in wrong:
                print(f"{v.place}: {text}")
    print(f"== corpus through the tool: {passed} passed, {failed} failed")
    return failed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool")
    parser.add_argument("files", nargs="*")
    args = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    vectors = [v for path in args.files or sorted(glob.glob("tests/vectors/*.txt")) for v in load(path)]
    failed = cross(vectors)
    if args.tool:
        failed += tool_cases(args.tool, vectors)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
