/** An exact number: a text ("0.1" is 1/10, "1/3", "log(3)", "0x1.8p-3"), or exactly this double or integer. */
export type Exact = string | number | bigint | Enclosure;

export interface Options {
  /** worst (the default), forward, reverse, or a relation: remove, add, add_remove. */
  direction?: string;
  /** Relative width at most 10^-digits; by default 15. */
  digits?: number;
  engine?: string;
  /** Time limit in seconds, after which the best known enclosure is the answer. */
  timeout?: number;
}

export class PlumblineError extends Error {
  readonly status: number;
  readonly kind: 'BadInput' | 'Stopped' | 'Contradiction' | 'OutOfMemory' | 'Internal';
  /** Members of the error record; only for callJson. */
  readonly code?: string;
  readonly field?: string;
  readonly accepted?: readonly string[];
}

export type Fraction = readonly [numerator: bigint, denominator: bigint];

/** A number that is certainly in [lower, upper], also if the interval is wide. */
export class Enclosure {
  readonly lowerText: string;
  readonly upperText: string;
  /** The closest doubles outside of the interval, or its ends. */
  readonly lowerFloat: number;
  readonly upperFloat: number;
  /** Null if infinite. */
  readonly lowerFraction: Fraction | null;
  readonly upperFraction: Fraction | null;
  /** -log10 of the relative width, or "exact". */
  readonly digits: string;
  /** True if the requested digits were reached. */
  readonly reached: boolean;
  readonly engine: string;
  readonly findings: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, Enclosure>>;
  /** Null if the query has no mechanism. */
  readonly hypotheses: Readonly<Hypotheses> | null;
  /** The hypotheses of the second mechanism; null without one. */
  readonly otherHypotheses: Readonly<Hypotheses> | null;
  /** A warning if the factors have different neighbouring relations: the number implies nothing about a mechanism. */
  readonly warning: string;
  /** JSON for `plumbline check`; created on request. */
  readonly certificate: string;
  isExact(): boolean;
  /** True only if the relation holds for all numbers of the interval. */
  certainlyBelow(x: Exact): boolean;
  certainlyAbove(x: Exact): boolean;
  contains(x: Exact): boolean;
  toString(): string;
}

type At<T> = T extends readonly Exact[] ? Enclosure[] : Enclosure;

export interface Mechanism {
  readonly expression: string;
  times(other: Mechanism): Mechanism;
  power(n: number | bigint): Mechanism;
  toString(): string;
  ask<T extends Exact | readonly Exact[] | null>(quantity: string, at?: T, options?: Options): At<T>;
  delta<T extends Exact | readonly Exact[]>(epsilon: T, options?: Options): At<T>;
  epsilon<T extends Exact | readonly Exact[]>(delta: T, options?: Options): At<T>;
  tradeoff<T extends Exact | readonly Exact[]>(alpha: T, options?: Options): At<T>;
  /** The largest true positive rate of an attack, the quantity `power`. */
  tpr<T extends Exact | readonly Exact[]>(fpr: T, options?: Options): At<T>;
  rero<T extends Exact | readonly Exact[]>(kappa: T, options?: Options): At<T>;
  bayes<T extends Exact | readonly Exact[]>(prior: T, options?: Options): At<T>;
  tv(options?: Options): Enclosure;
  advantage(options?: Options): Enclosure;
  renyi(order: Exact, options?: Options): Enclosure;
  moments(options?: Options): Enclosure;
  divergence(other: Mechanism, options?: Options & { hyperprior?: string }): Enclosure;
  compare(other: Mechanism, options?: Options): Enclosure;
}

export interface Target {
  vary?: string;
  epsilon?: Exact;
  delta?: Exact;
  advantage?: Exact;
  tpr?: Exact;
  fpr?: Exact;
  kappa?: Exact;
  gamma?: Exact;
  prior?: Exact;
  bayes?: Exact;
  alpha?: Exact;
  beta?: Exact;
  mu?: Exact;
  within?: Exact;
}

