// Tests the package in Node: node --test. PLUMBLINE_WEB_OUT is the folder of ./dev web (build-web).
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dirname, join, resolve } from 'node:path';
import { before, test } from 'node:test';
import { createHash } from 'node:crypto';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { comparable, said } from './answers.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const out = process.env.PLUMBLINE_WEB_OUT ?? join(root, 'build-web');
const { load, Enclosure, PlumblineError } = await import(pathToFileURL(join(out, 'package/plumbline.js')));

let pl;
before(async () => {
  pl = await load();
});

const questions = readFileSync(join(here, 'questions.jsonl'), 'utf8').trim().split('\n').map((line) => JSON.parse(line));

/** Returns a certificate with the digest of its content. */
function sealed(certificate) {
  const sorted = (x) => (Array.isArray(x) ? x.map(sorted) : x && typeof x === 'object' ? Object.fromEntries(Object.keys(x).sort().map((key) => [key, sorted(x[key])])) : x);
  const { digest: _, ...rest } = certificate;
  const sum = createHash('sha256').update(JSON.stringify(sorted(rest))).digest('hex');
  return JSON.stringify({ ...rest, digest: `sha256:${sum}` });
}

test('500 answers are those of the native library, byte for byte', async (t) => {
  const native = spawn('python3', [join(here, 'native.py')], { stdio: ['pipe', 'pipe', 'inherit'] });
  native.on('error', (error) => t.diagnostic(error.message));
  native.stdin.end(questions.map((question) => JSON.stringify(question)).join('\n'));
  let count = 0;
  const wrong = [];
  for await (const line of createInterface({ input: native.stdout })) {
    const question = questions[count++];
    const here = said(pl, question);
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

/** Returns every eighth easy group of a file of vectors, and every 25th hard one. */
function sample(groups) {
  const tiers = { easy: [], hard: [], extreme: [] };
  for (const group of groups) for (const vector of group.tests) tiers[vector.tier].push({ group, vector });
  return [...tiers.easy.filter((_, i) => i % 8 === 0), ...tiers.hard.filter((_, i) => i % 25 === 0)];
}

test('vectors hold', (t) => {
  const counts = {};
  for (const name of readdirSync(join(root, 'vectors')).filter((one) => one.endsWith('.json') && !one.includes('schema'))) {
    const chosen = sample(JSON.parse(readFileSync(join(root, 'vectors', name))).testGroups);
    for (const { group, vector } of chosen) {
      const at = vector.argument?.hex ?? null;
      const found = new pl.Mechanism(group.mechanism.expression).ask(vector.quantity, at, { direction: group.direction, digits: 10 });
      const truth = new Enclosure({ lower: vector.lower, upper: vector.upper });
      assert.ok(!found.certainlyBelow(truth) && !found.certainlyAbove(truth), `${group.mechanism.expression} ${vector.quantity} ${at}: ${found}`);
      assert.ok(found.reached);
    }
    assert.ok(chosen.length > 0, name);
    counts[name] = chosen.length;
  }
  t.diagnostic(`${Object.values(counts).reduce((a, b) => a + b)} vectors of ${Object.keys(counts).length} files`);
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
  // After a timeout, the library answers further questions.
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

test('scores are judged by each rule as the certificate has it', () => {
  const members = [3.1, 2.7, 2.2, 1.9, 2.5, 2.8, 3.3, 1.2, 2.4, 2.6, 0.9, 2.1];
  const others = [0.4, -0.3, 1.1, 0.2, -1.2, 0.7, 0.1, -0.5, 0.9, 1.4, -0.8, 0.3];
  for (const threshold of ['explicit=1.5', 'bonferroni=1,1.5', 'split', 'all-cuts', 'dkw', 'equal-level']) {
    const { words, questions } = pl.scores(members, others, { threshold, delta: '1e-5', claimEpsilon: '0.5' });
    assert.deepEqual(questions.map(({ quantity }) => quantity), ['audited_epsilon', 'audited_mu', 'audited_advantage', 'audited_claim']);
    for (const { quantity, mechanism, ...question } of questions) {
      const { certificate } = pl.derive(quantity, mechanism, { ...question, words, digits: 6 });
      assert.equal(pl.check(certificate).checked[0].verdict, 'confirmed', threshold);
    }
  }
  assert.throws(() => pl.scores(members, others, { threshold: 'best' }), { kind: 'BadInput' });
  assert.throws(() => pl.scores(members, '', { threshold: 'split' }), { kind: 'BadInput' });
});

test('lists', () => {
  assert.ok(Object.keys(pl.mechanisms()).includes('skellam'));
  assert.ok(pl.engines().includes('fourier'));
  assert.equal(pl.quantityArguments().epsilon, 'delta');
  assert.equal(pl.relations().remove, 'forward');
});
