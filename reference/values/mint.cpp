#include "reference/values/mint.hpp"

#include <cmath>

#include "reference/arithmetic/contradiction.hpp"

namespace plumbline {

Certified Mint::value(Ball value, std::string engine, ErrorBudget budget, bool reached,
                      std::optional<Rational> least, std::optional<Rational> most) {
  return {std::move(value), std::move(engine), std::move(budget),
          reached,          std::move(least),  std::move(most)};
}

Certified nothing_known(const std::string& engine) {
  return Mint::value(Ball::indeterminate(Bits{64}), engine, {}, false);
}

Certified any_probability(const std::string& engine) {
  const Bits p{64};
  const Rational zero(0), one(1);
  return Mint::value(Ball::hull(Ball(p), Ball::integer(1, p)), engine, {}, false, zero, one);
}

Certified certified(const Enclosure& e, const std::string& engine, int digits,
                    bool absolute_floor) {
  bool reached = e.value.relative_digits() >= digits;
  if (!reached && absolute_floor) {
    reached = e.value.magnitude().log_approximate() <= -digits * std::log(10.0);
  }
  return Mint::value(e.value, engine, e.budget, reached);
}

Certified certified_at(const std::function<Ball(Bits)>& at, const std::string& engine, int digits) {
  const long asked = bits_for_digits(digits).n;
  for (Bits p{asked + 64};; p = Bits{2 * p.n}) {
    const Certified out = certified({at(p), {}}, engine, digits, true);
    if (out.reached() || p.n > 16 * asked + 1024) return out;
  }
}

Certified within(const Certified& value, const Rational& least, const Rational& most) {
  require_within(value.value(), least, most, "a value by " + value.engine());
  return Mint::value(value.value(), value.engine(), value.budget(), value.reached(), least, most);
}

Certified limited(const Certified& value, const std::optional<Rational>& least,
                  const std::optional<Rational>& most) {
  const Bits p = wider(value.value().precision(), Bits{256});
  if (least && certainly_less(value.value(), Ball(*least, p))) {
    throw Contradiction("a value by " + value.engine() + " is at most " +
                        value.value().decimal_bounds(25).second + ", and at least " +
                        least->text() + " by definition");
  }
  if (most && certainly_less(Ball(*most, p), value.value())) {
    throw Contradiction("a value by " + value.engine() + " is at least " +
                        value.value().decimal_bounds(25).first + ", and at most " + most->text() +
                        " by definition");
  }
  return Mint::value(value.value(), value.engine(), value.budget(), value.reached(), least, most);
}

Certified replaced(const Certified& value, const Ball& enclosure) {
  return Mint::value(enclosure, value.engine(), value.budget(), value.reached(), value.least(),
                     value.most());
}

Certified marked(const Certified& value, bool reached) {
  return Mint::value(value.value(), value.engine(), value.budget(), reached, value.least(),
                     value.most());
}

}  // namespace plumbline
