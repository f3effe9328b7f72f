#include "reference/values/larger.hpp"

#include "reference/values/mint.hpp"

namespace plumbline {

// The maximum of two numbers lies in the maximum of balls that contain them.
Certified larger(const Certified& a, const Certified& b) {
  return marked(replaced(a, max(a.value(), b.value())), a.reached() && b.reached());
}

// The difference of two numbers lies in the difference of balls that contain them.
Certified difference(const Certified& a, const Certified& b) {
  return Mint::value(a.value() - b.value(), a.engine(), {}, a.reached() && b.reached());
}

Certified larger(const Certified& a, const Certified& b, int digits) {
  const Certified out = larger(a, b);
  return marked(out, out.reached() || out.value().relative_digits() >= digits);
}

}  // namespace plumbline
