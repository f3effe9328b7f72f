// Answers questions {"expression", "epsilon", "digits", "timeout"}, one JSON object per line, by the package for
// browsers: node web.mjs FOLDER, where FOLDER has plumbline.js and plumbline.wasm.
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const { load } = await import(pathToFileURL(resolve(join(process.argv[2], 'plumbline.js'))));
const pl = await load();

function answer({ expression, epsilon, digits, timeout }) {
  const began = performance.now();
  try {
    const found = new pl.Mechanism(expression).delta(epsilon, { digits, timeout });
    return {
      lower: found.lowerText,
      upper: found.upperText,
      reached: found.reached,
      hypotheses: found.hypotheses,
      warned: found.warning !== '',
      seconds: (performance.now() - began) / 1000,
    };
  } catch (error) {
    return error.kind === 'Stopped' ? { stopped: true } : { refusal: error.message };
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(answer(JSON.parse(line))));
}
