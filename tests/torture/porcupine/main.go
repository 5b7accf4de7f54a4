// `make porcupine`: is what was asked and answered at a table explained by one log? Porcupine, a
// checker that nobody here wrote, decides; ours are the model of a log and what reads the files.
//
// A line of the files (../history.py) is one table. Its operations are the appends, from their call
// to their answer; the entries that the table made by itself, at any time; what people were told;
// and at the end one look at the whole log. What an entry holds is the server's to choose, so it is
// taken from that look, and everybody must have been told the same.
//
// People are told things without asking: late, perhaps, but never early, and on one connection
// nothing goes back.
//
// A history that ../falsified.py has falsified says so, and must be rejected.
package main

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

const (
	own     = -1 // the author of what the table did by itself
	refused = -1
	unknown = -2

	moments  = 1 << 20     // in a millisecond, so that a connection's messages stay in order
	patience = time.Minute // for one table; what is not decided by then is not explained
)

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

// --- the model -----------------------------------------------------------------------------------

// appended is what an author did to the log; the other operations are a telling, and a look.
type appended struct {
	author, number int
	seat           int64
}

type look struct{}

// A state is how long the log is, and how much of it was told on each connection.
type state struct {
	length int
	told   map[connection]int
}

type connection struct{ client, number int }

// model is that of a log which has these entries in the end.
func model(log []entry) porcupine.Model {
	return porcupine.Model{
		Init: func() any { return state{} },
		Step: func(before, input, _ any) (bool, any) {
			now := before.(state)
			switch done := input.(type) {
			case appended:
				return now.append(log, done)
			case telling:
				return now.tell(log, done)
			default:
				return now.length == len(log), now
			}
		},
		Equal: func(a, b any) bool {
			one, other := a.(state), b.(state)
			return one.length == other.length && maps.Equal(one.told, other.told)
		},
	}
}

func (now state) append(log []entry, done appended) (bool, any) {
	if done.number == refused {
		return true, now
	}
	if done.number != now.length || now.length >= len(log) {
		return false, now
	}
	next := log[now.length]
	right := next.author == done.author && next.seat == done.seat
	return right, state{now.length + 1, now.told}
}

func (now state) tell(log []entry, done telling) (bool, any) {
	where := connection{done.client, done.connection}
	if done.length > now.length || done.length < now.told[where] {
		return false, now
	}
	for _, said := range done.entries {
		if said[0] >= int64(now.length) {
			return false, now
		}
		if e := log[said[0]]; [3]int64{e.seat, e.t, e.lag} != [3]int64(said[1:]) {
			return false, now
		}
	}
	told := maps.Clone(now.told)
	if told == nil {
		told = map[connection]int{}
	}
	told[where] = done.length
	return true, state{now.length, told}
}

// --- the operations ------------------------------------------------------------------------------

func operations(h *history) []porcupine.Operation {
	var all []porcupine.Operation
	add := func(client int, input any, call, back int64) {
		all = append(all, porcupine.Operation{ClientId: client, Input: input, Call: call, Return: back})
	}
	end := h.End * moments
	inLog := map[int]int{}
	for number, e := range h.Log {
		if e.author == own {
			add(0, appended{own, number, e.seat}, 0, end)
		} else {
			inLog[e.author] = number
		}
	}
	for author, a := range h.Appends {
		number, answered := a.number, a.answered*moments
		if number == unknown {
			// The log says whether it was done.
			if found, done := inLog[author]; done {
				number, answered = found, end
			} else {
				continue
			}
		}
		add(a.client, appended{author, number, a.seat}, a.called*moments, answered)
	}
	for i, r := range h.Reads {
		at := r.heard*moments + int64(i)
		add(r.client, r, at, at)
	}
	add(0, look{}, end+moments, end+moments)
	return all
}

// --- the command ---------------------------------------------------------------------------------

func main() {
	var tables, appends, reads, wrong, missed int
	found := map[string]int{}
	for _, file := range os.Args[1:] {
		err := each(file, func(h *history) {
			verdict := porcupine.CheckOperationsTimeout(model(h.Log), operations(h), patience)
			if h.Falsified != "" {
				if verdict == porcupine.Illegal {
					found[h.Falsified]++
				} else {
					missed++
					fmt.Printf("table %s, falsified (%s): %s\n", h.Table, h.Falsified, verdict)
				}
				return
			}
			tables, appends, reads = tables+1, appends+len(h.Appends), reads+len(h.Reads)
			if verdict != porcupine.Ok {
				wrong++
			}
			fmt.Printf("table %s: %d appends, %d entries, %d reads: %s\n",
				h.Table, len(h.Appends), len(h.Log), len(h.Reads), verdict)
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(2)
		}
	}
	fmt.Printf("%d tables, %d appends, %d reads; not linearizable: %d; falsified on purpose, and found: %v; not found: %d\n",
		tables, appends, reads, wrong, found, missed)
	if tables == 0 || wrong > 0 || missed > 0 {
		os.Exit(1)
	}
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
