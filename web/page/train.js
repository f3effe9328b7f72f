// Interface one of the page: a training run and its privacy.
import { commandOf } from './commands.js';
import { h } from './dom.js';
import { Door } from './door.js';
import { GivenUp } from './engine.js';
import { Plot, scales, trace } from './plot.js';
import { questionOf } from './quantities.js';
import { certainDigits } from './texts.js';

const FIELDS = [
  { name: 'goal', label: 'I know', explanation: 'Either the noise is given, or the smallest noise is sought that meets a target.', value: 'noise', choices: [['noise', 'the noise'], ['target', 'the epsilon I want']] },
  { name: 'sigma', label: 'noise multiplier', explanation: 'Standard deviation of the noise, divided by the clipping norm.', value: '1.1' },
  { name: 'epsilon', label: 'target epsilon', explanation: 'The smallest noise is sought with this epsilon at delta.', value: '2' },
  { name: 'batch', label: 'batch size', explanation: 'The expected number of records in a batch, B.', value: '512' },
  { name: 'dataset', label: 'records', explanation: 'The number of records in the data set, N.', value: '60000' },
  { name: 'epochs', label: 'epochs', explanation: 'Passes over the data.', value: '30' },
  { name: 'delta', label: 'delta', explanation: 'The target delta; far below 1/N.', value: '1e-5' },
  { name: 'sampling', label: 'batches', explanation: 'How batches are drawn. Shuffled batches of fixed size gain nothing from sampling, and Poisson sampling does not bound them.', value: 'poisson', choices: [['poisson', 'Poisson sampling'], ['poisson-loader', 'Poisson sampling as in Opacus'], ['fixed-batch', 'fixed batches'], ['random-allocation', 'random allocation']] },
];

const CARDS = [
  { key: 'epsilon', label: 'epsilon at delta', quantity: 'epsilon', argument: 'delta', explanation: 'The smallest epsilon for which the run is (epsilon, delta)-differentially private.' },
  { key: 'advantage', label: 'membership advantage', quantity: 'advantage', argument: '', explanation: 'The largest true positive rate minus false positive rate of any attack that tells whether a record was there.' },
  { key: 'tpr3', label: 'attack’s TPR at FPR 0.001', quantity: 'power', argument: 'fpr', at: '0.001', explanation: 'No membership attack with a false positive rate of 0.1 % finds members more often.' },
  { key: 'tpr2', label: 'attack’s TPR at FPR 0.01', quantity: 'power', argument: 'fpr', at: '0.01', explanation: 'No membership attack with a false positive rate of 1 % finds members more often.' },
  { key: 'rero', label: 'reconstruction, chance 10⁻⁴', quantity: 'rero', argument: 'kappa', at: '1e-4', explanation: 'Success of the best reconstruction of a record where guessing alone succeeds with probability 0.0001.' },
];

const NOISE = { label: 'least noise multiplier', explanation: 'The noise multiplier at which the target is just met. The run below takes a value that is certified to meet it.' };

export class Train extends Door {
  constructor(page) {
    super('train', FIELDS, page);
    this.mechanism = h('p', { class: 'mechanism' });
    [{ card: this.noise }] = this.cards([NOISE]);
    this.numbers = this.cards(CARDS);
    this.plot = new Plot({
      title: 'The best attack: true positive rate at each false positive rate',
      x: { label: 'false positive rate', range: [1e-5, 1], scale: scales.logarithmic },
      y: { label: 'true positive rate', range: [1e-5, 1], scale: scales.logarithmic },
    });
    const cards = h('div', { class: 'cards' }, this.noise.element, ...this.numbers.map(({ card }) => card.element));
    this.element = h('div', null, this.form.element, this.examples, this.mechanism, cards, this.plot.element);
  }

  async update() {
    const values = this.begin();
    const target = values.goal === 'target';
    this.form.show('sigma', !target);
    this.form.show('epsilon', target);
    this.noise.element.hidden = !target;
    this.plot.clear();
    try {
      const sigma = target ? await this.#fitting(values) : values.sigma;
      const run = await this.#run(values, sigma);
      this.mechanism.replaceChildren(h('code', null, run.mechanism), h('br'), run.assumes, run.note ? h('span', { class: 'note' }, ` Note: ${run.note}.`) : '');
      await this.#answer(run.mechanism, values);
    } catch (error) {
      if (!(error instanceof GivenUp)) this.#refused(error);
    }
  }

  #run({ batch, dataset, epochs, sampling }, sigma) {
    return this.engine.ask('training', { run: { sigma, batch, dataset, epochs, sampling } }, { group: this.name });
  }

  /** Computes a noise multiplier that is certified to meet the target. */
  async #fitting(values) {
    const family = await this.#run(values, '?');
    const question = { derived: true, quantity: 'calibrate', expression: family.mechanism, numbers: { epsilon: values.epsilon, delta: values.delta }, words: {}, direction: values.direction };
    const show = ({ findings, lower, upper }) => findings.safe ?? certainDigits(lower, upper);
    const answer = await this.noise.ask({ question, command: (digits) => commandOf(question, '', digits), digits: 6, show });
    if (!answer?.findings.safe) throw new GivenUp();
    return answer.findings.safe;
  }

  async #answer(expression, { delta, digits, direction }) {
    const asked = this.numbers.map((one, i) => {
      const question = questionOf({ ...one, name: one.quantity }, expression, one.at ?? delta, direction);
      return one.card.ask({ question, command: (few) => commandOf(question, one.argument, few), digits, rank: i === 0 ? 0 : 1 });
    });
    const curve = trace(this.engine, this.name, this.plot, {
      name: 'power',
      count: 33,
      question: (at) => ({ quantity: 'power', expression, at, direction }),
      value: ({ lowerFloat, upperFloat }) => [lowerFloat, upperFloat],
    });
    await Promise.all([...asked, curve]);
  }

  /** Shows an error at the field of the option that the message names. */
  #refused(error) {
    const names = ['sigma', 'batch', 'dataset', 'epochs', 'delta', 'epsilon'];
    const about = names.find((name) => error.message.includes(name)) ?? 'sampling';
    this.form.error(about, error.message.replace(/^--/, ''));
    this.mechanism.textContent = '';
  }
}
