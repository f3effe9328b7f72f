/// Figure 5 of "Total Variation Meets Differential Privacy": bounds for noisy SGD and the trade-off function of the
/// mechanism itself. The bound of Theorem 2 is evaluated exactly.
#include "reference/regions/noisy_sgd.hpp"

#include <fmt/format.h>

#include "verify/figures/registry.hpp"
#include "verify/papers/type_method_cost.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

constexpr const char* kMechanism = "subsampled_gaussian(sigma=1.3,p=256/60000)^3516";

std::vector<FigurePoint> points(FigureWork& work, const std::string& curve,
                                const std::vector<Rational>& alphas,
                                const std::vector<Certified>& values) {
  std::vector<FigurePoint> out;
  for (size_t i = 0; i < alphas.size(); ++i) {
    out.push_back(
        work.answered("noisy-sgd " + curve, kMechanism, alphas[i].text(), alphas[i], values[i]));
  }
  return out;
}

Figure comparison(FigureWork& work) {
  Figure out;
  out.title = "TV, Figure 5: noisy SGD, 15 epochs";
  out.paper = "n = 60000, m = 256, 1/1.3-GDP, ε = 0.5, 0.6, ..., 3.4";
  out.ours = "3516 steps (15 epochs are 3515.625); the right panel";
  const NoisySgd sgd = NoisySgd::figure_five();
  const std::vector<Rational> alphas = unit_grid(work.points(101));
  work.begin("thirty regions of 3516 steps");
  const SgdCurves curves = sgd_curves(sgd, alphas, work.effort());
  FigurePanel panel{
      "Bounds and the mechanism", "type I error", "type II error", false, false, {}, {}};
  panel.look.x_range = panel.look.y_range = "0:1";
  panel.curves = {{"the mechanism",
                   {Stroke::line, -1},
                   kCertified,
                   points(work, "truth", alphas, curves.truth)},
                  {"asymptotic (Dong et al.)",
                   {Stroke::dashed, 3},
                   kCertified,
                   points(work, "asymptotic", alphas, curves.asymptotic)},
                  {"Theorem 2",
                   {Stroke::line, 1},
                   kCertified,
                   points(work, "theorem2", alphas, curves.theorem2)},
                  {"moments accountant (1.19, 1e-5)",
                   {Stroke::line, 2},
                   kCertified,
                   work.values("tradeoff", "approximate_dp(epsilon=1.19,delta=1e-5)",
                               Direction::worst, alphas)},
                  {"Kairouz et al.",
                   {Stroke::line, 0},
                   kCertified,
                   points(work, "kairouz", alphas, curves.kairouz)}};
  // The panel on the error of the paper's approximation, which uses the method of types.
  work.begin("the method of types");
  const TypeMethodCost types = type_method_cost(sgd, alphas, work.effort());
  FigurePanel cost{"What the method of types costs",
                   "type I error",
                   "its curve less the exact one",
                   false,
                   false,
                   {},
                   {}};
  cost.look.x_range = "0:1";
  cost.look.legend = "top center";
  FigureCurve error{"types weighed by Stirling's term", {Stroke::line, 1}, "type_method", {}};
  for (size_t i = 0; i < alphas.size(); ++i) {
    FigurePoint p;
    p.quantity = "noisy-sgd theorem2 difference";
    p.mechanism = kMechanism;
    p.at = p.x_lower = p.x_upper = alphas[i].text();
    p.value = fmt::format("{:.6g}", types.tradeoff[i] - curves.theorem2[i].value().approximate());
    error.points.push_back(p);
  }
  cost.curves = {error};
  out.panels = {panel, cost};
  return out;
}

}  // namespace

std::vector<FigureEntry> noisy_sgd() {
  return {{"tv-5", "noisy SGD: exact Theorem 2, the mechanism and other bounds", comparison}};
}

}  // namespace plumbline::figures
