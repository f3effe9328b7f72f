# delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
import csv, math, sys
bad = tried = 0
for row in csv.DictReader(open(sys.argv[1]), delimiter="\t"):
    if (row["name"], row["steps"], row["quantity"]) != ("laplace", "1", "delta"): continue
    b, epsilon = float(row["parameters"][2:]), float(row["argument"])
    delta = -math.expm1((epsilon - 1 / b) / 2) if 0 <= epsilon <= 1 / b else 0.0
    if epsilon < 0: continue
    tried += 1
    bad += not float(row["lower"]) - 1e-15 <= delta <= float(row["upper"]) + 1e-15
print(tried, "tried,", bad, "wrong"); sys.exit(bad > 0 or tried == 0)
