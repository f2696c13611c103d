#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tool as a whole process, on a stream: beside the library's own time for the same work and a copy of the file, and beside a script over
Debian's python3-msgpack and json. Makes the stream from a seed, takes turns, prints medians and the most memory; removes what it made.

usage: tools/whole_process.py [--mb 1000] [--rounds 3] [--cc cc] [--dir DIR]
"""
import argparse
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time

import msgpack

BLOCK_MB = 8
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# What somebody would write who has these two libraries and nothing else.
SCRIPTS = {
    "check": "import sys, msgpack\nfor _ in msgpack.Unpacker(open(sys.argv[1], 'rb')): pass\n",
    "to-json": "import sys, json, msgpack\nout = open(sys.argv[2], 'w')\n"
               "for v in msgpack.Unpacker(open(sys.argv[1], 'rb')):\n"
               "    json.dump(v, out, ensure_ascii=False, separators=(',', ':'))\n    out.write('\\n')\n",
    "from-json": "import sys, json, msgpack\nout = open(sys.argv[2], 'wb')\npack = msgpack.Packer().pack\n"
                 "for line in open(sys.argv[1]): out.write(pack(json.loads(line)))\n",
}


def record(rng):
    words = ["status", "device", "naïve", "温度", "warning", "restart", "ok", "lorem ipsum dolor sit amet"]
    text = " ".join(rng.choice(words) for _ in range(rng.randrange(1, 12)))
    return {"id": rng.getrandbits(rng.randrange(1, 63)), "type": rng.choice(words), "active": rng.random() < 0.5,
            "balance": round(rng.uniform(-1e5, 1e5), 2), "position": [rng.uniform(-180, 180), rng.uniform(-90, 90)],
            "text": text, "tags": [rng.choice(words) for _ in range(rng.randrange(4))], "parent": None,
            "counts": {"a": rng.randrange(100), "b": rng.randrange(100000), "c": -rng.randrange(1000)}}


def make_block(path, size):
    """Records, all different; the stream is these again and again, as making a gigabyte of them takes Python minutes."""
    rng = random.Random(1)
    pack = msgpack.Packer().pack
    block = bytearray()
    while len(block) < size:
        block += pack(record(rng))
    with open(path, "wb") as out:
        out.write(block)


def repeat(source, times, path):
    with open(source, "rb") as file:
        block = file.read()
    with open(path, "wb") as out:
        for _ in range(times):
            out.write(block)


def watch(pid, most):
    """VmHWM until the process has ended: wait4's figure would count this Python, too, as it stood before exec."""
    try:
        while True:
            with open("/proc/%d/status" % pid) as lines:
                most.extend(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
            time.sleep(0.02)
    except OSError:
        pass


def run(command):
    """Seconds on the wall and the most memory in KiB."""
    most = [0]
    began = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    watcher = threading.Thread(target=watch, args=(child.pid, most))
    watcher.start()
    status = child.wait()
    took = time.monotonic() - began
    watcher.join()
    if status:
        sys.exit("failed: " + " ".join(command))
    return took, max(most)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--mb", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--script-rounds", type=int, default=1, help="rounds that the script takes part in: it takes most of the time")
    parser.add_argument("--cc", default="cc")
    parser.add_argument("--dir")
    options = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="cinch-whole-", dir=options.dir)
    try:
        measure(folder, options)
    finally:
        shutil.rmtree(folder)


def measure(folder, options):
    tool, whole = os.path.join(folder, "cinch"), os.path.join(folder, "whole")
    flags = ["-O3", "-std=c11", "-I" + os.path.join(ROOT, "include")]
    library = os.path.join(folder, "all.o")
    subprocess.check_call([options.cc, *flags, "-c", os.path.join(ROOT, "src/all.c"), "-o", library])
    verbs = [os.path.join(ROOT, "src/cli", f) for f in sorted(os.listdir(os.path.join(ROOT, "src/cli"))) if f.endswith(".c")]
    subprocess.check_call([options.cc, *flags, library, *verbs, "-o", tool])
    subprocess.check_call([options.cc, *flags, library, os.path.join(ROOT, "bench/process_work.c"), "-o", whole])
    block, lines, stream, text, made = (os.path.join(folder, f) for f in ("block.mp", "block.json", "all.mp", "all.json", "made"))
    times = max(1, options.mb // BLOCK_MB)
    make_block(block, BLOCK_MB * 1000000)
    subprocess.check_call([tool, "to-json", block, "-o", lines])
    repeat(block, times, stream)
    repeat(lines, times, text)
    print("%d MB of MessagePack, %d MB of JSON; seconds, medians of %d" %
          (os.path.getsize(stream) // 10**6, os.path.getsize(text) // 10**6, options.rounds))
    print("%-10s %8s %8s %8s %12s %8s %12s %12s" % ("verb", "cinch", "library", "cp", "cinch/(l+cp)", "script", "script/cinch",
                                                  "cinch's KiB"))
    for verb, part, source in (("check", block, stream), ("to-json", block, stream), ("from-json", lines, text)):
        turn(verb, source, made, tool, [whole, verb, part, str(times)], folder, options)


def turn(verb, source, made, tool, whole, folder, options):
    times = {"cinch": [], "library": [], "cp": [], "script": []}
    script = os.path.join(folder, "script.py")
    with open(script, "w") as out:
        out.write(SCRIPTS[verb])
    most = 0
    for round in range(options.rounds):
        command = [tool, verb, source] + (["--utf8"] if verb == "check" else ["-o", made])
        took, memory = run(command)
        times["cinch"].append(took)
        most = max(most, memory)
        times["library"].append(float(subprocess.check_output(whole)))
        times["cp"].append(run(["cp", source, made + ".copy"])[0])
        if round < options.script_rounds:
            times["script"].append(run([sys.executable, script, source, made + ".script"])[0])
        if verb == "from-json" and round < options.script_rounds and open(made, "rb").read(1 << 20) != open(made + ".script", "rb").read(1 << 20):
            sys.exit("cinch and the script differ")
        for name in (made, made + ".copy", made + ".script"):
            if os.path.exists(name):
                os.unlink(name)
    middle = {k: statistics.median(v or [float("nan")]) for k, v in times.items()}
    print("%-10s %8.2f %8.2f %8.2f %12.2f %8.2f %12.1f %12d" %
          (verb, middle["cinch"], middle["library"], middle["cp"], middle["cinch"] / (middle["library"] + middle["cp"]),
           middle["script"], middle["script"] / middle["cinch"], most), flush=True)


if __name__ == "__main__":
    main()
