// SPDX-License-Identifier: MIT
// peer: msgpack-lite
// needs: nodejs npm
// npm: msgpack-lite
// run: node tests/diff/adapters/js-msgpack-lite.js
//
// Maps are read as Map (usemap), so that order and keys of any kind stay; equal keys merge. A 64-bit integer is an object of its own
// (int64). A number that is whole is written as an integer, another one as a double. Without its preset every ext is raw.
"use strict";
const msgpack = require("msgpack-lite");
const { serve } = require("./lib/serve.js");

const codec = msgpack.createCodec({ int64: true, usemap: true });
const [ExtBuffer, Uint64, Int64] = ["d40000", "cf0000000000000000", "d30000000000000000"].map(
  (sample) => msgpack.decode(Buffer.from(sample, "hex"), { codec }).constructor
);

function decode(data) {
  const decoder = new msgpack.Decoder({ codec });
  decoder.write(data);
  const value = decoder.fetch();
  if (decoder.offset !== data.length) throw new Error("bytes after the message");
  return value;
}

function extra(value) {
  if (value instanceof Uint64 || value instanceof Int64) return "i" + value.toString(10);
  if (value instanceof ExtBuffer) return "x" + ((value.type << 24) >> 24) + ":" + value.buffer.toString("hex");
  return undefined;
}

serve({
  hello: [
    "name js-msgpack-lite",
    "version " + require("msgpack-lite/package.json").version,
    "express u64 i64 f64 bin ext time order nil-key any-key",
  ],
  decode,
  encode: (value) => msgpack.encode(value, { codec }),
  extra,
});
