const test = require("node:test");
const assert = require("node:assert");
const { load, tooLow, tooHigh } = require("./index.js");

const vectors = load();

test("there are as many as the table has, each with an id of its own", () => {
  const rows = require("fs").readFileSync(__dirname + "/../all.tsv", "utf8").trim().split("\n").slice(1);
  assert.equal(vectors.length, rows.length);
  assert.equal(new Set(vectors.map(v => v.id)).size, rows.length);
  const byId = new Map(rows.map(row => row.split("\t")).map(row => [row[0], row]));
  for (const v of vectors) {
    const row = byId.get(v.id);
    assert.deepEqual([v.direction, v.quantity, v.tier], [row[5], row[6], row[12]]);
    // The table's decimals are those of the doubles.
    assert.equal(v.lowerDouble, Number(row[10].replace("inf", "Infinity")));
    assert.equal(v.upperDouble, Number(row[11].replace("inf", "Infinity")));
    if (v.argument !== null) assert.equal(v.argument, Number(row[7]));
  }
});

test("the total variation of one Laplace mechanism", () => {
  const tried = vectors.filter(v => v.quantity === "tv" && /^laplace\(b=[^)]*\)$/.test(v.expression));
  assert.ok(tried.length > 0);
  for (const v of tried) {
    const tv = -Math.expm1(-1 / (2 * v.factors[0].parameters.b));
    assert.ok(!tooLow(v, tv * (1 + 1e-15)) && !tooHigh(v, tv * (1 - 1e-15)));
    assert.ok(tooLow(v, tv * (1 - 1e-12)) && tooHigh(v, tv * (1 + 1e-12)) && tooLow(v, NaN));
  }
});
