#include "tests/structure/toys.hpp"

namespace plumbline::testing {

void register_toys() {
  static const bool once = [] {
    register_mechanism(slope_entry());
    approximations::register_step(slope_step());
    register_engine(hoeffding_entry());
    return true;
  }();
  (void)once;
}

}  // namespace plumbline::testing
