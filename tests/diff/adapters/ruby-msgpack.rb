# SPDX-License-Identifier: MIT
# peer: Ruby (ruby-msgpack)
# needs: ruby ruby-msgpack
# run: /usr/bin/ruby tests/diff/adapters/ruby-msgpack.rb
# quick: yes
#
# A map is a Hash here: of equal keys the last one stays, and a str and a bin of the same ASCII characters are equal. A Float is a double:
# float32 is widened. A str is told from a bin by its encoding, and one that is no UTF-8 survives.
require "msgpack"

def decode(data)
  unpacker = MessagePack::Unpacker.new(allow_unknown_ext: true)
  unpacker.feed(data)
  unpacker.full_unpack
end

def hex(string)
  string.unpack1("H*")
end

def text(value)
  case value
  when nil then "N"
  when true then "T"
  when false then "F"
  when Integer then "i#{value}"
  when Float then "d" + hex([value].pack("G"))
  when String then (value.encoding == Encoding::BINARY ? "b" : "s") + hex(value)
  when MessagePack::ExtensionValue then "x#{value.type}:#{hex(value.payload)}"
  when Array then "[#{value.map { |item| text(item) }.join(",")}]"
  when Hash then "{#{value.map { |key, item| "#{text(key)}=#{text(item)}" }.join(",")}}"
  else raise TypeError, value.class.to_s
  end
end

HELLO = <<~LINES
  name ruby-msgpack
  version #{MessagePack::VERSION}
  express u64 i64 f64 bits int-float bin ext time order utf8-raw nil-key any-key
LINES

def answer(op, data)
  case op
  when "h" then ["+", HELLO]
  when "e" then ["+", MessagePack.pack(decode(data))]
  when "v" then ["+", text(decode(data))]
  when "a" then decode(data).then { ["+", ""] }
  else ["?", ""]
  end
rescue StandardError, SystemStackError, NoMemoryError => error
  ["-", "#{error.class}: #{error.message}"]
end

$stdin.binmode
$stdout.binmode
while (head = $stdin.read(5)) && head.bytesize == 5
  op, length = head.unpack("aN")
  status, result = answer(op, $stdin.read(length) || "")
  $stdout.write([status, result.bytesize].pack("aN"), result)
  $stdout.flush
end
