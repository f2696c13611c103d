// SPDX-License-Identifier: MIT
// peer: Go (golang-github-vmihailenco-msgpack.v5-dev)
// needs: golang-go golang-github-vmihailenco-msgpack.v5-dev
// build: GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$OUT/gocache go build -o $OUT/go-msgpack tests/diff/adapters/go-msgpack.go
// run: $OUT/go-msgpack
//
// Walks the message with the Decoder by the code of each item, so that everything is told apart and kept; ext is read raw.
package main

import (
	"bytes"
	"fmt"
	"io"

	"./lib"
	"github.com/vmihailenco/msgpack/v5"
	"github.com/vmihailenco/msgpack/v5/msgpcode"
)

type encoder struct{ *msgpack.Encoder }

func (e encoder) Nil() error              { return e.EncodeNil() }
func (e encoder) Bool(v bool) error       { return e.EncodeBool(v) }
func (e encoder) Int(v int64) error       { return e.EncodeInt(v) }
func (e encoder) Uint(v uint64) error     { return e.EncodeUint(v) }
func (e encoder) Float32(v float32) error { return e.EncodeFloat32(v) }
func (e encoder) Float64(v float64) error { return e.EncodeFloat64(v) }
func (e encoder) Str(v string) error      { return e.EncodeString(v) }
func (e encoder) Bin(v []byte) error      { return e.EncodeBytes(v) }
func (e encoder) Array(count uint32) error {
	return e.EncodeArrayLen(int(count))
}
func (e encoder) Map(count uint32) error { return e.EncodeMapLen(int(count)) }
func (e encoder) Ext(kind int8, v []byte) error {
	if err := e.EncodeExtHeader(kind, len(v)); err != nil {
		return err
	}
	_, err := e.Writer().Write(v)
	return err
}

type walker struct {
	*msgpack.Decoder
	input *bytes.Reader
	sink  serve.Sink
}

func (w walker) items(count int, depth int) error {
	for ; count > 0; count-- {
		if err := w.item(depth + 1); err != nil {
			return err
		}
	}
	return nil
}

func (w walker) container(isMap bool, depth int) error {
	var count int
	var err error
	if isMap {
		if count, err = w.DecodeMapLen(); err == nil {
			err = w.sink.Map(uint32(count))
		}
		count *= 2
	} else if count, err = w.DecodeArrayLen(); err == nil {
		err = w.sink.Array(uint32(count))
	}
	if err != nil {
		return err
	}
	return w.items(count, depth)
}

func (w walker) ext() error {
	kind, length, err := w.DecodeExtHeader()
	if err != nil {
		return err
	}
	if length > w.input.Len() {
		return io.ErrUnexpectedEOF
	}
	data := make([]byte, length)
	if err := w.ReadFull(data); err != nil {
		return err
	}
	return w.sink.Ext(kind, data)
}

func (w walker) number(code byte) error {
	switch code {
	case msgpcode.Float:
		v, err := w.DecodeFloat32()
		if err != nil {
			return err
		}
		return w.sink.Float32(v)
	case msgpcode.Double:
		v, err := w.DecodeFloat64()
		if err != nil {
			return err
		}
		return w.sink.Float64(v)
	case msgpcode.Uint8, msgpcode.Uint16, msgpcode.Uint32, msgpcode.Uint64:
		v, err := w.DecodeUint64()
		if err != nil {
			return err
		}
		return w.sink.Uint(v)
	}
	v, err := w.DecodeInt64() // which also judges a code that is none of those above
	if err != nil {
		return err
	}
	return w.sink.Int(v)
}

func (w walker) item(depth int) error {
	code, err := w.PeekCode()
	if err != nil {
		return err
	}
	switch {
	case depth > serve.MaxDepth:
		return serve.ErrDepth
	case code == msgpcode.Nil:
		if err := w.DecodeNil(); err != nil {
			return err
		}
		return w.sink.Nil()
	case code == msgpcode.False || code == msgpcode.True:
		v, err := w.DecodeBool()
		if err != nil {
			return err
		}
		return w.sink.Bool(v)
	case msgpcode.IsString(code):
		v, err := w.DecodeString()
		if err != nil {
			return err
		}
		return w.sink.Str(v)
	case msgpcode.IsBin(code):
		v, err := w.DecodeBytes()
		if err != nil {
			return err
		}
		return w.sink.Bin(v)
	case msgpcode.IsExt(code):
		return w.ext()
	case msgpcode.IsFixedMap(code) || code == msgpcode.Map16 || code == msgpcode.Map32:
		return w.container(true, depth)
	case msgpcode.IsFixedArray(code) || code == msgpcode.Array16 || code == msgpcode.Array32:
		return w.container(false, depth)
	}
	return w.number(code)
}

func walk(data []byte, sink serve.Sink) error {
	input := bytes.NewReader(data)
	err := walker{msgpack.NewDecoder(input), input, sink}.item(1)
	if err == nil && input.Len() > 0 {
		err = serve.ErrTrailing
	}
	return err
}

func main() {
	hello := fmt.Sprintf("name go-msgpack\nversion %s\n", msgpack.Version()) +
		"express u64 i64 f32 f64 bits int-float bin ext time dup order utf8-raw nil-key any-key\n"
	serve.Peer{Hello: hello, Walk: walk, Encoder: func() (serve.Sink, func() []byte) {
		out := &bytes.Buffer{}
		return encoder{msgpack.NewEncoder(out)}, out.Bytes
	}}.Serve()
}
