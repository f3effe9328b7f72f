#include "reference/engines/trivial_bounds.hpp"

#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/functions/log_basis.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/tied_losses.hpp"

namespace plumbline {
namespace {

bool is_tail(Question question) {
  return question != Question::delta && question != Question::one_minus_delta &&
         question != Question::excess;
}

/// Returns true if certainly a <= b (a < b if strict). Compares balls, with more bits if a and b are close. If balls
/// do not separate two numbers of known form, compares exact coordinates.
bool surely_ordered(const Real& a, const Real& b, bool strict, Bits p) {
  if (a.rational() && b.rational()) {
    return strict ? *a.rational() < *b.rational() : *a.rational() <= *b.rational();
  }
  for (const Bits more : {p, Bits{4 * p.n}}) {
    const Ball x = a(more), y = b(more);
    if (certainly_less(x, y)) return true;
    if (certainly_less(y, x)) return false;
    if (!strict && certainly_at_most(x, y)) return true;
  }
  if (strict) return false;
  const auto left = a.log_linear(), right = b.log_linear();
  if (!left || !right) return false;
  const LogBasis basis({*left, *right});
  const auto at = basis.coordinates(*left);
  return at && at == basis.coordinates(*right);
}

}  // namespace

LossEnds::LossEnds(const Composition& composition) {
  // The smallest and largest losses of thousands of factors take tenths of a second, so the caller may interrupt
  // before.
  constexpr size_t kMany = 64;
  if (composition.factors().size() > kMany) poll_here();
  largest = composition.largest_loss();
  smallest = composition.smallest_loss();
}

std::optional<Ball> beyond_support(const Composition& composition, Question question, const Real& t,
                                   Bits p) {
  return beyond_support(LossEnds(composition), question, t, p);
}

std::optional<Ball> beyond_support(const LossEnds& ends, Question question, const Real& t, Bits p) {
  const auto &largest = ends.largest, &smallest = ends.smallest;
  // above: certainly S <= t. below: certainly S >= t. For a question about a tail, `below` means S > t, because an atom
  // at t belongs to the tail S <= t.
  const bool above = largest && surely_ordered(*largest, t, false, p);
  const bool below = !above && smallest && surely_ordered(t, *smallest, is_tail(question), p);
  if (!above && !below) return std::nullopt;
  const Ball zero(p), one = Ball::integer(1, p), x = exp(t(p));
  switch (question) {
    case Question::delta:
      return above ? zero : one - x;
    case Question::one_minus_delta:
      return above ? one : x;
    case Question::excess:
      return above ? x - one : zero;
    case Question::P_above:
    case Question::Q_above:
      return above ? zero : one;
    case Question::P_below:
    case Question::Q_below:
      return above ? one : zero;
  }
  return std::nullopt;
}

Ball from_tails(Question question, const LossTails& tails, const Ball& t) {
  switch (question) {
    case Question::delta:
      return profile_of(tails, t).delta;
    case Question::one_minus_delta:
      return profile_of(tails, t).one_minus_delta;
    case Question::excess:
      return profile_of(tails, t).excess;
    case Question::P_above:
      return tails.P_above;
    case Question::P_below:
      return tails.P_below;
    case Question::Q_above:
      return tails.Q_above;
    case Question::Q_below:
      return tails.Q_below;
  }
  return Ball::indeterminate(t.precision());
}

Ball clipped(Question question, const Ball& answer, const Real& t) {
  const Bits p = answer.precision();
  const Ball zero(p);
  const Ball top = question == Question::excess ? exp(t(p)).upper() : Ball::integer(1, p);
  if (!answer.is_finite()) return Ball::zero_to(UpperBound::of(top), p);
  if (certainly_at_most(zero, answer) && certainly_at_most(answer, top)) return answer;
  if (certainly_negative(answer) || certainly_less(top, answer)) {
    const auto [lower, upper] = answer.decimal_bounds(25);
    throw Contradiction(name_of(question) + " at t = " + t(Bits{64}).decimal_bounds(17).first +
                        " lies in [" + lower + ", " + upper + "], outside [0, " +
                        (question == Question::excess ? "e^t]" : "1]"));
  }
  const Ball high = certainly_less(top, answer.upper()) ? top : answer.upper();
  if (certainly_at_most(zero, answer)) return Ball::hull(answer.lower(), high);
  return Ball::zero_to(UpperBound::of(high), p);
}

std::string missing_transform(const Composition& composition) {
  const Factor* without = composition.without_transform();
  if (without == nullptr) return "";
  return without->mechanism->expression() + " has no transform of its loss";
}

std::string missing_tails(const Composition& composition) {
  const Factor* without = composition.without_tails();
  if (without == nullptr) return "";
  return without->mechanism->expression() + " has no tails of its loss in closed form";
}

std::string immoderate_losses(const Composition& composition) {
  constexpr double kMost = 1e25;
  for (const Factor& f : composition.factors()) {
    const std::optional<Real> largest = f.mechanism->largest_loss();
    if (!largest) continue;
    const double loss = largest->approximate();
    if (!(loss >= 1 / kMost && loss <= kMost)) {
      return "it covers largest losses between 1e-25 and 1e25";
    }
  }
  return "";
}

}  // namespace plumbline
