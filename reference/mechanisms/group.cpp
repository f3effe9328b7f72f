#include "reference/mechanisms/group.hpp"

#include <stdexcept>

namespace plumbline {

Rational group_of(const Parameters& parameters, long most) {
  const auto at = parameters.find("group");
  if (at == parameters.end()) return Rational(1);
  const Rational& k = at->second;
  if (!k.is_integer() || k.sign() <= 0 || k > Rational(most)) {
    throw std::invalid_argument("group must be an integer from 1 to " + std::to_string(most) +
                                ", got " + k.text());
  }
  return k;
}

std::string group_text(const Rational& group) {
  return group == Rational(1) ? std::string() : ",group=" + group.text();
}

std::vector<Rational> group_weights(const Rational& group, const Rational& p) {
  const auto k = static_cast<long>(group.approximate());
  const Rational stay = Rational(1) - p;
  std::vector<Rational> out;
  Rational choose(1);
  for (long j = 0; j <= k; ++j) {
    out.push_back(choose * power(p, j) * power(stay, k - j));
    choose = choose * Rational(k - j, static_cast<unsigned long>(j + 1));
  }
  return out;
}

}  // namespace plumbline
