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
	"fmt"
	"os"
	"time"

	"github.com/anishathalye/porcupine"
)

// patience is how long one table may take; what is not decided by then is not explained.
const patience = time.Minute

func main() {
	var tables, appends, reads, checked, wrong, missed int
	found := map[string]int{}
	for _, file := range os.Args[1:] {
		err := each(file, func(h *history) {
			history := operations(h)
			verdict := porcupine.CheckOperationsTimeout(model(h.Log), history, patience)
			if h.Falsified != "" {
				if verdict == porcupine.Illegal {
					found[h.Falsified]++
				} else {
					missed++
					fmt.Printf("table %s, falsified (%s): %s\n", h.Table, h.Falsified, verdict)
				}
				return
			}
			tables, checked = tables+1, checked+len(history)
			appends, reads = appends+len(h.Appends), reads+len(h.Reads)
			if verdict != porcupine.Ok {
				wrong++
			}
			fmt.Printf("table %s: %d operations: %s\n", h.Table, len(history), verdict)
		})
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", file, err)
			os.Exit(2)
		}
	}
	fmt.Printf("%d tables, %d operations (%d appends, %d reads); not linearizable: %d; ",
		tables, checked, appends, reads, wrong)
	fmt.Printf("falsified on purpose, and found: %v; not found: %d\n", found, missed)
	if tables == 0 || wrong > 0 || missed > 0 {
		os.Exit(1)
	}
}
