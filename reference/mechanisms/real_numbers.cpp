#include "reference/mechanisms/real_numbers.hpp"

#include <stdexcept>

#include "reference/arithmetic/functions/log_basis.hpp"

namespace plumbline {

bool is_less(const Real& a, const Real& b) {
  if (a.rational() && b.rational()) return *a.rational() < *b.rational();
  const auto x = a.log_linear(), y = b.log_linear();
  if (x && y) {
    const LogBasis basis({*x, *y});
    const auto at = basis.coordinates(*x), there = basis.coordinates(*y);
    if (at && there && *at == *there) return false;
  }
  const auto sign = known_sign(b - a);
  if (!sign) {
    throw std::invalid_argument("which of " + a.text() + " and " + b.text() +
                                " is larger is not decided; write rational numbers");
  }
  return *sign > 0;
}

void require_probability(const std::string& name, const Real& x) {
  const Real zero{Rational(0)}, one{Rational(1)};
  if (is_less(x, zero) || is_less(one, x)) {
    throw std::invalid_argument(name + " must be in [0, 1], got " + x.text());
  }
}

void require_distribution(const std::string& name, const std::vector<NumberSum>& values) {
  NumberSum sum;
  for (const NumberSum& x : values) {
    if (is_less(x.value(), Real(Rational(0)))) {
      throw std::invalid_argument(name + " has the negative probability " + x.text() +
                                  "; probabilities are at least 0");
    }
    sum = sum + x;
  }
  if (sum.is_known_as(Rational(1))) return;
  throw std::invalid_argument(name + " sums to " + sum.text() +
                              ", not to 1; write one of them as the rest, such as 1-exp(-1)");
}

std::vector<NumberSum> sums_of_list(const std::string& text) {
  std::vector<NumberSum> out;
  size_t from = 1;
  int inside = 0;
  for (size_t i = 1; i < text.size(); ++i) {
    inside += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (inside > 0 || (text[i] != ',' && text[i] != ']')) continue;
    out.push_back(NumberSum::read(std::string_view(text).substr(from, i - from)));
    from = i + 1;
  }
  return out;
}

std::string text_of_list(const std::vector<NumberSum>& values) {
  std::string out;
  for (const NumberSum& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

}  // namespace plumbline
