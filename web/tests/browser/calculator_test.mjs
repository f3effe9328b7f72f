// Tests the calculator in a browser: node calculator_test.mjs CALCULATOR SCREENSHOTS PROGRAM CHECKER. Tests the
// interfaces at two widths, numbers (against the program), certificates, forgeries, links, keyboard, console, network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
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
/** Waits until the card is complete, and returns its two ends and its command. */
async function answer(page, label) {
  const one = card(page, label);
  await one.locator('button:has-text("certificate"):enabled').waitFor();
  await page.waitForFunction((element) => !element.hasAttribute('aria-busy'), await one.elementHandle(), { timeout: PATIENCE });
  return { ends: await one.locator('.ends').innerText(), command: await one.locator('.line code').innerText(), one };
}

/** Returns the program's answer to the page's own command. */
function told(command) {
  const [, ...words] = command.match(/'[^']*'|\S+/g).map((word) => word.replace(/^'|'$/g, ''));
  const { stdout, status, stderr } = spawnSync(program, [...words, '--json'], { encoding: 'utf8', cwd: shots });
  assert.ok(status === 0 || status === 1, `${command}: ${stderr}`); // 1: a claim is refuted
  return stdout.trim().split('\n').map((line) => JSON.parse(line));
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
  await page.locator('#scores').setInputFiles([
    { name: 'scores.csv', mimeType: 'text/csv', buffer: Buffer.from('score,member\n0.9,1\n0.7,1\n0.2,1\n0.6,0\n0.1,0\n') },
  ]);
  await page.waitForFunction(() => document.querySelector('textarea[name="members"]').value === '0.9,0.7,0.2');
  assert.equal(await page.locator('textarea[name="others"]').inputValue(), '0.6,0.1');
  await page.context().close();
}

/** Compares every rule for the threshold of scores with the program, which reads equal scores from files. */
async function scores(width) {
  const page = await open('#audit?source=scores&claim=gaussian(sigma%3D2)', width);
  for (const name of ['members', 'others']) {
    writeFileSync(join(shots, `${name}.txt`), (await page.locator(`textarea[name="${name}"]`).inputValue()).replaceAll(',', '\n'));
  }
  for (const [rule, threshold] of [['explicit', '1.5'], ['bonferroni', '1,1.5,2'], ['split'], ['all-cuts'], ['dkw'], ['equal-level']]) {
    await page.locator('select[name="rule"]').selectOption(rule);
    if (threshold) await page.locator('input[name="threshold"]').fill(threshold);
    await page.waitForFunction((words) => document.querySelector('#panel-audit .line code').textContent.includes(`--threshold ${words}`), rule, { timeout: PATIENCE });
    for (const [label, quantity] of Object.entries({ 'epsilon is at least': 'audited_epsilon', 'mu (Gaussian DP) is at least': 'audited_mu', 'advantage is at least': 'audited_advantage' })) {
      const { ends, command } = await answer(page, label);
      assert.match(command, new RegExp(`--threshold ${rule}`));
      assert.equal(ends, interval(told(command).find((one) => one.quantity === quantity)), `${rule}: ${label}`);
    }
    for (const label of ['claimed epsilon: p-value', 'claimed mechanism: p-value']) {
      const { command } = await answer(page, label);
      const { refuted } = told(command).find((one) => one.quantity === 'audited_claim');
      assert.match(await card(page, label).locator('.value').innerText(), refuted ? /^refuted/ : /^not refuted/, `${rule}: ${label}`);
    }
  }
  const file = await saved(page, card(page, 'epsilon is at least'));
  assert.equal(spawnSync(program, ['check', file]).status, 0);
  await fits(page, `scores-${width}`);
  await page.context().close();
}

/** Tests links of other pages: a single direction, a single mechanism, and a quantity at an argument. */
async function links() {
  for (const direction of ['forward', 'reverse']) {
    const page = await open(`#train?direction=${direction}`, 1200);
    const { ends, command } = await answer(page, 'epsilon at delta');
    assert.match(command, new RegExp(`--direction ${direction}`));
    assert.equal(ends, interval(told(command)[0]));
    await page.context().close();
  }
  for (const [quantity, at] of [['delta', '1'], ['tradeoff', '0.1'], ['tradeoff_inverse', '0.1'], ['power', '0.001'], ['advantage', ''], ['tv', ''], ['rero', '1e-4'], ['bayes', '0.5'], ['posterior', '0.5'], ['posterior_belief', '0.5'], ['minimax', '']]) {
    const page = await open(`#compare?first=laplace(b%3D1)%5E3&second=&quantity=${quantity}&at=${at}&direction=forward`, 1200);
    const { ends, command } = await answer(page, `${quantity} of the first`);
    assert.equal(ends, interval(told(command)[0]), command);
    assert.equal(await page.locator('#panel-compare section.card:visible').count(), 1);
    await page.context().close();
  }
  const page = await open('#compare', 1200);
  await answer(page, 'epsilon of the first');
  await page.locator('#panel-compare .examples summary').click();
  await page.locator('#panel-compare .examples a').last().click();
  await answer(page, 'tradeoff of the first');
  await page.context().close();
}

/** Returns a certificate with the digest of its content. */
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

/** Tests that arrow keys select tabs, the stop button, and the time until the first ten digits. */
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
  await stopped(page);
  await page.context().close();
  return seconds;
}

/** Tests that a stopped question keeps its last result, and that the page answers the next question. */
async function stopped(page) {
  await page.goto(`${pathToFileURL(calculator).href}#compare?first=subsampled_gaussian(sigma%3D1,p%3D0.01)%5E1000&second=&quantity=delta&at=1&digits=3000`);
  const one = card(page, 'delta of the first');
  await page.waitForFunction((element) => Number(element.dataset.digits) >= 3, await one.elementHandle(), { timeout: PATIENCE });
  await one.locator('button:has-text("stop")').click();
  await one.locator('.note:has-text("Stopped")').waitFor();
  assert.match(await one.locator('.value').innerText(), /^0\.\d{3}/);
  await page.locator('textarea[name="first"]').fill('gaussian(sigma=1)');
  await page.locator('#panel-compare input[name="digits"]').fill('10');
  await answer(page, 'delta of the first');
}

let file = '';
for (const width of [390, 1200]) {
  file = await train(width);
  await compare(width);
  await audit(width);
  await check(file, width);
}
await scores(1200);
await scores(390);
await links();
await target();
const seconds = await keyboardAndTime();
assert.deepEqual(complaints, []);
await browser.close();
console.log(`calculator: the doors at 390 and 1200 px; ten digits of epsilon ${seconds.toFixed(2)} s after load`);
