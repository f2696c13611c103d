#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Golden tests of the tool. usage: run.py [--accept] CINCH [WORD...]

Cases stand in *.test beside this file and run $JOBS at a time; with WORDs only those whose name holds one. --accept writes what came out
into the files, to be read as a difference before it is committed. A case:

    === name
    @ notes.json            a file in the case's folder (a new one each), as text, or, with "@ name: 93 01", as bytes
    ' {"a": 1}              its lines
    < 93 01 02              standard input as bytes, or as lines after a "<" alone
    $ cinch check           a command for sh; a case may have several, each with what follows it
    | good: 1 object        lines of standard output; "^" after them: no new line at the end
    x 93 01 02              or, where it is no text, its bytes
    ! cinch: ...            lines of standard error
    ? 1                     exit status, when it is not 0

The environment is empty but for PATH, a locale that is not C, and NO_COLOR; standard input is empty unless given. msgpack2json and json2msgpack
are links to the tool. What needs a terminal, signals or much data stands in extra.py."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

JOBS = int(os.environ.get("JOBS", "2"))
HERE = os.path.dirname(os.path.abspath(__file__))


class Step:
    def __init__(self, command, stdin):
        self.command, self.stdin = command, stdin
        self.want = []  # lines as they stand in the file


class Case:
    def __init__(self, path, name):
        self.path, self.name = path, name
        self.files, self.steps = {}, []


def parse(path):
    """Cases, and the file as a list of parts: a line to keep, or a Step whose expectations stand there."""
    cases, layout, case, step, stdin, into = [], [], None, None, b"", None
    for number, line in enumerate(open(path, encoding="utf-8").read().splitlines(), 1):
        mark, _, rest = line.partition(" ")
        if step and mark in ("|", "^", "x", "!", "?"):
            step.want.append(line)
            continue
        layout.append(line)
        if mark == "===":
            case, step, stdin, into = Case(path, rest), None, b"", None
            cases.append(case)
        elif mark == "@":
            name, colon, data = rest.partition(": ")
            case.files[name] = bytes.fromhex(data) if colon else b""
            into = name
        elif mark == "<":
            into = None
            stdin = bytes.fromhex(rest)
        elif mark == "'":
            data = rest.encode() + b"\n"
            if into is None:
                stdin += data
            else:
                case.files[into] += data
        elif mark == "$":
            step = Step(rest, stdin)
            case.steps.append(step)
            layout.append(step)
            stdin, into = b"", None
        elif line and mark != "#":
            sys.exit(f"{path}:{number}: what is this? {line}")
    return cases, layout


def shown(data):
    """Standard output as expectation lines."""
    if not data:
        return []
    try:
        text = data.decode()
        if any(ord(c) < 32 and c not in "\n\x1b" for c in text):
            raise ValueError
    except ValueError:
        return [("x " + data[i:i + 32].hex(" ")).rstrip() for i in range(0, len(data), 32)]
    lines = text.split("\n")
    end = lines.pop()
    got = [("| " + line.replace("\x1b", "\\e")).rstrip(" ") if not line.endswith(" ") else "| " + line.replace("\x1b", "\\e") for line in lines]
    return got + (["| " + end.replace("\x1b", "\\e"), "^"] if end else [])


def run_step(step, folder, env):
    done = subprocess.run(["sh", "-c", step.command], input=step.stdin, capture_output=True, cwd=folder, env=env, timeout=120)
    got = shown(done.stdout)
    got += ["! " + line for line in done.stderr.decode(errors="backslashreplace").splitlines()]
    if done.returncode:
        got.append(f"? {done.returncode}")
    return got


def run_case(case, env):
    """What is to be told of it: nothing when it is good."""
    folder = tempfile.mkdtemp(prefix="cinch-test-")
    told = []
    try:
        for name, data in case.files.items():
            os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
            with open(os.path.join(folder, name), "wb") as f:
                f.write(data)
        for step in case.steps:
            step.got = got = run_step(step, folder, env)
            if got == step.want:
                continue
            told.append(f"FAILED {os.path.basename(case.path)}: {case.name}\n  $ {step.command}")
            told += [f"  {'  ' if line in got else '- '}{line}" for line in step.want]
            told += [f"  + {line}" for line in got if line not in step.want]
            if sorted(got) == sorted(step.want):
                told.append("  (in another order)")
    except subprocess.TimeoutExpired as e:
        told.append(f"FAILED {os.path.basename(case.path)}: {case.name}\n  {e}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return told


def environment(cinch):
    """A folder with the tool under its three names goes before everything else on the PATH."""
    bin_dir = tempfile.mkdtemp(prefix="cinch-bin-")
    for name in ("cinch", "msgpack2json", "json2msgpack"):
        os.symlink(cinch, os.path.join(bin_dir, name))
    env = {"PATH": bin_dir + ":/usr/bin:/bin", "LC_ALL": "de_DE.UTF-8", "NO_COLOR": "1", "TERM": "xterm"}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "CINCH_KERNELS"):
        if name in os.environ:
            env[name] = os.environ[name]
    return bin_dir, env


def main():
    args = sys.argv[1:]
    accept = "--accept" in args
    args = [a for a in args if a != "--accept"]
    if not args:
        sys.exit(__doc__)
    cinch = os.path.abspath(args[0])
    bin_dir, env = environment(cinch)
    files = [(path, *parse(path)) for path in sorted(glob.glob(os.path.join(HERE, "*.test")))]
    wanted = [case for path, cases, _ in files for case in cases
              if not args[1:] or any(word in case.name or word in os.path.basename(path) for word in args[1:])]
    failed = 0
    with ThreadPoolExecutor(max_workers=JOBS) as pool:
        for told in pool.map(lambda case: run_case(case, env), wanted):
            failed += bool(told)
            print("".join(line + "\n" for line in told), end="")
    if accept:
        for path, _, layout in files:
            with open(path, "w", encoding="utf-8") as f:
                for part in layout:
                    lines = [part] if isinstance(part, str) else getattr(part, "got", part.want)
                    f.writelines(line + "\n" for line in lines)
    shutil.rmtree(bin_dir)
    print(f"== cli: {len(wanted) - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
