// SPDX-License-Identifier: MIT
// peer: @msgpack/msgpack
// needs: nodejs npm
// npm: @msgpack/msgpack
// run: node tests/diff/adapters/js-msgpack.js
// quick: yes
//
// A map is an object here: keys are strings or numbers, equal ones merge, and those that read as array indices come first. A number that
// is whole is written as an integer, another one as a double. A 64-bit integer is a BigInt. Timestamps are kept as raw ext.
"use strict";
const msgpack = require("@msgpack/msgpack");
const { serve } = require("./lib/serve.js");

const extensionCodec = new msgpack.ExtensionCodec();
extensionCodec.register({ type: -1, encode: () => null, decode: (data) => new msgpack.ExtData(-1, data) });
const options = { useBigInt64: true, extensionCodec };
const encoder = new msgpack.Encoder(options);
const decoder = new msgpack.Decoder(options);

serve({
  hello: [
    "name js-msgpack",
    "version " + require("@msgpack/msgpack/package.json").version,
    "express u64 i64 f64 bin ext time order",
  ],
  decode: (data) => decoder.decode(data),
  encode: (value) => Buffer.from(encoder.encode(value)),
  extra: (value) => (value instanceof msgpack.ExtData ? "x" + value.type + ":" + Buffer.from(value.data).toString("hex") : undefined),
});
