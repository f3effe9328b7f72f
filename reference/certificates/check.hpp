/// Checking a certificate: the check proves each end of each number, and each finding, by enclosures
/// of its own.
///
/// THEOREM. A certificate has a statement (the question: `quantity`, `mechanism`, `other`, `direction`,
/// `at`, `options`; the answer: `lower`, `upper`, `values`, `findings`, a divergence's `at.prior`; from
/// version 3 on the `hypotheses` of its mechanisms) and a record of a computation (`engine`, `error_budget`, `asked`, `reached`, `digits`, `versions`, `witness`).
///   (a) `confirmed`: the statement is true: each of its numbers lies between its ends, each finding
///       holds, it has the numbers and findings of its quantity and no others, the hypotheses are those
///       of its expressions, and what is `written` stands for its question.
///   (b) `refuted`: the file contradicts itself (an answer that cannot be, digits that the interval does not
///       have, a budget below its width, `written` that stands for something else), or an enclosure of a number
///       lies beyond an end, or a finding is known not to hold, or the hypotheses are not those of its
///       expressions.
///   (c) `unconfirmed`: neither is known. `contradiction`: two enclosures of one number do not meet,
///       so that one of them is false. `withdrawn`: no pair is proved for a mechanism that it names, by a
///       rule for hypotheses; nothing is said about the numbers.
///   (d) Of two certificates with one statement, that fit together, none is confirmed and the other
///       refuted.
/// Needs. The theorems of what judges the parts: members.hpp (names), consistency.hpp (what fits
///   together), certificate_hypotheses.hpp (hypotheses), value_check.hpp, comparison_check.hpp, prior_check.hpp (numbers derived again),
///   calibration_check.hpp. Enclosures are correct whatever engine, path and digits gave them: all
///   that the record may choose.
/// Proof. (a) verdict() says it where nothing was objected to, there is a number, and all numbers and
///   findings are proved: the proof of the entry lists every one that is stated (check_values(),
///   check_calibration()), and check_members() and the comparison of names leave none out. (b) only
///   check_members(), inconsistencies(), compare_hypotheses() and those proofs object. (d) neither proved nor refuted is
///   decided by the record: an end is proved where an enclosure of the number lies on its inner
///   side, refuted where one lies beyond it. Both cannot be of correct enclosures. What the
///   computation gives when it is run again goes to CheckResult::record, of which verdict() takes no
///   notice: whoever forges a statement can mend its record.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "reference/certificates/certificate.hpp"
#include "reference/certificates/standing.hpp"

namespace plumbline {

enum class Verdict {
  confirmed,      ///< every end of every number and every finding is proved
  unconfirmed,    ///< nothing is wrong, but something is not decided: precision or time ran out
  refuted,        ///< a number in the certificate is wrong, or does not follow
  withdrawn,      ///< a rule refuses a mechanism that it names: RefusedPair
  contradiction,  ///< two of the check's own enclosures do not meet: the program is at fault
};

/// One thing that does not hold.
struct Objection {
  std::string field;   ///< "lower, upper", "error_budget.rounding", ...
  std::string stated;  ///< what the certificate says
  std::string found;   ///< what was found instead, and how
};

struct CheckResult {
  Verdict verdict = Verdict::unconfirmed;
  std::vector<CheckedNumber> numbers;    ///< all that are stated, the first one first
  std::vector<CheckedFinding> findings;  ///< all that are stated
  std::vector<Objection> objections;
  std::vector<Objection> record;   ///< what does not hold of the record, on which nothing rests
  std::vector<std::string> notes;  ///< about the record, too
  /// The hypotheses derived from `mechanism` and `other`; null where there is no mechanism, and where an
  /// objection came before.
  HypothesesPtr hypotheses, other_hypotheses;
  /// The check of the first number: the enclosure derived again (empty if there is none), its
  /// digits, the engine that gave it and how it is independent.
  std::string lower, upper, digits, engine, path;
};

struct CheckOptions {
  int digits = 0;  ///< derive at least so many digits
  Poll poll = [] {};
};

/// Never throws for what a certificate says: an objection tells. Nor on a Contradiction, which is a
/// verdict.
CheckResult check(const Certificate& certificate, const CheckOptions& options);

std::string verdict_name(Verdict verdict);

}  // namespace plumbline
