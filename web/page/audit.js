// Door three: what an attack's results refute, with proof.
import { Card } from './card.js';
import { h } from './dom.js';
import { Form } from './form.js';
import { counted, readScores } from './scores.js';
import { certainDigits, quoted } from './texts.js';

const GROUP = 'audit';

const REFUTED = { yes: 'refuted', no: 'not refuted', undecided: 'undecided' };

const FIELDS = [
  { name: 'tp', label: 'TP', explanation: 'True positives: the record was there, and the attack said so.', value: '140' },
  { name: 'fn', label: 'FN', explanation: 'False negatives: the record was there, the attack said it was not.', value: '860' },
  { name: 'fp', label: 'FP', explanation: 'False positives: the record was not there, the attack said it was.', value: '2' },
  { name: 'tn', label: 'TN', explanation: 'True negatives: the record was not there, and the attack said so.', value: '998' },
  { name: 'threshold', label: 'threshold of scores', explanation: 'For a file of scores: at or above it the attack says member. It must have been fixed before the scores were seen.', value: '' },
  { name: 'confidence', label: 'confidence', explanation: 'How sure the statement is, over the attack’s own randomness.', value: '0.95' },
  { name: 'delta', label: 'delta', explanation: 'Where epsilon is asked.', value: '1e-5' },
  { name: 'claim', label: 'claim: mechanism', explanation: 'A mechanism that the attacked one is said to be, such as gaussian(sigma=1); may stay empty.', value: '', area: true },
  { name: 'claimEpsilon', label: 'claim: epsilon', explanation: 'An epsilon that is claimed at that delta; may stay empty.', value: '1' },
  { name: 'digits', label: 'digits', explanation: 'Relative width of each enclosure: at most 10 to the minus so many.', value: '10' },
];

const CARDS = [
  { key: 'epsilon', label: 'epsilon is at least', quantity: 'audited_epsilon', argument: 'delta', explanation: 'Every epsilon below is refuted at this delta, with the confidence given.' },
  { key: 'mu', label: 'mu (Gaussian DP) is at least', quantity: 'audited_mu', argument: '', explanation: 'Every mu-GDP below is refuted.' },
  { key: 'advantage', label: 'advantage is at least', quantity: 'audited_advantage', argument: '', explanation: 'The attack’s true advantage, TPR - FPR, is at least this.' },
];

export class Audit {
  constructor(engine, link, changed) {
    this.engine = engine;
    this.changed = changed;
    this.form = new Form(FIELDS, changed);
    this.said = h('p', { class: 'note', role: 'status' });
    this.file = h('input', { type: 'file', id: 'scores', multiple: true, onchange: () => this.#take([...this.file.files]) });
    const drop = h('label', { class: 'drop', for: 'scores' }, 'or choose files of scores: one CSV with the columns score and member, or two files, members first. ', this.file);
    this.cards = CARDS.map((card) => ({ ...card, card: new Card(engine, GROUP, { ...card, link }) }));
    this.claims = ['claimed epsilon: p-value', 'claimed mechanism: p-value'].map(
      (label) => new Card(engine, GROUP, { label, explanation: 'The probability that an attack does so well where the claim is true is at most this. Below 1 - confidence the claim is refuted.', link }),
    );
    this.element = h('div', null, this.form.element, drop, this.said, h('div', { class: 'cards' }, ...this.cards.map(({ card }) => card.element), ...this.claims.map((card) => card.element)));
  }

  async update() {
    this.engine.giveUp(GROUP);
    this.form.clearErrors();
    if (!this.#sound()) return;
    const values = this.form.values;
    const { tp, fn, fp, tn, confidence, delta } = values;
    const attack = `trials(tp=${tp},fn=${fn},fp=${fp},tn=${tn},confidence=${confidence},split=0.5)`;
    const counts = `plumbline audit trials --tp ${tp} --fn ${fn} --fp ${fp} --tn ${tn} --confidence ${confidence} --delta ${delta}`;
    const digits = Number(values.digits) || 10;
    const asked = this.cards.map(({ card, quantity, argument }) => {
      const question = { derived: true, quantity, expression: attack, at: argument ? delta : undefined, numbers: {}, words: {}, direction: 'worst' };
      return card.ask({ question, command: (few) => `${counts} --digits ${few}`, digits });
    });
    await Promise.all([...asked, ...this.#claims(attack, counts, values, Math.min(digits, 10))]);
  }

  #claims(attack, counts, { claim, claimEpsilon, delta }, digits) {
    const common = { derived: true, expression: attack, words: {}, direction: 'worst' };
    const questions = [
      claimEpsilon && { ...common, quantity: 'audited_claim', numbers: { epsilon: claimEpsilon, delta } },
      claim && { ...common, quantity: 'audited_mechanism', other: claim, numbers: {} },
    ];
    const options = [`--claim-epsilon ${claimEpsilon} --claim-delta ${delta}`, `--claim ${quoted(claim)}`];
    return questions.flatMap((question, i) => {
      this.claims[i].element.hidden = !question;
      if (!question) return [];
      const show = ({ lower, upper, findings }) => {
        const p = certainDigits(lower, upper) ?? `[${lower}, ${upper}]`;
        return `${REFUTED[findings.refuted]}, p = ${p}`;
      };
      return [this.claims[i].ask({ question, command: (few) => `${counts} ${options[i]} --digits ${few}`, digits, show, rank: 1 })];
    });
  }

  #sound() {
    const values = this.form.values;
    let fine = true;
    for (const name of ['tp', 'fn', 'fp', 'tn']) {
      if (/^\d+$/.test(values[name])) continue;
      this.form.error(name, 'a whole number');
      fine = false;
    }
    return fine;
  }

  async #take(files) {
    try {
      const scores = readScores(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))));
      const { threshold } = this.form.values;
      if (threshold === '' || !Number.isFinite(Number(threshold))) {
        this.form.error('threshold', 'a number, fixed before the scores were seen');
        return;
      }
      const counts = counted(scores, Number(threshold));
      this.form.values = { ...this.form.values, ...counts };
      this.said.textContent = `${scores.members.length} members, ${scores.others.length} others, member from ${threshold} on. The statement holds if this threshold was fixed before the scores were seen; the program has rules that choose it (plumbline audit scores).`;
      this.changed();
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}
