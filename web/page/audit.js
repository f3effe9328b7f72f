// Interface three of the page: audits, which prove privacy bounds from the results of attacks.
import { h } from './dom.js';
import { Door } from './door.js';
import { GivenUp } from './engine.js';
import { readScores } from './scores.js';
import { certainDigits, quoted } from './texts.js';

const REFUTED = { yes: 'refuted', no: 'not refuted', undecided: 'undecided' };
const COUNTS = ['tp', 'fn', 'fp', 'tn'];
const SCORES = ['members', 'others', 'low', 'rule'];

const FIELDS = [
  { name: 'source', label: 'I have', explanation: 'Either counts of right and wrong answers, or a score from each run.', value: 'counts', choices: [['counts', 'counts'], ['scores', 'scores']] },
  { name: 'tp', label: 'TP', explanation: 'True positives: the record was there, and the attack said so.', value: '140' },
  { name: 'fn', label: 'FN', explanation: 'False negatives: the record was there, the attack said it was not.', value: '860' },
  { name: 'fp', label: 'FP', explanation: 'False positives: the record was not there, the attack said it was.', value: '2' },
  { name: 'tn', label: 'TN', explanation: 'True negatives: the record was not there, and the attack said so.', value: '998' },
  { name: 'members', label: 'scores of members', explanation: 'Numbers, from runs with the record.', value: '3.1,2.7,2.2,1.9,2.5,2.8,3.3,1.2,2.4,2.6,0.9,2.1', area: true },
  { name: 'others', label: 'scores of others', explanation: 'Numbers, from runs without the record.', value: '0.4,-0.3,1.1,0.2,-1.2,0.7,0.1,-0.5,0.9,1.4,-0.8,0.3', area: true },
  { name: 'low', label: 'members have', explanation: 'Whether high or low scores speak for membership; losses of members are low.', value: 'high', choices: [['high', 'high scores'], ['low', 'low scores']] },
  { name: 'rule', label: 'the threshold', explanation: 'At or above it the attack says member. It is fixed before the scores are seen, or one of these rules pays for choosing it.', value: 'explicit', choices: [['explicit', 'was fixed before'], ['bonferroni', 'is one of a list fixed before (bonferroni)'], ['split', 'is chosen on a random half (split)'], ['equal-level', 'may be any, sharp (equal-level)'], ['all-cuts', 'may be any (all-cuts)'], ['dkw', 'may be any, by Massart’s band (dkw)']], wide: true },
  { name: 'threshold', label: 'threshold, or list', explanation: 'A number; of bonferroni several with commas between. Fixed before the scores were seen.', value: '1.5' },
  { name: 'seed', label: 'seed', explanation: 'Of the random half: one that was drawn, here when the page was opened.', value: String(crypto.getRandomValues(new Uint32Array(1))[0]) },
  { name: 'confidence', label: 'confidence', explanation: 'How sure the statement is, over the attack’s own randomness.', value: '0.95' },
  { name: 'split', label: 'error share', explanation: 'Share of the probability of error for the false positives; fixed before.', value: '0.5' },
  { name: 'delta', label: 'delta', explanation: 'Where epsilon is asked.', value: '1e-5' },
  { name: 'claim', label: 'claim: mechanism', explanation: 'A mechanism that the attacked one is said to be, such as gaussian(sigma=1); may stay empty.', value: '', area: true },
  { name: 'claimEpsilon', label: 'claim: epsilon', explanation: 'An epsilon that is claimed at that delta; may stay empty.', value: '1' },
];

const P_VALUE = 'The probability that an attack does so well where the claim is true is at most this. Below 1 - confidence the claim is refuted.';
const CARDS = [
  { label: 'epsilon is at least', quantity: 'audited_epsilon', explanation: 'Every epsilon below is refuted at this delta, with the confidence given.' },
  { label: 'mu (Gaussian DP) is at least', quantity: 'audited_mu', explanation: 'Every mu-GDP below is refuted.' },
  { label: 'advantage is at least', quantity: 'audited_advantage', explanation: 'The attack’s true advantage, TPR - FPR, is at least this.' },
  { label: 'claimed epsilon: p-value', quantity: 'audited_claim', explanation: P_VALUE },
  { label: 'claimed mechanism: p-value', quantity: 'audited_mechanism', explanation: P_VALUE },
];

/** Returns the text about a judged claim. */
function judged({ lower, upper, findings }) {
  return `${REFUTED[findings.refuted]}, p = ${certainDigits(lower, upper) ?? `[${lower}, ${upper}]`}`;
}

