// SPDX-License-Identifier: MIT
// peer: msgpack5
// needs: nodejs npm
// npm: msgpack5
// run: node tests/diff/adapters/js-msgpack5.js
//
// Maps are read as Map (preferMap), so that order and keys of any kind stay; equal keys merge. All numbers are doubles: an integer beyond
// 2^53 is rounded, a whole one is written as an integer, another one as float64 (forceFloat64; by default as float32 where that loses
// nothing). Ext of types 0 to 127 is caught as it is; a timestamp is a Date, of milliseconds.
"use strict";
const bl = require("bl"); // msgpack5's own input: tells how much of it was used
const { Ext, serve } = require("./lib/serve.js");

const peer = require("msgpack5")({ preferMap: true, forceFloat64: true });
for (let type = 0; type < 128; type++) peer.registerDecoder(type, (data) => new Ext(type, data.slice()));
peer.registerEncoder((value) => value instanceof Ext, (ext) => Buffer.concat([Buffer.from([ext.type]), ext.data]));

function decode(data) {
  const input = bl(data);
  const value = peer.decode(input);
  if (input.length !== 0) throw new Error("bytes after the message");
  return value;
}

serve({
  hello: ["name js-msgpack5", "version " + require("msgpack5/package.json").version, "express f64 bin ext order nil-key any-key"],
  decode,
  encode: (value) => peer.encode(value).slice(),
});
