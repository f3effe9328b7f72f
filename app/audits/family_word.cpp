/// The option --family of audits.
#include "app/audits/family_word.hpp"

#include <stdexcept>

#include "reference/composition/family.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {

void check_family(const std::string& family) {
  if (family.empty()) return;
  if (family.find_first_not_of(" ?") == std::string::npos) {
    std::string known;
    for (const MechanismEntry& entry : mechanism_registry()) {
      known += (known.empty() ? "" : ", ") + entry.name;
    }
    throw std::invalid_argument(
        "--family: name a mechanism and write ? for one parameter, gaussian(sigma=?) say; known: " +
        known + " (plumbline list mechanisms has their parameters)");
  }
  const bool open = family.find('?') != std::string::npos || family.front() == '@';
  if (open) Family(family, "");
  if (open || Composition::parse(family).factors().empty()) return;
  throw std::invalid_argument("--family: say what to vary by a ?, as in gaussian(sigma=?); got " +
                              family);
}

}  // namespace plumbline
