#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a golden test cannot hold: terminals, signals, slow and endless pipes, resident memory. usage: extra.py CINCH [WORD...]"""
import errno
import fcntl
import os
import pty
import random
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import threading
import time
import traceback

CINCH = ""
ENV = {"PATH": "/usr/bin:/bin", "TERM": "xterm", "LC_ALL": "C"}
tests = []


def test(function):
    tests.append(function)
    return function


def check(condition, text=""):
    if not condition:
        raise AssertionError(text)


def same(got, want):
    check(got == want, f"got {got!r}, expected {want!r}")


# ---------------------------------------------------------------- terminals

class Terminal:
    """A pseudo terminal; `read` gives what the tool wrote there."""

    def __init__(self):
        self.ours, self.theirs = pty.openpty()
        attributes = termios.tcgetattr(self.theirs)
        attributes[1] &= ~termios.OPOST  # a new line stays one
        termios.tcsetattr(self.theirs, termios.TCSANOW, attributes)

    def read(self):
        os.close(self.theirs)
        data = b""
        while True:
            try:
                part = os.read(self.ours, 65536)
            except OSError as e:
                if e.errno != errno.EIO:
                    raise
                part = b""
            if not part:
                break
            data += part
        os.close(self.ours)
        return data


def on_terminal(args, stdin=None, stdout=None, stderr=None, env=None, cwd=None):
    """Runs with the named descriptors on a terminal each; returns status and what came from stdout and stderr."""
    terms = {}
    handles = {}
    for name, value in (("stdin", stdin), ("stdout", stdout), ("stderr", stderr)):
        if value == "tty":
            terms[name] = Terminal()
            handles[name] = terms[name].theirs
        else:
            handles[name] = subprocess.PIPE if value is None or isinstance(value, bytes) else value
    child = subprocess.Popen([CINCH] + args, env=dict(ENV, **(env or {})), cwd=cwd, **handles)
    out, err = child.communicate(stdin if isinstance(stdin, bytes) else None, timeout=60)
    if "stdin" in terms:
        terms["stdin"].read()
    if "stdout" in terms:
        out = terms["stdout"].read()
    if "stderr" in terms:
        err = terms["stderr"].read()
    return child.returncode, out, err


@test
def short_help_without_file_on_a_terminal():
    for verb in ("to-json", "check", "dump", "from-json", "count", "head", "stat", "canon", "bench"):
        status, out, err = on_terminal([verb], stdin="tty", stdout="tty")
        same(status, 2)
        check(out.startswith(b"Usage: cinch " + verb.encode()), out)
        same(err, b"")
    status, out, err = on_terminal(["get", "/a"], stdin="tty", stdout="tty")
    same(status, 2)
    check(out.startswith(b"Usage: cinch get"), out)


@test
def short_help_does_not_go_into_a_file():
    status, out, err = on_terminal(["to-json"], stdin="tty")
    same((status, out), (2, b""))
    check(err.startswith(b"Usage: cinch to-json"), err)


@test
def short_help_without_verb_on_a_terminal():
    status, out, _ = on_terminal([], stdin="tty", stdout="tty")
    same(status, 2)
    check(out.startswith(b"Usage: cinch VERB"), out)


@test
def dash_reads_a_terminal():
    term = Terminal()
    child = subprocess.Popen([CINCH, "from-json", "-"], stdin=term.theirs, stdout=subprocess.PIPE, env=ENV)
    os.write(term.ours, b"[1,2]\n\x04")
    out, _ = child.communicate(timeout=10)
    term.read()
    same((child.returncode, out), (0, b"\x92\x01\x02"))


@test
def binary_output_is_refused_on_a_terminal():
    for args in (["from-json"], ["get", "--msgpack", "/a"], ["head"], ["canon"]):
        status, out, err = on_terminal(args, stdin=b"1" if args[0] == "from-json" else b"\x81\xa1a\x01", stdout="tty")
        same((status, out), (2, b""))
        check(err.count(b"\n") == 2 and b"terminal" in err, err)
    status, out, _ = on_terminal(["from-json", "-f"], stdin=b"[1]", stdout="tty")
    same((status, out), (0, b"\x91\x01"))
    status, out, _ = on_terminal(["get", "--raw", "/a"], stdin=b"\x81\xa1a\xa2hi", stdout="tty")
    same((status, out), (0, b"hi\n"))
    status, out, _ = on_terminal(["get", "--raw", "/a"], stdin=b"\x81\xa1a\xc4\x01\x07", stdout="tty")
    same((status, out), (2, b""))


