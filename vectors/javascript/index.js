// The certified test vectors, one object each. No dependencies.
"use strict";
const fs = require("fs");
const path = require("path");

// An installation has the data beside this file, a clone above it.
const beside = path.join(__dirname, "data");
const folder = fs.existsSync(beside) ? beside : path.join(__dirname, "..");

// A double written in hexadecimal, such as -0x1.8p+1: every one is exact.
function double(text) {
  const match = /^(-?)0x([01])\.([0-9a-f]+)p([+-]\d+)$/.exec(text);
  if (!match) return { inf: Infinity, "-inf": -Infinity }[text] ?? NaN;
  const [, sign, leading, digits, exponent] = match;
  const power = Number(exponent);
  const significand = Number("0x" + leading + digits); // below 2^53
  const shift = power - 4 * digits.length;
  // In two steps, as 2^shift alone may be below all doubles.
  const size = shift < -1000 ? significand * 2 ** (shift + 600) * 2 ** -600 : significand * 2 ** shift;
  return sign ? -size : size;
}

function parameter(value) {
  if (Array.isArray(value)) return value.map(parameter);
  return typeof value === "string" ? double(value) : value;
}

function vector(document, group, test) {
  const { mechanism, direction, adjacency } = group;
  const { hex } = test.argument;
  return {
    id: test.id, family: document.family, expression: mechanism.expression,
    factors: mechanism.factors.map(({ name, steps, parameters }) => ({
      name, steps,
      parameters: Object.fromEntries(Object.entries(parameters).map(([k, v]) => [k, parameter(v)])),
    })),
    event: mechanism.event, nested: mechanism.nested ?? null, direction, adjacency,
    quantity: test.quantity, argument: hex === undefined ? null : double(hex),
    lower: test.lower, upper: test.upper,
    lowerDouble: double(test.lowerDouble), upperDouble: double(test.upperDouble),
    tier: test.tier, flags: test.flags,
  };
}

/** All vectors: the exact value of each lies between `lower` and `upper`. */
function load() {
  return fs.readdirSync(folder).filter(name => name.endsWith(".json") && !name.endsWith(".schema.json")).sort()
    .map(name => JSON.parse(fs.readFileSync(path.join(folder, name), "utf8")))
    .flatMap(document => document.testGroups.flatMap(
      group => group.tests.map(test => vector(document, group, test))));
}

/** Returns true if an upper bound is certainly too low; a number between two neighbouring doubles passes. */
const tooLow = (vector, bound) => !(bound >= vector.lowerDouble);

/** Returns true if a lower bound is certainly too high. */
const tooHigh = (vector, bound) => !(bound <= vector.upperDouble);

module.exports = { load, tooLow, tooHigh };
