/// Figures 1 and 3 of "Beyond the Calibration Point": the Bayes errors of two mechanisms, neither of which is more
/// private than the other.
#include <fmt/format.h>

#include <tuple>

#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

/// Delta(a || b) as a point at the prior that attains it, with a ruler (a line with bars at its ends) between the two
/// Bayes errors at that prior.
struct Ruler {
  FigurePoint delta;
  FigureStroke stroke;
  FigureLabel label;
};

/// Computes the ruler. `offset` is the distance of the label from the lower end.
Ruler ruler(FigureWork& work, const std::string& a, const std::string& b,
            const std::string& offset) {
  Ball prior{Bits{64}};
  Ruler out{work.divergence(a, b, Direction::worst, Rational(0), &prior), {}, {}};
  std::tie(out.delta.x_lower, out.delta.x_upper) = prior.decimal_bounds(10);
  const Rational at = rounded(prior.approximate());
  const double top = work.value("bayes", a, Direction::worst, at).low;
  const double bottom = work.value("bayes", b, Direction::worst, at).low;
  const std::string x = fmt::format("{}", at.approximate()), low = fmt::format("{}", bottom);
  out.stroke = {"ruler", x, low, x, fmt::format("{}", top)};
  out.label = {"front", fmt::format("Δ = {:.3g}", out.delta.low), x, low, offset};
  return out;
}

void add(const Ruler& ruler, FigurePanel* panel) {
  panel->look.strokes.push_back(ruler.stroke);
  panel->look.labels.push_back(ruler.label);
}

FigureCurve curve(std::string title, Stroke kind, int colour, std::vector<FigurePoint> points) {
  return {std::move(title), {kind, colour}, kCertified, std::move(points)};
}

/// Draws the privacy profiles, trade-off functions and Bayes errors of two mechanisms calibrated to the same (epsilon,
/// delta).
Figure calibration_point(FigureWork& work) {
  const Rational zero(0);
  const auto few = work.calibrated("subsampled_gaussian(sigma=?,p=0.3)^10", "4", "0.08", zero);
  const auto many = work.calibrated("subsampled_gaussian(sigma=?,p=0.9)^10", "4", "0.08", zero);
  const std::string names[] = {fmt::format("σ = {:.4f}, p = 0.3", few.parameter.approximate()),
                               fmt::format("σ = {:.4f}, p = 0.9", many.parameter.approximate())};
  const std::string mechanisms[] = {few.mechanism, many.mechanism};
  const int n = work.points(41);
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 1: two SGMs of equal (4, 0.08)-DP";
  out.paper = "(4.00, 0.08)";
  out.ours = "p = 0.3 and 0.9, 10 steps (σ calibrated); the panels on f and R";
  FigurePanel profiles{"Privacy profiles", "ε", "δ(ε)", false, true, {}, {}};
  FigurePanel errors{"Trade-off functions (symmetrised)", "α", "f(α)", false, false, {}, {}};
  FigurePanel bayes{"Minimum Bayes errors", "prior π of H0", "R(π)", false, false, {}, {}};
  profiles.look.y_range = "0.0005:1";
  profiles.look.strokes = {{"dotted", "4", "graph 0", "4", "0.08"},
                           {"dotted", "0", "0.08", "4", "0.08"}};
  profiles.look.labels = {{"", "(4, 0.08)", "4", "0.08", "0.5,0.7"}};
  bayes.look.legend = "bottom center";
  for (int k = 0; k < 2; ++k) {
    const std::string& m = mechanisms[k];
    const auto add_curve = [&](FigurePanel& panel, const std::string& quantity, double hi) {
      panel.curves.push_back(curve(names[k], Stroke::line, k,
                                   work.values(quantity, m, Direction::worst,
                                               hi == 1 ? unit_grid(n) : linear_grid(0, hi, n))));
    };
    add_curve(profiles, "delta", 8);
    add_curve(errors, "tradeoff", 1);
    add_curve(bayes, "bayes", 1);
  }
  const Ruler there = ruler(work, few.mechanism, many.mechanism, "1,0.8");
  const Ruler back = ruler(work, many.mechanism, few.mechanism, "1,0.5");
  add(there, &bayes);
  add(back, &bayes);
  bayes.curves.push_back(curve("Delta(p=0.3 || p=0.9)", Stroke::hidden, 0, {there.delta}));
  bayes.curves.push_back(curve("Delta(p=0.9 || p=0.3)", Stroke::hidden, 0, {back.delta}));
  profiles.curves.push_back(curve("sigma", Stroke::hidden, 0, {few.point, many.point}));
  out.panels = {profiles, errors, bayes};
  return out;
}

Figure gauss_laplace(FigureWork& work) {
  const std::string gauss = "gaussian(sigma=1)", laplace = "laplace(b=1)";
  const std::vector<Rational> priors = linear_grid(0, 1, work.points(101));
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 3: Gauss against Laplace";
  out.paper = "σ = 1, b = 1, unit sensitivity";
  out.ours = "nothing; the right panel is the difference of the left one's curves";
  FigurePanel bayes{"Minimum Bayes errors", "prior π", "R(π)", false, false, {}, {}};
  FigurePanel gap{"R(Gauss) - R(Laplace)", "prior π", "difference", false, false, {}, {}};
  bayes.curves.push_back(
      curve("Gauss", Stroke::line, 0, work.values("bayes", gauss, Direction::worst, priors)));
  bayes.curves.push_back(
      curve("Laplace", Stroke::line, 1, work.values("bayes", laplace, Direction::worst, priors)));
  const Ruler there = ruler(work, gauss, laplace, "-5,2"),
              back = ruler(work, laplace, gauss, "0.7,-0.7");
  bayes.curves.push_back(curve("Delta(Gauss || Laplace)", Stroke::hidden, 0, {there.delta}));
  bayes.curves.push_back(curve("Delta(Laplace || Gauss)", Stroke::hidden, 0, {back.delta}));
  const FigurePoint cross = work.crossing(gauss, laplace, Rational(35, 100), Rational(1, 2));
  bayes.curves.push_back(
      {"crossing at 0.418539", {Stroke::line_and_points, -1}, kCertified, {cross}});
  bayes.look.legend = "bottom center";
  add(there, &bayes);
  add(back, &bayes);
  FigureCurve difference = curve("R(Gauss) - R(Laplace)", Stroke::line, 2, {});
  for (const Rational& at : priors) {
    difference.points.push_back(work.difference("bayes", gauss, laplace, Direction::worst, at));
  }
  gap.curves.push_back(difference);
  gap.look.legend = "off";
  gap.look.zero_line = true;
  out.panels = {bayes, gap};
  return out;
}

}  // namespace

std::vector<FigureEntry> bayes_errors() {
  return {
      {"bcp-1", "two subsampled Gaussians of equal (4, 0.08)-DP that cross", calibration_point},
      {"bcp-3", "Bayes errors of a Gaussian and a Laplace mechanism, and Delta", gauss_laplace}};
}

}  // namespace plumbline::figures
