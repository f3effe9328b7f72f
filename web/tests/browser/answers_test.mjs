// Tests the 500 answers in a browser: node answers_test.mjs PACKAGE TESTS. A worker loads the package from a server on
// this machine; the answers must equal those of the native library, byte for byte.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { chromium } from 'playwright-core';

const [packed, tests] = process.argv.slice(2).map((path) => resolve(path));
const { comparable } = await import(pathToFileURL(join(tests, 'answers.mjs')));
const text = readFileSync(join(tests, 'questions.jsonl'), 'utf8').trim();
const questions = text.split('\n').map((line) => JSON.parse(line));

const WORKER = `import { load } from '/package/plumbline.js';
import { said } from '/tests/answers.mjs';
const ready = load();
onmessage = async ({ data }) => {
  const pl = await ready;
  postMessage(data.map((question) => said(pl, question)));
};`;
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

const server = createServer((request, response) => {
  const path = normalize(new URL(request.url, 'http://here').pathname);
  const [, top, ...rest] = path.split('/');
  try {
    if (path === '/worker.js') response.setHeader('content-type', 'text/javascript').end(WORKER);
    else if (path === '/') response.setHeader('content-type', 'text/html').end('<!doctype html><title>answers</title>');
    else {
      const content = readFileSync(join({ package: packed, tests }[top], ...rest));
      response.setHeader('content-type', TYPES[extname(path)] ?? 'text/plain').end(content);
    }
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((done) => server.listen(0, '127.0.0.1', done));

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const page = await browser.newPage();
page.setDefaultTimeout(0);
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.evaluate(() => {
  window.worker = new Worker('/worker.js', { type: 'module' });
});
const ask = (some) => page.evaluate((asked) => new Promise((resolve, reject) => {
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.postMessage(asked);
}), some);
const began = Date.now();
const here = [];
for (let i = 0; i < questions.length; i += 25) here.push(...await ask(questions.slice(i, i + 25)));
const seconds = (Date.now() - began) / 1000;
await browser.close();
server.close();

const native = execFileSync('python3', [join(tests, 'native.py')], { input: text, encoding: 'utf8', maxBuffer: 1 << 28 });
const there = native.trim().split('\n').map((line) => JSON.parse(line));
assert.equal(here.length, questions.length);
assert.equal(there.length, questions.length);
const wrong = questions.filter((_, i) => !isDeepStrictEqual(comparable(here[i]), comparable(there[i])));
assert.equal(wrong.length, 0, `${wrong.length} answered otherwise: ${JSON.stringify(wrong.slice(0, 5), null, 1)}`);
console.log(`calculator: ${questions.length} answers of Chromium are those of the native library, ${seconds.toFixed(0)} s there`);
