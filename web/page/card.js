// One number on the page: its digits, the method of computation, the command, a link, and its certificate.
import { steps, GivenUp } from './engine.js';
import { copyButton, download, h, hint } from './dom.js';
import { certainDigits } from './texts.js';

export class Card {
  #engine;
  #group;
  #link;
  #digits = 10;

  /** `label` and `explanation` are texts; `link` returns the address of the page in its present state. */
  constructor(engine, group, { label, explanation, link }) {
    this.#engine = engine;
    this.#group = group;
    this.#link = link;
    this.value = h('output', { class: 'value', 'aria-live': 'polite' }, '…');
    this.ends = h('div', { class: 'ends' });
    this.how = h('div', { class: 'how' });
    this.note = h('div', { class: 'note' });
    this.bar = h('div', { class: 'bar', hidden: true });
    this.command = h('code');
    this.more = h('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#again() }, 'more digits');
    this.stop = h('button', { type: 'button', class: 'quiet', hidden: true, onclick: () => this.#engine.giveUp(this.#group) }, 'stop');
    this.certificate = h('button', { type: 'button', disabled: true, onclick: () => this.#certify() }, 'certificate');
    this.title = h('h3');
    this.element = h(
      'section',
      { class: 'card' },
      this.title,
      this.value,
      this.ends,
      this.bar,
      this.how,
      this.note,
      h('div', { class: 'line' }, this.command, copyButton('the command', () => this.command.textContent)),
      h('div', { class: 'buttons' }, this.certificate, this.more, this.stop, h('span', { class: 'buttons' }, 'link ', copyButton('a link to this page as it is', () => this.#link()))),
    );
    this.name(label, explanation);
  }

  /** Sets the title of the card, and the explanation of the title. */
  name(label, explanation) {
    this.element.setAttribute('aria-label', label);
    this.title.replaceChildren(hint(label, explanation));
  }

  /**
   * Queries with increasing digits; returns the last answer, or null. `question` is the job of the worker, `command`
   * returns the command line for a number of digits, and `about` is added to the text about the method.
   */
  async ask({ question, command, digits, rank = 0, show, about = '' }) {
    Object.assign(this, { question, commandFor: command, show, about });
    this.#digits = digits;
    this.answer = null;
    this.element.classList.remove('failed');
    return this.#climb(steps(digits), rank);
  }

  async #climb(digits, rank) {
    this.#busy(true);
    try {
      for (const few of digits) {
        const job = { question: this.question, digits: few, fresh: few === digits.at(-1) };
        const answer = await this.#engine.ask('value', job, { group: this.#group, rank, onSign: () => this.#sign() });
        this.#take(answer, few);
        if (!answer.reached) break;
        if (answer.digits === 'exact' || Number(answer.digits) >= digits.at(-1)) {
          this.#take(await this.#last(answer, few, digits.at(-1), rank), digits.at(-1));
          break;
        }
      }
    } catch (error) {
      this.#refused(error);
    }
    this.#busy(false);
    return this.answer;
  }

  /** Returns the answer to all requested digits, which equals that of the program. */
  async #last(answer, few, all, rank) {
    if (few === all) return answer;
    return this.#engine.ask('value', { question: this.question, digits: all, fresh: true }, { group: this.#group, rank });
  }

  #take(answer, digits) {
    this.answer = answer;
    this.asked = digits;
    const { lower, upper } = answer;
    const shown = this.show ? this.show(answer) : certainDigits(lower, upper);
    this.value.textContent = shown ?? `[${lower}, ${upper}]`;
    this.value.classList.toggle('wide', shown === null);
    this.ends.textContent = lower === upper ? lower : `[${lower}, ${upper}]`;
    const sharp = answer.digits === 'exact' ? 'exact' : `${answer.digits} digits`;
    const engine = answer.engine ? `, by ${answer.engine}` : '';
    this.how.textContent = `${sharp}${engine}, ${answer.seconds.toFixed(3)} s here${this.about}`;
    this.note.textContent = answer.reached ? '' : 'Not reached: the enclosure holds all the same.';
    this.command.textContent = this.commandFor(digits);
    this.certificate.disabled = lower === 'inf';
    this.element.dataset.digits = answer.digits;
  }

  #refused(error) {
    if (error instanceof GivenUp) {
      this.note.textContent = this.answer ? 'Stopped: what is shown holds.' : 'Stopped.';
      return;
    }
    this.element.classList.add('failed');
    this.note.textContent = error.message;
    if (!this.answer) this.value.textContent = '—';
  }

  #again() {
    const from = this.#digits;
    this.#digits = from + 10;
    return this.#climb([from + 10], 0);
  }

  #sign() {
    this.bar.classList.toggle('odd');
  }

  #busy(yes) {
    this.bar.hidden = !yes;
    this.stop.hidden = !yes;
    this.more.hidden = yes || !this.answer || this.answer.digits === 'exact' || !this.answer.reached;
    this.element.toggleAttribute('aria-busy', yes);
  }

  async #certify() {
    this.#busy(true);
    this.certificate.disabled = true;
    try {
      const job = { question: this.question, digits: this.asked };
      const { text } = await this.#engine.ask('certificate', job, { group: this.#group, onSign: () => this.#sign() });
      download(`${this.question.quantity}.json`, text);
      this.note.textContent = 'Saved. Drop it on "check" here, or run: plumbline check FILE.';
    } catch (error) {
      this.#refused(error);
    }
    this.certificate.disabled = false;
    this.#busy(false);
  }
}
