// Compares the library's answer with the internal layer, in balls.
#include "reference/quantities/quantities.hpp"

#include <iostream>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/values/certified.hpp"

int main() {
  using namespace plumbline;
  PrivacyProfile profile(Composition::parse("gaussian(sigma=1)"), Direction::forward);
  const Certified answer = delta(profile, Rational(1), Effort{15});
  const auto [low, high] = answer.value().decimal_bounds(15);
  std::cout << low << " <= delta <= " << high << "\n";
  return answer.reached() && low.rfind("0.126936737", 0) == 0 ? 0 : 1;
}
