// Certified values of differential-privacy accounting: rigorous two-sided enclosures.
// The names have the meaning that they have in the Python package: Mechanism, calibrate, derive, quantities, ...
import { instantiate, PlumblineError } from './core.js';

export { PlumblineError };

/** Returns the exact text of a number: a decimal, a quotient or an expression; a double means exactly itself. */
function exactText(x) {
  if (typeof x === 'bigint') return x.toString();
  if (typeof x === 'string') return x;
  if (x instanceof Enclosure) {
    if (!x.isExact()) throw new PlumblineError(2, `${x} is not one number`);
    return x.lowerText;
  }
  if (typeof x !== 'number' || !Number.isFinite(x)) throw new PlumblineError(2, `not a finite number: ${x}`);
  if (Number.isInteger(x)) return BigInt(x).toString();
  return hexadecimal(x);
}

/** Returns the exact value of a double: 0.1 is 0x1.999999999999ap-4. */
function hexadecimal(x) {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const sign = bits >> 63n ? '-' : '';
  const field = Number((bits >> 52n) & 0x7ffn);
  const fraction = (bits & 0xfffffffffffffn).toString(16).padStart(13, '0');
  return field === 0 ? `${sign}0x0.${fraction}p-1022` : `${sign}0x1.${fraction}p${field - 1023}`;
}

/** Returns a fraction as [numerator, denominator > 0]; null if it is infinite. */
function fractionOf(text) {
  if (!text) return null;
  const [top, bottom = '1'] = text.split('/');
  return [BigInt(top), BigInt(bottom)];
}

const EXPONENT = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i;

/** Returns a decimal text, a quotient or a double as a fraction. */
function fractionFrom(x) {
  if (typeof x === 'bigint') return [x, 1n];
  if (typeof x === 'number') {
    let power = 0n;
    let whole = x;
    while (!Number.isInteger(whole)) {
      whole *= 2;
      power += 1n;
    }
    return [BigInt(whole), 1n << power];
  }
  const quotient = /^(-?\d+)\/(\d+)$/.exec(x);
  if (quotient) return [BigInt(quotient[1]), BigInt(quotient[2])];
  const found = EXPONENT.exec(x);
  if (!found) throw new PlumblineError(2, `not a decimal or a quotient: ${x}`);
  const [, sign, whole, part = '', exponent = '0'] = found;
  const places = BigInt(exponent) - BigInt(part.length);
  const top = BigInt(sign + whole + part);
  return places >= 0n ? [top * 10n ** places, 1n] : [top, 10n ** -places];
}

