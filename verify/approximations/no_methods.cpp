/// The empty registry of a build without the judged methods (PLUMBLINE_JUDGED_METHODS=OFF).
#include "verify/approximations/approximation.hpp"

namespace plumbline {

const std::vector<ApproximationEntry>& approximation_registry() {
  static const std::vector<ApproximationEntry> none;
  return none;
}

}  // namespace plumbline
