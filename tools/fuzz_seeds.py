#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Chooses the seeds of a fuzz target: the smallest inputs that reach all that the vectors and the corpus of earlier runs reach.

    fuzz_seeds.py TARGET [--room BYTES]     after `./dev fuzz TARGET`; rewrites fuzz/seeds/TARGET.txt

The head of that file says what goes before a vector's bytes, `# heads: HEX HEX...`, and whether vectors are taken as bytes or as their JSON
text, `# from: bytes` or `# from: text`. Lines after `# found` are inputs that once failed; they stay as they are."""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import vectors  # noqa: E402

LONGEST = 120  # bytes of one seed


def head_of(path):
    with open(path, encoding="latin-1") as f:
        text = f.read()
    heads = [bytes.fromhex(h) for h in re.search(r"^# heads: (.*)$", text, re.M).group(1).split()]
    kind = re.search(r"^# from: (\w+)$", text, re.M).group(1)
    top = "".join(line + "\n" for line in text.split("\n") if line.startswith("#") and not line.startswith("# found"))
    found = text[text.index("# found"):] if "# found" in text else ""
    return heads, kind, top.split("# found")[0], found


def candidates(heads, kind):
    for path in sorted(glob.glob("tests/vectors/*.txt")):
        for v in vectors.load(path):
            texts = [v.modes.get("json"), v.modes.get("tagged")]
            wanted = [v.bytes] if kind == "bytes" else [t.encode() for t in texts if isinstance(t, str)]
            for body in wanted:
                if len(body) <= LONGEST:
                    yield from (head + body for head in heads)


def merged(target, inputs):
    """The paths of the inputs that a merge keeps."""
    out = tempfile.mkdtemp()
    subprocess.run([f"build/fuzz/{target}", "-merge=1", "-artifact_prefix=build/fuzz/found-", out, inputs, f"build/fuzz/corpus/{target}"],
                   check=True, capture_output=True)
    return sorted(glob.glob(out + "/*"), key=lambda p: (os.path.getsize(p), p))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target")
    parser.add_argument("--room", type=int, default=1200)
    args = parser.parse_args()
    os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
    path = f"fuzz/seeds/{args.target}.txt"
    heads, kind, top, found = head_of(path)
    inputs = tempfile.mkdtemp()
    for i, data in enumerate(sorted(set(candidates(heads, kind)))):
        with open(f"{inputs}/{i}", "wb") as f:
            f.write(data)
    os.makedirs(f"build/fuzz/corpus/{args.target}", exist_ok=True)
    kept, room = [], args.room
    for p in merged(args.target, inputs):
        size = os.path.getsize(p)
        if size <= LONGEST and size <= room:
            kept.append(p)
            room -= size
    lines = subprocess.run([f"build/fuzz/tests/fuzz/{args.target}", "--print", *kept], check=True, capture_output=True).stdout
    with open(path, "w", encoding="latin-1") as f:
        f.write(top + "".join(sorted(lines.decode("latin-1").splitlines(keepends=True))) + found)
    print(f"{len(kept)} seeds, {args.room - room} bytes")


if __name__ == "__main__":
    main()
