/// Offered by a law whose transform on a line left of 0 is one convolution for hundreds of digits and more.
#pragma once

#include <functional>

namespace plumbline {

/// transform_on_line is fastest at c < 0, and at whole numbers c <= -2 by far.
struct ConvolvedLine {
  /// Heuristic: for an error of e^-nats the convolution takes steps of 2 pi over this, whatever longer
  /// ones the line itself would do with.
  std::function<double(double c, double nats)> period;
};

}  // namespace plumbline