const compare = (a, b) => {
  const left = a[0] * b[1];
  const right = b[0] * a[1];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Returns the hypotheses of a record as an immutable object; null if the record has none. */
function frozen(hypotheses) {
  if (!hypotheses) return null;
  return Object.freeze({ ...hypotheses, public: Object.freeze({ ...hypotheses.public }) });
}

/** A number that is certainly in [lower, upper], also if the interval is wide. */
export class Enclosure {
  #answer;
  #instance;

  constructor(fields, instance = null) {
    this.lowerText = fields.lower;
    this.upperText = fields.upper;
    this.digits = fields.digits ?? '';
    this.reached = fields.reached ?? true;
    this.engine = fields.engine ?? '';
    this.findings = Object.freeze({ ...fields.findings });
    this.hypotheses = frozen(fields.hypotheses);
    this.otherHypotheses = frozen(fields.other_hypotheses);
    this.warning = fields.warning ?? '';
    this.values = Object.freeze(
      Object.fromEntries((fields.values ?? []).map((value) => [value.name, new Enclosure(value)])),
    );
    this.lowerFloat = Number(String(fields.lower_double ?? NaN).replace('inf', 'Infinity'));
    this.upperFloat = Number(String(fields.upper_double ?? NaN).replace('inf', 'Infinity'));
    this.lowerFraction = fractionOf(fields.lower_fraction ?? '');
    this.upperFraction = fractionOf(fields.upper_fraction ?? '');
    this.#answer = fields.answer;
    this.#instance = instance;
    if (instance && fields.answer) cleaning?.register(this, () => instance.call({ call: 'free', answer: fields.answer }));
    Object.freeze(this);
  }

  /** The certificate as JSON, for `plumbline check`. It is created on request. */
  get certificate() {
    if (!this.#instance) throw new PlumblineError(2, 'this enclosure was not asked of a mechanism: it has no certificate');
    return this.#instance.call({ call: 'certificate', answer: this.#answer }).certificate;
  }

  isExact() {
    return this.lowerText === this.upperText;
  }

  /** Returns true if all numbers of the interval are below x, a text, a double or an Enclosure. */
  certainlyBelow(x) {
    if (this.upperText === 'inf') return false;
    const [, other] = ends(x);
    return other === 'inf' ? true : compare(fractionFrom(this.upperText), fractionFrom(ends(x)[0])) < 0;
  }

  certainlyAbove(x) {
    if (this.lowerText === '-inf') return false;
    if (this.lowerText === 'inf') return ends(x)[1] !== 'inf';
    const top = ends(x)[1];
    return top !== 'inf' && compare(fractionFrom(this.lowerText), fractionFrom(top)) > 0;
  }

  contains(x) {
    return !this.certainlyBelow(x) && !this.certainlyAbove(x);
  }

  toString() {
    return this.isExact() ? this.lowerText : `[${this.lowerText}, ${this.upperText}]`;
  }
}

function ends(x) {
  if (x instanceof Enclosure) return [x.lowerText, x.upperText];
  return [x, x];
}

const cleaning = typeof FinalizationRegistry === 'undefined' ? null : new FinalizationRegistry((free) => free());

/** Splits a product at the multiplication signs outside of parentheses and brackets. */
function factors(expression) {
  const out = [''];
  let depth = 0;
  for (const c of expression) {
    depth += '(['.includes(c) - ')]'.includes(c);
    if (c === '*' && depth === 0) out.push('');
    else out[out.length - 1] += c;
  }
  return out.map((factor) => factor.trim());
}

function raised(factor, n) {
  const found = /^(.*\))\s*\^\s*(.+)$/.exec(factor);
  const [base, count] = found ? [found[1], BigInt(found[2])] : [factor, 1n];
  return `${base}^${count * n}`;
}

const parameter = (x) => (Array.isArray(x) ? `[${x.map(exactText).join(',')}]` : exactText(x));

const how = ({ direction = 'worst', digits = 15, engine = 'auto' } = {}) => ({ direction, digits, engine });

const texts = (numbers) =>
  Object.fromEntries(
    Object.entries(numbers)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, exactText(value)]),
  );

const TARGETS = ['epsilon', 'delta', 'advantage', 'kappa', 'gamma', 'prior', 'bayes', 'alpha', 'beta', 'mu', 'within'];

/**
 * Returns the library that uses one compiled module; `load()` also compiles the module. `stop` is polled during the
 * work; if it returns true, the work ends.
 */
