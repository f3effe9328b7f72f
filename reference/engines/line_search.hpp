/// Searches in doubles for contours: heuristics, which enter no bound.
#pragma once

#include <cmath>

#include "reference/arithmetic/heuristics.hpp"

namespace plumbline::fourier {

/// The last state of a golden-section search: the interval, two points in it and the values there.
struct GoldenEnd {
  double a, b, x, y, fx, fy;
  double middle() const { return (a + b) / 2; }
  double best() const { return fx < fy ? x : y; }
};

/// Returns the last state of a search for the minimum of a unimodal function. The function may be infinite on one side.
template <class F>
GoldenEnd golden_search(double a, double b, int steps, F f) {
  constexpr double kRatio = 0.6180339887498949;
  double x = b - kRatio * (b - a), y = a + kRatio * (b - a);
  double fx = f(x), fy = f(y);
  for (int i = 0; i < steps; ++i) {
    if (fx < fy || !std::isfinite(fy)) {
      b = y;
      y = x;
      fy = fx;
      x = b - kRatio * (b - a);
      fx = f(x);
    } else {
      a = x;
      x = y;
      fx = fy;
      y = a + kRatio * (b - a);
      fy = f(y);
    }
  }
  return {a, b, x, y, fx, fy};
}
template <class F>
double golden(double a, double b, int steps, F f) {
  return golden_search(a, b, steps, f).best();
}

/// Rounds to 24 bits, so that a contour is a short exact number.
inline double short_double(double x) { return rounded(x, 24); }

/// Rounds down to 24 bits.
inline double round_down(double x) { return rounded_down(x, 24); }

}  // namespace plumbline::fourier
