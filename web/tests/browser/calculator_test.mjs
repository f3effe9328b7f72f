// The calculator in a browser: node calculator_test.mjs CALCULATOR SCREENSHOTS PROGRAM CHECKER. The doors at two
// widths, numbers beside the program's, certificates, forgeries, links, keyboard, the console, the network.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const [calculator, shots, program, checker] = process.argv.slice(2).map((path) => resolve(path));
mkdirSync(shots, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync'],
});
const PATIENCE = Number(process.env.PLUMBLINE_WEB_PATIENCE ?? 120) * 1000;
const complaints = [];

async function open(hash, width, colorScheme = 'light') {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on('console', (message) => complaints.push(`${hash}: console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`${hash}: ${error.message}`));
  page.on('request', (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(`${hash}: asks for ${request.url()}`);
  });
  await page.goto(pathToFileURL(calculator).href + hash);
  return page;
}

const card = (page, label) => page.locator(`section.card[aria-label="${label}"]:visible`);
/** Waits until the card is done, and gives its two ends and its command. */
async function answer(page, label) {
  const one = card(page, label);
  await one.locator('button:has-text("certificate"):enabled').waitFor();
  await page.waitForFunction((element) => !element.hasAttribute('aria-busy'), await one.elementHandle(), { timeout: PATIENCE });
  return { ends: await one.locator('.ends').innerText(), command: await one.locator('.line code').innerText(), one };
}

/** What the program says to the page's own command. */
function told(command) {
  const [, ...words] = command.match(/'[^']*'|\S+/g).map((word) => word.replace(/^'|'$/g, ''));
  return execFileSync(program, [...words, '--json'], { encoding: 'utf8' }).trim().split('\n').map((line) => JSON.parse(line));
}
const interval = ({ lower, upper }) => (lower === upper ? lower : `[${lower}, ${upper}]`);

async function fits(page, name) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} px wider than the window`);
  await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true });
}

