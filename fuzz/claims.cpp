#include <sstream>

#include "fuzz/targets.hpp"
#include "verify/claims/reading/source.hpp"

namespace plumbline::fuzz {

void claims(const std::string& text) {
  std::istringstream in(text);
  ClaimSource source({"-"}, in);
  while (const auto line = source.next()) {
    require(line->claim.has_value() != !line->broken.empty(), "a claim and a fault, or neither");
  }
}

}  // namespace plumbline::fuzz
