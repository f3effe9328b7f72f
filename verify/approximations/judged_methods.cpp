#include "verify/approximations/judged_methods.hpp"

#include <stdexcept>

namespace plumbline {

const std::vector<ApproximationEntry>& judged_methods() {
  const std::vector<ApproximationEntry>& all = approximation_registry();
  if (all.empty()) {
    throw std::invalid_argument(
        "this program was built without the judged methods, which are under GPL-3 with MPFR C++ "
        "(that of a Python wheel is); use the program of a package or of a build of its own");
  }
  return all;
}

const ApproximationEntry& find_approximation(const std::string& name) {
  std::string known;
  for (const ApproximationEntry& entry : judged_methods()) {
    if (entry.name == name) return entry;
    known += (known.empty() ? "" : ", ") + entry.name;
  }
  throw std::invalid_argument("unknown approximation '" + name + "'; known: " + known);
}

}  // namespace plumbline
