/// Figures 1 e and 2 of the paper on data reconstruction ([ReRo] in registry.hpp): the reconstruction bound for priors
/// from 1e-7 to 0.1, for settings with which image classifiers were trained.
#include <fmt/format.h>

#include <cmath>

#include "reference/arithmetic/double_text.hpp"
#include "verify/figures/registry.hpp"

namespace plumbline::figures {
namespace {

using Stroke = CurveStyle::Stroke;

const std::string kSmallBatch = "subsampled_gaussian(sigma=2.5,p=4096/1281167)^71589";

FigurePanel against_prior(FigureWork& work, const std::string& title,
                          const std::string& mechanism) {
  const std::vector<Rational> kappas = log_grid(1e-7, 1e-1, work.points(19));
  FigurePanel panel{title, "prior κ", "γ(κ)", true, true, {}, {}};
  panel.look.legend = "top left";
  panel.look.powers = "xy";
  panel.look.x_range = "1e-7:1e-1";
  panel.curves.push_back({"certified",
                          {Stroke::line, -1},
                          kCertified,
                          work.values("rero", mechanism, Direction::forward, kappas)});
  panel.curves.push_back(
      {"CLT",
       {Stroke::points, 0},
       "clt",
       work.approximations("clt", "rero", mechanism, Direction::forward, kappas)});
  panel.curves.push_back(
      {"Edgeworth, order 4",
       {Stroke::points, 1},
       "edgeworth4",
       work.approximations("edgeworth4", "rero", mechanism, Direction::forward, kappas)});
  return panel;
}

/// Returns the relative errors of the approximations of a panel, whose first curve is the certified one. Only errors
/// larger than three times the relative width of the certified enclosure are shown.
FigurePanel errors_of(const FigurePanel& panel) {
  FigurePanel out{"relative error", panel.x_label, "relative error", true, true, {}, panel.look};
  const std::vector<FigurePoint>& truth = panel.curves.front().points;
  for (size_t k = 1; k < panel.curves.size(); ++k) {
    FigureCurve curve = panel.curves[k];
    for (size_t i = 0; i < truth.size(); ++i) {
      const double lower = truth[i].low, upper = truth[i].high;
      FigurePoint& p = curve.points[i];
      p.quantity += " relative error";
      const double error = p.value.empty() ? 0 : std::abs(parse_double(p.value) / lower - 1);
      p.value = error > 3 * (upper / lower - 1) ? fmt::format("{:.4g}", error) : "";
    }
    out.curves.push_back(curve);
  }
  return out;
}

Figure imagenet(FigureWork& work) {
  Figure out;
  out.title = "ReRo, Figure 1 e: an ImageNet-like run with small batches";
  out.paper = "κ from 1e-7 to 1e-1";
  out.ours = "σ = 2.5, p = 4096/1281167, N = 71589; the right panel";
  work.set_digits(13);  // to resolve the errors
  const FigurePanel panel = against_prior(work, "γ against the prior", kSmallBatch);
  out.panels = {panel, errors_of(panel)};
  out.panels[1].look.legend = "center right";
  return out;
}

Figure workflows(FigureWork& work) {
  Figure out;
  out.title = "ReRo, Figure 2: image classification";
  out.paper = "κ from 1e-7 to 1e-1";
  out.ours = "published settings of such runs (left); smaller batches (right)";
  out.rows = 2;
  out.panels = {against_prior(work, "CIFAR-10: σ = 10, p = 4096/50000, N = 725",
                              "subsampled_gaussian(sigma=10,p=4096/50000)^725"),
                against_prior(work, "CIFAR-10: σ = 10, p = 1024/50000, N = 725",
                              "subsampled_gaussian(sigma=10,p=1024/50000)^725"),
                against_prior(work, "ImageNet: σ = 2.5, p = 16384/1281167, N = 71589",
                              "subsampled_gaussian(sigma=2.5,p=16384/1281167)^71589"),
                against_prior(work, "ImageNet: σ = 2.5, p = 4096/1281167, N = 71589", kSmallBatch)};
  return out;
}

}  // namespace

std::vector<FigureEntry> priors() {
  return {{"rero-1e", "gamma against the prior: an ImageNet-like run", imagenet},
          {"rero-2", "gamma against the prior: CIFAR-10 and ImageNet runs", workflows}};
}

}  // namespace plumbline::figures
