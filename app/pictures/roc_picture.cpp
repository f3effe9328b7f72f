#include "app/pictures/roc_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace plumbline {
namespace {

constexpr int kDigits = 6;  // more digits than a plot shows

/// Returns a point at one FPR, with the ends of an enclosure of its TPR.
FigurePoint point_at(const std::string& quantity, const Ball& fpr, const Ball& tpr) {
  FigurePoint out;
  out.quantity = quantity;
  std::tie(out.x_lower, out.x_upper) = fpr.decimal_bounds(kDigits + 4);
  std::tie(out.lower, out.upper) = tpr.decimal_bounds(kDigits + 4);
  out.low = out.high = tpr.approximate();
  return out;
}

Ball share(long part, long whole) { return Ball(Rational(part), Bits{64}) / whole; }

/// Selects cuts with different numbers of false positives, at approximately equal distances on a logarithmic axis.
std::vector<double> drawn_cuts(const Scores& scores, const std::vector<double>& cuts) {
  constexpr double kPerDecade = 60;
  std::vector<double> out;
  std::set<long> seen;
  for (auto cut = cuts.rbegin(); cut != cuts.rend(); ++cut) {
    const TrialCounts c = counts_at(scores, *cut);
    const double place =
        c.false_positives == 0 ? -1 : std::log10(static_cast<double>(c.false_positives));
    if (seen.insert(std::lround(place * kPerDecade)).second) out.push_back(*cut);
  }
  return out;
}

FigureCurve seen_curve(const Scores& scores, const std::vector<double>& cuts) {
  FigureCurve out{"seen", {CurveStyle::Stroke::line, 0}, kCertified, {}};
  for (const double cut : cuts) {
    const TrialCounts c = counts_at(scores, cut);
    if (c.false_positives == 0 || c.misses == c.members) continue;
    out.points.push_back(point_at("tpr", share(c.false_positives, c.others),
                                  share(c.members - c.misses, c.members)));
  }
  return out;
}

FigureCurve proved_curve(const Scores& scores, const std::vector<double>& cuts,
                         const ErrorBand& band, const Poll& poll) {
  // For a short list of thresholds, draws points: nothing is proved between them.
  constexpr size_t kFew = 20;
  const auto kind = cuts.size() > kFew ? CurveStyle::Stroke::line : CurveStyle::Stroke::points;
  FigureCurve out{"proved: TPR at least, FPR at most", {kind, 2}, kCertified, {}};
  for (const double cut : cuts) {
    poll();
    const ErrorLimits limits = band.limits(counts_at(scores, cut), kDigits);
    const Ball one = Ball::integer(1, limits.beta.precision()), tpr = one - limits.beta;
    if (certainly_positive(tpr)) out.points.push_back(point_at("tpr", limits.alpha, tpr));
  }
  return out;
}

FigureCurve claimed_tpr(const RocClaim& claim, double least, const Poll& poll) {
  constexpr int kPoints = 81;
  FigureCurve out{"claimed: " + claim.text, {CurveStyle::Stroke::dashed, 1}, kCertified, {}};
  const Effort effort{kDigits, poll};
  for (int i = 0; i < kPoints; ++i) {
    const double x = std::pow(10.0, std::log10(least) * (1 - (i + 0.5) / kPoints));
    const Ball f = claim.curve(Rational::from_binary64(x), effort);
    out.points.push_back(point_at("power", Ball(Rational::from_binary64(x), Bits{64}),
                                  Ball::integer(1, f.precision()) - f));
  }
  return out;
}

void mark_refuting(const Scores& scores, const ErrorBand& band, double cut, FigurePanel* panel) {
  const ErrorLimits limits = band.limits(counts_at(scores, cut), kDigits);
  const Ball tpr = Ball::integer(1, limits.beta.precision()) - limits.beta;
  const double x = limits.alpha.approximate();
  const char* beside = x > 0.1 ? "-13,0.5" : "1,-0.8";  // there is no space right of the point
  panel->look.labels.push_back({"dot", "refuted here", fmt::format("{:.8g}", x),
                                fmt::format("{:.8g}", tpr.approximate()), beside});
}

}  // namespace

Figure roc_figure(const Scores& scores, const std::vector<double>& allowed, const ErrorBand& band,
                  const std::optional<RocClaim>& claim, const std::string& words,
                  const Poll& poll) {
  FigurePanel panel;
  panel.title = "What does this attack refute? (" + words + ")";
  panel.x_label = "false positive rate";
  panel.y_label = "true positive rate";
  panel.log_x = panel.log_y = true;
  panel.look.legend = "bottom right";
  const double least = 0.5 / static_cast<double>(scores.others.size());
  panel.look.x_range = fmt::format("{:.3g}:1", least);
  panel.look.y_range = fmt::format("{:.3g}:1", 0.5 / static_cast<double>(scores.members.size()));
  panel.curves = {seen_curve(scores, drawn_cuts(scores, all_cuts(scores))),
                  proved_curve(scores, drawn_cuts(scores, allowed), band, poll)};
  if (claim) {
    panel.curves.push_back(claimed_tpr(*claim, least, poll));
    if (claim->refuted_at) mark_refuting(scores, band, *claim->refuted_at, &panel);
  }
  FigureCurve chance{"chance", {CurveStyle::Stroke::dotted, -1}, kCertified, {}};
  for (const double x : {least, 1.0}) {
    const Ball here(Rational::from_binary64(x), Bits{64});
    chance.points.push_back(point_at("tpr", here, here));
  }
  panel.curves.push_back(chance);
  Figure out;
  out.panels.push_back(panel);
  return out;
}

}  // namespace plumbline
