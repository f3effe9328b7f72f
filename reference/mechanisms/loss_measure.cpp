#include "reference/mechanisms/loss_measure.hpp"

namespace plumbline {

ComplexVector LossMeasure::transform_on_segment(double c, const Ball& start, const Ball& D,
                                                size_t count, Bits p, const Poll& poll) const {
  ComplexVector out(count, p);
  for (size_t k = 0; k < count; ++k) {
    const Ball y = start + D * static_cast<long>(k);
    out.set(k, transform_on_line(c, y, 2, p, poll).values[1]);
  }
  return out;
}

}  // namespace plumbline
