// The page: four interfaces, one worker, and the address that restores the state.
import { Audit } from './audit.js';
import { Check } from './check.js';
import { Compare } from './compare.js';
import { Engine, unpacked } from './engine.js';
import { Train } from './train.js';

const by = (id) => document.getElementById(id);
const PAUSE = 350; // milliseconds after the last key

const engine = new Engine(unpacked(by('module').textContent.trim()), by('worker').textContent);

let open = 'train';
let waiting = 0;

function address() {
  const changed = doors[open].form?.changed ?? {};
  const words = new URLSearchParams(changed).toString();
  return `#${open}${words ? `?${words}` : ''}`;
}
const link = () => new URL(address(), location.href).href;

function changed() {
  clearTimeout(waiting);
  waiting = setTimeout(() => {
    history.replaceState(null, '', address());
    doors[open].update();
  }, PAUSE);
}

const page = { engine, link, changed };
const doors = {
  train: new Train(page),
  compare: new Compare(page),
  audit: new Audit(page),
  check: new Check(engine),
};

function enter(name) {
  if (name !== open) engine.giveUp(open);
  open = name;
  for (const other of Object.keys(doors)) {
    by(`panel-${other}`).hidden = other !== name;
    const tab = by(`tab-${other}`);
    tab.setAttribute('aria-selected', other === name);
    tab.tabIndex = other === name ? 0 : -1;
  }
}

function restore() {
  const [name, words = ''] = location.hash.slice(1).split('?');
  enter(doors[name] ? name : 'train');
  const { form } = doors[open];
  if (form) form.values = Object.fromEntries(new URLSearchParams(words));
  doors[open].update();
}

const names = Object.keys(doors);
for (const name of names) {
  by(`panel-${name}`).append(doors[name].element);
  by(`tab-${name}`).addEventListener('click', () => {
    enter(name);
    history.replaceState(null, '', address());
    doors[name].update();
  });
  by(`tab-${name}`).addEventListener('keydown', ({ key }) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (!step) return;
    const next = names[(names.indexOf(name) + step + names.length) % names.length];
    by(`tab-${next}`).click();
    by(`tab-${next}`).focus();
  });
}
// A certificate may be dropped anywhere on the page.
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  if (event.defaultPrevented && event.target.closest('.drop')) return;
  const [file] = event.dataTransfer.files;
  if (!file) return;
  by('tab-check').click();
  doors.check.take(file);
});
window.addEventListener('hashchange', restore);
restore();

engine.ask('names', {}, { rank: -1 }).then(({ mechanisms, version }) => {
  doors.compare.offer(mechanisms);
  by('version').textContent = version;
});
