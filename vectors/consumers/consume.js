// delta of the Laplace mechanism, one step: 1 - exp((epsilon - 1/b)/2) within 0 <= epsilon <= 1/b.
const rows = require("fs").readFileSync(process.argv[2], "utf8").trim().split("\n").map(l => l.split("\t"));
let tried = 0, bad = 0;
for (const row of rows) {
  if (row[1] !== "laplace" || row[3] !== "1" || row[6] !== "delta" || row[7][0] === "-") continue;
  const b = Number(row[2].slice(2)), epsilon = Number(row[7]);
  const delta = epsilon <= 1 / b ? -Math.expm1((epsilon - 1 / b) / 2) : 0;
  tried++;
  if (!(Number(row[10]) - 1e-15 <= delta && delta <= Number(row[11]) + 1e-15)) bad++;
}
console.log(`${tried} tried, ${bad} wrong`);
process.exit(bad > 0 || tried === 0 ? 1 : 0);
