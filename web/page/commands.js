// Writes the command line whose answer equals that of the page.
import { quoted } from './texts.js';

const NAMES = { power: 'tpr', comparison: 'compare' };
const OPTIONS = { power: 'fpr' };

/** Returns the command line. `argument` is the name of the quantity's argument, empty if it has none. */
export function commandOf({ quantity, expression, other, at, direction, numbers }, argument, digits) {
  const words = ['plumbline', NAMES[quantity] ?? quantity.replaceAll('_', '-'), quoted(expression)];
  if (other) words.push(quoted(other));
  if (argument) words.push(`--${OPTIONS[quantity] ?? argument}`, quoted(at));
  for (const [name, text] of Object.entries(numbers ?? {})) words.push(`--${name}`, quoted(text));
  if (direction && direction !== 'worst') words.push('--direction', direction);
  words.push('--digits', digits);
  return words.join(' ');
}
