// SPDX-License-Identifier: MIT
// peer: notepack.io
// needs: nodejs npm
// npm: notepack.io
// run: node tests/diff/adapters/js-notepack.js
//
// A map is an object here: keys are strings, equal ones merge, and those that read as array indices come first. All numbers are doubles:
// an integer beyond 2^53 is rounded, a whole one is written as an integer. An ext is read as an array of its type and its bytes, type 0
// as undefined, a Date or an ArrayBuffer; a timestamp is a Date, of milliseconds.
"use strict";
const notepack = require("notepack.io");
const { serve } = require("./lib/serve.js");

serve({
  hello: ["name js-notepack", "version " + require("notepack.io/package.json").version, "express f64 bin order"],
  decode: notepack.decode,
  encode: notepack.encode,
});
