#include "reference/arithmetic/rational_sum.hpp"

#include <utility>

namespace plumbline {

Rational rational_sum(std::vector<Rational> terms) {
  if (terms.empty()) return Rational(0);
  while (terms.size() > 1) {
    const size_t half = (terms.size() + 1) / 2;
    for (size_t i = 0; i + half < terms.size(); ++i) terms[i] = terms[i] + terms[i + half];
    terms.resize(half, Rational(0));
  }
  return std::move(terms.front());
}

}  // namespace plumbline
