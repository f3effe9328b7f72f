/// Figures 6 and 7 of "Total Variation Meets Differential Privacy": two staircase densities, one of which is shifted by
/// the sensitivity.
#include <fmt/format.h>

#include "reference/mechanisms/laplace/staircase_density.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

/// Returns the staircase density with the given centre, on the interval from centre + `from` to centre + `to`.
FigureCurve density(FigureWork& work, const std::string& title, const CurveStyle& style,
                    const Rational& epsilon, const Rational& gamma, long centre, long from,
                    long to) {
  const std::string mechanism =
      "staircase(epsilon=" + epsilon.text() + ",gamma=" + gamma.text() + ")";
  FigureCurve out{title, style, kCertified, {}};
  const auto step = [&](const Rational& left, const Rational& right, long level) {
    const Certified height = staircase_density(epsilon, gamma, level, work.effort().digits);
    for (const Rational& x : {left, right}) {
      out.points.push_back(work.answered("density", mechanism, "x=" + x.text(), x, height));
    }
  };
  const Rational c(centre), unit(1);
  for (long k = from; k < to; ++k) {  // the unit from centre + k to centre + k + 1
    const Rational left = c + Rational(k), right = left + unit;
    if (k >= 0) {
      step(left, left + gamma, k);
      step(left + gamma, right, k + 1);
    } else {
      step(left, right - gamma, -k);
      step(right - gamma, right, -k - 1);
    }
  }
  return out;
}

Figure two(FigureWork& work, const std::string& number, const Rational& gamma) {
  Figure out;
  out.title = "TV, Figure " + number + ": staircase densities, γ " +
              (gamma <= Rational(1, 2) ? "at most" : "above") + " 1/2";
  out.paper = "the form of the densities";
  out.ours = "ε = 1, γ = " + gamma.text() + ", sensitivity 1";
  FigurePanel panel{"ε = 1, γ = " + gamma.text(), "x", "density", false, false, {}, {}};
  panel.look.x_range = "-3:4";
  panel.look.y_range = "0:*";
  panel.look.legend = "top left";
  panel.curves = {density(work, "P", {Stroke::line, 0}, Rational(1), gamma, 0, -3, 4),
                  density(work, "Q, shifted by the sensitivity", {Stroke::dashed, 1}, Rational(1),
                          gamma, 1, -4, 3)};
  out.panels = {panel};
  return out;
}

Figure low(FigureWork& work) { return two(work, "6", Rational(3, 10)); }
Figure high(FigureWork& work) { return two(work, "7", Rational(7, 10)); }

}  // namespace

std::vector<FigureEntry> staircases() {
  return {{"tv-6", "two staircase densities, gamma at most 1/2", low},
          {"tv-7", "two staircase densities, gamma above 1/2", high}};
}

}  // namespace plumbline::figures
