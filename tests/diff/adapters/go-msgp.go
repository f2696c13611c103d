// SPDX-License-Identifier: MIT
// peer: Go (golang-github-tinylib-msgp-dev)
// needs: golang-go golang-github-tinylib-msgp-dev
// build: GO111MODULE=off GOPATH=/usr/share/gocode GOCACHE=$OUT/gocache go build -o $OUT/go-msgp tests/diff/adapters/go-msgp.go
// run: $OUT/go-msgp
//
// Walks the message with the Read…Bytes functions by the NextType of each item, so that everything is told apart and kept. Ext is read
// raw, those three types too which the peer takes for complex numbers and for a time.
package main

import (
	"./lib"
	"github.com/tinylib/msgp/msgp"
)

type encoder struct{ out []byte }

func (e *encoder) Nil() error               { e.out = msgp.AppendNil(e.out); return nil }
func (e *encoder) Bool(v bool) error        { e.out = msgp.AppendBool(e.out, v); return nil }
func (e *encoder) Int(v int64) error        { e.out = msgp.AppendInt64(e.out, v); return nil }
func (e *encoder) Uint(v uint64) error      { e.out = msgp.AppendUint64(e.out, v); return nil }
func (e *encoder) Float32(v float32) error  { e.out = msgp.AppendFloat32(e.out, v); return nil }
func (e *encoder) Float64(v float64) error  { e.out = msgp.AppendFloat64(e.out, v); return nil }
func (e *encoder) Str(v string) error       { e.out = msgp.AppendString(e.out, v); return nil }
func (e *encoder) Bin(v []byte) error       { e.out = msgp.AppendBytes(e.out, v); return nil }
func (e *encoder) Array(count uint32) error { e.out = msgp.AppendArrayHeader(e.out, count); return nil }
func (e *encoder) Map(count uint32) error   { e.out = msgp.AppendMapHeader(e.out, count); return nil }
func (e *encoder) Ext(kind int8, v []byte) (err error) {
	e.out, err = msgp.AppendExtension(e.out, &msgp.RawExtension{Type: kind, Data: v})
	return err
}

func items(b []byte, sink serve.Sink, count uint64, depth int) (rest []byte, err error) {
	for rest = b; count > 0 && err == nil; count-- {
		rest, err = item(rest, sink, depth+1)
	}
	return rest, err
}

// An ext of a type unknown to the peer comes with its type; for those that it knows the type has to be asked for.
func ext(b []byte, sink serve.Sink, kind int8) ([]byte, error) {
	if kind == 0 {
		v, rest, err := msgp.ReadIntfBytes(b)
		if err != nil {
			return rest, err
		}
		raw := v.(*msgp.RawExtension)
		return rest, sink.Ext(raw.Type, raw.Data)
	}
	raw := msgp.RawExtension{Type: kind}
	rest, err := msgp.ReadExtensionBytes(b, &raw)
	if err != nil {
		return rest, err
	}
	return rest, sink.Ext(kind, raw.Data)
}

func item(b []byte, sink serve.Sink, depth int) ([]byte, error) {
	if depth > serve.MaxDepth {
		return b, serve.ErrDepth
	}
	if len(b) == 0 {
		return b, msgp.ErrShortBytes
	}
	switch msgp.NextType(b) {
	case msgp.MapType:
		count, rest, err := msgp.ReadMapHeaderBytes(b)
		if err != nil {
			return rest, err
		}
		sink.Map(count)
		return items(rest, sink, 2*uint64(count), depth)
	case msgp.ArrayType:
		count, rest, err := msgp.ReadArrayHeaderBytes(b)
		if err != nil {
			return rest, err
		}
		sink.Array(count)
		return items(rest, sink, uint64(count), depth)
	case msgp.Complex64Type:
		return ext(b, sink, msgp.Complex64Extension)
	case msgp.Complex128Type:
		return ext(b, sink, msgp.Complex128Extension)
	case msgp.TimeType:
		return ext(b, sink, msgp.TimeExtension)
	case msgp.ExtensionType:
		return ext(b, sink, 0)
	}
	return scalar(b, sink)
}

func scalar(b []byte, sink serve.Sink) ([]byte, error) {
	switch msgp.NextType(b) {
	case msgp.NilType:
		rest, err := msgp.ReadNilBytes(b)
		return after(rest, err, sink.Nil)
	case msgp.BoolType:
		v, rest, err := msgp.ReadBoolBytes(b)
		return after(rest, err, func() error { return sink.Bool(v) })
	case msgp.UintType:
		v, rest, err := msgp.ReadUint64Bytes(b)
		return after(rest, err, func() error { return sink.Uint(v) })
	case msgp.Float32Type:
		v, rest, err := msgp.ReadFloat32Bytes(b)
		return after(rest, err, func() error { return sink.Float32(v) })
	case msgp.Float64Type:
		v, rest, err := msgp.ReadFloat64Bytes(b)
		return after(rest, err, func() error { return sink.Float64(v) })
	case msgp.StrType:
		v, rest, err := msgp.ReadStringBytes(b)
		return after(rest, err, func() error { return sink.Str(v) })
	case msgp.BinType:
		v, rest, err := msgp.ReadBytesZC(b)
		return after(rest, err, func() error { return sink.Bin(v) })
	}
	v, rest, err := msgp.ReadInt64Bytes(b) // which also judges a byte that is none of those above
	return after(rest, err, func() error { return sink.Int(v) })
}

func after(rest []byte, err error, put func() error) ([]byte, error) {
	if err == nil {
		err = put()
	}
	return rest, err
}

func walk(data []byte, sink serve.Sink) error {
	rest, err := item(data, sink, 1)
	if err == nil && len(rest) > 0 {
		err = serve.ErrTrailing
	}
	return err
}

func main() {
	serve.Peer{
		// The package has no word for its version: it is that of Debian 12.
		Hello: "name go-msgp\nversion 1.1.6\nexpress u64 i64 f32 f64 bits int-float bin ext time dup order utf8-raw nil-key any-key\n",
		Walk:  walk,
		Encoder: func() (serve.Sink, func() []byte) {
			e := &encoder{}
			return e, func() []byte { return e.out }
		},
	}.Serve()
}
