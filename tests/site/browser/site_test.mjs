// The site in a browser: node site_test.mjs SITE SCREENSHOTS. Tests sorting, filtering, links, keyboard and contrast;
// no message in the console, no external request, no page wider than the window.
import assert from "node:assert/strict";
import { mkdirSync, readdirSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const site = resolve(process.argv[2]);
const shots = resolve(process.argv[3]);
mkdirSync(shots, { recursive: true });

const CALCULATOR = "calculator.html"; // present if it was built; its own tests are in web/tests
const files = readdirSync(site, { recursive: true, encoding: "utf8" });
const pages = files.filter((name) => name.endsWith(".html") && name !== CALCULATOR).sort();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const complaints = [];

const address = (name) => pathToFileURL(join(site, name)).href;

async function open(name, width, colorScheme) {
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
  const page = await context.newPage();
  page.on("console", (message) => complaints.push(`${page.url()}: console: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(`${page.url()}: ${error.message}`));
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) complaints.push(`${page.url()}: asks for ${request.url()}`);
  });
  page.on("requestfailed", (request) => complaints.push(`${page.url()}: no ${request.url()}`));
  await page.goto(address(name));
  return page;
}

// Returns the texts whose contrast to their background is below 4.5 (WCAG 2, AA).
function poorContrast() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const colors = new Map(), backs = new Map(); // long tables have few colours and few different parents of rows
  const rgba = (color) => {
    if (!colors.has(color)) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = color;
      canvas.fillRect(0, 0, 1, 1);
      colors.set(color, [...canvas.getImageData(0, 0, 1, 1).data]);
    }
    return colors.get(color);
  };
  const luminance = ([r, g, b]) => {
    const linear = (x) => (x / 255 <= 0.04045 ? x / 3294.6 : ((x / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  };
  const behind = (element) => {
    if (!element) return [255, 255, 255, 255];
    if (!backs.has(element)) {
      const color = rgba(getComputedStyle(element).backgroundColor);
      backs.set(element, color[3] === 255 ? color : behind(element.parentElement));
    }
    return backs.get(element);
  };
  const found = [];
  const seen = new Set();
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some((n) => n.nodeType === 3 && n.data.trim() !== "");
    if (!own || element.closest("script, style")) continue;
    const svg = element.namespaceURI.endsWith("svg");
    const style = getComputedStyle(element);
    const color = svg ? style.fill : style.color;
    const back = behind(element);
    const key = `${color} ${back}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const x = luminance(rgba(color)), y = luminance(back);
    const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
    if (contrast < 4.5) found.push(`${element.tagName} "${element.textContent.slice(0, 30)}": ${contrast.toFixed(2)}`);
  }
  return found;
}

async function check_every_page() {
  for (const [width, scheme] of [[390, "dark"], [1200, "light"]]) {
    const page = await open(pages[0], width, scheme);
    for (const name of pages) {
      await page.goto(address(name));
      await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
      const poor = await page.evaluate(poorContrast);
      assert.deepEqual(poor, [], `${name} in ${scheme}`);
      const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wider <= 0, `${name} is ${wider} px wider than ${width}`);
      assert.equal(await page.locator("h1").count(), 1, `${name} has one h1`);
    }
    await page.context().close();
  }
}

async function check_links() {
  const page = await open("index.html", 1200, "light");
  const seen = new Set(["index.html"]), left = ["index.html"];
  while (left.length > 0) {
    const name = left.pop();
    await page.goto(address(name));
    const links = await page.evaluate(() => [...document.links].map((a) => a.href.split("#")[0]));
    for (const link of links) {
      const to = relative(site, new URL(link).pathname);
      if (!to.endsWith(".html") || to === CALCULATOR || seen.has(to)) continue;
      seen.add(to);
      left.push(to);
    }
  }
  assert.deepEqual([...seen].sort(), pages, "every page is reached from the first");
  await page.context().close();
}

const column = (page, k) =>
  page.evaluate((i) => [...document.querySelectorAll("#board tbody tr")]
    .filter((row) => !row.hidden)
    .map((row) => row.cells[i].dataset.key ?? row.cells[i].textContent.trim()), k);

async function check_sorting() {
  const page = await open("index.html", 1200, "light");
  const claims = page.locator("#board thead th", { hasText: "claims" });
  await claims.locator("button").click();
  assert.equal(await claims.getAttribute("aria-sort"), "ascending");
  const up = (await column(page, 5)).map(Number);
  assert.ok(up.length > 3);
  assert.deepEqual(up, [...up].sort((a, b) => a - b));
  await claims.locator("button").focus();
  await page.keyboard.press("Enter"); // by keyboard, in the other direction
  assert.equal(await claims.getAttribute("aria-sort"), "descending");
  assert.deepEqual((await column(page, 5)).map(Number), up.reverse());
  const errors = page.locator("#board thead th", { hasText: "median" });
  await errors.locator("button").click();
  assert.equal(await claims.getAttribute("aria-sort"), "none");
  const sizes = (await column(page, 10)).filter((x) => x !== "").map(Number);
  assert.deepEqual(sizes, [...sizes].sort((a, b) => a - b), "by size, not by text");
  await page.context().close();
}

async function check_filtering() {
  const page = await open("index.html", 1200, "light");
  const all = (await column(page, 0)).length;
  for (const fact of ["tool", "mechanism", "regime", "release"]) {
    const select = page.locator(`select[data-fact="${fact}"]`);
    const value = await select.locator("option").nth(1).textContent();
    await select.selectOption(value);
    const rows = page.locator("#board tbody tr:not([hidden])");
    const shown = await rows.count();
    assert.ok(shown > 0 && shown < all, `${fact} leaves ${shown} of ${all}`);
    for (let i = 0; i < shown; ++i) {
      assert.equal(await rows.nth(i).getAttribute(`data-${fact}`), value);
    }
    const board = page.locator(".sortable", { has: page.locator("#board") });
    assert.equal(await board.locator("[role=status]").textContent(), `${shown} of ${all} rows`);
    await select.selectOption("");
  }
  assert.equal((await column(page, 0)).length, all);
  await page.context().close();
}

// Checks the page of changes by release or by night: filters that leave some rows of a table, and links.
async function check_filters_of(name, table, filters) {
  const page = await open(name, 1200, "light");
  const part = page.locator(".sortable", { has: page.locator(`#${table}`) });
  const all = await part.locator("tbody tr").count();
  for (const [fact, value] of filters) {
    await part.locator(`select[data-fact="${fact}"]`).selectOption(value);
    const shown = await part.locator("tbody tr:not([hidden])").count();
    assert.ok(shown > 0 && shown < all, `${name}: ${fact}=${value} leaves ${shown} of ${all}`);
    await part.locator(`select[data-fact="${fact}"]`).selectOption("");
  }
  await page.context().close();
}

async function check_releases() {
  await check_filters_of("releases.html", "by-release", [["changed", "broke"], ["changed", "nothing"]]);
  await check_filters_of("releases.html", "by-question", [["change", "fixed"], ["change", "broke"]]);
  const page = await open("releases.html", 1200, "light");
  const fixed = page.locator("#by-question tr[data-change=fixed]");
  assert.match(await fixed.first().textContent(), /violated.*holds/s);
  await page.context().close();
}

async function check_nights() {
  await check_filters_of("nights.html", "nights", [["month", "2026-01"], ["changes", "verdicts"]]);
  await check_filters_of("nights.html", "changes", [["night", "4, 2026-02-04"], ["change", "gone"]]);
  const page = await open("nights.html", 1200, "light");
  const flip = page.locator("#changes tr[data-change=verdict]");
  assert.equal(await flip.count(), 1, "one verdict changed in six nights");
  await flip.locator("th a").click();
  assert.match(await page.locator("h1").textContent(), /Night 4, 2026-02-04/);
  assert.equal(await page.locator("#changes tr[data-change=verdict]").count(), 1);
  await page.getByRole("link", { name: "the night before" }).click();
  assert.match(await page.locator("h1").textContent(), /Night 3/);
  await page.context().close();
}

async function check_keyboard() {
  const page = await open("index.html", 1200, "light");
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.className), "skip");
  await page.keyboard.press("Tab");
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid", "what has the focus is seen");
  await page.context().close();
}