export class Audit extends Door {
  constructor(page) {
    super('audit', FIELDS, page);
    this.said = h('p', { class: 'note', role: 'status' });
    this.file = h('input', { type: 'file', id: 'scores', multiple: true, onchange: () => this.#take([...this.file.files]) });
    const drop = h('label', { class: 'drop', for: 'scores' }, 'or choose files of scores: one CSV with the columns score and member, or two files, members first. ', this.file);
    this.numbers = this.cards(CARDS);
    this.element = h('div', null, this.form.element, drop, this.said, this.examples, h('div', { class: 'cards' }, ...this.numbers.map(({ card }) => card.element)));
  }

  async update() {
    const values = this.begin();
    const scores = values.source === 'scores';
    for (const name of COUNTS) this.form.show(name, !scores);
    for (const name of SCORES) this.form.show(name, scores);
    this.form.show('threshold', scores && ['explicit', 'bonferroni'].includes(values.rule));
    this.form.show('seed', scores && values.rule === 'split');
    try {
      const questions = scores ? await this.#ofScores(values) : this.#ofCounts(values);
      await Promise.all(this.numbers.map(({ card, quantity }) => this.#answer(card, questions.find((one) => one.quantity === quantity), values)));
    } catch (error) {
      if (!(error instanceof GivenUp)) this.#refused(error);
    }
  }

  #answer(card, found, { digits, direction }) {
    card.element.hidden = !found;
    if (!found) return null;
    const { quantity, expression, other, at, numbers = {}, words = {}, about, command } = found;
    const claim = quantity === 'audited_claim' || quantity === 'audited_mechanism';
    const directed = claim || quantity === 'audited_epsilon';
    const question = { derived: true, quantity, expression, other, at, numbers, words, direction: directed ? direction : 'worst' };
    const few = claim ? Math.min(digits, 10) : digits;
    return card.ask({ question, command: (n) => `${command} --digits ${n}`, digits: few, about, ...(claim ? { show: judged, rank: 1 } : {}) });
  }

  /** Returns the options that `audit trials` and `audit scores` share, and those of a claim. */
  #words({ confidence, split, delta, direction, claim, claimEpsilon }, quantity) {
    const words = ['--confidence', confidence, ...(split === '0.5' ? [] : ['--split', split]), '--delta', delta];
    if (direction !== 'worst') words.push('--direction', direction);
    if (quantity === 'audited_claim') words.push('--claim-epsilon', claimEpsilon, '--claim-delta', delta);
    if (quantity === 'audited_mechanism') words.push('--claim', claim);
    return words.map(quoted).join(' ');
  }

  #ofCounts(values) {
    const wrong = COUNTS.filter((name) => !/^\d+$/.test(values[name]));
    for (const name of wrong) this.form.error(name, 'a whole number');
    if (wrong.length) return [];
    const { tp, fn, fp, tn, confidence, split, delta, claim, claimEpsilon } = values;
    const expression = `trials(tp=${tp},fn=${fn},fp=${fp},tn=${tn},confidence=${confidence},split=${split})`;
    const asked = [
      { quantity: 'audited_epsilon', at: delta },
      { quantity: 'audited_mu' },
      { quantity: 'audited_advantage' },
      ...(claimEpsilon ? [{ quantity: 'audited_claim', numbers: { epsilon: claimEpsilon, delta } }] : []),
      ...(claim ? [{ quantity: 'audited_mechanism', other: claim }] : []),
    ];
    const counts = `plumbline audit trials --tp ${tp} --fn ${fn} --fp ${fp} --tn ${tn}`;
    return asked.map((one) => ({ ...one, expression, command: `${counts} ${this.#words(values, one.quantity)}` }));
  }

  /** Returns a question for each quantity, at the best threshold that the rule permits. */
  async #ofScores(values) {
    const { members, others, low, rule, threshold, seed, confidence, split, delta, direction, claim, claimEpsilon } = values;
    const by = ['explicit', 'bonferroni'].includes(rule) ? `${rule}=${threshold}` : rule;
    const options = { threshold: by, seed, confidence, split, low: low === 'low', delta, direction, claim, claimEpsilon };
    const { questions, words } = await this.engine.ask('scores', { members, others, options }, { group: this.name });
    const files = ['plumbline audit scores members.txt others.txt --threshold', quoted(by), ...(rule === 'split' ? ['--seed', seed] : []), ...(low === 'low' ? ['--low-is-member'] : [])].join(' ');
    return questions.map(({ mechanism, threshold: cut, tp, fn, fp, tn, ...one }) => ({
      ...one,
      words,
      expression: mechanism,
      about: `; at threshold ${cut}: TP ${tp}, FN ${fn}, FP ${fp}, TN ${tn}`,
      command: `${files} ${this.#words(values, one.quantity)}`,
    }));
  }

  #refused({ message }) {
    const about = ['threshold', 'seed', 'confidence', 'split', 'claim'].find((name) => message.includes(name));
    this.form.error(about ?? 'members', message.replace(/^--/, ''));
  }

  async #take(files) {
    try {
      const { members, others } = readScores(await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))));
      this.form.values = { ...this.form.values, source: 'scores', members: members.join(','), others: others.join(',') };
      this.said.textContent = `${members.length} scores of members, ${others.length} of others.`;
      this.changed();
    } catch (error) {
      this.said.textContent = error.message;
    }
  }
}
