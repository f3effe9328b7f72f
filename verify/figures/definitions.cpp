/// Figures 2 and 8 of "Beyond the Calibration Point": the definition of the divergence Delta, and the relation between
/// trade-off functions and Bayes errors.
#include <fmt/format.h>

#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

/// Returns the point at `x` with the value (y + add) * by, where y is the value of `point`, in exact arithmetic.
FigurePoint moved(FigurePoint point, const Rational& x, const Rational& add, const Rational& by) {
  const Rational low = (Rational::parse(point.lower) + add) * by,
                 high = (Rational::parse(point.upper) + add) * by;
  point.lower = low.text();
  point.upper = high.text();
  point.low = low.approximate();
  point.high = high.approximate();
  return at_x(std::move(point), x);
}

/// Returns the difference a - b as an enclosure, computed from the ends of both points.
FigurePoint gap(const FigurePoint& a, const FigurePoint& b, const std::string& quantity) {
  FigurePoint out = a;
  const Rational low = Rational::parse(a.lower) - Rational::parse(b.upper),
                 high = Rational::parse(a.upper) - Rational::parse(b.lower);
  out.quantity = quantity;
  out.other = b.mechanism;
  out.lower = low.text();
  out.upper = high.text();
  out.low = low.approximate();
  out.high = high.approximate();
  return out;
}

/// Draws Delta(Gauss || Laplace). This is the smallest kappa with f(alpha + kappa) - kappa <= f~(alpha) for all alpha,
/// where f is the trade-off function of the Gaussian mechanism and f~ that of the Laplace mechanism.
Figure shifted_curve(FigureWork& work) {
  const std::string gauss = "gaussian(sigma=1)", laplace = "laplace(b=0.8)";
  const FigurePoint delta = work.divergence(gauss, laplace, Direction::worst, Rational(0));
  const Rational kappa = decimal_above(Rational::parse(delta.upper), 7);
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 2: the shift that restores dominance";
  out.paper = "a Gaussian and a Laplace mechanism whose trade-off functions cross";
  out.ours = "σ = 1, b = 0.8; κ is Δ(Gauss || Laplace) rounded up in the seventh digit";
  FigurePanel curves{"Trade-off functions", "α", "f(α)", false, false, {}, {}};
  FigurePanel gaps{"f less that of Laplace", "α", "difference", false, false, {}, {}};
  FigureCurve f{"f, Gauss", {Stroke::line, 0}, kCertified, {}},
      f_tilde{"Laplace", {Stroke::line, 1}, kCertified, {}},
      shifted{fmt::format("f(α+κ) - κ, κ = {:.5f}", kappa.approximate()),
              {Stroke::dashed, 0},
              kCertified,
              {}},
      before{"before", {Stroke::line, 0}, kCertified, {}},
      after{"shifted by κ", {Stroke::dashed, 0}, kCertified, {}};
  for (const Rational& alpha : unit_grid(work.points(81))) {
    const FigurePoint here = work.value("tradeoff", gauss, Direction::worst, alpha),
                      there = work.value("tradeoff", laplace, Direction::worst, alpha);
    f.points.push_back(here);
    f_tilde.points.push_back(there);
    before.points.push_back(gap(here, there, "tradeoff difference"));
    const Rational right = alpha + kappa;
    if (right > Rational(1)) continue;
    FigurePoint moved_here = moved(work.value("tradeoff", gauss, Direction::worst, right), alpha,
                                   Rational(0) - kappa, Rational(1));
    moved_here.quantity = "tradeoff less kappa";
    shifted.points.push_back(moved_here);
    after.points.push_back(gap(moved_here, there, "tradeoff less kappa difference"));
  }
  curves.curves = {f, f_tilde, shifted, {"Delta", {Stroke::hidden, 0}, kCertified, {delta}}};
  curves.look.y_range = "-0.06:1";
  curves.look.zero_line = curves.look.equal_scales = true;
  gaps.curves = {before, after};
  gaps.look.zero_line = true;
  gaps.look.legend = "bottom right";
  out.panels = {curves, gaps};
  return out;
}

