# SPDX-License-Identifier: MIT
# peer: Python (python3-u-msgpack)
# needs: python3 python3-u-msgpack
# run: /usr/bin/python3 tests/diff/adapters/python-umsgpack.py
# quick: yes
#
# A map is a dict here: equal keys are an error of the peer, and 1, 1.0 and true are equal keys. A float is a double: float32 is widened.
# allow_invalid_utf8 gives a bytes object where a str is no UTF-8, and bytes are written as bin.
import collections
import collections.abc
import io
import os
import sys

# 2.3.0 looks for a name that Python 3.10 took away and could read no map at all without it.
if not hasattr(collections, "Hashable"):
    collections.Hashable = collections.abc.Hashable
import umsgpack

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "lib"))
import serve


def decode(data):
    source = io.BytesIO(data)
    value = umsgpack.unpack(source, allow_invalid_utf8=True)
    if source.tell() != len(data):
        raise serve.Refused("bytes after the message")
    return value


TEXT = {
    type(None): lambda value: "N",
    bool: lambda value: "FT"[value],
    int: serve.integer,
    float: serve.double,
    str: lambda value: "s" + value.encode().hex(),
    umsgpack.InvalidString: lambda value: "s" + value.hex(),
    bytes: lambda value: "b" + value.hex(),
    umsgpack.Ext: lambda value: serve.ext(value.type, value.data),
    list: lambda value: serve.array([text(item) for item in value]),
    tuple: lambda value: serve.array([text(item) for item in value]),
    dict: lambda value: serve.pairs([(text(key), text(item)) for key, item in value.items()]),
}


def text(value):
    return TEXT[type(value)](value)


hello = [
    ("name", "python-umsgpack"),
    ("version", ".".join(map(str, umsgpack.version))),
    ("express", "u64 i64 f64 bits int-float bin ext order nil-key any-key"),
]
serve.serve(hello, decode, umsgpack.packb, text)
