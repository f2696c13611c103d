# SPDX-License-Identifier: MIT
# peer: Python (python3-msgpack)
# needs: python3 python3-msgpack
# run: /usr/bin/python3 tests/diff/adapters/python-msgpack.py
# quick: yes
#
# Maps are read as lists of pairs (object_pairs_hook), so that duplicates, order and keys of any kind stay; they are written with
# pack_map_header. An ext is caught by a hook, because the peer's own ExtType has no negative types. Bytes that are no UTF-8 travel in a
# str as surrogate escapes. A float is a double here: float32 is widened.
import os
import sys

import msgpack

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import serve


class Pairs(list):
    pass


class Ext(tuple):
    pass


def decode(data):
    return msgpack.unpackb(
        data, strict_map_key=False, object_pairs_hook=Pairs, ext_hook=lambda *ext: Ext(ext), unicode_errors="surrogateescape"
    )


packer = msgpack.Packer(autoreset=False, unicode_errors="surrogateescape")


def put(value):
    if type(value) is Pairs:
        packer.pack_map_header(len(value))
        for key, item in value:
            put(key)
            put(item)
    elif type(value) is list:
        packer.pack_array_header(len(value))
        for item in value:
            put(item)
    elif type(value) is Ext:
        packer.pack_ext_type(*value)
    else:
        packer.pack(value)


def encode(value):
    packer.reset()
    put(value)
    return packer.bytes()


TEXT = {
    type(None): lambda value: "N",
    bool: lambda value: "FT"[value],
    int: serve.integer,
    float: serve.double,
    str: lambda value: "s" + value.encode("utf-8", "surrogateescape").hex(),
    bytes: lambda value: "b" + value.hex(),
    Ext: lambda value: serve.ext(*value),
    msgpack.Timestamp: lambda value: serve.ext(-1, value.to_bytes()),
    list: lambda value: serve.array([text(item) for item in value]),
    Pairs: lambda value: serve.pairs([(text(key), text(item)) for key, item in value]),
}


def text(value):
    return TEXT[type(value)](value)


hello = [
    ("name", "python-msgpack"),
    ("version", ".".join(map(str, msgpack.version)) + " (%s)" % msgpack.Unpacker.__module__),
    ("express", "u64 i64 f64 bits int-float bin ext time dup order utf8-raw nil-key any-key"),
]
serve.serve(hello, decode, encode, text)
