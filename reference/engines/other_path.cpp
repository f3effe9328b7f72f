#include "reference/engines/other_path.hpp"

#include <algorithm>
#include <cmath>

namespace plumbline::fourier {
namespace {

constexpr double kFiner = 0.84, kLonger = 1.08;
constexpr long kMoreBits = 24;

/// c moved some way to the right, not up to the next pole.
double moved_c(double c, double right) {
  double shift = right > c ? 0.08 * (right - c) : 0.02 * std::fabs(c);
  for (const double pole : {0.0, 1.0}) {
    if (pole > c) shift = std::min(shift, 0.2 * (pole - c));
    if (pole < c) shift = std::min(shift, 0.5 * (c - pole));
  }
  const double out = c + shift;
  return out == 0 || out == 1 ? c : out;
}

}  // namespace

Contour moved(const Contour& contour) {
  Contour out = contour;
  out.c = moved_c(contour.c, contour.right);
  out.step = kFiner * contour.step;
  out.last = static_cast<long>(std::ceil(static_cast<double>(contour.last) * kLonger / kFiner)) + 2;
  out.bits = contour.bits + kMoreBits;
  return out;
}

PeriodicContour moved(const PeriodicContour& contour) {
  PeriodicContour out = contour;
  out.c = moved_c(contour.c, contour.right);
  const long more = 2 * (contour.last / 8 + 3);  // nodes stays odd
  out.nodes = contour.nodes + Rational(more);
  out.bits = contour.bits + kMoreBits;
  if (contour.complete()) {
    out.last = contour.last + more / 2;
    return out;
  }
  const double longer = std::ceil(static_cast<double>(contour.last) * kLonger *
                                  (out.nodes / contour.nodes).approximate());
  // There are no nodes beyond half a period.
  const Rational half = (out.nodes - Rational(1)) / Rational(2);
  out.last = std::max(contour.last, static_cast<long>(std::min(longer, half.approximate())));
  if (Rational(out.last) > half) out.last = contour.last;
  return out;
}

}  // namespace plumbline::fourier
