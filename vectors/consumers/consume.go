// delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
package main

import ("fmt"; "math"; "os"; "strconv"; "strings")

func number(text string) float64 { x, _ := strconv.ParseFloat(text, 64); return x }

func main() {
	text, _ := os.ReadFile(os.Args[1])
	tried, bad := 0, 0
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		row := strings.Split(line, "\t")
		if row[1] != "laplace" || row[3] != "1" || row[6] != "delta" || row[7][0] == '-' { continue }
		b, epsilon, delta := number(row[2][2:]), number(row[7]), 0.0
		if epsilon <= 1/b { delta = -math.Expm1((epsilon - 1/b) / 2) }
		tried++
		if !(number(row[10])-1e-15 <= delta && delta <= number(row[11])+1e-15) { bad++ }
	}
	fmt.Println(tried, "tried,", bad, "wrong")
	if bad > 0 || tried == 0 { os.Exit(1) }
}