/** A training run, as texts. `sigma` may be "?". */
export interface Run {
  sigma: string;
  batch?: string;
  dataset?: string;
  epochs?: string;
  rate?: string;
  steps?: string;
  sampling?: 'poisson' | 'poisson-loader' | 'fixed-batch' | 'random-allocation';
}

/** The rule for judging the scores of an attack. */
export interface ScoreOptions {
  /** explicit=T, bonferroni=T1,T2,..., split, all-cuts, dkw, equal-level. */
  threshold: string;
  seed?: number | bigint | string;
  confidence?: Exact;
  split?: Exact;
  /** True if low scores indicate membership. */
  low?: boolean;
  delta?: Exact;
  direction?: string;
  /** The claimed mechanism. */
  claim?: string;
  /** The claimed epsilon at `delta`. */
  claimEpsilon?: Exact;
  timeout?: number;
}

/** One number of an audit: for derive(quantity, mechanism, { other, at, numbers, words }). */
export interface ScoreQuestion {
  quantity: string;
  mechanism: string;
  other?: string;
  at?: string;
  numbers?: Record<string, string>;
  threshold: string;
  tp: number;
  fn: number;
  fp: number;
  tn: number;
}

/** The hypotheses under which a pair is a statement about its mechanism. */
export interface Hypotheses {
  relation: 'any' | 'remove' | 'add' | 'add_remove' | 'replace_one' | 'replace_special' | 'zero_out' | 'mixed';
  /** The largest number of records in which neighbours differ; all are records of one user. */
  group: string;
  /** True if the pair dominates all neighbours. */
  dominates: boolean;
  attained: 'no' | 'pointwise' | 'family' | 'every';
  /** The neighbours that attain the pair, where `attained` is 'family'. */
  family?: string;
  /** Public facts of both data sets, such as { n: '1000' }. */
  public: Record<string, string>;
  proof?: string;
}

export interface Checked {
  checked: {
    verdict: 'confirmed' | 'unconfirmed' | 'refuted' | 'withdrawn' | 'contradiction';
    text: string;
    hypotheses?: Hypotheses;
    other_hypotheses?: Hypotheses;
    /** False for versions 1 and 2, whose hypotheses follow from the expression. */
    hypotheses_stated?: boolean;
    [field: string]: unknown;
  }[];
  problems: string[];
  /** The proved statements, in prose. */
  statement: { headlines: string[]; [field: string]: unknown };
}

export interface Library {
  Mechanism: new (expression: string, parameters?: Record<string, Exact | readonly Exact[]>) => Mechanism;
  derive(
    quantity: string,
    mechanism: string,
    options?: Options & { other?: string; at?: Exact; numbers?: Record<string, Exact>; words?: Record<string, string> },
  ): Enclosure;
  /** The reply to a request of plumbline_call_json. */
  callJson(request: Readonly<Record<string, unknown>>, options?: { timeout?: number }): Record<string, unknown>;
  calibrate(family: string, target: Target & Options): Enclosure;
  check(text: string, options?: { file?: string; date?: string; digits?: number; timeout?: number }): Checked;
  scores(
    members: string | readonly number[],
    others: string | readonly number[],
    options: ScoreOptions,
  ): { words: Record<string, string>; questions: ScoreQuestion[] };
  training(run: Run): { mechanism: string; assumes: string; note: string };
  readonly version: string;
  quantities(): Record<string, string>;
  quantityArguments(): Record<string, string>;
  mechanisms(): Record<string, string>;
  relations(): Record<string, string>;
  engines(): string[];
}

/** `stop` is polled during the work; if it returns true, the work ends. */
export function library(module: WebAssembly.Module, options?: { stop?: () => boolean }): Library;
export function load(source?: URL | string | BufferSource | WebAssembly.Module, options?: { stop?: () => boolean }): Promise<Library>;
