#include "verify/suite/cases/expectation.hpp"

#include <stdexcept>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/questions/answer.hpp"

namespace plumbline {
namespace {

/// Returns `agrees` if the enclosures intersect and their difference is certainly small enough, `differs` if they are
/// disjoint, otherwise `undecided`.
Agreement equality(const Ball& left, const Ball& right, int digits) {
  if (!left.is_finite() || !right.is_finite()) return Agreement::undecided;
  if (!overlaps(left, right)) return Agreement::differs;
  const Bits p = wider(left.precision(), right.precision());
  const bool zero = left.is_exactly_zero() || right.is_exactly_zero();
  const Ball scale = zero ? Ball::integer(1, p) : max(abs(left), abs(right));
  const Ball allowed = scale * Ball(power_of_ten(2 - digits), p);
  return certainly_at_most(abs(left - right).upper(), allowed.lower()) ? Agreement::agrees
                                                                       : Agreement::undecided;
}

Agreement below(const Ball& left, const Ball& right) {
  if (certainly_less(left, right)) return Agreement::agrees;
  return certainly_at_most(right, left) ? Agreement::differs : Agreement::undecided;
}

Agreement word(const std::string& expected, const std::string& found) {
  if (found == expected) return Agreement::agrees;
  return found.empty() || found == "open" ? Agreement::undecided : Agreement::differs;
}

Query substituted(Query request, const NamedTexts& point) {
  for (auto& [name, text] : request.at) {
    if (text.empty() || text.front() != '$') continue;
    const std::string wanted = text.substr(1);
    bool found = false;
    for (const auto& [argument, value] : point) {
      if (argument != wanted) continue;
      text = value;
      found = true;
      break;
    }
    if (!found) throw std::invalid_argument(name + ": the case has no argument " + wanted);
  }
  return request;
}

}  // namespace

std::string Expectation::shown() const {
  switch (relation) {
    case ExpectedRelation::equals:
      return "= " + text;
    case ExpectedRelation::below:
      return "< " + text;
    case ExpectedRelation::above:
      return "> " + text;
    case ExpectedRelation::verdict:
      break;
  }
  return text;
}

std::map<std::string, Ball> named_values(const Expectations& expectations, const NamedTexts& at,
                                         const Effort& effort) {
  std::map<std::string, Ball> out;
  const Bits p = bits_for_digits(effort.digits) + 64;
  for (const auto& [name, text] : at) {
    // Arguments that are words, such as the name of a divergence, have no value.
    if (const auto number = number_or_none(text)) out.emplace(name, (*number)(p));
  }
  for (const NamedRequest& named : expectations.where) {
    out.emplace(named.name, number_asked(substituted(named.request, at), effort).value.value());
  }
  return out;
}

Check check(const Expectation& expectation, const Answer& value,
            const std::map<std::string, Ball>& variables, int digits) {
  if (expectation.relation == ExpectedRelation::verdict) {
    const bool reached = value.value.reached();
    const Agreement found = word(expectation.text, value.word);
    return {&expectation, std::nullopt, reached ? found : Agreement::undecided};
  }
  const Ball& left = value.value.value();
  const Bits p = wider(left.precision(), bits_for_digits(digits) + 64);
  const Ball right = expectation.formula->evaluate(variables, p);
  switch (expectation.relation) {
    case ExpectedRelation::equals:
      return {&expectation, right, equality(left, right, digits)};
    case ExpectedRelation::below:
      return {&expectation, right, below(left, right)};
    default:
      return {&expectation, right, below(right, left)};
  }
}

}  // namespace plumbline
