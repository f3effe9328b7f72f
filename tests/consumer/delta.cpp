// A certified delta from the installed library: delta(1) of the Gaussian mechanism with sigma = 1.
#include <iostream>

#include "reference/quantities/quantities.hpp"

int main() {
  using namespace plumbline;
  PrivacyProfile profile(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  const Certified answer = delta(profile, Rational(1), Effort{15});
  const auto [low, high] = answer.value.decimal_bounds(15);
  std::cout << low << " <= delta <= " << high << "\n";
  // Phi(-1/2) - e Phi(-3/2), from tables.
  return answer.reached && low.rfind("0.126936737", 0) == 0 ? 0 : 1;
}