@test
def colour():
    def escapes(*args, env=None, stdout="tty"):
        _, out, _ = on_terminal(["dump", "--hex=01", *args], stdout=stdout, env=env)
        return b"\x1b[" in out
    check(escapes())
    check(not escapes(stdout=None))
    check(not escapes(env={"NO_COLOR": "1"}))
    check(escapes(env={"NO_COLOR": ""}))
    check(not escapes(env={"TERM": "dumb"}))
    check(not escapes("--color=never"))
    check(escapes("--color", env={"NO_COLOR": "1", "TERM": "dumb"}, stdout=None))
    check(escapes("--color=auto"))
    check(not escapes("--color=auto", stdout=None))


def slow_input(args, seconds, stderr="tty", stdout=None):
    term = Terminal() if stderr == "tty" else None
    out_term = Terminal() if stdout == "tty" else None
    child = subprocess.Popen([CINCH] + args, env=ENV, stdin=subprocess.PIPE, stdout=out_term.theirs if out_term else subprocess.DEVNULL,
                             stderr=term.theirs if term else subprocess.PIPE)
    if out_term:
        drain = threading.Thread(target=out_term.read)
        os.close(out_term.theirs)
        out_term.theirs = os.open(os.devnull, os.O_RDONLY)
        drain.start()
    end = time.time() + seconds
    while time.time() < end:
        child.stdin.write(b"\x01" * 50)
        child.stdin.flush()
        time.sleep(0.05)
    child.stdin.close()
    child.wait(60)
    if out_term:
        drain.join()
    return term.read() if term else child.stderr.read()


@test
def progress():
    check(slow_input(["check"], 1) == b"")
    for verb in ("check", "count", "stat"):
        text = slow_input([verb], 2.6)
        check(b"\rcinch: " in text and b"/s" in text and text.endswith(b"\r"), text)
    same(slow_input(["check", "--no-progress"], 2.6), b"")
    same(slow_input(["check"], 2.6, stderr=None), b"")
    check(b"\rcinch: " in slow_input(["check"], 2.6, stdout="tty"))
    same(slow_input(["dump"], 2.6, stdout="tty"), b"")  # its output goes there, too
    check(b"\rcinch: " in slow_input(["check", "--progress"], 2.6, stderr=None))


# ---------------------------------------------------------------- signals

def wait_for(condition, seconds=5):
    end = time.time() + seconds
    while time.time() < end:
        if condition():
            return True
        time.sleep(0.01)
    return False


def as_from_a_terminal():
    """For a child: a shell starts what runs in its background with SIGINT and SIGQUIT ignored, nohup with SIGHUP, and that is inherited."""
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


@test
def a_signal_removes_the_temporary_file():
    # All that end a process, but for those that a sanitizer keeps for itself.
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM,
                   signal.SIGVTALRM, signal.SIGPROF, signal.SIGPIPE, signal.SIGABRT, signal.SIGXCPU, signal.SIGSYS, signal.SIGIO,
                   signal.SIGRTMIN, signal.SIGRTMAX):
        folder = tempfile.mkdtemp()
        with open(os.path.join(folder, "out"), "w") as f:
            f.write("old")
        child = subprocess.Popen([CINCH, "to-json", "-o", "out"], stdin=subprocess.PIPE, cwd=folder, env=ENV,
                                 preexec_fn=as_from_a_terminal)
        child.stdin.write(b"\x01" * 3000000)
        child.stdin.flush()
        check(wait_for(lambda: len(os.listdir(folder)) == 2), os.listdir(folder))
        child.send_signal(number)
        same(child.wait(60), -number)
        child.stdin.close()
        same(os.listdir(folder), ["out"])
        same(open(os.path.join(folder, "out")).read(), "old")
        shutil.rmtree(folder)


