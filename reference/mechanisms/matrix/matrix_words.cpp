#include "reference/mechanisms/matrix/matrix_words.hpp"

#include <stdexcept>

#include "reference/mechanisms/parameters.hpp"

namespace plumbline {

long matrix_whole(const Parameters& q, const std::string& name) {
  const Rational x = positive(q, name);
  if (!x.is_integer() || x > Rational(1000000000)) {
    throw std::invalid_argument(name + " must be an integer from 1, got " + x.text());
  }
  return static_cast<long>(x.approximate());
}

std::string matrix_word(const Parameters& q) {
  std::string out;
  for (const char c : q.words.at("strategy")) {
    if (c != ' ') out += c;
  }
  return out;
}

Strategy sampled_strategy(const Parameters& q) {
  constexpr long kMostPlainSteps = 1000000;  // one number describes all columns of the identity
  const std::string word = matrix_word(q);
  return Strategy::parse(word, matrix_whole(q, "steps"),
                         word == "identity" ? kMostPlainSteps : Strategy::kMostSteps);
}

std::string matrix_number(const Parameters& q, const char* name) {
  const auto at = q.find(name);
  return at == q.end() ? std::string() : "," + std::string(name) + "=" + at->second.text();
}

}  // namespace plumbline
