package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
)

const (
	own     = -1 // the author of what the table did by itself
	refused = -1
	unknown = -2
)

// A history is a line of a file: one table.
type history struct {
	Table     string
	End       int64
	Appends   []appending
	Reads     []telling
	Log       []entry
	Falsified string
}

type appending struct {
	client           int
	called, answered int64
	seat             int64
	number           int // of the entry that it became; or refused, or unknown, without an answer
}

type telling struct {
	client, connection int
	heard              int64
	length             int
	entries            [][4]int64 // number, seat, t, lag
}

type entry struct {
	seat, t, lag int64
	author       int // which of the appends; or own
}

func (a *appending) UnmarshalJSON(text []byte) error {
	a.number = unknown // null leaves it so
	return json.Unmarshal(text, &[]any{&a.client, &a.called, &a.answered, &a.seat, &a.number})
}

func (r *telling) UnmarshalJSON(text []byte) error {
	return json.Unmarshal(text, &[]any{&r.client, &r.connection, &r.heard, &r.length, &r.entries})
}

func (e *entry) UnmarshalJSON(text []byte) error {
	e.author = own
	return json.Unmarshal(text, &[]any{&e.seat, &e.t, &e.lag, &e.author})
}

// each reads a file, a history a line.
func each(file string, do func(*history)) error {
	packed, err := os.Open(file)
	if err != nil {
		return err
	}
	defer packed.Close()
	text, err := gzip.NewReader(packed)
	if err != nil {
		return err
	}
	for lines := json.NewDecoder(text); ; {
		var h history
		if err := lines.Decode(&h); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		do(&h)
	}
}
