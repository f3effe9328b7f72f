#include "verify/approximations/numerics/working_precision.hpp"

#include <stdexcept>

namespace plumbline::approximations {
namespace {

// The precision is stored in this variable of the thread, because MPFR's own default precision may be shared by all
// threads.
thread_local long working_bits = 0;

}  // namespace

WorkingPrecision::WorkingPrecision(Bits bits) : before_(working_bits) { working_bits = bits.n; }
WorkingPrecision::~WorkingPrecision() { working_bits = before_; }

Bits WorkingPrecision::current() {
  if (working_bits == 0) throw std::logic_error("a wide number outside of any run");
  return Bits{working_bits};
}

}  // namespace plumbline::approximations
