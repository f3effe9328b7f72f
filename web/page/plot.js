// Plots curves of enclosures, whose points become denser with time.
import { h, s } from './dom.js';
import { powerOfTen, rough } from './texts.js';

const W = 560;
const H = 340;
const LEFT = 62;
const RIGHT = 14;
const TOP = 14;
const BOTTOM = 46;

const linear = {
  tick: (x) => rough(x),
  to: (x, [low, high]) => (x - low) / (high - low),
  from: (u, [low, high]) => low + u * (high - low),
  ticks: ([low, high]) => {
    const step = [0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => (high - low) / one <= 6) ?? (high - low) / 5;
    const out = [];
    for (let x = Math.ceil(low / step) * step; x <= high + 1e-9; x += step) out.push(Number(x.toFixed(10)));
    return out;
  },
};
const logarithmic = {
  tick: (x) => powerOfTen(Math.round(Math.log10(x))),
  to: (x, [low, high]) => Math.log(Math.max(x, low) / low) / Math.log(high / low),
  from: (u, [low, high]) => low * (high / low) ** u,
  ticks: ([low, high]) => {
    const out = [];
    const every = Math.ceil(Math.log10(high / low) / 6);
    for (let power = Math.ceil(Math.log10(low) - 1e-9); 10 ** power <= high * 1.0001; power += every) out.push(10 ** power);
    return out;
  },
};
export const scales = { linear, logarithmic };

/** Returns at least `count` positions in [0, 1], from coarse to fine: both ends, the middle, the quarters, ... */
export function places(count) {
  const out = [0, 1];
  for (let parts = 2; out.length < count; parts *= 2) {
    for (let i = 1; i < parts; i += 2) out.push(i / parts);
  }
  return out;
}

export class Plot {
  #curves = new Map();

  constructor({ title, x, y }) {
    Object.assign(this, { title, x, y });
    this.note = h('figcaption', null, title);
    this.svg = s('svg', { viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': title });
    this.table = h('details', null, h('summary', null, 'the numbers'));
    this.element = h('figure', { class: 'plot' }, this.note, this.svg, this.table);
    this.#draw();
  }

  clear() {
    this.marks = [];
    this.#curves.clear();
    this.#draw();
  }

  /** Adds the enclosure of a point to the curve of this name. */
  add(name, at, low, high, label = name) {
    if (!this.#curves.has(name)) this.#curves.set(name, { label, points: [] });
    const { points } = this.#curves.get(name);
    points.push({ at, low, high });
    points.sort((a, b) => a.at - b.at);
    this.#draw();
  }

  /** Draws a vertical line with a text. */
  mark(at, words) {
    (this.marks ??= []).push({ at, words });
    this.#draw();
  }

  #place(at, value) {
    const u = this.x.scale.to(at, this.x.range);
    const v = this.y.scale.to(value, this.y.range);
    return [LEFT + u * (W - LEFT - RIGHT), TOP + (1 - Math.min(Math.max(v, 0), 1)) * (H - TOP - BOTTOM)];
  }

  #axes() {
    const out = [];
    for (const at of this.x.scale.ticks(this.x.range)) {
      const [px] = this.#place(at, this.y.range[0]);
      out.push(s('line', { class: 'grid', x1: px, x2: px, y1: TOP, y2: H - BOTTOM }));
      out.push(s('text', { class: 'tick', x: px, y: H - BOTTOM + 18, 'text-anchor': 'middle' }, this.x.scale.tick(at)));
    }
    for (const value of this.y.scale.ticks(this.y.range)) {
      const [, py] = this.#place(this.x.range[0], value);
      out.push(s('line', { class: 'grid', x1: LEFT, x2: W - RIGHT, y1: py, y2: py }));
      out.push(s('text', { class: 'tick', x: LEFT - 6, y: py + 4, 'text-anchor': 'end' }, this.y.scale.tick(value)));
    }
    out.push(s('text', { class: 'axis', x: (LEFT + W - RIGHT) / 2, y: H - 6, 'text-anchor': 'middle' }, this.x.label));
    out.push(s('text', { class: 'axis', transform: `translate(12 ${(TOP + H - BOTTOM) / 2}) rotate(-90)`, 'text-anchor': 'middle' }, this.y.label));
    return out;
  }

  #curve({ label, points }, number) {
    const upper = points.map(({ at, high }) => this.#place(at, high));
    const lower = points.map(({ at, low }) => this.#place(at, low));
    const text = (list) => list.map(([a, b]) => `${a.toFixed(1)},${b.toFixed(1)}`).join(' ');
    const out = [
      s('polygon', { class: `band curve${number}`, points: text([...upper, ...lower.reverse()]) }),
      s('polyline', { class: `stroke curve${number}`, points: text(upper) }),
    ];
    points.forEach(({ at, low, high }, i) => {
      const words = `${label}: at ${rough(at, 6)} in [${rough(low, 6)}, ${rough(high, 6)}]`;
      out.push(s('circle', { class: `dot curve${number}`, cx: upper[i][0], cy: upper[i][1], r: 3 }, s('title', null, words)));
    });
    return out;
  }

  #draw() {
    const curves = [...this.#curves.values()];
    const [least, most] = this.x.range;
    const marks = (this.marks ?? []).filter(({ at }) => at >= least && at <= most).flatMap(({ at, words }) => {
      const [px] = this.#place(at, this.y.range[0]);
      return [s('line', { class: 'mark', x1: px, x2: px, y1: TOP, y2: H - BOTTOM }, s('title', null, words))];
    });
    const legend = curves.map(({ label }, i) =>
      s('text', { class: `legend curve${i}`, x: W - RIGHT - 8, y: TOP + 18 + 18 * i, 'text-anchor': 'end' }, label.length > 48 ? `${label.slice(0, 47)}…` : label),
    );
    this.svg.replaceChildren(...this.#axes(), ...marks, ...curves.flatMap((curve, i) => this.#curve(curve, i)), ...(curves.length > 1 ? legend : []));
    const rows = curves.flatMap(({ label, points }) => points.map(({ at, low, high }) => h('tr', null, h('td', null, label), h('td', null, rough(at, 6)), h('td', null, rough(low, 8)), h('td', null, rough(high, 8)))));
    const head = h('tr', null, ...['', this.x.label, 'at least', 'at most'].map((word) => h('th', { scope: 'col' }, word)));
    this.table.replaceChildren(this.table.firstChild, h('div', { class: 'scroll' }, h('table', null, h('thead', null, head), h('tbody', null, ...rows))));
  }
}

/** Adds the points of a curve to the plot, from coarse to fine. `value` returns the ends [low, high] of an answer. */
export async function trace(engine, group, plot, { name, label, count, question, value, rank = 5 }) {
  await Promise.all(
    places(count).map(async (u) => {
      const at = plot.x.scale.from(u, plot.x.range);
      const text = Number(at.toPrecision(6)).toString();
      try {
        const answer = await engine.ask('value', { question: question(text), digits: 4, seconds: 20 }, { group, rank });
        const [low, high] = value(answer);
        plot.add(name, Number(text), low, high, label);
      } catch {
        // cancelled or invalid: the point is omitted
      }
    }),
  );
}
