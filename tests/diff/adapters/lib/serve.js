// SPDX-License-Identifier: MIT
// What the JavaScript adapters share: the requests and answers of tests/diff, and typed text. The peer itself is in the adapter.
"use strict";

class Ext {
  constructor(type, data) {
    this.type = type;
    this.data = data;
  }
}

const hex = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("hex");

function double(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return "d" + bytes.toString("hex");
}

// A Date knows milliseconds only: the text is the smallest timestamp that says them.
function timestamp(date) {
  const seconds = Math.floor(date.getTime() / 1000);
  const nanoseconds = (date.getTime() - seconds * 1000) * 1e6;
  const bytes = Buffer.alloc(12);
  if (seconds >= 0 && seconds < 2 ** 34) {
    bytes.writeBigUInt64BE((BigInt(nanoseconds) << 34n) | BigInt(seconds), 4);
    return "x-1:" + hex(bytes.subarray(nanoseconds === 0 && seconds < 2 ** 32 ? 8 : 4));
  }
  bytes.writeUInt32BE(nanoseconds, 0);
  bytes.writeBigInt64BE(BigInt(seconds), 4);
  return "x-1:" + hex(bytes);
}

// `extra(value)` gives the text of what only this peer has, or undefined. A number that is whole is an integer here: that of -0 is 0.
function text(value, extra) {
  switch (typeof value) {
    case "boolean": return value ? "T" : "F";
    case "string": return "s" + Buffer.from(value, "utf8").toString("hex");
    case "bigint": return "i" + value;
    case "number": return Number.isInteger(value) ? "i" + BigInt(value) : double(value);
    case "object": return object(value, extra);
    case "undefined": return "N";
    default: throw new TypeError("a value of type " + typeof value);
  }
}

function object(value, extra) {
  const special = value !== null && extra !== undefined ? extra(value) : undefined;
  if (special !== undefined) return special;
  if (value === null) return "N";
  if (Array.isArray(value)) return "[" + value.map((item) => text(item, extra)).join(",") + "]";
  if (value instanceof Uint8Array) return "b" + hex(value);
  if (value instanceof Ext) return "x" + value.type + ":" + hex(value.data);
  if (value instanceof Date) return timestamp(value);
  const entries = value instanceof Map ? [...value] : Object.entries(value);
  return "{" + entries.map(([key, item]) => text(key, extra) + "=" + text(item, extra)).join(",") + "}";
}

function answer(peer, op, data) {
  if (op === "h") return ["+", Buffer.from(peer.hello.map((line) => line + "\n").join(""))];
  if (!"eva".includes(op)) return ["?", Buffer.alloc(0)];
  try {
    const value = peer.decode(data);
    if (op === "e") return ["+", peer.encode(value)];
    return ["+", Buffer.from(op === "v" ? text(value, peer.extra) : "", "latin1")];
  } catch (error) {
    return ["-", Buffer.from(String(error).slice(0, 1000))];
  }
}

// Answers every request that is complete, whenever bytes come in.
function serve(peer) {
  let held = Buffer.alloc(0);
  process.stdin.on("data", (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    let at = 0;
    while (held.length - at >= 5 && held.length - at - 5 >= held.readUInt32BE(at + 1)) {
      const end = at + 5 + held.readUInt32BE(at + 1);
      // A copy: to some peers the memory around their input is input too.
      const [status, result] = answer(peer, String.fromCharCode(held[at]), Buffer.from(held.subarray(at + 5, end)));
      const head = Buffer.alloc(5);
      head.write(status, 0, "latin1");
      head.writeUInt32BE(result.length, 1);
      process.stdout.write(Buffer.concat([head, result]));
      at = end;
    }
    held = held.subarray(at);
  });
}

module.exports = { Ext, serve };
