#include "fuzz/targets.hpp"

#include <cstdio>
#include <cstdlib>

namespace plumbline::fuzz {

const std::vector<Target>& targets() {
  static const std::vector<Target> all = {
      {"numbers", numbers},
      {"expressions", expressions},
      {"formulas", formulas},
      {"hyperpriors", hyperpriors},
      {"cases", cases},
      {"claims", claims},
      {"certificates", certificates},
      {"channels", channels},
      {"calls", calls},
  };
  return all;
}

void require(bool fine, const std::string& what) {
  if (fine) return;
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

}  // namespace plumbline::fuzz
