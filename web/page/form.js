// Form fields with labels and explanations. The address of the page contains their values.
import { h, hint } from './dom.js';

let last = 0;
const LONGEST = 20000; // characters of a field in a link

export class Form {
  constructor(fields, changed) {
    this.fields = new Map();
    this.element = h('form', { class: 'fields', onsubmit: (event) => event.preventDefault() });
    for (const field of fields) this.#add(field, changed);
  }

  #add({ name, label, explanation, value, choices, area, wide, spell = false }, changed) {
    const id = `field-${++last}`;
    const common = { id, name, 'aria-describedby': `${id}-error`, oninput: changed, autocomplete: 'off', spellcheck: spell };
    let input;
    if (choices) input = h('select', common, ...choices.map(([key, words]) => h('option', { value: key }, words)));
    else if (area) input = h('textarea', { ...common, rows: 2 });
    else input = h('input', { ...common, type: 'text' });
    input.value = value;
    const error = h('div', { class: 'error', id: `${id}-error`, role: 'alert' });
    const row = h('div', { class: wide || area ? 'field wide' : 'field' }, h('label', { for: id }, hint(label, explanation)), input, error);
    this.element.append(row);
    this.fields.set(name, { input, error, row, usual: value });
  }

  get values() {
    return Object.fromEntries([...this.fields].map(([name, { input }]) => [name, input.value.trim()]));
  }

  set values(values) {
    for (const [name, { input, usual }] of this.fields) input.value = values[name] ?? usual;
  }

  /** Returns the values that differ from the defaults, without those too long for a link. */
  get changed() {
    return Object.fromEntries([...this.fields].filter(([, { input, usual }]) => input.value.trim() !== usual && input.value.length <= LONGEST).map(([name, { input }]) => [name, input.value.trim()]));
  }

  /** Changes a label. */
  name(name, label, explanation) {
    this.fields.get(name).row.querySelector('label').replaceChildren(hint(label, explanation));
  }

  show(name, visible) {
    this.fields.get(name).row.hidden = !visible;
  }

  /** Shows a message at a field, and marks the position if the message names a column. */
  error(name, message = '') {
    const { input, error } = this.fields.get(name);
    input.toggleAttribute('aria-invalid', message !== '');
    error.textContent = '';
    if (!message) return;
    const column = / \(in '([\s\S]*)', column (\d+)\)$/.exec(message);
    error.append(column ? message.slice(0, column.index) : message);
    if (column) {
      const at = Number(column[2]) - 1;
      error.append(h('pre', { 'aria-hidden': 'true' }, `${column[1]}\n${' '.repeat(at)}^`));
    }
  }

  clearErrors() {
    for (const name of this.fields.keys()) this.error(name);
  }
}
