#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {
namespace {

std::string text(const Ball& x) {
  const auto [lower, upper] = x.decimal_bounds(25);
  return "[" + lower + ", " + upper + "]";
}

}  // namespace

Ball common(const Ball& a, const Ball& b, const std::string& what) {
  if (!overlaps(a, b)) {
    throw Contradiction("two enclosures of " + what + " are disjoint: " + text(a) + " and " +
                        text(b));
  }
  if (!b.is_finite()) return a;
  if (!a.is_finite()) return b;
  // If one ball contains the other, the contained ball is returned unchanged: a hull of rounded ends would be wider
  // by a few rounding errors.
  if (a.contains(b)) return b;
  if (b.contains(a)) return a;
  return Ball::hull(max(a.lower(), b.lower()), min(a.upper(), b.upper()));
}

const Ball& require_within(const Ball& x, const Rational& least, const Rational& most,
                           const std::string& what) {
  const Bits p = wider(x.precision(), Bits{64});
  if (certainly_less(x, Ball(least, p)) || certainly_less(Ball(most, p), x)) {
    throw Contradiction(what + " lies in " + text(x) + ", outside [" + least.text() + ", " +
                        most.text() + "]");
  }
  return x;
}

}  // namespace plumbline
