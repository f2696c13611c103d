// SPDX-License-Identifier: MIT
// peer: msgpackr
// needs: nodejs npm
// npm: msgpackr
// run: node tests/diff/adapters/js-msgpackr.js
// quick: yes
//
// Driven without its own record extension. Maps are read as Map, so that order and keys of any kind stay; equal keys merge. A number that
// is whole is written as an integer, another one as a double. A 64-bit integer is a BigInt. Each ext type is caught as it is by a class of
// its own, but for type 0, which the peer does not give away.
"use strict";
const fs = require("fs");
const path = require("path");
const msgpackr = require("msgpackr");
const { Ext, serve } = require("./lib/serve.js");

for (let type = 1; type < 256; type++) {
  const signed = (type << 24) >> 24;
  const Class = class extends Ext {};
  msgpackr.addExtension({ Class, type, pack: (ext) => ext.data, unpack: (data) => new Class(signed, data) });
}
const packr = new msgpackr.Packr({ useRecords: false, mapsAsObjects: false, variableMapSize: true, moreTypes: false });

const manifest = path.join(path.dirname(require.resolve("msgpackr")), "../package.json"); // not among what it exports

serve({
  hello: [
    "name js-msgpackr",
    "version " + JSON.parse(fs.readFileSync(manifest, "utf8")).version,
    "express u64 i64 f64 bin ext time order nil-key any-key",
  ],
  decode: (data) => packr.unpack(data),
  encode: (value) => packr.pack(value),
});
