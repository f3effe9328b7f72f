#include "tests/structure/toys.hpp"

#include "reference/mechanisms/registry.hpp"
#include "verify/approximations/register.hpp"

namespace plumbline::testing {

void register_toys() {
  static const bool once = [] {
    register_mechanism(slope_entry());
    register_engine(hoeffding_entry());
    register_quantity(gain_entry());
    register_approximation(low_gain());
    return true;
  }();
  (void)once;
}

}  // namespace plumbline::testing
