package vectors

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestAsManyAsTheTableHas(t *testing.T) {
	all, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("all.tsv")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n")[1:] {
		row := strings.Split(line, "\t")
		rows[row[0]] = row
	}
	if len(all) != len(rows) {
		t.Fatalf("%d vectors, %d rows", len(all), len(rows))
	}
	for _, v := range all {
		row := rows[v.ID]
		lower, _ := strconv.ParseFloat(row[10], 64)
		upper, _ := strconv.ParseFloat(row[11], 64)
		if v.Direction != row[5] || v.Quantity != row[6] || v.LowerDouble != lower || v.UpperDouble != upper {
			t.Fatalf("%+v is not %v", v, row)
		}
	}
}

func TestTotalVariationOfOneLaplaceMechanism(t *testing.T) {
	all, _ := Load()
	tried := 0
	for _, v := range all {
		if v.Quantity != "tv" || v.Family != "laplace" || len(v.Factors) != 1 || v.Factors[0].Steps != 1 {
			continue
		}
		tried++
		tv := -math.Expm1(-1 / (2 * v.Factors[0].Parameters["b"][0]))
		if v.TooLow(tv*(1+1e-15)) || v.TooHigh(tv*(1-1e-15)) || !v.TooLow(tv*(1-1e-12)) || !v.TooHigh(tv*(1+1e-12)) {
			t.Errorf("%s: %v", v.Expression, tv)
		}
	}
	if tried == 0 {
		t.Error("nothing was tried")
	}
}
