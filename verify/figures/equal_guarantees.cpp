/// Figures 1 f, 3 and 4 of the paper on data reconstruction ([ReRo] in registry.hpp): subsampled Gaussians with p =
/// 0.1, 0.5, 0.9 calibrated to (4, 1e-5)-DP, for 100 steps, for one step, and for 10000 steps.
#include <fmt/format.h>

#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

struct Mechanism {
  std::string rate, expression, name;
  FigurePoint sigma;
};

std::vector<Mechanism> calibrated(FigureWork& work, const std::string& steps) {
  std::vector<Mechanism> out;
  for (const std::string rate : {"0.1", "0.5", "0.9"}) {
    const auto found = work.calibrated("subsampled_gaussian(sigma=?,p=" + rate + ")^" + steps, "4",
                                       "1e-5", Rational::parse(rate));
    out.push_back({rate, found.mechanism,
                   fmt::format("p = {}, σ = {:.4f}", rate, found.parameter.approximate()),
                   found.point});
  }
  return out;
}

FigureCurve sigmas(const std::vector<Mechanism>& mechanisms) {
  FigureCurve out{"sigma", {Stroke::hidden, 0}, kCertified, {}};
  for (const Mechanism& m : mechanisms) out.points.push_back(m.sigma);
  return out;
}

Figure bounds(FigureWork& work) {
  Figure out;
  out.title = "ReRo, Figure 1 f: reconstruction bounds at equal (ε, δ)";
  out.paper = "constant (ε, δ); p = 0.1 and 0.9; κ = 0.1 marked";
  out.ours = "(4, 1e-5), N = 100, p = 0.5";
  FigurePanel panel{"N = 100, (4, 1e-5)-DP", "prior κ", "γ(κ)", false, false, {}, {}};
  panel.look.legend = "bottom right";
  panel.look.strokes = {{"dotted", "0.1", "0", "0.1", "1"}};
  const std::vector<Mechanism> mechanisms = calibrated(work, "100");
  const std::vector<Rational> kappas = unit_grid(work.points(41));
  int colour = 0;
  for (const Mechanism& m : mechanisms) {
    panel.curves.push_back({m.name,
                            {Stroke::line, colour++},
                            kCertified,
                            work.values("rero", m.expression, Direction::forward, kappas)});
  }
  panel.curves.push_back(sigmas(mechanisms));
  out.panels = {panel};
  return out;
}

FigurePanel profiles(FigureWork& work, const std::vector<Mechanism>& mechanisms) {
  FigurePanel panel{"Privacy profiles", "ε", "δ(ε)", false, true, {}, {}};
  panel.look.powers = "y";
  panel.look.labels = {{"ring", "(4, 1e-5)", "4", "1e-5", "1,0.8"}};
  int colour = 0;
  for (const Mechanism& m : mechanisms) {
    panel.curves.push_back(
        {m.name,
         {Stroke::line, colour++},
         kCertified,
         work.values("delta", m.expression, Direction::worst, linear_grid(0, 8, work.points(41)))});
  }
  panel.curves.push_back(sigmas(mechanisms));
  return panel;
}

Figure one_step(FigureWork& work) {
  Figure out;
  out.title = "ReRo, Figure 3: one step at equal (4, 1e-5)-DP";
  out.paper = "p = 0.1, 0.5, 0.9; N = 1; (4, 1e-5)";
  out.ours = "nothing (σ calibrated)";
  const std::vector<Mechanism> mechanisms = calibrated(work, "1");
  FigurePanel curves{"Trade-off functions: forward (solid), reverse (dashed), both (dotted)",
                     "α",
                     "f(α)",
                     false,
                     false,
                     {},
                     {}};
  const struct {
    Direction direction;
    Stroke kind;
    std::string suffix;
  } looks[] = {{Direction::forward, Stroke::line, ""},
               {Direction::reverse, Stroke::dashed, ", reverse"},
               {Direction::worst, Stroke::dotted, ", both"}};
  for (const auto& look : looks) {
    int colour = 0;
    for (const Mechanism& m : mechanisms) {
      curves.curves.push_back(
          {m.name + look.suffix,
           {look.kind, colour++, false, look.kind == Stroke::line},
           kCertified,
           work.values("tradeoff", m.expression, look.direction, unit_grid(work.points(41)))});
    }
  }
  out.panels = {profiles(work, mechanisms), curves};
  return out;
}

Figure many_steps(FigureWork& work) {
  Figure out;
  out.title = "ReRo, Figure 4: ten thousand steps at equal (4, 1e-5)-DP";
  out.paper = "p = 0.1, 0.5, 0.9; N = 10000; (4, 1e-5)";
  out.ours = "nothing (σ calibrated); the right panel";
  const std::vector<Mechanism> mechanisms = calibrated(work, "10000");
  const std::vector<Rational> alphas = unit_grid(work.points(41));
  FigurePanel curves{
      "Trade-off functions: certified (lines), CLT (points)", "α", "f(α)", false, false, {}, {}};
  FigurePanel gaps{"f less that of p = 0.9: forward (solid), reverse (dashed)",
                   "α",
                   "difference",
                   false,
                   false,
                   {},
                   {}};
  gaps.look.zero_line = true;
  const std::string& last = mechanisms.back().expression;
  int colour = 0;
  for (const Mechanism& m : mechanisms) {
    curves.curves.push_back({m.name,
                             {Stroke::line, colour},
                             kCertified,
                             work.values("tradeoff", m.expression, Direction::worst, alphas)});
    curves.curves.push_back(
        {m.name + ", CLT",
         {Stroke::points, colour, false, false},
         "clt",
         work.approximations("clt", "tradeoff", m.expression, Direction::worst, alphas)});
    if (m.expression != last) {
      for (const Direction direction : {Direction::forward, Direction::reverse}) {
        const bool forward = direction == Direction::forward;
        FigureCurve gap{m.name + (forward ? "" : ", reverse"),
                        {forward ? Stroke::line : Stroke::dashed, colour, false, forward},
                        kCertified,
                        {}};
        for (const Rational& at : alphas) {
          gap.points.push_back(work.difference("tradeoff", m.expression, last, direction, at));
        }
        gaps.curves.push_back(gap);
      }
    }
    ++colour;
  }
  out.panels = {profiles(work, mechanisms), curves, gaps};
  return out;
}

}  // namespace

std::vector<FigureEntry> equal_guarantees() {
  return {{"rero-1f", "gamma at equal (epsilon, delta) for p = 0.1, 0.5, 0.9", bounds},
          {"rero-3", "one step at equal (4, 1e-5): profiles and trade-off functions", one_step},
          {"rero-4", "ten thousand steps at equal (4, 1e-5)", many_steps}};
}

}  // namespace plumbline::figures
