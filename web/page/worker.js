// The worker: answers one job at a time. To cancel a job, the page ends the worker.
import { library } from '../package/plumbline.js';

let loaded = null;
const mechanisms = new Map();
const KEPT = 24; // maximum number of mechanisms whose computed data are cached

function mechanism(expression) {
  let known = mechanisms.get(expression);
  if (!known) {
    known = new loaded.Mechanism(expression);
    if (mechanisms.size >= KEPT) mechanisms.delete(mechanisms.keys().next().value);
    mechanisms.set(expression, known);
  }
  return known;
}

/** Returns the transferable part of an enclosure. */
function plain(enclosure) {
  const { lowerText, upperText, lowerFloat, upperFloat, digits, reached, engine, findings } = enclosure;
  const values = Object.entries(enclosure.values).map(([name, value]) => ({
    name,
    lower: value.lowerText,
    upper: value.upperText,
  }));
  return { lower: lowerText, upper: upperText, lowerFloat, upperFloat, digits, reached, engine, findings: { ...findings }, values };
}

/** Returns the answer to a question. `fresh`: without cached data of earlier questions, as the program answers. */
function asked({ question, digits, seconds, fresh }) {
  const { quantity, expression, at, direction, engine } = question;
  const options = { digits, direction, engine, timeout: seconds };
  if (!question.derived) {
    const subject = fresh ? new loaded.Mechanism(expression) : mechanism(expression);
    return subject.ask(quantity, at ?? null, options);
  }
  const { other, numbers, words } = question;
  return loaded.derive(quantity, expression, { ...options, at, other, numbers, words });
}

const work = {
  names: () => ({
    version: loaded.version,
    mechanisms: loaded.mechanisms(),
    quantities: loaded.quantities(),
  }),
  read: ({ expression }) => ({ expression: mechanism(expression).expression }),
  value: (job) => plain(asked(job)),
  certificate: (job) => ({ text: asked(job).certificate }),
  scores: ({ members, others, options }) => loaded.scores(members, others, options),
  training: ({ run }) => loaded.training(run),
  check: ({ text, file, date }) => loaded.check(text, { file, date }),
};

let lastSign = 0;
function stop() {
  const now = performance.now();
  if (now - lastSign > 150) {
    lastSign = now;
    postMessage({ sign: true });
  }
  return false;
}

onmessage = ({ data }) => {
  if (data.module) {
    loaded = library(data.module, { stop });
    postMessage({ ready: true });
    return;
  }
  const began = performance.now();
  try {
    const result = work[data.work](data);
    postMessage({ job: data.job, result, seconds: (performance.now() - began) / 1000 });
  } catch (error) {
    postMessage({ job: data.job, error: error.message, kind: error.kind ?? 'Internal' });
  }
};
