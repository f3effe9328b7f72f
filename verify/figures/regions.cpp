/// Figures 1 to 4 of "Total Variation Meets Differential Privacy": the regions of type I and type II errors for
/// (epsilon, delta)-DP without and with a bound on the total variation, for the Laplace mechanism, and for
/// compositions.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/regions/tv_region.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

FigurePanel square(const std::string& title) {
  FigurePanel out{title, "type I error", "type II error", false, false, {}, {}};
  out.look.x_range = out.look.y_range = "0:1";
  return out;
}

FigureCurve tradeoff(FigureWork& work, const std::string& title, const CurveStyle& style,
                     const std::string& mechanism, int points = 101) {
  return {
      title, style, kCertified,
      work.values("tradeoff", mechanism, Direction::worst, linear_grid(0, 1, work.points(points)))};
}

double rough_delta(const std::string& mechanism, long epsilon) {
  const Query query{
      .quantity = "delta", .mechanism = mechanism, .at = {{"epsilon", Rational(epsilon).text()}}};
  return answer(query, Effort{}).value.value().approximate();
}

/// Returns the kinks of a trade-off function, each within 10^-14. The losses of the mechanism must be infinite or
/// integers from -most to most at a distance of `step`. Between two losses delta is linear in e^epsilon, so that f is
/// the maximum of the lines 1 - delta(t) - e^t a over the losses t, and its kinks are the crossings of the lines of
/// neighbouring losses.
std::vector<FigurePoint> kinks(FigureWork& work, const std::string& mechanism, long most,
                               long step) {
  std::vector<FigurePoint> out;
  for (long t = -most; t < most; t += step) {
    const double here = rough_delta(mechanism, t), there = rough_delta(mechanism, t + step);
    const double rise = std::exp(static_cast<double>(t + step)) - std::exp(static_cast<double>(t));
    const Rational at = Rational::parse(fmt::format("{:.15f}", (here - there) / rise));
    out.push_back(work.value("tradeoff", mechanism, Direction::worst, at));
  }
  return out;
}

/// Returns the curve with further points, in the order of x.
FigureCurve with_points(FigureCurve curve, const std::vector<FigurePoint>& more) {
  curve.points.insert(curve.points.end(), more.begin(), more.end());
  std::stable_sort(curve.points.begin(), curve.points.end(),
                   [](const FigurePoint& a, const FigurePoint& b) {
                     return Rational::parse(a.x_lower) < Rational::parse(b.x_lower);
                   });
  return curve;
}

Figure approximate_dp(FigureWork& work) {
  Figure out;
  out.title = "TV, Figure 1: the region of (ε, δ)-DP";
  out.paper = "the form of the region";
  out.ours = "ε = 1, δ = 0.05";
  FigurePanel panel = square("(1, 0.05)-DP");
  const std::string pair = "approximate_dp(epsilon=1,delta=0.05)";
  panel.curves = {
      with_points(tradeoff(work, "(1, 0.05)-DP", {Stroke::line, 0, false, true, true}, pair),
                  kinks(work, pair, 1, 2))};
  out.panels = {panel};
  return out;
}

Figure total_variation(FigureWork& work) {
  Figure out;
  out.title = "TV, Figure 2: the same with a total variation";
  out.paper = "the form of the region";
  out.ours = "ε = 1, δ = 0.05, η = 0.3";
  FigurePanel panel = square("(1, 0.05)-DP and 0.3-TV (Corollary 1)");
  const std::string larger = "approximate_dp(epsilon=1,delta=0.05)",
                    smaller = "total_variation_dp(epsilon=1,delta=0.05,eta=0.3)";
  panel.curves = {with_points(tradeoff(work, "(1, 0.05)-DP", {Stroke::dashed, 0}, larger),
                              kinks(work, larger, 1, 2)),
                  with_points(tradeoff(work, "and total variation 0.3",
                                       {Stroke::line, 1, false, true, true}, smaller),
                              kinks(work, smaller, 1, 1))};
  out.panels = {panel};
  return out;
}

