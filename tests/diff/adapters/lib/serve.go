// SPDX-License-Identifier: MIT

// Package serve is what the Go adapters share: the requests and answers of tests/diff, and typed text. The peer itself is in the adapter.
package serve

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
)

// MaxDepth is where the adapters stop to follow nesting, as Go cannot survive the end of its stack.
const MaxDepth = 100000

var ErrDepth = errors.New("nested too deep for the adapter")
var ErrTrailing = errors.New("bytes after the message")

// A Sink gets a message item by item: as the peer's encoding, or as text.
type Sink interface {
	Nil() error
	Bool(v bool) error
	Int(v int64) error
	Uint(v uint64) error
	Float32(v float32) error
	Float64(v float64) error
	Str(v string) error
	Bin(v []byte) error
	Ext(kind int8, v []byte) error
	Array(count uint32) error
	Map(count uint32) error
}

// Text is a Sink; containers end where their last item does.
type Text struct {
	Out  []byte
	open []container
}

type container struct {
	left   uint64
	pairs  bool
	closer byte
}

func (t *Text) item(format string, args ...interface{}) error {
	t.Out = append(t.Out, fmt.Sprintf(format, args...)...)
	return t.ended()
}

// After an item: what separates it from the next, or the ends of what it was the last item of.
func (t *Text) ended() error {
	for len(t.open) > 0 {
		top := &t.open[len(t.open)-1]
		top.left--
		if top.left > 0 {
			separator := byte(',')
			if top.pairs && top.left%2 == 1 {
				separator = '='
			}
			t.Out = append(t.Out, separator)
			return nil
		}
		t.Out = append(t.Out, top.closer)
		t.open = t.open[:len(t.open)-1]
	}
	return nil
}

func (t *Text) begin(opener, closer byte, items uint64, pairs bool) error {
	t.Out = append(t.Out, opener)
	if items == 0 {
		t.Out = append(t.Out, closer)
		return t.ended()
	}
	t.open = append(t.open, container{left: items, pairs: pairs, closer: closer})
	return nil
}

func (t *Text) Nil() error { return t.item("N") }
func (t *Text) Bool(v bool) error {
	if v {
		return t.item("T")
	}
	return t.item("F")
}
func (t *Text) Int(v int64) error             { return t.item("i%d", v) }
func (t *Text) Uint(v uint64) error           { return t.item("i%d", v) }
func (t *Text) Float32(v float32) error       { return t.item("f%08x", math.Float32bits(v)) }
func (t *Text) Float64(v float64) error       { return t.item("d%016x", math.Float64bits(v)) }
func (t *Text) Str(v string) error            { return t.item("s%x", v) }
func (t *Text) Bin(v []byte) error            { return t.item("b%x", v) }
func (t *Text) Ext(kind int8, v []byte) error { return t.item("x%d:%x", kind, v) }
func (t *Text) Array(count uint32) error      { return t.begin('[', ']', uint64(count), false) }
func (t *Text) Map(count uint32) error        { return t.begin('{', '}', 2*uint64(count), true) }

// A Peer walks a message into a Sink; Encoder makes the one that encodes, and the function that gives what it has encoded.
type Peer struct {
	Hello   string
	Walk    func(data []byte, sink Sink) error
	Encoder func() (Sink, func() []byte)
}

func (p Peer) answer(op byte, data []byte) (status byte, result []byte) {
	defer func() {
		if fault := recover(); fault != nil {
			status, result = '-', []byte(fmt.Sprint("panic: ", fault))
		}
	}()
	var sink Sink
	var finish func() []byte
	switch op {
	case 'h':
		return '+', []byte(p.Hello)
	case 'e':
		sink, finish = p.Encoder()
	case 'v', 'a':
		text := &Text{}
		sink, finish = text, func() []byte { return text.Out }
	default:
		return '?', nil
	}
	if err := p.Walk(data, sink); err != nil {
		return '-', []byte(err.Error())
	}
	if op == 'a' {
		return '+', nil
	}
	return '+', finish()
}

// Serve answers each request as soon as it is complete, until the end of the input.
func (p Peer) Serve() {
	source := bufio.NewReaderSize(os.Stdin, 1<<16)
	sink := bufio.NewWriterSize(os.Stdout, 1<<16)
	head := make([]byte, 5)
	for {
		if _, err := io.ReadFull(source, head); err != nil {
			return
		}
		data := make([]byte, binary.BigEndian.Uint32(head[1:]))
		if _, err := io.ReadFull(source, data); err != nil {
			return
		}
		status, result := p.answer(head[0], data)
		head[0] = status
		binary.BigEndian.PutUint32(head[1:], uint32(len(result)))
		sink.Write(head)
		sink.Write(result)
		sink.Flush()
	}
}
