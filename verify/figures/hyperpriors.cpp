/// Figure 4 of "Beyond the Calibration Point": which of two mechanisms is better depends on the assumed distribution of
/// priors.
#include <fmt/format.h>

#include <tuple>

#include "reference/values/hyperprior.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

const char* const kBlue = "subsampled_gaussian(sigma=0.6,p=0.7)";
const char* const kRed = "subsampled_gaussian(sigma=0.44,p=0.5)";

/// Multiplies the enclosure of a point by the density `weight` at the prior of the point. If `weight` is null, the
/// point is unchanged.
FigurePoint weighted(FigurePoint point, const Hyperprior* weight) {
  if (weight == nullptr) return point;
  const Bits p{160};
  const Ball density = weight->at(Rational::parse(point.at), p).value;
  const Ball value =
      Ball::hull(Ball(Rational::parse(point.lower), p), Ball(Rational::parse(point.upper), p)) *
      density;
  constexpr int kDigits = 12;
  std::tie(point.lower, point.upper) = value.decimal_bounds(kDigits);
  point.low = point.high = value.approximate();
  point.quantity += ", weighted by " + weight->text();
  return point;
}

struct Weighing {
  std::string title, hyperprior;
};

/// Adds Delta(blue || red) and Delta(red || blue) as hidden points, with a ruler at the prior that attains each of
/// them.
void add_rulers(FigureWork& work, const Hyperprior* weight, FigurePanel* panel) {
  for (const bool back : {false, true}) {
    Ball prior{Bits{64}};
    FigurePoint delta = work.divergence(back ? kRed : kBlue, back ? kBlue : kRed, Direction::worst,
                                        Rational(0), &prior, weight);
    std::tie(delta.x_lower, delta.x_upper) = prior.decimal_bounds(10);
    const double at = prior.approximate(), height = back ? -delta.low : delta.low;
    const std::string x = fmt::format("{:.6f}", at), end = fmt::format("{:.6f}", height);
    panel->look.strokes.push_back({"thin ruler", x, "0", x, end});
    panel->look.labels.push_back(
        {"front", fmt::format("Δ = {:.3g}", delta.low), x, end, back ? "1,-0.7" : "1,0.5"});
    panel->curves.push_back({back ? "Delta(red || blue)" : "Delta(blue || red)",
                             {Stroke::hidden, 0},
                             kCertified,
                             {delta}});
  }
}

Figure hyperpriors_of_two(FigureWork& work) {
  const Weighing weighings[] = {{"no hyper-prior", "none"},
                                {"Jeffreys: Beta(0.5, 0.5)", "beta(1/2,1/2)"},
                                {"UQuadratic[0, 1]", "uquadratic"}};
  std::vector<Rational> priors = linear_grid(0, 1, work.points(101) + 2);
  priors.erase(priors.begin());  // densities may be infinite at the ends
  priors.pop_back();
  Figure out;
  out.title = "Beyond the Calibration Point, Figure 4: hyper-priors";
  out.paper = "two SGMs; no hyper-prior, Beta(0.5, 0.5), UQuadratic[0, 1]";
  out.ours = "blue: σ = 0.6, p = 0.7; red: σ = 0.44, p = 0.5, one step each; the lower row";
  out.rows = 2;
  std::vector<FigurePanel> lower;
  for (const Weighing& weighing : weighings) {
    const auto weight = Hyperprior::parse(weighing.hyperprior);
    FigurePanel top{weighing.title, "prior π", "R(π) Ψ(π)", false, false, {}, {}};
    FigurePanel low{"blue less red", "prior π", "difference", false, false, {}, {}};
    FigureCurve blue{"blue", {Stroke::line, 0}, kCertified, {}},
        red{"red", {Stroke::line, 1}, kCertified, {}},
        gap{"blue less red", {Stroke::line, 2, false, false}, kCertified, {}};
    for (const Rational& prior : priors) {
      const auto of = [&](const char* mechanism) {
        return weighted(work.value("bayes", mechanism, Direction::worst, prior), weight.get());
      };
      blue.points.push_back(of(kBlue));
      red.points.push_back(of(kRed));
      gap.points.push_back(
          weighted(work.difference("bayes", kBlue, kRed, Direction::worst, prior), weight.get()));
    }
    top.curves = {blue, red};
    top.look.legend = "top left";
    top.look.y_range = "0:0.35";
    low.curves = {gap};
    low.look.legend = "off";
    low.look.zero_line = true;
    low.look.y_range = "-0.026:0.022";
    add_rulers(work, weight.get(), &low);
    out.panels.push_back(top);
    lower.push_back(low);
  }
  out.panels.insert(out.panels.end(), lower.begin(), lower.end());
  return out;
}

}  // namespace

std::vector<FigureEntry> hyperpriors() {
  return {{"bcp-4", "Bayes errors of two subsampled Gaussians under three hyper-priors",
           hyperpriors_of_two}};
}

}  // namespace plumbline::figures
