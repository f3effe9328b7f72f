#include "app/score_audit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/options/score_file.hpp"
#include "app/running/values.hpp"
#include "reference/statistics/attack.hpp"

namespace plumbline {
namespace {

/// The thresholds of a list, as scores are judged: negated where low ones speak for membership.
std::vector<double> list_of(const std::string& list, bool low) {
  std::vector<double> out;
  for (size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
    to = list.find(',', from);
    const std::string text = list.substr(from, to == std::string::npos ? to : to - from);
    const double cut = read_value("threshold", text).approximate();
    out.push_back(low ? -cut : cut);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// A rule, the thresholds that it was given, and whether it takes any.
struct GivenRule {
  ThresholdRule rule;
  std::string thresholds;
  bool takes_thresholds;
};

GivenRule given_rule(const std::string& text) {
  if (text.empty()) {
    throw std::invalid_argument(
        "--threshold is missing: explicit=T, split, bonferroni=T1,T2,..., "
        "all-cuts, dkw or equal-level");
  }
  const auto [name, words] = rule_words(text);
  const ThresholdRule rule = threshold_rule(name);
  const bool list = rule == ThresholdRule::explicit_one || rule == ThresholdRule::bonferroni;
  if (list == words.empty()) {
    throw std::invalid_argument(
        "--threshold " + name +
        (list ? " needs its thresholds: " + name + "=T" : " takes no thresholds"));
  }
  return {rule, words, list};
}

std::vector<double> given_cuts(const GivenRule& given, bool low) {
  std::vector<double> cuts = list_of(given.thresholds, low);
  if (given.rule == ThresholdRule::explicit_one && cuts.size() != 1) {
    throw std::invalid_argument(
        "--threshold explicit takes one threshold; a list fixed before is "
        "bonferroni=T1,T2,...");
  }
  return cuts;
}

}  // namespace

double ScoreAudit::best(const CutWorth& worth) const {
  return cuts.size() == 1 ? cuts.front() : best_cut(scores, cuts, band, worth);
}

double ScoreAudit::best_of_epsilon(const Rational& delta, Direction direction) const {
  return best(epsilon_worth(delta, direction));
}

double ScoreAudit::best_of_advantage() const {
  return best([](double alpha, double beta) { return -alpha - beta; });
}

double ScoreAudit::best_of_tpr(const Rational& fpr) const {
  const double x = fpr.approximate();
  return best([x](double alpha, double beta) {
    return x <= alpha ? x / alpha * (1 - beta) : 1 - beta * (1 - x) / std::max(1e-300, 1 - alpha);
  });
}

namespace {

/// The cut that is best by `worth` of f(alpha) and beta, where alpha and beta prove anything.
template <class Worth>
double best_by_curve(const ScoreAudit& audit, const ClaimedCurve& curve, double timeout,
                     const Worth& worth) {
  const Effort rough{5, deadline_in(timeout)};
  return audit.best([&](double alpha, double beta) {
    if (!(alpha > 0) || alpha + beta >= 1) return -std::numeric_limits<double>::infinity();
    return worth(curve(Rational::from_binary64(alpha), rough).approximate(), beta);
  });
}

}  // namespace

double ScoreAudit::best_against(const ClaimedCurve& curve, double timeout) const {
  return best_by_curve(*this, curve, timeout,
                       [](double f, double beta) { return std::log(std::max(f, 1e-300) / beta); });
}

double ScoreAudit::best_shown_against(const ClaimedCurve& curve, double timeout) const {
  return best_by_curve(*this, curve, timeout, [](double f, double beta) {
    return std::log((1 - beta) / std::max(1 - f, 1e-300));
  });
}

std::pair<std::string, std::string> rule_words(const std::string& text) {
  const size_t equals = text.find('=');
  return {text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
}

std::uint64_t split_seed(const std::string& text) {
  return static_cast<std::uint64_t>(whole_number("seed", read_value("seed", text), 0, 18));
}

ScoreAudit score_audit_of(const ScoreArguments& a, const Poll& poll) {
  const GivenRule given = given_rule(a.threshold);
  const std::uint64_t seed = split_seed(a.seed);
  Scores judged = read_scores(a.files, a.low);
  FieldGroup data{{"members", {static_cast<long>(judged.members.size())}},
                  {"others", {static_cast<long>(judged.others.size())}},
                  {"threshold_rule", {a.threshold}},
                  {"member_scores", {a.low ? "low" : "high"}}};
  std::vector<double> cuts;
  if (given.rule == ThresholdRule::split) {
    const SplitScores parts = split_scores(judged, seed);
    cuts = {chosen_cut(parts.choose)};
    judged = parts.judge;
    data.push_back({"seed", {a.seed}});
  } else if (given.takes_thresholds) {
    cuts = given_cuts(given, a.low);
  }
  judged = sorted(std::move(judged));
  if (cuts.empty()) cuts = all_cuts(judged);
  const ErrorShares shares = ErrorShares::of(read_value("confidence", a.audit.confidence),
                                             read_value("split", a.audit.split));
  const ErrorBand band = ErrorBand::of(given.rule, static_cast<long>(judged.members.size()),
                                       static_cast<long>(judged.others.size()), shares,
                                       static_cast<long>(cuts.size()), poll);
  data.push_back({"split", {a.audit.split}});
  data.push_back({"local_alpha", {band.local().alpha.text()}});
  data.push_back({"local_beta", {band.local().beta.text()}});
  return {given.rule, std::move(cuts), std::move(judged), std::move(data), band, shares, a.low};
}

}  // namespace plumbline
