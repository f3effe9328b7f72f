// Interface two of the page: one mechanism, or a comparison of two.
import { commandOf } from './commands.js';
import { h } from './dom.js';
import { Door } from './door.js';
import { GivenUp } from './engine.js';
import { Plot, scales, trace } from './plot.js';
import { QUANTITIES, quantityNamed, questionOf } from './quantities.js';
import { certainDigits, rough } from './texts.js';

const EXPRESSION = 'A mechanism: a name with parameters; ^N for N runs, * between parts. Numbers are exact: 0.1 is 1/10.';

const AT = 'Where that is asked: a number, exact as it is written, or log(3).';

const VERDICTS = {
  first_more_private: 'the first',
  second_more_private: 'the second',
  equal: 'neither: they are equal',
  cross: 'neither: their profiles cross',
};

const FIELDS = [
  { name: 'first', label: 'first mechanism', explanation: EXPRESSION, value: 'gaussian(sigma=1)', area: true },
  { name: 'second', label: 'second mechanism', explanation: `${EXPRESSION} May stay empty.`, value: 'laplace(b=1)', area: true },
  { name: 'quantity', label: 'asked', explanation: 'What the two cards below the verdict show.', value: 'epsilon', choices: QUANTITIES.map(({ name }) => [name, name]) },
  { name: 'at', label: 'at delta', explanation: AT, value: '1e-5' },
  { name: 'most', label: 'epsilon up to', explanation: 'How far the privacy profiles are drawn.', value: '4' },
];

const VERDICT = { label: 'which is more private', explanation: 'The privacy profiles are compared at every epsilon; where they cross is enclosed. The two numbers enclose Delta(first || second), as plumbline compare says it.' };
const BOTH = ['first', 'second'];

export class Compare extends Door {
  constructor(page) {
    super('compare', FIELDS, page);
    this.answers = this.cards(BOTH.map((which) => ({ label: `epsilon of the ${which}`, explanation: '' }))).map(({ card }) => card);
    [{ card: this.verdict }] = this.cards([VERDICT]);
    this.form.fields.get('quantity').input.addEventListener('input', () => this.#suggest());
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
    const cards = h('div', { class: 'cards' }, this.verdict.element, ...this.answers.map((one) => one.element));
    this.element = h('div', null, this.form.element, this.examples, this.names, cards, h('div', { class: 'plots' }, this.profile.element, this.tradeoff.element));
  }

  /** Sets the default argument of the chosen quantity, if the user has not typed another one. */
  #suggest() {
    const { at, quantity } = this.form.values;
    if (!QUANTITIES.some(({ usual }) => usual === at)) return;
    this.form.fields.get('at').input.value = quantityNamed(quantity).usual ?? at;
  }

  /** Shows the list of mechanisms; a click writes one into the last edited field. */
  offer(mechanisms) {
    for (const name of BOTH) {
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
    const values = this.begin();
    for (const plot of [this.profile, this.tradeoff]) plot.clear();
    this.crossings.replaceChildren();
    const most = Number(values.most);
    this.profile.x.range = [0, most > 0 ? most : 4];
    const quantity = quantityNamed(values.quantity);
    this.form.show('at', quantity.argument !== '');
    this.form.name('at', `at ${quantity.argument}`, AT);
    const wanted = BOTH.filter((name) => name === 'first' || values[name] !== '');
    const read = await Promise.all(wanted.map((name) => this.#read(name, values[name])));
    if (read.includes(null)) return;
    this.verdict.element.hidden = this.answers[1].element.hidden = read.length < 2;
    await Promise.all([
      ...read.map((expression, i) => this.#answer(this.answers[i], BOTH[i], quantity, expression, values)),
      ...(read.length === 2 ? [this.#compare(...read, values)] : []),
      ...read.flatMap((expression, i) => this.#curves(expression, `curve ${i}`, values.direction)),
    ]);
  }

  #answer(card, which, quantity, expression, { at, direction, digits }) {
    const question = questionOf(quantity, expression, at, direction);
    card.name(`${quantity.name} of the ${which}`, quantity.explanation);
    return card.ask({ question, command: (few) => commandOf(question, quantity.argument, few), digits });
  }

  async #read(name, expression) {
    try {
      return (await this.engine.ask('read', { expression }, { group: this.name })).expression;
    } catch (error) {
      if (!(error instanceof GivenUp)) this.form.error(name, error.message);
      return null;
    }
  }

  async #compare(expression, other, { digits, direction }) {
    const question = { derived: true, quantity: 'comparison', expression, other, numbers: {}, words: {}, direction };
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

  #curves(expression, name, direction) {
    const value = ({ lowerFloat, upperFloat }) => [lowerFloat, upperFloat];
    const question = (quantity) => (at) => ({ quantity, expression, at, direction });
    return [
      trace(this.engine, this.name, this.profile, { name, label: expression, count: 65, question: question('delta'), value }),
      trace(this.engine, this.name, this.tradeoff, { name, label: expression, count: 65, question: question('tradeoff'), value, rank: 6 }),
    ];
  }
}
