// Package vectors has the certified test vectors of differential-privacy accounting.
package vectors

import (
	"embed"
	"encoding/json"
	"fmt"
	"strconv"
)

//go:embed *.json
var files embed.FS

// A Number is a double or a list of doubles.
type Number []float64

// A Factor is a mechanism run Steps times.
type Factor struct {
	Name       string            `json:"name"`
	Steps      int               `json:"steps"`
	Parameters map[string]Number `json:"parameters"`
}

// A Vector says that the exact value lies between Lower and Upper.
type Vector struct {
	ID, Family, Expression string
	Factors                []Factor
	Event                  json.RawMessage // of the Python library dp-accounting, as nested lists, or null
	Nested                 []int           // of a composition within a composition: outer and inner count
	Direction, Adjacency   string
	Quantity               string
	Argument               float64 // HasArgument is false for the total variation
	HasArgument            bool
	Lower, Upper           string  // decimals
	LowerDouble            float64 // the doubles closest to these from outside
	UpperDouble            float64
	Tier                   string
	Flags                  []string
}

type document struct {
	Schema, Family string
	TestGroups     []struct {
		Mechanism struct {
			Expression string
			Factors    []Factor
			Event      json.RawMessage
			Nested     []int
		}
		Adjacency, Direction string
		Tests                []struct {
			ID, Quantity, Lower, Upper, LowerDouble, UpperDouble, Tier string
			Argument                                                   map[string]string
			Flags                                                      []string
		}
	}
}

// UnmarshalJSON reads a double in hexadecimal, an integer, or a list of doubles.
func (n *Number) UnmarshalJSON(data []byte) error {
	var value any
	if err := json.Unmarshal(data, &value); err != nil {
		return err
	}
	items, isList := value.([]any)
	if !isList {
		items = []any{value}
	}
	for _, item := range items {
		x, err := strconv.ParseFloat(fmt.Sprint(item), 64)
		if err != nil {
			return err
		}
		*n = append(*n, x)
	}
	return nil
}

// Load gives all vectors.
func Load() ([]Vector, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var all []Vector
	for _, entry := range entries {
		var d document
		text, err := files.ReadFile(entry.Name())
		if err != nil {
			return nil, err
		}
		if err := json.Unmarshal(text, &d); err != nil || d.Schema != "vectors.schema.json" {
			continue // the schema, or a package's description
		}
		if all, err = d.appendTo(all); err != nil {
			return nil, fmt.Errorf("%s: %w", entry.Name(), err)
		}
	}
	return all, nil
}

func (d *document) appendTo(all []Vector) ([]Vector, error) {
	for _, group := range d.TestGroups {
		m := group.Mechanism
		for _, test := range group.Tests {
			v := Vector{ID: test.ID, Family: d.Family, Expression: m.Expression, Factors: m.Factors, Event: m.Event,
				Nested: m.Nested, Direction: group.Direction, Adjacency: group.Adjacency, Quantity: test.Quantity,
				Lower: test.Lower, Upper: test.Upper, Tier: test.Tier, Flags: test.Flags}
			var hex string
			hex, v.HasArgument = test.Argument["hex"]
			doubles := map[*float64]string{&v.LowerDouble: test.LowerDouble, &v.UpperDouble: test.UpperDouble}
			if v.HasArgument {
				doubles[&v.Argument] = hex
			}
			for place, text := range doubles {
				x, err := strconv.ParseFloat(text, 64)
				if err != nil {
					return nil, err
				}
				*place = x
			}
			all = append(all, v)
		}
	}
	return all, nil
}

// TooLow says whether an upper bound is certainly too low (NaN is).
func (v *Vector) TooLow(bound float64) bool { return !(bound >= v.LowerDouble) }

// TooHigh says whether a lower bound is certainly too high (NaN is).
func (v *Vector) TooHigh(bound float64) bool { return !(bound <= v.UpperDouble) }