async function saved(page, one) {
  const [download] = await Promise.all([page.waitForEvent('download'), one.locator('button:has-text("certificate")').click()]);
  const path = join(shots, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

async function train(width) {
  const page = await open('#train', width);
  const { ends, command, one } = await answer(page, 'epsilon at delta');
  assert.equal(command, "plumbline epsilon 'subsampled_gaussian(sigma=1.1,p=512/60000)^3516' --delta 1e-5 --digits 10");
  assert.equal(ends, interval(told(command)[0]));
  for (const label of ['membership advantage', 'attack’s TPR at FPR 0.001', 'reconstruction, chance 10⁻⁴']) {
    const other = await answer(page, label);
    assert.equal(other.ends, interval(told(other.command)[0]), label);
  }
  await page.waitForFunction(() => document.querySelectorAll('#panel-train circle').length >= 30);
  await fits(page, `train-${width}`);
  const file = await saved(page, one);
  assert.equal(spawnSync(program, ['check', file]).status, 0);
  const second = spawnSync('python3', ['-B', checker, file], { encoding: 'utf8' });
  assert.equal(second.status, 0, second.stdout + second.stderr);
  await page.context().close();
  return file;
}

async function target() {
  const page = await open('#train?goal=target&epsilon=2', 1200);
  const noise = await answer(page, 'least noise multiplier');
  const found = told(noise.command);
  assert.ok(found.some((one) => interval(one) === noise.ends), noise.ends);
  const { ends } = await answer(page, 'epsilon at delta');
  assert.ok(Number(/[\d.]+\]?$/.exec(ends)[0].replace(']', '')) <= 2, ends);
  await page.context().close();
}

async function compare(width) {
  const page = await open('#compare', width);
  const verdict = await answer(page, 'which is more private');
  const crossings = told(verdict.command).filter((one) => one.range === 'crossing');
  assert.equal(await page.locator('.crossings li').count(), crossings.length);
  for (const [i, one] of crossings.entries()) {
    assert.ok((await page.locator('.crossings li').nth(i).innerText()).includes(interval(one)));
  }
  const { ends, command } = await answer(page, 'epsilon of the first');
  assert.equal(ends, interval(told(command)[0]));
  await page.waitForFunction(() => document.querySelectorAll('#panel-compare circle').length >= 60);
  await fits(page, `compare-${width}`);
  await page.locator('textarea[name="first"]').fill('gausian(sigma=1)');
  await page.locator('#panel-compare .error:has-text("did you mean")').waitFor();
  assert.match(await page.locator('#panel-compare .error pre').first().innerText(), /gausian\(sigma=1\)\n\^/);
  // The address restores the page.
  const again = await open(new URL(page.url()).hash, width);
  assert.equal(await again.locator('textarea[name="first"]').inputValue(), 'gausian(sigma=1)');
  await again.context().close();
  await page.context().close();
}

async function audit(width) {
  const page = await open('#audit', width);
  const { ends, command, one } = await answer(page, 'epsilon is at least');
  const [found] = told(command).filter((line) => line.quantity === 'audited_epsilon');
  assert.equal(ends, interval(found));
  await answer(page, 'claimed epsilon: p-value');
  await fits(page, `audit-${width}`);
  const file = await saved(page, one);
  assert.equal(spawnSync(program, ['check', file]).status, 0);
  await page.locator('input[name="threshold"]').fill('0.5');
  await page.locator('#scores').setInputFiles([
    { name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from('score,member\n0.9,1\n0.7,1\n0.2,1\n0.6,0\n0.1,0\n') },
  ]);
  await page.waitForFunction(() => document.querySelector('input[name="tp"]').value === '2');
  assert.equal(await page.locator('input[name="fp"]').inputValue(), '1');
  await page.context().close();
}

/** With the digest that its content gives. */
function sealed({ digest: _, ...rest }) {
  const sorted = (x) => (Array.isArray(x) ? x.map(sorted) : x && typeof x === 'object' ? Object.fromEntries(Object.keys(x).sort().map((key) => [key, sorted(x[key])])) : x);
  return { ...rest, digest: `sha256:${createHash('sha256').update(JSON.stringify(sorted(rest))).digest('hex')}` };
}

async function check(file, width) {
  const page = await open('#check', width);
  await page.locator('#certificate').setInputFiles(file);
  await page.locator('[data-verdict="confirmed"]').waitFor();
  await fits(page, `check-${width}`);
  const honest = JSON.parse(readFileSync(file, 'utf8'));
  const upper = honest.upper.replace(/^(\d+\.\d{3})(\d)/, (_, before, one) => before + ((Number(one) + 9) % 10));
  for (const [name, forgery] of [['edited', { ...honest, upper }], ['sealed', sealed({ ...honest, lower: upper, upper })]]) {
    const path = join(shots, `${name}.json`);
    writeFileSync(path, JSON.stringify(forgery));
    await page.locator('#certificate').setInputFiles(path);
    await page.locator(`h2:has-text("${name}.json"), .verdict:has-text("digest")`).first().waitFor();
    await page.locator('[data-verdict="refuted"], [data-verdict="not_a_certificate"]').first().waitFor();
    assert.equal(await page.locator('[data-verdict="confirmed"]').count(), 0, name);
    assert.notEqual(spawnSync(program, ['check', path]).status, 0, name);
  }
  await page.context().close();
}

/** Tabs by the arrow keys, a stop button that stops, and the time until the first ten digits. */
async function keyboardAndTime() {
  const page = await open('#train', 1200, 'dark');
  await answer(page, 'epsilon at delta');
  await page.reload();
  const began = Date.now();
  await page.waitForFunction(() => Number(document.querySelector('#panel-train section[aria-label="epsilon at delta"]')?.dataset.digits) >= 10, null, { timeout: PATIENCE, polling: 20 });
  const seconds = (Date.now() - began) / 1000;
  await fits(page, 'dark-1200');
  await page.locator('#tab-train').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.locator('#tab-compare').getAttribute('aria-selected'), 'true');
  await page.context().close();
  return seconds;
}

let file = '';
for (const width of [390, 1200]) {
  file = await train(width);
  await compare(width);
  await audit(width);
  await check(file, width);
}
await target();
const seconds = await keyboardAndTime();
assert.deepEqual(complaints, []);
await browser.close();
console.log(`calculator: the doors at 390 and 1200 px; ten digits of epsilon ${seconds.toFixed(2)} s after load`);
