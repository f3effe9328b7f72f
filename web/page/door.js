// The elements that all computing interfaces have: a form with shared last fields, cards, and examples.
import { Card } from './card.js';
import { examples } from './examples.js';
import { Form } from './form.js';

const LAST = [
  {
    name: 'direction',
    label: 'neighbours',
    explanation: 'Which data sets are distinguished: worst is the larger of both directions. Remove is the direction forward: with the record against without it; add is reverse.',
    value: 'worst',
    choices: [['worst', 'both (worst)'], ['forward', 'remove'], ['reverse', 'add']],
  },
  { name: 'digits', label: 'digits', explanation: 'Relative width of each enclosure: at most 10 to the minus so many.', value: '10' },
];

export class Door {
  #link;

  /** `name` is the name of the tab, the jobs and the examples. */
  constructor(name, fields, { engine, link, changed }) {
    this.name = name;
    this.engine = engine;
    this.changed = changed;
    this.#link = link;
    this.form = new Form([...fields, ...LAST], changed);
    this.examples = examples(name);
  }

  /** Returns a list of cards, one for each description. */
  cards(list) {
    return list.map((words) => ({ ...words, card: new Card(this.engine, this.name, { ...words, link: this.#link }) }));
  }

  /** Cancels earlier jobs and returns the values of the form. */
  begin() {
    this.engine.giveUp(this.name);
    this.form.clearErrors();
    const { values } = this.form;
    return { ...values, digits: Number(values.digits) || 10 };
  }
}