export function library(module, { stop } = {}) {
  const instance = instantiate(module, stop);
  const names = instance.call({ call: 'names' });
  const asked = (request, seconds) => new Enclosure(instance.within(request, seconds), instance);

  class Mechanism {
    #handle;

    /** Creates a mechanism from an expression, or from a name with parameters. */
    constructor(expression, parameters) {
      const words = Object.entries(parameters ?? {}).map(([name, x]) => `${name}=${parameter(x)}`);
      const text = parameters ? `${expression}(${words.join(',')})` : expression;
      const opened = instance.call({ call: 'open', expression: text });
      this.#handle = opened.mechanism;
      this.expression = opened.expression;
      cleaning?.register(this, () => instance.call({ call: 'close', mechanism: opened.mechanism }));
    }

    times(other) {
      return new Mechanism(`${this.expression} * ${other.expression}`);
    }

    power(n) {
      if (!(typeof n === 'bigint' || Number.isInteger(n)) || n < 1) {
        throw new PlumblineError(2, `a mechanism is run a whole number of times, at least once, not ${n}`);
      }
      return new Mechanism(factors(this.expression).map((factor) => raised(factor, BigInt(n))).join(' * '));
    }

    toString() {
      return this.expression;
    }

    /** Returns a quantity of `quantities()` at its argument, or at each argument of an array. */
    ask(quantity, at, options = {}) {
      if (Array.isArray(at)) return at.map((one) => this.ask(quantity, one, options));
      const request = { call: 'ask', mechanism: this.#handle, quantity, ...how(options) };
      if (at !== undefined && at !== null) request.at = exactText(at);
      return asked(request, options.timeout);
    }

    /** Returns the largest true positive rate of an attack (the quantity `power`; the method power() composes). */
    tpr(fpr, options) {
      return this.ask('power', fpr, options);
    }

    renyi(order, options) {
      return derive('renyi', this.expression, { ...options, at: order });
    }

    moments(options) {
      return derive('moments', this.expression, options);
    }

    divergence(other, { hyperprior, ...options } = {}) {
      const words = hyperprior === undefined ? {} : { hyperprior };
      return derive('divergence', this.expression, { ...options, other: other.expression, words });
    }

    compare(other, options) {
      return derive('comparison', this.expression, { ...options, other: other.expression });
    }
  }
  for (const { name, argument } of names.quantities) {
    if (name in Mechanism.prototype) continue;
    Mechanism.prototype[name] = argument
      ? function (at, options) { return this.ask(name, at, options); }
      : function (options) { return this.ask(name, null, options); };
  }

  /** Returns the answer to a request of any kind that has certificates. */
  function derive(quantity, mechanism, { other, at, numbers = {}, words = {}, ...options } = {}) {
    const request = { call: 'derive', quantity, mechanism, other, numbers: texts(numbers), words, ...how(options) };
    if (at !== undefined) request.at = exactText(at);
    return asked(request, options.timeout);
  }

  /**
   * Returns the reply to a request of plumbline_call_json (capi/plumbline.h): verbs answer, certify, check and compose.
   * Throws PlumblineError, with the members `code`, `field` and `accepted` of the error record.
   */
  function callJson(request, { timeout } = {}) {
    const { reply, reply_status: status } = instance.within({ call: 'json', request }, timeout);
    if (status !== 0) throw new PlumblineError(status, reply.message, reply);
    return reply;
  }

  /** Returns the least private value of the parameter written ? that meets a target; `findings.safe` certainly does. */
  function calibrate(family, { vary, tpr, fpr, ...options }) {
    if ((tpr === undefined) !== (fpr === undefined)) {
      throw new PlumblineError(2, 'a target needs tpr and fpr together');
    }
    const numbers = Object.fromEntries(TARGETS.map((name) => [name, options[name]]));
    if (tpr !== undefined) {
      const [top, bottom] = fractionFrom(tpr);
      Object.assign(numbers, { alpha: fpr, beta: `${bottom - top}/${bottom}` });
    }
    const { direction, digits, engine, timeout } = options;
    const words = vary === undefined ? {} : { vary };
    return derive('calibrate', family, { numbers, words, direction, digits, engine, timeout });
  }

  /** Returns verdicts on certificates, from independent derivations, and the proved statements in prose. */
  function check(text, { file = 'certificate.json', date = '', digits = 0, timeout } = {}) {
    return instance.within({ call: 'check', text, file, date, digits }, timeout);
  }

  /** Returns the mechanism of a training run, from its usual parameters as texts: {mechanism, assumes, note}. */
  function training(run) {
    return instance.call({ ...run, call: 'training' });
  }

  /**
   * Returns { words, questions } for scores (texts of numbers, or arrays), like `plumbline audit scores`: a question for
   * derive() for each quantity, at the threshold that the rule chooses. `words` is an argument of derive(), too.
   */
  function scores(members, others, { threshold, seed = 1, confidence = '0.95', split = '0.5', low = false, delta = '0', direction = 'worst', claim = '', claimEpsilon = '', timeout } = {}) {
    const text = (list) => (Array.isArray(list) ? list.join(',') : list.trim().replace(/[\s,;]+/g, ','));
    const request = {
      call: 'scores', members: text(members), others: text(others), threshold, seed: exactText(seed),
      confidence: exactText(confidence), split: exactText(split), low, delta: exactText(delta), direction, claim,
      claim_epsilon: claimEpsilon === '' ? '' : exactText(claimEpsilon),
    };
    const { words, questions } = instance.within(request, timeout);
    return { words, questions };
  }

  const table = (list, second) => Object.fromEntries(list.map((one) => [one.name, one[second]]));
  return {
    Mechanism,
    derive,
    callJson,
    calibrate,
    check,
    training,
    scores,
    version: names.version,
    quantities: () => table(names.quantities, 'summary'),
    quantityArguments: () => table(names.quantities, 'argument'),
    mechanisms: () => table(names.mechanisms, 'summary'),
    relations: () => table(names.relations, 'direction'),
    engines: () => names.engines.map((one) => one.name),
  };
}

/** Returns the library; loads the module from its bytes, from its address, or from the folder of this file. */
export async function load(source = new URL('./plumbline.wasm', import.meta.url), options = {}) {
  return library(await compiled(source), options);
}

async function compiled(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (!(source instanceof URL || typeof source === 'string')) return WebAssembly.compile(source);
  const address = new URL(source, import.meta.url);
  if (address.protocol === 'file:' && typeof process !== 'undefined') {
    const { readFile } = await import('node:fs/promises');
    return WebAssembly.compile(await readFile(address));
  }
  return WebAssembly.compileStreaming(fetch(address));
}
