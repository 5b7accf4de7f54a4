package main

import (
	"maps"

	"github.com/anishathalye/porcupine"
)

// moments are the parts of a millisecond, so that what is heard on a connection stays in order.
const moments = 1 << 20

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

// operations are what was done at a table.
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