Figure laplace(FigureWork& work) {
  Figure out;
  out.title = "TV, Figure 3: the Laplace mechanism and its region";
  out.paper = "ε = 1, η = 1 - e^(-1/2)";
  out.ours = "nothing (η to 30 digits)";
  const std::string eta = "0.393469340287366576396200465009";
  FigurePanel panel = square("Laplace, ε = 1");
  panel.curves = {tradeoff(work, "1-DP", {Stroke::dashed, 0}, "approximate_dp(epsilon=1,delta=0)"),
                  tradeoff(work, "total variation 1 - exp(-1/2)", {Stroke::dotted, 1},
                           "approximate_dp(epsilon=0,delta=" + eta + ")"),
                  tradeoff(work, "Laplace", {Stroke::line, 2}, "laplace(b=1)")};
  out.panels = {panel};
  return out;
}

/// Returns the line of the guarantee (j epsilon, delta_j) in Theorem 2, from axis to axis, and its mirror image.
FigureCurve line(FigureWork& work, const ComposedTv& composed, const std::string& mechanism, long j,
                 const CurveStyle& style, const std::string& title) {
  const std::string at = "j=" + std::to_string(j);
  FigureCurve out{title, style, kCertified, {}};
  for (const LineEnd& end : region_line(composed, j, work.effort())) {
    FigurePoint point = work.answered("compose-tv line", mechanism, at, Rational(0), end.type_two);
    std::tie(point.x_lower, point.x_upper) = end.type_one.value().decimal_bounds(12);
    out.points.push_back(point);
  }
  return out;
}

Figure composition(FigureWork& work) {
  Figure out;
  out.title = "TV, Figure 4: composition with a total variation (Theorem 2)";
  out.paper = "ε = 1, δ = 0, α = 0.3, k = 1 and 5; γ = 0.0139";
  out.ours = "nothing (η = 0.7 (e-1)/(e+1) to 49 digits)";
  const std::string eta = "0.3234820100820068309516229385505707841112024962311";
  for (const long k : {1L, 5L}) {
    const std::string steps = k == 1 ? "" : "^" + std::to_string(k);
    const std::string mechanism = "total_variation_dp(epsilon=1,delta=0,eta=" + eta + ")" + steps;
    const ComposedTv composed(
        {{Real(Rational(1)), Real(Rational(0)), Real(Rational::parse(eta)), k}});
    FigurePanel panel =
        square(k == 1 ? "k = 1" : "k = 5, and the lines of odd j (blue) and even j (pink)");
    work.begin("Theorem 2, k = " + std::to_string(k));
    if (k > 1) {
      for (long j = 0; j < k; ++j) {
        panel.curves.push_back(line(work, composed, mechanism, j,
                                    {Stroke::dotted, j % 2 == 0 ? 3 : 0, false, false},
                                    "line j = " + std::to_string(j)));
      }
    }
    const std::string pure = "approximate_dp(epsilon=1,delta=0)" + steps;
    panel.curves.push_back(with_points(
        tradeoff(work, "ε-DP (Kairouz et al.)", {Stroke::line, 2}, pure), kinks(work, pure, k, 2)));
    panel.curves.push_back(with_points(
        tradeoff(work, "α = 0.3 (Theorem 2)", {Stroke::line, -1, false, true, true}, mechanism),
        kinks(work, mechanism, k, 1)));
    panel.curves.push_back(tradeoff(work, "staircase, γ = 0.0139", {Stroke::points, 1},
                                    "staircase(epsilon=1,gamma=0.0139)" + steps, 21));
    out.panels.push_back(panel);
  }
  return out;
}

}  // namespace

std::vector<FigureEntry> regions() {
  return {{"tv-1", "the region of (epsilon, delta)-DP", approximate_dp},
          {"tv-2", "the region with a total variation", total_variation},
          {"tv-3", "the Laplace mechanism in its region", laplace},
          {"tv-4", "composition of one and five steps, with the lines and the staircase mechanism",
           composition}};
}

}  // namespace plumbline::figures
