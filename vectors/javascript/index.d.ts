export interface Factor {
  /** A mechanism run `steps` times. */
  name: string;
  parameters: Record<string, number | number[]>;
  steps: number;
}

export interface Vector {
  id: string;
  family: string;
  /** The composition, exactly. */
  expression: string;
  factors: Factor[];
  /** The event of the Python library dp-accounting as nested lists, or null. */
  event: unknown;
  nested: [number, number] | null;
  direction: "forward" | "reverse";
  adjacency: "remove" | "add" | "add_remove" | "replace_one";
  quantity: "delta" | "epsilon" | "tradeoff" | "rero" | "bayes" | "tv";
  /** null for the total variation. */
  argument: number | null;
  /** Decimals: the exact value lies between them. */
  lower: string;
  upper: string;
  /** The doubles closest to these from outside. */
  lowerDouble: number;
  upperDouble: number;
  tier: "easy" | "hard" | "extreme";
  flags: string[];
}

/** All vectors. */
export function load(): Vector[];
/** Returns true if an upper bound is certainly too low (NaN is). */
export function tooLow(vector: Vector, bound: number): boolean;
/** Returns true if a lower bound is certainly too high (NaN is). */
export function tooHigh(vector: Vector, bound: number): boolean;