// Checks that a value of an accountant's page opens in the calculator, and the examples of the calculator.
async function check_calculator() {
  if (!files.includes(CALCULATOR)) return;
  const from = pages.filter((name) => name.startsWith("accountants/"));
  for (const name of from) {
    const page = await open(name, 1200, "light");
    await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
    const link = page.locator(`a[href*="${CALCULATOR}#compare"]`).first();
    if (await link.count() > 0) {
      const replay = await link.locator("xpath=../preceding-sibling::pre[1]").textContent();
      await link.click();
      const command = page.locator("#panel-compare section.card:visible .line code").first();
      await command.filter({ hasText: "plumbline" }).waitFor();
      const [, quantity, mechanism] = /^plumbline (\S+) '([^']*)'/.exec(replay);
      assert.ok((await command.textContent()).startsWith(`plumbline ${quantity}`), replay);
      assert.equal(await page.locator('textarea[name="first"]').inputValue(), mechanism);
      const documents = await page.evaluate(() => [...document.querySelectorAll(".examples small a")].map((a) => a.href));
      assert.ok(documents.length > 3);
      for (const at of documents) assert.ok(pages.includes(relative(site, new URL(at).pathname)), at);
      await page.screenshot({ path: join(shots, "calculator.png") });
      await page.context().close();
      return;
    }
    await page.context().close();
  }
  assert.fail("no value leads to the calculator");
}

async function take_screenshots() {
  const chosen = ["index.html", "releases.html", "nights.html", "nights/4.html", "mechanisms/index.html",
    "statements.html", ...pages.filter((name) => name.startsWith("accountants/")).slice(-2)];
  for (const name of chosen) {
    for (const width of [390, 1200]) {
      for (const scheme of ["light", "dark"]) {
        const page = await open(name, width, scheme);
        const file = `${name.replace(/\W+/g, "-").replace(/-html$/, "")}-${width}-${scheme}.png`;
        await page.screenshot({ path: join(shots, file), fullPage: !name.startsWith("statements") });
        await page.context().close();
      }
    }
  }
}

try {
  for (const check of [check_links, check_sorting, check_filtering, check_releases,
    check_nights, check_keyboard, check_calculator, check_every_page,
    take_screenshots]) {
    await check();
    console.log(`${check.name}: good`);
  }
  assert.deepEqual(complaints, []);
  console.log(`${pages.length} pages, nothing in the console; screenshots in ${shots}`);
} finally {
  await browser.close();
}
