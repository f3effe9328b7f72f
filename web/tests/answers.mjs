// Questions of questions.jsonl, answered by the package: in Node and in browsers alike.

/** Returns an enclosure of the package as an object. */
function asked(pl, { call, expression, quantity, mechanism, other, at, numbers, words, direction, digits }) {
  if (call === 'derive') return pl.derive(quantity, mechanism, { other, at, numbers, words, direction, digits });
  return new pl.Mechanism(expression).ask(quantity, at || null, { direction, digits });
}

/** Removes digest, compiler and platform of a certificate: all other members must be equal. */
export function comparable(answer) {
  if (answer.certificate === undefined) return answer;
  const { digest: _, ...rest } = JSON.parse(answer.certificate);
  for (const own of ['compiler', 'platform']) delete rest.versions[own];
  return { ...answer, certificate: JSON.stringify(rest) };
}

/** Returns an error in the format of native.py. */
export function said(pl, question) {
  let answer;
  try {
    answer = asked(pl, question);
  } catch (error) {
    return { error: error.message };
  }
  const { lowerText: lower, upperText: upper, digits, engine, findings, hypotheses, otherHypotheses, warning } = answer;
  const values = Object.entries(answer.values).map(([name, value]) => ({ name, lower: value.lowerText, upper: value.upperText }));
  const told = { lower, upper, digits, engine, values, findings: { ...findings } };
  Object.assign(told, { hypotheses, other_hypotheses: otherHypotheses, warning });
  if (question.certificate) {
    try {
      told.certificate = answer.certificate;
    } catch {
      // missing for infinite values; native.py omits it as well
    }
  }
  return told;
}
