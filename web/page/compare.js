// Door two: two mechanisms side by side.
import { Card } from './card.js';
import { commandOf } from './commands.js';
import { h } from './dom.js';
import { GivenUp } from './engine.js';
import { Form } from './form.js';
import { Plot, scales, trace } from './plot.js';
import { certainDigits, rough } from './texts.js';

const GROUP = 'compare';
const EXPRESSION = 'A mechanism: a name with parameters; ^N for N runs, * between parts. Numbers are exact: 0.1 is 1/10.';

const VERDICTS = {
  first_more_private: 'the first',
  second_more_private: 'the second',
  equal: 'neither: they are equal',
  cross: 'neither: their profiles cross',
};

const FIELDS = [
  { name: 'first', label: 'first mechanism', explanation: EXPRESSION, value: 'gaussian(sigma=1)', area: true },
  { name: 'second', label: 'second mechanism', explanation: EXPRESSION, value: 'laplace(b=1)', area: true },
  { name: 'delta', label: 'delta', explanation: 'Where epsilon is asked.', value: '1e-5' },
  { name: 'most', label: 'epsilon up to', explanation: 'How far the privacy profiles are drawn.', value: '4' },
  { name: 'digits', label: 'digits', explanation: 'Relative width of each enclosure: at most 10 to the minus so many.', value: '10' },
];

export class Compare {
  constructor(engine, link, changed) {
    this.engine = engine;
    this.changed = changed;
    this.form = new Form(FIELDS, changed);
    const card = (label, explanation) => new Card(engine, GROUP, { label, explanation, link });
    this.epsilons = ['first', 'second'].map((which) => card(`epsilon of the ${which}`, 'The smallest epsilon at this delta.'));
    this.verdict = card('which is more private', 'The privacy profiles are compared at every epsilon; where they cross is enclosed. The two numbers enclose Delta(first || second), as plumbline compare says it.');
    this.crossings = h('ul', { class: 'crossings' });
    this.verdict.element.insertBefore(this.crossings, this.verdict.bar);
    this.profile = new Plot({
      title: 'Privacy profiles: delta at each epsilon',
      x: { label: 'epsilon', range: [0, 4], scale: scales.linear },
      y: { label: 'delta', range: [1e-8, 1], scale: scales.logarithmic },
    });
    this.tradeoff = new Plot({
      title: 'Trade-off curves: the smallest type II error at each type I error',
      x: { label: 'type I error', range: [0, 1], scale: scales.linear },
      y: { label: 'type II error', range: [0, 1], scale: scales.linear },
    });
    this.names = h('details', { class: 'names' }, h('summary', null, 'what a mechanism may be'));
    const cards = h('div', { class: 'cards' }, this.verdict.element, ...this.epsilons.map((one) => one.element));
    this.element = h('div', null, this.form.element, this.names, cards, h('div', { class: 'plots' }, this.profile.element, this.tradeoff.element));
  }

  /** The list of mechanisms; a click writes one into the field that was written in last. */
  offer(mechanisms) {
    for (const name of ['first', 'second']) {
      this.form.fields.get(name).input.addEventListener('focus', () => (this.lastField = name));
    }
    const rows = Object.entries(mechanisms).map(([name, summary]) => {
      const example = /^[^:;]*\)/.exec(summary)?.[0] ?? name;
      const take = () => {
        const { input } = this.form.fields.get(this.lastField ?? 'first');
        input.setRangeText(example.startsWith(name) ? example : `${name}()`, input.selectionStart, input.selectionEnd, 'end');
        input.focus();
        this.changed();
      };
      return h('li', null, h('button', { type: 'button', class: 'quiet', onclick: take }, name), ` ${summary}`);
    });
    this.names.append(h('ul', null, ...rows));
  }

  async update() {
    this.engine.giveUp(GROUP);
    this.form.clearErrors();
    this.profile.clear();
    this.profile.marks = [];
    this.tradeoff.clear();
    this.crossings.replaceChildren();
    const values = this.form.values;
    const most = Number(values.most);
    this.profile.x.range = [0, most > 0 ? most : 4];
    const [first, second] = await Promise.all(['first', 'second'].map((name) => this.#read(name, values[name])));
    if (!first || !second) return;
    const digits = Number(values.digits) || 10;
    await Promise.all([
      ...[first, second].map((expression, i) => {
        const question = { quantity: 'epsilon', expression, at: values.delta, direction: 'worst' };
        return this.epsilons[i].ask({ question, command: (few) => commandOf(question, 'delta', few), digits });
      }),
      this.#compare(first, second, digits),
      ...[first, second].flatMap((expression, i) => this.#curves(expression, `curve ${i}`)),
    ]);
  }

  async #read(name, expression) {
    try {
      return (await this.engine.ask('read', { expression }, { group: GROUP })).expression;
    } catch (error) {
      if (!(error instanceof GivenUp)) this.form.error(name, error.message);
      return null;
    }
  }

  async #compare(expression, other, digits) {
    const question = { derived: true, quantity: 'comparison', expression, other, numbers: {}, words: {}, direction: 'worst' };
    const answer = await this.verdict.ask({
      question,
      command: (few) => commandOf(question, '', few),
      digits,
      rank: 1,
      show: ({ findings }) => VERDICTS[findings.verdict] ?? findings.verdict ?? null,
    });
    if (!answer) return;
    const found = answer.values.filter(({ name }) => name.startsWith('crossing'));
    this.crossings.replaceChildren(
      ...found.map(({ lower, upper }) => h('li', null, `They cross at epsilon ${certainDigits(lower, upper) ?? ''} `, h('small', null, `[${lower}, ${upper}]`))),
    );
    for (const { lower } of found) this.profile.mark(Number(lower), `crossing at ${rough(Number(lower), 6)}`);
  }

  #curves(expression, name) {
    const value = ({ lowerFloat, upperFloat }) => [lowerFloat, upperFloat];
    const question = (quantity) => (at) => ({ quantity, expression, at, direction: 'worst' });
    return [
      trace(this.engine, GROUP, this.profile, { name, label: expression, count: 17, question: question('delta'), value }),
      trace(this.engine, GROUP, this.tradeoff, { name, label: expression, count: 17, question: question('tradeoff'), value, rank: 6 }),
    ];
  }
}