@test
def an_ignored_signal_stays_ignored():
    child = subprocess.Popen([CINCH, "check"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV,
                             preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    child.stdin.write(b"\x01")
    child.stdin.flush()
    time.sleep(0.2)
    child.send_signal(signal.SIGHUP)
    out, _ = child.communicate(timeout=5)
    same((child.returncode, out), (0, b"good: 1 object, 1 byte\n"))


@test
def a_closed_pipe_is_sigpipe():
    for ignored in (False, True):
        child = subprocess.Popen([CINCH, "to-json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV,
                                 restore_signals=not ignored)
        child.stdout.close()
        try:
            child.stdin.write(b"\x01" * 3000000)
            child.stdin.close()
        except BrokenPipeError:
            pass
        err = child.stderr.read()
        same((child.wait(5), err), (-signal.SIGPIPE, b""))


@test
def stopping_and_going_on_does_no_harm():
    """A signal that only interrupts system calls."""
    child = subprocess.Popen([CINCH, "to-json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV)
    for i in range(5):
        child.stdin.write(b"\x93\x01")
        child.stdin.flush()
        child.send_signal(signal.SIGSTOP)
        time.sleep(0.02)
        child.send_signal(signal.SIGCONT)
        child.stdin.write(b"\x02\x03")
    out, _ = child.communicate(timeout=5)
    same((child.returncode, out), (0, b"[1,2,3]\n" * 5))


# ---------------------------------------------------------------- pipes

def read_some(fd, seconds):
    ready, _, _ = select.select([fd], [], [], seconds)
    return os.read(fd, 65536) if ready else b""


@test
def unbuffered_hands_on_at_once():
    for args, first, want in ((["to-json", "--unbuffered"], b"\x92\x01\x02", b"[1,2]\n"), (["from-json", "--unbuffered"], b'{"a":1}\n', b"\x81\xa1a\x01"),
                              (["get", "--unbuffered", "/a"], b"\x81\xa1a\x01", b"1\n")):
        child = subprocess.Popen([CINCH] + args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV)
        for _ in range(3):
            child.stdin.write(first)
            child.stdin.flush()
            same(read_some(child.stdout.fileno(), 5), want)
        child.stdin.close()
        same(child.wait(5), 0)


@test
def unbuffered_with_documents_of_any_size():
    """A document that does not come in one read is answered when it is complete, not when more follows."""
    child = subprocess.Popen([CINCH, "from-json", "--unbuffered"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV)
    for size in (100, 70000, 100000, 300000, 1500000):
        child.stdin.write(b'["' + b"x" * size + b'"]\n')
        child.stdin.flush()
        got = 0
        while got < size + 3:
            part = read_some(child.stdout.fileno(), 5)
            check(part, f"{size}: {got} bytes, then nothing")
            got += len(part)
    child.stdin.close()
    same(child.wait(5), 0)


@test
def byte_by_byte():
    message = b"\x82\xa1a\x93\x01\xcd\x01\x00\xc0\xa4name\xd9\x03abc"
    for args, want in ((["to-json"], b'{"a":[1,256,null],"name":"abc"}\n' * 3), (["check"], b"good: 3 objects, %d bytes\n" % (3 * len(message))),
                       (["get", "/name"], b'"abc"\n' * 3)):
        child = subprocess.Popen([CINCH] + args, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV, bufsize=0)
        for i in range(3 * len(message)):
            child.stdin.write(message[i % len(message):][:1])
            time.sleep(0.001)
        out, _ = child.communicate(timeout=5)
        same((child.returncode, out), (0, want))


@test
def descriptors_that_do_not_block():
    source, sink = os.pipe(), os.pipe()
    for fd in (source[0], sink[1]):
        fcntl.fcntl(fd, fcntl.F_SETFL, fcntl.fcntl(fd, fcntl.F_GETFL) | os.O_NONBLOCK)
    child = subprocess.Popen([CINCH, "to-json"], stdin=source[0], stdout=sink[1], env=ENV)
    os.close(source[0])
    os.close(sink[1])
    time.sleep(0.1)
    if os.fork() == 0:
        os.close(sink[0])
        for _ in range(30):
            os.write(source[1], b"\x01" * 10000)
            time.sleep(0.002)
        os._exit(0)
    os.close(source[1])
    time.sleep(0.3)
    total = 0
    while True:
        part = os.read(sink[0], 65536)
        if not part:
            break
        total += len(part)
    os.close(sink[0])
    os.wait()
    same((child.wait(5), total), (0, 600000))


@test
def head_ends_with_its_last_object():
    """Not with its input: a pipe that stays open does not hold it up, and what it gives out can be used at once."""
    child = subprocess.Popen([CINCH, "head", "-n", "2", "--unbuffered"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENV, bufsize=0)
    child.stdin.write(b"\x91")
    time.sleep(0.1)
    child.stdin.write(b"\x01\x92\x02")
    same(child.stdout.read(2), b"\x91\x01")
    child.stdin.write(b"\x03\x04")
    same((child.stdout.read(10), child.wait(30)), (b"\x92\x02\x03", 0))
    child.stdin.close()


@test
def split_leaves_nothing_half_written():
    """An interrupt, a full disk, a fault: files that were complete stay, and nothing else."""
    for fault, status in ((signal.SIGTERM, -signal.SIGTERM), (b"\xc1", 1), (None, 0)):
        folder = tempfile.mkdtemp()
        child = subprocess.Popen([CINCH, "split", "-n", "2"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENV, cwd=folder, bufsize=0)
        child.stdin.write(b"\x01\x02\x03")
        check(wait_for(lambda: len(os.listdir(folder)) == 2, 60), os.listdir(folder))
        if isinstance(fault, bytes):
            child.stdin.write(fault)
        elif fault:
            child.send_signal(fault)
        if fault != signal.SIGTERM:
            child.stdin.close()
        same(child.wait(60), status)
        same(sorted(os.listdir(folder)), ["part-000.mp"] + ["part-001.mp"] * (status == 0))
        shutil.rmtree(folder)
    folder = tempfile.mkdtemp()
    os.symlink("/dev/full", os.path.join(folder, "part-001.mp"))
    done = subprocess.run([CINCH, "split", "-n", "1"], input=b"\x01\x02\x03", capture_output=True, env=ENV, cwd=folder)
    same((done.returncode, done.stderr), (3, b"cinch: part-001.mp: No space left on device\n"))
    same(sorted(os.listdir(folder)), ["part-000.mp", "part-001.mp"])
    shutil.rmtree(folder)


@test
def verbs_end_quietly_when_nobody_reads():
    for args in (["head", "-n", "9G"], ["canon", "--sort=none"], ["canon"], ["stat"], ["count"], ["dump", "--recover"]):
        script = f'(while :; do printf "\\221\\1\\221\\1\\221\\1\\221\\1"; done | head -c 4000000 | "$0" {" ".join(args)}; echo $? >&2) | true'
        done = subprocess.run(["bash", "-c", script, CINCH], capture_output=True, env=ENV, timeout=120)
        check(done.stderr.strip() not in (b"0", b"") and b"cinch" not in done.stderr, (args, done))


# ---------------------------------------------------------------- memory

def resident(args, chunks):
    """KiB at most, fed from a pipe: the kernel's high-water mark of the process as it waits for the end of its input."""
    reader, writer = os.pipe()
    child = subprocess.Popen([CINCH] + args, stdin=reader, stdout=subprocess.DEVNULL, env=ENV)
    for chunk in chunks:
        view = memoryview(chunk)
        while view:
            view = view[os.write(writer, view):]
    waiting = bytearray(4)
    check(wait_for(lambda: fcntl.ioctl(reader, termios.FIONREAD, waiting) == 0 and not any(waiting), 30))
    time.sleep(0.1)
    with open(f"/proc/{child.pid}/status") as f:
        kib = int(next(line for line in f if line.startswith("VmHWM")).split()[1])
    os.close(reader)
    os.close(writer)
    same(child.wait(30), 0)
    return kib


@test
def flat_memory():
    record = b"\x83\xa2id\xce\x00\x01\x02\x03\xa4name\xabhello world\xa4list\x93\x01\x02\x03"
    small = [record * 20000] * 100
    huge = [b"\x92\xc6\x08\x00\x00\x00"] + [bytes(1 << 20)] * 128 + [b"\x01"]
    array = [b"\xdd\x08\x00\x00\x00"] + [b"\x01" * (1 << 20)] * 128
    text = [b'{"id":66051,"name":"hello world","list":[1,2,3]}\n' * 20000] * 60
    for name, chunks in (("small objects", small), ("one large bin", huge), ("one large array", array)):
        for verb in (["check"], ["to-json"], ["dump", "--depth", "0"]):
            kib = resident(verb, chunks)
            print(f"  {' '.join(verb)}, {name}: {kib} KiB resident")
            check(kib < 16 * 1024 or "ASAN_OPTIONS" in os.environ, f"{verb} {name}: {kib} KiB")
    kib = resident(["from-json"], text)
    print(f"  from-json, documents a line: {kib} KiB resident")
    check(kib < 16 * 1024 or "ASAN_OPTIONS" in os.environ, f"from-json: {kib} KiB")


@test
def edits_of_a_large_file_hold_none_of_it():
    """100 MB, in 40 MB of address space."""
    if "ASAN_OPTIONS" in os.environ:
        return  # takes terabytes of it
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "a.mp")
    with open(path, "wb") as f:
        f.write(b"\x82\xa1a\x01\xa1l\xdd\x00\x00\x00\x64")
        for _ in range(100):
            f.write(b"\xc6\x00\x10\x00\x00" + bytes(1 << 20))
        size = f.tell()
    for args, change in ((["set", "/a", "2"], 0), (["set", "/a", "500"], 2), (["set", "/b", "1"], 3), (["set", "/l/-", "1"], 1),
                         (["set", "--insert", "/l/50", "1"], 1), (["del", "/l/0"], -(1 << 20) - 5), (["del", "/a"], -3)):
        for end in (["-o", path + ".new"], [">", path + ".new"], ["|", "cat", ">", path + ".new"]):
            words = " ".join(end)
            done = subprocess.run(["sh", "-c", f'ulimit -v 40000; "$@" {words}', "sh", CINCH] + args + [path], capture_output=True, env=ENV)
            same((args, end, done.returncode, done.stderr), (args, end, 0, b""))
            same((args, os.path.getsize(path + ".new") - size), (args, change))
    limit = ["sh", "-c", 'ulimit -v 40000; exec "$@"', "sh", CINCH]
    for args, text in ((["set", "", "1"], None), (["set", "/a", "2", "--max-depth=2"], None), (["del", "/q"], "offset 0 (0x0): no value at this path"),
                       (["set", "/l/100", "1"], "offset 6 (0x6), at /l: no value at this path"),
                       (["set", "/a/b", "1"], "offset 3 (0x3), at /a: expected array or map, got u64"),
                       (["set", "/a/b/c", "1"], "offset 3 (0x3), at /a: no value at this path"),
                       (["set", "--insert", "/a", "1"], "offset 3 (0x3), at /a: duplicate map key"),
                       (["set", "/a", "2", "--max-items=50"], "offset 47186156 (0x2d000ec), at /l/45: larger than the limit set (--max-items=50)")):
        done = subprocess.run(limit + args + [path, "-o", path + ".new"], capture_output=True, env=ENV)
        same((args, done.returncode, done.stderr.decode()), (args, 1 if text else 0, f"cinch: {path}: {text}\n" if text else ""))
    with open(path, "ab") as f:
        f.write(b"\x01")
    done = subprocess.run(limit + ["del", "/a", path, "-o", path + ".new"], capture_output=True, env=ENV)
    check(f"offset {size} (0x{size:x}): bytes after the end of the message\n" in done.stderr.decode(), done.stderr)
    os.truncate(path, size - 1)
    done = subprocess.run(limit + ["del", "/a", path, "-o", path + ".new"], capture_output=True, env=ENV)
    check("at /l/99: input ends inside an item\n" in done.stderr.decode(), done.stderr)
    shutil.rmtree(folder)


@test
def edits_of_a_file_agree_with_those_in_memory():
    """Records by the thousand, mostly alike, in arrays and maps, damaged now and then: what a file gives, walked over, a pipe gives, held."""
    rng = random.Random(1)
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "a.mp")
    kinds = (lambda: bytes([rng.randrange(128)]), lambda: b"\xcd" + rng.randbytes(2), lambda: b"\xcb" + rng.randbytes(8), lambda: b"\xa3" + rng.randbytes(3),
             lambda: b"\xd9\x21" + rng.randbytes(33), lambda: rng.choice([b"\xc4\x00", b"\xc4\x03abc", b"\xd9\x00", b"\xc7\x00\x05"]), lambda: b"\xd6\xff" + rng.randbytes(4), lambda: b"\xc7\x03\x05xyz",
             lambda: bytes([0xe0 + rng.randrange(32)]), lambda: rng.choice([b"\xc0", b"\xc2", b"\xc3"]), lambda: b"\x92\x01" + rng.choice([b"\x02", b"\xcc\x02"]),
             lambda: b"\x90", lambda: b"\xdc\x00\x02\x01\x02", lambda: b"\xde\x00\x01\xa1a\x02")
    for _ in range(40):
        shape = [rng.choice(kinds) for _ in range(rng.randrange(1, 12))]
        vary, keyed, count, body = rng.choice([0, 0.001, 0.1, 0.5]), rng.random() < 0.5, 6000, []
        for i in range(count):
            fields = list(shape)
            if rng.random() < vary:
                fields[rng.randrange(len(fields))] = rng.choice(kinds)
            body.append((b"\xa6%06d" % i if keyed else b"") + bytes([0x80 + len(fields)]) + b"".join(b"\xa2k" + bytes([97 + j]) + f() for j, f in enumerate(fields)))
        many = (b"\xdf" if keyed else b"\xdd") + count.to_bytes(4, "big") + b"".join(body)
        data = bytearray(b"\x84\xa1a\x01\xa1b\x92" + many + b"\x05\xa1c\xc5\xff\xff" + bytes(65535) + b"\xa1d\xc5\xff\xff" + bytes(65535))
        if rng.random() < 0.3:
            data[rng.randrange(len(data))] = rng.choice([0xC1, 0xDF, 0x91, 0xA5, 0xD9])
        with open(path, "wb") as f:
            f.write(data)
        pointer = rng.choice(["/a", "/b/0", "/b/1", "/b/0/000003", "/b/0/5999", "/b/0/005999/ka", "/b/0/7/kb", "/d", "/e", "/b/-", "/b/0/-"])
        args = rng.choice([["set", pointer, "[1]"], ["set", "--insert", pointer, "70000"], ["del", pointer]])
        held = subprocess.run([CINCH] + args, input=bytes(data), capture_output=True, env=ENV)
        for end in ([], ["-o", path + ".new"]):
            done = subprocess.run([CINCH] + args + [path] + end, capture_output=True, env=ENV)
            out = done.stdout
            if end and not done.returncode:
                with open(path + ".new", "rb") as f:
                    out = f.read()
            same((args, done.returncode, done.stderr.replace(path.encode(), b"<stdin>")), (args, held.returncode, held.stderr))
            check(out == held.stdout, f"{args}: other bytes")
    shutil.rmtree(folder)


@test
def little_memory_is_enough_for_little_input():
    """20 MB of address space. What does not do is told, and never a signal before the first line."""
    if "ASAN_OPTIONS" in os.environ:
        return  # takes terabytes of it
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "a.mp")
    with open(path, "wb") as f:
        f.write(b"\x81\xa1a\x01")
    for args in (["check"], ["check", "--dup"], ["to-json"], ["to-json", "--tagged"], ["dump"], ["get", "/a"], ["set", "/a", "2"],
                 ["set", "--insert", "/b", "2"], ["del", "/a"], ["canon"], ["stat"], ["count"], ["head"], ["to-text"], ["diff", path],
                 ["bench", "--time=1"], ["split", "-n1", "-p", path], ["check", "-j2"], ["to-json", "-j2"]):
        done = subprocess.run(["sh", "-c", 'ulimit -v 20000; exec "$@"', "sh", CINCH] + args + [path], capture_output=True, env=ENV)
        same((args, done.returncode, done.stderr), (args, 0, b""))
    for args in (["--version"], ["--help"], ["help", "to-json"], ["to-json", "-h"], ["from-json", "--hex=31"], ["from-text", "--hex=31"]):
        done = subprocess.run(["sh", "-c", 'ulimit -v 20000; exec "$@"', "sh", CINCH] + args, capture_output=True, env=ENV)
        same((args, done.returncode, done.stderr), (args, 0, b""))
    with open(path, "wb") as f:
        f.write(b"\x92\xc6\x02\x00\x00\x00" + bytes(2 << 24) + b"\x01")
    for args, status in ((["check"], 0), (["count"], 0), (["stat"], 0), (["dump"], 0), (["canon", "--sort=none"], 0), (["set", "/1", "2"], 0),
                         (["canon"], 3), (["get", "/1"], 3), (["to-json"], 3), (["to-json", "--hold"], 3)):
        done = subprocess.run(["sh", "-c", 'ulimit -v 20000; exec "$@"', "sh", CINCH] + args + [path], capture_output=True, env=ENV)
        told = b"cinch: %s: Cannot allocate memory\n" % path.encode() if status else b""
        same((args, done.returncode, done.stderr), (args, status, told))
    shutil.rmtree(folder)


@test
def keys_of_a_map_larger_than_the_memory_for_them():
    """Strings of digits beside integers: what can be told is told; else a file is read again, and a pipe is no fault of the data."""
    def message(count, last):
        return b"\xdf" + struct.pack(">I", count) + b"".join(b"\xce%b\x00" % struct.pack(">I", i)
                                                            for i in range(1000000, 1000000 + count - 1)) + last
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "many.mp")
    for count, status in ((150000, 0), (600000, 3)):
        pad = b"\x92\xc6\x00\x60\x00\x00" + bytes(6 << 20)
        for last, fault in ((b"\xa6999999\x01", False), (b"\xa71000007\x01", True)):
            with open(path, "wb") as f:
                f.write(pad + message(count, last))
            start = time.time()
            piped = subprocess.run(["sh", "-c", f"cat {path} | {CINCH} to-json"], capture_output=True, env=ENV)
            filed = subprocess.run([CINCH, "to-json", path], capture_output=True, env=ENV)
            held = subprocess.run([CINCH, "to-json", "--hold", path], capture_output=True, env=ENV)
            same((piped.returncode, filed.returncode, held.returncode), (status or int(fault), int(fault), int(fault)))
            same(filed.stderr, held.stderr)
            check(fault or filed.stdout == held.stdout)
            check(fault or status or piped.stdout == held.stdout)
            check(time.time() - start < 60, f"{time.time() - start:.1f} s")
    shutil.rmtree(folder)


@test
def a_huge_document_is_read_in_linear_time():
    """Through a pipe in pieces of 64 KiB, whose end looks like that of a document now and then."""
    document = b"[" + b'{"a":[1,2,3]},\n' * 2000000 + b"0]"
    start = time.time()
    done = subprocess.run([CINCH, "from-json"], input=document, capture_output=True, env=ENV, timeout=60)
    same((done.returncode, len(done.stdout)), (0, 5 + 2000000 * 7 + 1))
    check(time.time() - start < 20, f"{time.time() - start:.1f} s")


# ---------------------------------------------------------------- generated files

@test
def completions_and_pages_are_what_their_programs_read():
    """By those that are installed: a shell reads its completion without running it, mandoc and groff find nothing to warn of."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "file")
    for shell in ("bash", "zsh", "fish"):
        if shutil.which(shell):
            with open(path, "wb") as f:
                f.write(subprocess.run([CINCH, "help", f"--completion={shell}"], capture_output=True, env=ENV, check=True).stdout)
            done = subprocess.run([shell, "-n", path], capture_output=True)
            same((shell, done.returncode, done.stderr), (shell, 0, b""))
    if shutil.which("fish"):
        done = subprocess.run(["fish", "-c", f"source {path}; complete -C 'cinch to-json --tag'; complete -C 'cinch to-json --nan=n'"],
                              capture_output=True, env=dict(ENV, HOME=folder))
        check(done.stdout.startswith(b"--tagged\t") and b"--nan=null" in done.stdout and not done.stderr, done)
    for name in [""] + subprocess.run([CINCH, "help", "--list"], capture_output=True, env=ENV, check=True, text=True).stdout.split():
        with open(path, "wb") as f:
            f.write(subprocess.run([CINCH, "help", "--man"] + [name] * bool(name), capture_output=True, env=ENV, check=True).stdout)
        for program in (["mandoc", "-Tlint", "-Wwarning"], ["groff", "-man", "-ww", "-z"]):
            if shutil.which(program[0]):
                done = subprocess.run(program + [path], capture_output=True, text=True)
                lines = [line for line in (done.stdout + done.stderr).splitlines() if "missing date" not in line]
                same((name, lines), (name, []))
    shutil.rmtree(folder)


# ---------------------------------------------------------------- places

@test
def a_folder_that_cannot_be_written():
    if os.geteuid() == 0:
        return  # root may
    folder = tempfile.mkdtemp()
    os.chmod(folder, 0o500)
    done = subprocess.run([CINCH, "to-json", "--hex=01", "-o", "x"], capture_output=True, cwd=folder, env=ENV)
    same((done.returncode, done.stderr), (3, b"cinch: x: Permission denied\n"))
    os.rmdir(folder)


@test
def a_file_stays_its_owners():
    """Root gives the new file to whom the old one belonged. Another may not; a group that is not the old one then gets what all get."""
    if os.geteuid() != 0:
        return  # only root can make such files
    folder = tempfile.mkdtemp(prefix="cinch-owner-")
    path = os.path.join(folder, "out")
    tool = shutil.copy(CINCH, folder)  # where nobody may run it
    other = {"user": 65534, "group": 65534, "extra_groups": []}
    os.chmod(folder, 0o777)
    try:
        for who, before, after in (
            ({}, (65534, 65533, 0o4640), (65534, 65533, 0o640)),
            (other, (65534, 65534, 0o664), (65534, 65534, 0o664)),
            (other, (65534, 65533, 0o664), (65534, 65534, 0o644)),
            (other, (65533, 65534, 0o2660), (65534, 65534, 0o660)),
        ):
            with open(path, "wb") as f:
                f.write(b"old")
            os.chown(path, before[0], before[1])
            os.chmod(path, before[2])
            subprocess.run([tool, "to-json", "--hex=01", "-o", path], env=ENV, check=True, **who)
            st = os.stat(path)
            same((st.st_uid, st.st_gid, st.st_mode & 0o7777), after)
            os.unlink(path)
    finally:
        shutil.rmtree(folder)


@test
def no_descriptor_is_mistaken_for_another():
    """With standard error closed the output file must not take its number and get the messages."""
    folder = tempfile.mkdtemp()
    os.symlink(CINCH, os.path.join(folder, "cinch"))
    script = "./cinch to-json --hex=01 -o out 0<&- 1>&- 2>&-; cat out; ./cinch check nowhere -o out 2>&-; cat out"
    done = subprocess.run(["sh", "-c", script], capture_output=True, cwd=folder, env=ENV)
    same(done.stdout, b"1\n1\n")
    shutil.rmtree(folder)


@test
def on_a_terminal_a_second_line_says_what_helps():
    deep = b"\x91" * 300 + b"\xc1"
    for args, text, line in (
            (["from-json"], b"[1,]", b"Try --lax, which allows comments, a trailing comma, NaN and Infinity."),
            (["from-json"], b"[1 2]", None),
            (["from-json"], b"1e999", b"It is beyond the largest float 64."),
            (["from-json"], b"99999999999999999999", b"It is beyond 64 bits. Try --bigint=float or --bigint=string."),
            (["from-json", "--tagged"], b'{"$f32": 0.1}', b"$f32 takes what a float 32 holds exactly."),
            (["from-json", "--tagged"], b'[{"$f32":1e99}]', b"$f32 takes what a float 32 holds exactly."),
            (["from-json", "--tagged"], b'{"$f32":1,"a":1e999}', b"It is beyond the largest float 64."),
            (["from-json", "--tagged"], b'{"$x":1}', None),
            (["from-json"], b'"\\ud800"', b"Try --utf8=replace, which puts U+FFFD there."),
            (["to-json"], b"\xa1\xff", b"Try --utf8=replace, which puts U+FFFD there."),
            (["to-json"], b"\xca\x7f\xc0\0\0", b"NaN and infinities have no place in JSON. Try --nan=null, --nan=string or --tagged."),
            (["to-json"], b"\x81\x90\1", b"Try --tagged, which has a place for every key."),
            (["check", "--canonical"], b"\xcc\1", b"Try 'cinch canon', which writes the canonical form."),
            (["check"], deep, b"Try --full-path, for a path that get takes."),
            (["check", "--full-path"], deep, None), (["check"], b"\xc1", None)):
        status, _, err = on_terminal(args, stdin=text, stderr="tty")
        lines = err.replace(b"\r", b"").rstrip(b"\n").split(b"\n")
        same((status, lines[1:]), (1, [line] if line else []))
        check(lines[0].startswith(b"cinch: <stdin>: "), err)


@test
def a_mapped_file_that_becomes_shorter_is_told():
    """Nobody reads the pipe, so the tool stands still in the middle of the file; what is left of that is then taken away."""
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "a.mp")
    for verb in (["to-json"], ["to-json", "--tagged"], ["canon"], ["canon", "-o", "/dev/stdout"]):
        with open(path, "wb") as f:
            f.write((b"\x82\xa1a\x01\xa1b\xd9\x64" + b"z" * 100) * 150000)
        child = subprocess.Popen([CINCH] + verb + ["-j2", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV)
        child.stdout.read(1)
        os.truncate(path, 4096)
        _, err = child.communicate(timeout=60)
        same((child.returncode, err), (3, b"cinch: %s: became shorter while it was read, or cannot be read\n" % path.encode()))
    shutil.rmtree(folder)


def main():
    global CINCH
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    CINCH = os.path.abspath(sys.argv[1])
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "CINCH_KERNELS"):
        if name in os.environ:
            ENV[name] = os.environ[name]
    passed = failed = 0
    for function in tests:
        if sys.argv[2:] and not any(word in function.__name__ for word in sys.argv[2:]):
            continue
        try:
            function()
            passed += 1
        except Exception:
            failed += 1
            print(f"FAILED {function.__name__}")
            traceback.print_exc(file=sys.stdout)
    print(f"== cli-extra: {passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
