#include "reference/arithmetic/vectors/convolution.hpp"

namespace plumbline {

ComplexVector convolution(const ComplexVector& a, const ComplexVector& b, Bits p,
                          const std::function<void()>& poll) {
  if (a.size() == 0 || b.size() == 0) return ComplexVector(0, p);
  ComplexVector out(a.size() + b.size() - 1, p);
  const bool longer = a.size() >= b.size();  // which comes first
  const ComplexVector &first = longer ? a : b, &second = longer ? b : a;
  poll();
  _acb_poly_mul(out.raw(), first.raw(), static_cast<slong>(first.size()), second.raw(),
                static_cast<slong>(second.size()), p.n);
  poll();
  return out;
}

}  // namespace plumbline
