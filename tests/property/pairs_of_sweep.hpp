/// Random expressions of pairs that combine others, use another neighbouring relation or have another name, for
/// `more_pairs_test.cpp`.
#pragma once

#include <string>
#include <vector>

#include "tests/support.hpp"

namespace plumbline::testing {

struct SweptPair {
  std::string name;
  std::string (*draw)(Random&);
  double most_steps;  ///< maximum number of its steps in one composition
};

const std::vector<SweptPair>& swept_pairs();

/// Returns a random plain mechanism of the registry, for products with these pairs.
std::string draw_plain(Random& random);

}  // namespace plumbline::testing
