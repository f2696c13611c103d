-- SPDX-License-Identifier: MIT
-- peer: Lua (lua-MessagePack)
-- needs: lua5.3 lua-messagepack
-- run: lua5.3 tests/diff/adapters/lua-messagepack.lua
--
-- A table of Lua holds no nil and has no order, so that most documents would be lost in one. Hence `a` asks for the peer's own unpack, and
-- `e` and `v` read the heads of containers here and everything in them with the peer's cursor; all is written by the peer's packers,
-- which may be replaced by kind. str and bin are one kind of string, written as str; float32 is widened to a double; an integer of 2^63
-- or more wraps around to a negative one.
local peer = require "MessagePack"
peer.set_string "string"

local Ext, Map, Array, NIL = {}, {}, {}, {}

function peer.build_ext(tag, data)
    return setmetatable({tag = tag, data = data}, Ext)
end

-- What the peer asks of a table when it writes a map: its pairs, here in their order.
function Map.__pairs(map)
    local i = -1
    return function()
        i = i + 2
        return map[i], map[i + 1]
    end
end

peer.packers["table"] = function(buffer, value)
    local kind = getmetatable(value)
    if value == NIL then
        peer.packers["nil"](buffer)
    elseif kind == Map then
        peer.packers["map"](buffer, value, #value // 2)
    elseif kind == Array then
        peer.packers["array"](buffer, value, #value)
    else
        local n = #value.data
        local fixed = n == 1 or n == 2 or n == 4 or n == 8 or n == 16
        peer.packers[fixed and "fixext" .. n or "ext"](buffer, value.tag, value.data)
    end
end

-- The count and kind of a container that begins at the cursor; nil at anything else.
local function head(cursor)
    local byte = cursor.s:byte(cursor.i) or 0
    local kind = (byte >= 0x80 and byte <= 0x8f or byte == 0xde or byte == 0xdf) and Map
        or (byte >= 0x90 and byte <= 0x9f or byte == 0xdc or byte == 0xdd) and Array
    if not kind then
        return nil
    end
    if byte < 0xa0 then
        cursor.i = cursor.i + 1
        return kind, byte & 15
    end
    local format = byte & 1 == 0 and ">I2" or ">I4"
    local count, after = string.unpack(format, cursor.s, cursor.i + 1)
    cursor.i = after
    return kind, count
end

local function item(cursor)
    local kind, count = head(cursor)
    if not kind then
        local value = peer.unpack_cursor(cursor)
        if value == nil then
            value = NIL
        end
        return value
    end
    local value = setmetatable({}, kind)
    for i = 1, kind == Map and 2 * count or count do
        value[i] = item(cursor)
    end
    return value
end

local function decode(data)
    local cursor = {s = data, i = 1, j = #data, underflow = function() error "missing bytes" end}
    local value = item(cursor)
    if cursor.i <= cursor.j then
        error "extra bytes"
    end
    return value
end

local HEX = {}
for byte = 0, 255 do
    HEX[string.char(byte)] = ("%02x"):format(byte)
end

local function hex(bytes)
    return (bytes:gsub(".", HEX))
end

local text

local function joined(value, first, step, out)
    local parts = {}
    for i = first, #value, step do
        parts[#parts + 1] = out(i)
    end
    return table.concat(parts, ",")
end

function text(value)
    local kind = type(value)
    if value == NIL then
        return "N"
    elseif kind == "boolean" then
        return value and "T" or "F"
    elseif math.type(value) == "integer" then
        return ("i%d"):format(value)
    elseif kind == "number" then
        return "d" .. hex(string.pack(">d", value))
    elseif kind == "string" then
        return "s" .. hex(value)
    elseif getmetatable(value) == Ext then
        return ("x%d:%s"):format(value.tag, hex(value.data))
    elseif getmetatable(value) == Map then
        return "{" .. joined(value, 1, 2, function(i) return text(value[i]) .. "=" .. text(value[i + 1]) end) .. "}"
    end
    return "[" .. joined(value, 1, 1, function(i) return text(value[i]) end) .. "]"
end

local hello = "name lua-messagepack\nversion " .. peer._VERSION .. "\nexpress i64 f64 bits int-float ext time dup order utf8-raw nil-key any-key\n"
local answers = {
    h = function() return hello end,
    e = function(data) return peer.pack(decode(data)) end,
    v = function(data) return text(decode(data)) end,
    a = function(data)
        peer.unpack(data)
        return ""
    end,
}

io.stdout:setvbuf "full"
while true do
    local request = io.read(5)
    if not request or #request < 5 then
        break
    end
    local op, length = string.unpack(">c1I4", request)
    local data = length > 0 and io.read(length) or ""
    local status, result = "?", ""
    if answers[op] then
        local done
        done, result = pcall(answers[op], data)
        status = done and "+" or "-"
    end
    result = tostring(result)
    io.write(string.pack(">c1I4", status, #result), result)
    io.flush()
end
