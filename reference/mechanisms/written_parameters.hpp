/// The parameters of a mechanism as an expression writes them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/rational.hpp"
#include "reference/mechanisms/dominating_pair.hpp"

namespace plumbline {

struct WrittenFactor;

/// A mechanism written inside another, and its weight (1 where it has none).
struct InnerMechanism {
  Rational weight;
  Mechanism mechanism;
  std::shared_ptr<const WrittenFactor> written{};  ///< as it was read; null where it was not read
};

/// Parameters by name, as read from an expression; those that are no numbers apart.
struct Parameters : std::map<std::string, Rational> {
  using map::map;
  std::map<std::string, std::vector<Rational>> lists;
  std::map<std::string, std::string> words;  ///< relation=replace
  std::vector<InnerMechanism> inner;
};

}  // namespace plumbline
