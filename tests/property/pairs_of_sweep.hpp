/// Random expressions of the pairs that combine others, stand for another neighbouring relation or
/// go by another name: what `more_pairs_test.cpp` composes.
#pragma once

#include <string>
#include <vector>

#include "tests/support.hpp"

namespace plumbline::testing {

struct SweptPair {
  std::string name;
  std::string (*draw)(Random&);
  double most_steps;  ///< of it, in one composition
};

const std::vector<SweptPair>& swept_pairs();

/// A mechanism of the registry's own, for products with these.
std::string draw_plain(Random& random);

}  // namespace plumbline::testing
