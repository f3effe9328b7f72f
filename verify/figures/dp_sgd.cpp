/// Figures 5 to 7 of "Beyond the Calibration Point": the divergence Delta between settings of DP-SGD that have the same
/// (epsilon, delta).
#include <fmt/format.h>

#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

FigureCurve curve(std::string title, Stroke kind, int colour) {
  return {std::move(title), {kind, colour}, kCertified, {}};
}

Figure cifar(FigureWork& work) {
  const auto calibrated = [&](const Rational& sigma) {
    return work.calibrated("subsampled_gaussian(sigma=" + sigma.text() + ",p=4096/50000)^?", "8",
                           "1e-5", sigma);
  };
  const std::string base = calibrated(Rational(2)).mechanism;
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 5: Δ-divergence from σ = 2 at (8, 1e-5)-DP";
  out.paper = "(8, 1e-5), baseline σ = 2, best accuracy at σ = 3";
  out.ours = "p = 4096/50000; N as (8, 1e-5) allows; no accuracies";
  FigurePanel delta{"CIFAR-10 runs", "noise multiplier σ", "Δ(σ = 2 || σ)", false, false, {}, {}};
  FigurePanel steps{"Steps", "noise multiplier σ", "N", false, false, {}, {}};
  FigureCurve worst = curve("symmetrised", Stroke::line_and_points, 0);
  FigureCurve forward = curve("forward only", Stroke::dashed, 0);
  FigureCurve N = curve("largest N at (8, 1e-5)-DP", Stroke::line_and_points, 1);
  for (const Rational& sigma : linear_grid(2, 5, work.points(7))) {
    const auto run = calibrated(sigma);
    worst.points.push_back(work.divergence(base, run.mechanism, Direction::worst, sigma));
    forward.points.push_back(work.divergence(base, run.mechanism, Direction::forward, sigma));
    FigurePoint found = run.point;
    found.lower = found.upper = run.parameter.text();  // N is exact
    N.points.push_back(found);
  }
  delta.curves = {worst, forward};
  delta.look.legend = "bottom right";
  delta.look.strokes = {{"dotted", "3", "graph 0", "3", "graph 1"}};
  delta.look.labels = {{"", "best accuracy in the paper", "3", "graph 0.95", "0.7,0"}};
  steps.curves = {N};
  steps.look.legend = "top left";
  out.panels = {delta, steps};
  return out;
}

Figure settings(FigureWork& work) {
  const std::string base = "subsampled_gaussian(sigma=0.54,p=0.01)^500";
  Figure out;
  out.title =
      "Beyond the Calibration Point, Figure 6: Δ-divergence from SGM(σ=0.54, p=0.01, N=500)";
  out.paper = "the base; (8, 1e-5); ranges of p and N";
  out.ours = "the grid; σ calibrated to (8, 1e-5). Solid: symmetrised; dashed: forward only";
  const std::string divergence = "Δ(base || p, N)";
  FigurePanel rates{
      "Against the sampling rate", "sampling rate p", divergence, false, false, {}, {}};
  FigurePanel noises{"Against the noise", "noise multiplier σ", divergence, true, false, {}, {}};
  rates.look.legend = noises.look.legend = "bottom right";
  rates.look.x_range = noises.look.y_range = "0:*";
  noises.look.x_range = "0.5:25";
  noises.look.strokes = {{"arrow", "0.54", "0.03", "0.54", "0.001"}};
  noises.look.labels = {{"", "base", "0.54", "0.035", ""}};
  FigureCurve sigmas = curve("sigma", Stroke::hidden, 0);
  int colour = 0;
  for (const char* N : {"534", "1000", "1500"}) {
    FigureCurve worst = curve(std::string("N = ") + N, Stroke::line_and_points, colour);
    FigureCurve forward = curve(worst.title + ", forward only", Stroke::dashed, colour++);
    forward.style.legend = false;
    FigureCurve worst_by_noise = worst, forward_by_noise = forward;
    for (const Rational& p : log_grid(0.04, 0.9, work.points(7))) {
      const auto run =
          work.calibrated("subsampled_gaussian(sigma=?,p=" + p.text() + ")^" + N, "8", "1e-5", p);
      sigmas.points.push_back(run.point);
      worst.points.push_back(work.divergence(base, run.mechanism, Direction::worst, p));
      forward.points.push_back(work.divergence(base, run.mechanism, Direction::forward, p));
      worst_by_noise.points.push_back(at_x(worst.points.back(), run.parameter));
      forward_by_noise.points.push_back(at_x(forward.points.back(), run.parameter));
    }
    rates.curves.push_back(worst);
    rates.curves.push_back(forward);
    noises.curves.push_back(worst_by_noise);
    noises.curves.push_back(forward_by_noise);
  }
  rates.curves.push_back(sigmas);
  out.panels = {rates, noises};
  return out;
}

Figure reconstruction(FigureWork& work) {
  const std::string base = "subsampled_gaussian(sigma=0.6,p=0.01)^100";
  const Rational kappa(1, 10);
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 7: reconstruction bound against Δ-divergence";
  out.paper = "base SGM(σ=0.6, p=0.01); (4, 1e-5)";
  out.ours = "N = 100, κ = 0.1, the grid of p";
  FigurePanel panel{"p = 0.02 to 0.99 at (4, 1e-5)-DP, forward only",
                    "Δ(base || p)",
                    "reconstruction bound γ(κ)",
                    false,
                    false,
                    {},
                    {}};
  FigureCurve gammas = curve("certified", Stroke::line_and_points, 0);
  FigureCurve chord = curve("straight line from the first to the last", Stroke::dotted, -1);
  FigureCurve sigmas = curve("sigma", Stroke::hidden, 0);
  const FigurePoint start = at_x(work.value("rero", base, Direction::forward, kappa), Rational(0));
  gammas.points.push_back(start);
  for (const Rational& p : log_grid(0.02, 0.99, work.points(9))) {
    const auto run =
        work.calibrated("subsampled_gaussian(sigma=?,p=" + p.text() + ")^100", "4", "1e-5", p);
    sigmas.points.push_back(run.point);
    const FigurePoint delta = work.divergence(base, run.mechanism, Direction::forward, p);
    FigurePoint gamma = at_x(work.value("rero", run.mechanism, Direction::forward, kappa), delta);
    gamma.other = base;
    gammas.points.push_back(gamma);
  }
  chord.points = {start, gammas.points.back()};
  const double gamma0 = start.low;
  const std::string low = fmt::format("{}", gamma0), high = fmt::format("{}", gamma0 + 0.15);
  panel.look.legend = "top left";
  panel.look.x_range = "0:0.13";
  panel.look.strokes = {{"measure", "0.12", low, "0.12", high}};
  panel.look.labels = {{"measure", "the paper: +0.15 at 0.12", "0.118", low, "0,2"}};
  panel.curves = {gammas, chord, sigmas};
  out.panels = {panel};
  return out;
}

}  // namespace

std::vector<FigureEntry> dp_sgd() {
  return {{"bcp-5", "Delta from the baseline of CIFAR-10 runs against sigma", cifar},
          {"bcp-6", "Delta from a base setting over p and N at (8, 1e-5)", settings},
          {"bcp-7", "reconstruction bound against Delta at (4, 1e-5)", reconstruction}};
}

}  // namespace plumbline::figures
