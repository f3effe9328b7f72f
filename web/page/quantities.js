// Questions about one mechanism, in prose without technical names.

export const QUANTITIES = [
  { name: 'epsilon', argument: 'delta', usual: '1e-5', explanation: 'The smallest epsilon at this delta.' },
  { name: 'delta', argument: 'epsilon', usual: '1', explanation: 'The privacy profile: the smallest delta at this epsilon.' },
  { name: 'tradeoff', argument: 'alpha', usual: '0.1', explanation: 'The smallest type II error of a test with this type I error.' },
  { name: 'tradeoff_inverse', argument: 'beta', usual: '0.1', explanation: 'The smallest type I error of a test with this type II error.' },
  { name: 'power', argument: 'fpr', usual: '0.001', explanation: 'The largest true positive rate of an attack with this false positive rate.' },
  { name: 'advantage', argument: '', explanation: 'The largest true positive rate minus false positive rate of any attack.' },
  { name: 'tv', argument: '', explanation: 'The total variation, delta at epsilon = 0.' },
  { name: 'rero', argument: 'kappa', usual: '1e-4', explanation: 'Success of the best reconstruction of a record that guessing finds with this probability; always of the forward pair.' },
  { name: 'bayes', argument: 'prior', usual: '0.5', explanation: 'The smallest probability of error of a decision about membership, with this prior.' },
  { name: 'posterior', argument: 'prior', usual: '0.5', explanation: 'Success of the best decision about membership, with this prior.' },
  { name: 'posterior_belief', argument: 'prior', usual: '0.5', explanation: 'The largest probability of membership after an output, with this prior.' },
  { name: 'minimax', argument: '', explanation: 'The probability of error of the best decision at the worst prior.' },
];

export const quantityNamed = (name) => QUANTITIES.find((one) => one.name === name) ?? QUANTITIES[0];

/** Returns a question in the format of the worker. */
export function questionOf({ name, argument }, expression, at, direction) {
  return { quantity: name, expression, at: argument ? at : null, direction: name === 'rero' ? 'worst' : direction };
}
