/// The expectations of a case about a certified value in addition to printed digits: equality with a formula, an
/// upper or a lower limit, or a word as the result.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/questions/ask.hpp"
#include "verify/suite/cases/formula.hpp"
#include "verify/suite/cases/printed.hpp"

namespace plumbline {

struct Answer;

enum class ExpectedRelation { equals, below, above, verdict };

struct Expectation {
  ExpectedRelation relation;
  std::string text;                ///< the text: a formula, or the word
  std::optional<Formula> formula;  ///< the parsed formula; missing if a word is expected
  /// Returns the expectation as text, such as "= 2*Phi(1/2) - 1", "< 1e-3", "> TV/2" or "cross".
  std::string shown() const;
};

/// A certified value that formulas refer to by name.
struct NamedRequest {
  std::string name;
  Query request;
};

/// The expectations of a case in addition to printed digits.
struct Expectations {
  std::vector<Expectation> list;
  std::vector<NamedRequest> where;
};

/// The result of comparing one expectation with a value.
struct Check {
  const Expectation* expectation;
  std::optional<Ball> right;  ///< value of the formula
  Agreement agreement;
};

/// Returns the values of `where` and of the arguments in `at`, to `effort.digits` digits. In the requests of `where`,
/// the text `$name` means the value of the argument `name` of the point.
std::map<std::string, Ball> named_values(const Expectations& expectations, const NamedTexts& at,
                                         const Effort& effort);

/// Checks an expectation. `equals` agrees if the two enclosures intersect and their difference is at most 10^(2-digits)
/// times the larger absolute value (times 1 if one of them is exactly zero); it differs if they are disjoint. `below`
/// and `above` agree if the inequality certainly holds, and differ if it certainly fails.
Check check(const Expectation& expectation, const Answer& value,
            const std::map<std::string, Ball>& variables, int digits);

}  // namespace plumbline
