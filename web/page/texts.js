// Formats numbers and words.

/** Returns sign, digits and the exponent of the first digit of a text like "1.25e-5". */
function parts(text) {
  const found = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(text);
  if (!found) return null;
  const [, sign, whole, fraction = '', exponent = '0'] = found;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return { sign, digits: '0', exponent: 0 };
  return { sign, digits: all.slice(first), exponent: whole.length - 1 - first + Number(exponent) };
}

function written(sign, digits, exponent, more) {
  const tail = more ? '…' : '';
  if (exponent < -5 || exponent > 14) {
    const point = digits.length > 1 || more ? `${digits[0]}.${digits.slice(1)}` : digits;
    return `${sign}${point}${tail} × 10${raised(exponent)}`;
  }
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}${tail}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  const rest = digits.slice(exponent + 1);
  return `${sign}${whole}${rest || more ? '.' : ''}${rest}${tail}`;
}

const RAISED = { '-': '⁻', 0: '⁰', 1: '¹', 2: '²', 3: '³', 4: '⁴', 5: '⁵', 6: '⁶', 7: '⁷', 8: '⁸', 9: '⁹' };
const raised = (n) => [...String(n)].map((c) => RAISED[c]).join('');

/** Returns the common digits of both ends; null without common digits. */
export function certainDigits(lower, upper) {
  if (lower === upper) {
    if (lower === 'inf') return '∞';
    const one = parts(lower);
    return one && written(one.sign, one.digits.replace(/0+$/, '') || '0', one.exponent, false);
  }
  const a = parts(lower);
  const b = parts(upper);
  if (!a || !b || a.sign !== b.sign || a.exponent !== b.exponent) return null;
  let same = 0;
  while (same < Math.min(a.digits.length, b.digits.length) && a.digits[same] === b.digits[same]) ++same;
  if (same === 0 || same <= a.exponent) return null;
  return written(a.sign, a.digits.slice(0, same), a.exponent, true);
}

/** Formats a number approximately. */
export function rough(x, digits = 3) {
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '-∞';
  const text = Number(x.toPrecision(digits)).toString();
  return text.replace(/e([+-]?\d+)$/, (_, exponent) => ` × 10${raised(Number(exponent))}`);
}

/** Quotes a word for the command line of a shell. */
export function quoted(word) {
  return /^[\w.,:=/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Returns the text of 10^n: 1, 0.1, 0.01, 10⁻³, ... */
export function powerOfTen(n) {
  return n >= -2 && n <= 2 ? String(10 ** n) : `10${raised(n)}`;
}
