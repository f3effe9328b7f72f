/// Offered by a law whose transform on a line left of 0 is one convolution for hundreds of digits and more.
#pragma once

namespace plumbline {

/// transform_on_line is fastest at c < 0, and at whole numbers c <= -2 by far.
struct ConvolvedLine {};

}  // namespace plumbline
