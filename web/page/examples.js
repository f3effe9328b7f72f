// Example states of the page, each with the document about it.
import { h } from './dom.js';

const EXAMPLES = {
  train: [
    ['the run of the README: 60,000 records, batches of 512, 30 epochs', {}, 'docs/dp-sgd'],
    ['the noise for epsilon 2', { goal: 'target', epsilon: '2' }, 'docs/dp-sgd'],
    ['the same run with random allocation', { sampling: 'random-allocation' }, 'docs/dp-sgd'],
    ['one direction alone: a record removed', { direction: 'forward' }, 'docs/quantities/README'],
  ],
  compare: [
    ['Gaussian or Laplace noise', {}, 'docs/mechanisms'],
    ['10,000 sampled steps against one Gaussian', { first: 'subsampled_gaussian(sigma=1,p=0.01)^10000', second: 'gaussian(sigma=1)' }, 'docs/mechanisms'],
    ['randomized response, alone', { first: 'randomized_response(epsilon=1,k=2)^10', second: '', quantity: 'delta', at: '2' }, 'docs/mechanisms'],
    ['a trade-off function', { first: 'skellam(mu=3)^4', second: '', quantity: 'tradeoff', at: '0.1' }, 'docs/quantities/README'],
  ],
  audit: [
    ['five minutes with TP, FP, FN, TN', {}, 'docs/auditing'],
    ['delta forgotten', { tp: '20', fn: '980', fp: '0', tn: '1000', delta: '0.01', claimEpsilon: '0.1' }, 'docs/auditing'],
    ['scores, and a threshold that may be chosen afterwards', { source: 'scores', rule: 'equal-level' }, 'docs/auditing'],
  ],
};

/** Returns a link to a document if this page is part of the site; otherwise the name of the document. */
export function documentLink(path) {
  const name = h('code', null, `${path}.md`);
  return 'site' in document.documentElement.dataset ? h('a', { href: `${path}.html` }, name) : name;
}

export function examples(door) {
  const rows = EXAMPLES[door].map(([words, state, path]) => {
    const text = new URLSearchParams(state).toString();
    return h('li', null, h('a', { href: `#${door}${text ? `?${text}` : ''}` }, words), ' ', h('small', null, documentLink(path)));
  });
  return h('details', { class: 'names examples' }, h('summary', null, 'examples'), h('ul', null, ...rows));
}
