#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Who calls whom in the library, as gcc saw it: fails on a cycle (no function recurses, directly or through others) and on a path that
needs more stack than the library promises, or when a promise listed here is about a function that is no more. Calls through pointers
(allocator, sink, spill) are not followed. usage: callgraph.py FILE.ci"""
import re
import sys

MOST_STACK = 40 * 1024
# What headers promise besides.
PROMISED = {name: 24 * 1024 for name in ("cinch_check", "cinch_find", "cinch_locate", "cinch_explain", "cinch_resync", "cinch_frame_feed")}


def read(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    stack, calls = {}, {}
    for name, label in re.findall(r'node: \{ title: "([^"]+)" label: "([^"]*)"', text):
        m = re.search(r"(\d+) bytes \((\w+)", label)
        stack[name] = int(m[1]) if m else 0
        if m and m[2] == "dynamic" and "bounded" not in label:
            print(f"{name}: stack of a size not known when compiled")
    for source, target in re.findall(r'edge: \{ sourcename: "([^"]+)" targetname: "([^"]+)"', text):
        calls.setdefault(source, set()).add(target)
    return stack, calls


def search(stack, calls):
    """Deepest stack below each function, and the cycles met."""
    deepest, cycles, on_way = {}, [], []

    def visit(name):
        if name in deepest:
            return deepest[name]
        if name in on_way:
            cycles.append(" -> ".join(on_way[on_way.index(name):] + [name]))
            return 0, ""
        on_way.append(name)
        below = max((visit(callee) for callee in sorted(calls.get(name, ())) if callee != "__indirect_call"), default=(0, ""))
        on_way.pop()
        deepest[name] = (stack.get(name, 0) + below[0], name + (" > " + below[1] if below[1] else ""))
        return deepest[name]

    sys.setrecursionlimit(10000)
    for name in sorted(stack):
        visit(name)
    return deepest, cycles


def main():
    stack, calls = read(sys.argv[1])
    deepest, cycles = search(stack, calls)
    stale = [name for name in PROMISED if name not in stack]
    short = lambda text: re.sub(r"[\w./]+\.[ch]:", "", text)
    for cycle in cycles:
        print(f"recursion: {short(cycle)}")
    too_much = [(most, way) for name, (most, way) in deepest.items() if most > PROMISED.get(name, MOST_STACK)]
    for most, way in too_much:
        print(f"{most} bytes of stack, more than promised: {short(way)}")
    for what in stale:
        print(f"{what}: promised something in this tool, and not in the library")
    most, way = max(deepest.values())
    print(f"note: deepest path {most} bytes: {short(way)}")
    failed = bool(cycles) + bool(too_much) + bool(stale)
    print(f"== call graph: {3 - failed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
