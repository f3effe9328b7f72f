// The package in Node: node --test. PLUMBLINE_WEB_OUT is the folder of ./dev web (build-web).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const out = process.env.PLUMBLINE_WEB_OUT ?? join(root, 'build-web');
const { load, Enclosure, PlumblineError } = await import(pathToFileURL(join(out, 'package/plumbline.js')));

let pl;
before(async () => {
  pl = await load();
});

const questions = readFileSync(join(here, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

function asked({ call, expression, quantity, mechanism, other, at, numbers, words, direction, digits }) {
  if (call === 'derive') return pl.derive(quantity, mechanism, { other, at, numbers, words, direction, digits });
  return new pl.Mechanism(expression).ask(quantity, at || null, { direction, digits });
}

/** A certificate names what computed it, and its digest covers that: the rest must be the same, key for key. */
function comparable(answer) {
  if (answer.certificate === undefined) return answer;
  const { digest: _, ...rest } = JSON.parse(answer.certificate);
  for (const own of ['compiler', 'platform']) delete rest.versions[own];
  return { ...answer, certificate: JSON.stringify(rest) };
}

/** With the digest that its content gives. */
function sealed(certificate) {
  const sorted = (x) => (Array.isArray(x) ? x.map(sorted) : x && typeof x === 'object' ? Object.fromEntries(Object.keys(x).sort().map((key) => [key, sorted(x[key])])) : x);
  const { digest: _, ...rest } = certificate;
  const sum = createHash('sha256').update(JSON.stringify(sorted(rest))).digest('hex');
  return JSON.stringify({ ...rest, digest: `sha256:${sum}` });
}

/** As native.py says it. */
function said(question) {
  let answer;
  try {
    answer = asked(question);
  } catch (error) {
    return { error: error.message };
  }
  const { lowerText: lower, upperText: upper, digits, engine, findings } = answer;
  const values = Object.entries(answer.values).map(([name, value]) => ({ name, lower: value.lowerText, upper: value.upperText }));
  const told = { lower, upper, digits, engine, values, findings: { ...findings } };
  if (question.certificate) {
    try {
      told.certificate = answer.certificate;
    } catch {
      // there is none of an infinite value; native.py leaves it out as well
    }
  }
  return told;
}

test('500 answers are those of the native library, byte for byte', async (t) => {
  const native = spawn('python3', [join(here, 'native.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  native.on('error', (error) => t.diagnostic(error.message));
  native.stdin.end(questions.map((question) => JSON.stringify(question)).join('\n'));
  let count = 0;
  const wrong = [];
  for await (const line of createInterface({ input: native.stdout })) {
    const question = questions[count++];
    const here = said(question);
    const there = JSON.parse(line);
    try {
      assert.deepEqual(comparable(here), comparable(there));
    } catch {
      wrong.push({ question, here, there });
    }
  }
  assert.equal(count, questions.length);
  t.diagnostic(`${count} questions, ${wrong.length} answered otherwise`);
  assert.equal(wrong.length, 0, JSON.stringify(wrong.slice(0, 5), null, 1));
});

test('vectors hold', (t) => {
  let count = 0;
  for (const name of readdirSync(join(root, 'vectors')).filter((one) => one.endsWith('.json') && !one.includes('schema'))) {
    for (const group of JSON.parse(readFileSync(join(root, 'vectors', name))).testGroups) {
      group.tests.forEach((vector, i) => {
        if (vector.tier !== 'easy' || i % 8 !== 0) return;
        const at = vector.argument?.hex ?? null;
        const found = new pl.Mechanism(group.mechanism.expression).ask(vector.quantity, at, { direction: group.direction, digits: 10 });
        const truth = new Enclosure({ lower: vector.lower, upper: vector.upper });
        assert.ok(!found.certainlyBelow(truth) && !found.certainlyAbove(truth), `${group.mechanism.expression} ${vector.quantity} ${at}: ${found}`);
        assert.ok(found.reached);
        ++count;
      });
    }
  }
  t.diagnostic(`${count} vectors`);
  assert.ok(count >= 300);
});

test('mechanisms are written, multiplied and run as in Python', () => {
  const step = new pl.Mechanism('subsampled_gaussian', { sigma: 1, p: '0.01' });
  const run = step.power(1000).times(new pl.Mechanism('laplace(b=2)'));
  assert.equal(String(run), 'subsampled_gaussian(sigma=1,p=0.01)^1000 * laplace(b=2)');
  assert.equal(String(run.delta(1.5, { digits: 5 })), '[0.00140635024, 0.00140635025]');
  assert.throws(() => step.power(0), PlumblineError);
  assert.equal(run.delta(['1', '2']).length, 2);
});

test('comparisons are true only where they are certain', () => {
  const a = new Enclosure({ lower: '0.1', upper: '0.2' });
  const b = new Enclosure({ lower: '0.15', upper: '3e-1' });
  assert.equal(a.certainlyBelow(b), false);
  assert.equal(a.certainlyAbove(b), false);
  assert.equal(a.certainlyBelow('0.25'), true);
  assert.equal(a.certainlyBelow(0.2), true); // this double is above 1/5
  assert.equal(a.contains('1/8'), true);
});

test('a double means that double', () => {
  const exact = new pl.Mechanism('gaussian(sigma=1)').delta('0x1.999999999999ap-4', { digits: 30 });
  assert.equal(String(new pl.Mechanism('gaussian(sigma=1)').delta(0.1, { digits: 30 })), String(exact));
});

test('errors say where', () => {
  assert.throws(() => new pl.Mechanism('gausian(sigma=1)'), { kind: 'BadInput', message: /did you mean 'gaussian'\?.*column 1/ });
});

test('a timeout ends the work, and what is known holds', () => {
  const began = performance.now();
  let width = 1;
  try {
    const found = new pl.Mechanism('skellam(mu=3)^30').delta('1', { digits: 400, timeout: 0.5 });
    assert.equal(found.reached, false);
    width = Number(found.upperText) - Number(found.lowerText);
  } catch (error) {
    assert.equal(error.kind, 'Stopped');
  }
  assert.ok(width <= 1);
  assert.ok(performance.now() - began < 20000);
  // The library is as good as new.
  assert.ok(new pl.Mechanism('gaussian(sigma=1)').delta('1').reached);
});

test('a certificate is confirmed, a forged one refused', () => {
  const text = new pl.Mechanism('laplace(b=1)').delta('1/2', { digits: 12 }).certificate;
  const checked = pl.check(text, { file: 'delta.json', date: '2026-01-31' });
  assert.equal(checked.checked[0].verdict, 'confirmed');
  assert.ok(checked.statement.groups[0].rows.length > 0);
  const digit = text.replace(/("lower": "0\.\d{6})(\d)/, (_, before, one) => before + ((Number(one) + 1) % 10));
  assert.notEqual(digit, text);
  assert.throws(() => pl.check(digit, { file: 'forged.json' }), { kind: 'BadInput', message: /digest/ });
  assert.equal(pl.check(sealed(JSON.parse(text))).checked[0].verdict, 'confirmed');
  assert.equal(pl.check(sealed(JSON.parse(digit))).checked[0].verdict, 'refuted');
  assert.throws(() => pl.check('{}'), { kind: 'BadInput' });
});

test('a training run is the mechanism that the program makes of it', () => {
  const run = { sigma: '1.1', batch: '512', dataset: '60000', epochs: '30' };
  assert.equal(pl.training(run).mechanism, 'subsampled_gaussian(sigma=1.1,p=512/60000)^3516');
  assert.throws(() => pl.training({ ...run, batch: '70000' }), { kind: 'BadInput' });
  assert.throws(() => pl.training({ ...run, sampling: 'none' }), { kind: 'BadInput' });
});

test('lists', () => {
  assert.ok(Object.keys(pl.mechanisms()).includes('skellam'));
  assert.ok(pl.engines().includes('fourier'));
  assert.equal(pl.quantityArguments().epsilon, 'delta');
  assert.equal(pl.relations().remove, 'forward');
});
