/// The parameters of a mechanism as written in an expression.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct WrittenFactor;

/// A mechanism inside another one, and its weight (1 if it has none).
struct InnerMechanism {
  Rational weight;
  Mechanism mechanism;
  std::shared_ptr<const WrittenFactor> written{};  ///< as parsed; null if it was not parsed
};

/// The parameters of an expression. The map contains the rational numbers by name; the members contain the others.
struct Parameters : std::map<std::string, Rational> {
  using map::map;
  std::map<std::string, std::vector<Rational>> lists;
  /// parameters with a text as value: words such as relation=replace, and irrational numbers
  std::map<std::string, std::string> words;
  std::vector<InnerMechanism> inner;
};

}  // namespace plumbline
