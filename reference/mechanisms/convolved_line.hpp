/// Offered by a distribution whose transform is computed at all nodes of a line Re s = c < 0 by one convolution. This
/// method is efficient for hundreds of digits and more.
#pragma once

#include <functional>

namespace plumbline {

/// transform_on_line is fastest at c < 0, in particular at integers c <= -2.
struct ConvolvedLine {
  /// Heuristic: returns a number x. For an error of e^-nats, the convolution uses steps of 2 pi / x, even if the line
  /// itself permits longer steps.
  std::function<double(double c, double nats)> period;
};

}  // namespace plumbline