/// Returns the line pi alpha + (1-pi) y = R(pi) for the prior pi, from axis to axis.
FigureCurve tangent(FigureWork& work, const std::string& mechanism, const Rational& prior,
                    int colour) {
  const FigurePoint R = work.value("bayes", mechanism, Direction::worst, prior);
  const Rational one(1), zero(0);
  FigurePoint right = moved(R, zero, zero, one / prior);
  right.x_lower = right.lower;
  right.x_upper = right.upper;
  right.lower = right.upper = "0";
  right.low = right.high = 0;
  return {fmt::format("π = {}", prior.text()),
          {Stroke::dashed, colour},
          kCertified,
          {moved(R, zero, zero, one / (one - prior)), right}};
}

/// Returns the line pi alpha + (1-pi) f(alpha) over all priors pi, for the level alpha.
FigureCurve test_line(FigureWork& work, const std::string& mechanism, const Rational& level,
                      int colour) {
  const FigurePoint f = work.value("tradeoff", mechanism, Direction::worst, level);
  FigurePoint right = at_x(f, Rational(1));
  right.lower = right.upper = level.text();
  right.low = right.high = level.approximate();
  return {fmt::format("α = {}", level.text()),
          {Stroke::dashed, colour},
          kCertified,
          {at_x(f, Rational(0)), right}};
}

Figure both_ways(FigureWork& work) {
  const std::string gauss = "gaussian(sigma=1)";
  const std::vector<Rational> grid = unit_grid(work.points(81));
  const FigurePoint balance = work.value("fixed_point", gauss, Direction::worst, Rational(0));
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 8: from f to R and back";
  out.paper = "a Gaussian mechanism, σ = 1, unit sensitivity";
  out.ours = "the priors and the levels of the lines";
  FigurePanel from_f{"R from f: a line of each prior touches f", "α", "f(α)", false, false, {}, {}};
  FigurePanel from_R{
      "f from R: a line of each level touches R", "prior π", "R(π)", false, false, {}, {}};
  from_f.curves.push_back(
      {"f", {Stroke::line, 0}, kCertified, work.values("tradeoff", gauss, Direction::worst, grid)});
  from_R.curves.push_back(
      {"R", {Stroke::line, 0}, kCertified, work.values("bayes", gauss, Direction::worst, grid)});
  int colour = 1;
  for (const Rational& prior : {Rational(1, 5), Rational(1, 2), Rational(4, 5)}) {
    from_f.curves.push_back(tangent(work, gauss, prior, colour++));
  }
  colour = 1;
  for (const Rational& level : {Rational(1, 20), Rational(3, 10), Rational(7, 10)}) {
    from_R.curves.push_back(test_line(work, gauss, level, colour++));
  }
  const std::string at = fmt::format("{:.6f}", balance.low);
  from_f.look.equal_scales = true;
  from_f.look.x_range = from_f.look.y_range = "0:1";
  from_f.look.labels = {{"dot", "α* = f(α*) = " + at, at, at, "1,0.6"}};
  from_R.look.legend = "top left";
  from_R.look.y_range = "0:0.5";
  from_R.look.labels = {{"dot", "R* = " + at, "0.5", at, "-4,-2"}};
  FigurePoint star = at_x(balance, balance);
  star.x_lower = balance.lower;
  star.x_upper = balance.upper;
  from_f.curves.push_back({"fixed point", {Stroke::hidden, 0}, kCertified, {star}});
  from_R.curves.push_back(
      {"minimax error",
       {Stroke::hidden, 0},
       kCertified,
       {at_x(work.value("minimax", gauss, Direction::worst, Rational(0)), Rational(1, 2))}});
  out.panels = {from_f, from_R};
  return out;
}

}  // namespace

std::vector<FigureEntry> definitions() {
  return {{"bcp-2", "a trade-off function shifted until it is dominated: Delta", shifted_curve},
          {"bcp-8", "trade-off function and Bayes error, each as the envelope of the other's lines",
           both_ways}};
}

}  // namespace plumbline::figures
