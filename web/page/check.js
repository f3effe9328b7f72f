// Checks a dropped certificate by an independent derivation, and shows its statement in prose.
import { h } from './dom.js';
import { GivenUp } from './engine.js';
import { documentLink } from './examples.js';

const GROUP = 'check';
const WORDS = {
  confirmed: 'Confirmed: every number of it is proved again here, on another path.',
  unconfirmed: 'Not decided: nothing is wrong, but something could not be proved here.',
  refuted: 'Refused: a number in it is wrong, or the file contradicts itself.',
  withdrawn: 'Withdrawn: no pair is proved for its mechanism any more, so that its numbers say nothing.',
  contradiction: 'Contradiction: two enclosures computed here do not meet. The program is at fault; please report it.',
};

export class Check {
  constructor(engine) {
    this.engine = engine;
    this.file = h('input', { type: 'file', id: 'certificate', accept: '.json,application/json', onchange: () => this.take(this.file.files[0]) });
    this.drop = h('label', { class: 'drop large', for: 'certificate' }, 'Drop a certificate here, or choose a file. ', this.file);
    this.stop = h('button', { type: 'button', hidden: true, onclick: () => this.engine.giveUp(GROUP) }, 'stop');
    this.said = h('div', { class: 'checked', role: 'status', 'aria-live': 'polite' });
    const about = h('p', { class: 'note' }, 'What a certificate states, and what its check proves: ', documentLink('docs/certificates'), '.');
    this.element = h('div', null, this.drop, about, this.stop, this.said);
    for (const name of ['dragover', 'drop']) this.drop.addEventListener(name, (event) => event.preventDefault());
    this.drop.addEventListener('drop', (event) => this.take(event.dataTransfer.files[0]));
  }

  update() {}

  async take(file) {
    if (!file) return;
    this.engine.giveUp(GROUP);
    const text = await file.text();
    this.said.replaceChildren(h('p', null, `${file.name} is being checked …`));
    this.stop.hidden = false;
    try {
      const date = new Date().toISOString().slice(0, 10);
      this.#show(file.name, await this.engine.ask('check', { text, file: file.name, date }, { group: GROUP }));
    } catch (error) {
      const words = error instanceof GivenUp ? 'Stopped: nothing is decided.' : `Refused: ${error.message}`;
      this.said.replaceChildren(h('p', { class: 'verdict refuted', 'data-verdict': error instanceof GivenUp ? 'stopped' : 'not_a_certificate' }, words));
    }
    this.stop.hidden = true;
  }

  #show(name, { checked, problems, statement, seconds }) {
    const verdicts = checked.map((one) =>
      h(
        'div',
        null,
        h('p', { class: `verdict ${one.verdict}`, 'data-verdict': one.verdict }, WORDS[one.verdict]),
        h('details', null, h('summary', null, 'how it was checked'), h('pre', { class: 'scroll' }, one.text)),
      ),
    );
    const broken = problems.map((problem) => h('p', { class: 'verdict refuted', 'data-verdict': 'not_a_certificate' }, `Refused: ${problem}`));
    const headlines = statement.headlines.map((line) => h('li', null, line));
    const groups = statement.groups.map((group) =>
      h(
        'section',
        null,
        h('h3', null, h('code', null, group.mechanism)),
        ...group.words.map((line) => h('p', null, line)),
        h('dl', null, ...group.rows.flatMap((row) => [h('dt', null, row.meaning), h('dd', null, h('b', null, row.value), row.lower ? h('small', null, ` [${row.lower}, ${row.upper}] `) : ' ', h('span', { class: 'note' }, row.verdict))])),
      ),
    );
    const rests = h('details', null, h('summary', null, 'what it rests on, and what it does not say'), h('ul', null, ...[...statement.rests_on, ...statement.does_not_say].map((line) => h('li', null, line))));
    this.said.replaceChildren(h('h2', null, name), ...broken, ...verdicts, headlines.length ? h('ul', { class: 'headlines' }, ...headlines) : '', ...groups, checked.length ? rests : '', h('p', { class: 'note' }, `${seconds.toFixed(2)} s here, on this device.`));
  }
}
