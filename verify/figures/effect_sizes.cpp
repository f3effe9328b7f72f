/// Figure 1 a to d of the paper on data reconstruction ([ReRo] in registry.hpp): the reconstruction bound against the
/// effect size, by the methods that the paper compares, next to the certified value. The paper prints its parameters
/// only inside the images; only the largest epsilon of each panel is known.
#include <fmt/format.h>

#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

struct EffectPanel {
  std::string title, paper, ours, effect;
  std::string before, after;  ///< parts of the expression before and after the sensitivity
  std::string kappa, samples;
  double largest;  ///< largest effect size
  int points;
  std::string clt, legend, y_range;
};

Figure against_effect(FigureWork& work, const EffectPanel& spec) {
  const Rational kappa = Rational::parse(spec.kappa);
  const int n = work.points(spec.points);
  const auto mechanism = [&](const Rational& effect) {
    return spec.before + effect.text() + spec.after;
  };
  FigurePanel panel{
      spec.title, "effect size " + spec.effect, "γ(" + spec.kappa + ")", false, false, {}, {}};
  panel.look.x_range = fmt::format("0:{:.4g}", 1.03 * spec.largest);
  panel.look.y_range = spec.y_range;
  panel.look.legend = spec.legend;
  FigureCurve truth{"certified", {Stroke::line, -1}, kCertified, {}};
  FigureCurve clt{"CLT (" + spec.clt + ")", {Stroke::points, 0}, spec.clt, {}};
  FigureCurve edgeworth{"Edgeworth, order 4", {Stroke::points, 1}, "edgeworth4", {}};
  FigureCurve sampled{"Monte Carlo, " + spec.samples + " samples, 95 % band",
                      {Stroke::points, 2, true},
                      "monte_carlo",
                      {}};
  const std::map<std::string, Rational> options = {{"samples", Rational::parse(spec.samples)}};
  const std::vector<Rational> effects = linear_grid(spec.largest / n, spec.largest, n);
  for (const Rational& effect : effects) {
    const std::string m = mechanism(effect);
    const Direction forward = Direction::forward;
    truth.points.push_back(at_x(work.value("rero", m, forward, kappa), effect));
    for (FigureCurve* c : {&clt, &edgeworth, &sampled}) {
      c->points.push_back(
          at_x(work.approximation(c->method, "rero", m, forward, kappa,
                                  c == &sampled ? options : std::map<std::string, Rational>{}),
               effect));
    }
  }
  panel.curves = {truth, clt, edgeworth, sampled};
  Figure out;
  out.title = spec.title;
  out.paper = spec.paper;
  out.ours = spec.ours;
  panel.title = "γ at κ = " + spec.kappa;
  out.panels = {panel};
  return out;
}

Figure laplace(FigureWork& work) {
  return against_effect(work, {"ReRo, Figure 1 a: Laplace mechanism", "largest ε = 20",
                               "N = 20, κ = 0.1 (ε = N Δ/b)", "Δ/b", "laplace(b=1,sensitivity=",
                               ")^20", "0.1", "100000", 1, 20, "clt_v", "bottom right", "0:1.3"});
}

Figure subsampled_laplace(FigureWork& work) {
  // The largest effect size x corresponds to epsilon = log(1 + 0.1 (e^(100 x) - 1)) = 100, so x = 1.02303.
  return against_effect(
      work, {"ReRo, Figure 1 b: subsampled Laplace mechanism",
             "largest ε = 100 by log(1 + p(e^(NΔ/b) - 1))", "p = 0.1, N = 100, κ = 0.1", "Δ/b",
             "subsampled_laplace(b=1,p=0.1,sensitivity=", ")^100", "0.1", "20000", 1.023, 10,
             "clt_v", "bottom right", ""});
}

/// Adds the epsilon at delta = 1e-6 for the largest effect size, as a label next to the curve.
Figure with_epsilon(FigureWork& work, const EffectPanel& spec) {
  Figure out = against_effect(work, spec);
  const Rational largest = rounded(spec.largest);
  FigurePoint epsilon = work.value("epsilon", spec.before + largest.text() + spec.after,
                                   Direction::worst, power_of_ten(-6));
  out.ours += fmt::format("; ε(1e-6) = {:.4g} at the right end", epsilon.low);
  out.panels[0].curves.push_back(
      {"epsilon at the largest effect", {Stroke::hidden, 0}, kCertified, {at_x(epsilon, largest)}});
  return out;
}

Figure gaussian(FigureWork& work) {
  return with_epsilon(work, {"ReRo, Figure 1 c: Gaussian mechanism", "largest ε = 100 at δ = 1e-6",
                             "N = 100, κ = 0.001", "Δ/σ", "gaussian(sigma=1,sensitivity=", ")^100",
                             "0.001", "1000000", 1.022, 20, "clt", "center right", "0:1.05"});
}

Figure subsampled_gaussian(FigureWork& work) {
  return with_epsilon(work, {"ReRo, Figure 1 d: subsampled Gaussian mechanism",
                             "δ = 1e-6 (its ε is O(1e8))", "p = 0.1, N = 100, κ = 1e-4", "Δ/σ",
                             "subsampled_gaussian(sigma=1,p=0.1,sensitivity=", ")^100", "0.0001",
                             "20000", 2.5, 20, "clt", "top left", "0:1.05"});
}

}  // namespace

std::vector<FigureEntry> effect_sizes() {
  return {{"rero-1a", "gamma against the effect size: Laplace", laplace},
          {"rero-1b", "gamma against the effect size: subsampled Laplace", subsampled_laplace},
          {"rero-1c", "gamma against the effect size: Gaussian", gaussian},
          {"rero-1d", "gamma against the effect size: subsampled Gaussian", subsampled_gaussian}};
}

}  // namespace plumbline::figures
