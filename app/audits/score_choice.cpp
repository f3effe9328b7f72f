#include "app/audits/score_choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "app/running/values.hpp"

namespace plumbline {
namespace {

/// Parses a list of thresholds. If low scores indicate membership, the thresholds are negated, like the scores.
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

/// A rule and its thresholds, if it has any.
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

/// Returns the cut with the largest worth(f(alpha), beta), where alpha and beta are the limits of the errors at the
/// cut, and f is the claimed curve. Cuts with alpha + beta >= 1 prove nothing and are ignored.
template <class Worth>
double best_by_curve(const ScoreChoice& choice, const ClaimedCurve& curve, const Poll& poll,
                     const Worth& worth) {
  const Effort rough{5, poll};
  return choice.best([&](double alpha, double beta) {
    if (!(alpha > 0) || alpha + beta >= 1) return -std::numeric_limits<double>::infinity();
    return worth(curve(Rational::from_binary64(alpha), rough).approximate(), beta);
  });
}

Scores negated(Scores scores) {
  for (auto* side : {&scores.members, &scores.others}) {
    for (double& x : *side) x = -x;
  }
  return scores;
}

}  // namespace

double ScoreChoice::best(const CutWorth& worth) const {
  return cuts.size() == 1 ? cuts.front() : best_cut(scores, cuts, band, worth);
}

double ScoreChoice::best_of_epsilon(const Rational& delta, Direction direction) const {
  return best(epsilon_worth(delta, direction));
}

double ScoreChoice::best_of_delta(const Real& epsilon, Direction direction) const {
  const double factor = std::exp(epsilon.approximate());
  return best([=](double alpha, double beta) {
    const double forward = -beta - factor * alpha, reverse = -alpha - factor * beta;
    return direction == Direction::forward   ? forward
           : direction == Direction::reverse ? reverse
                                             : std::max(forward, reverse);
  });
}

double ScoreChoice::cut_at_fpr(const Rational& fpr) const {
  std::vector<double> rising = cuts;
  std::sort(rising.begin(), rising.end());
  const auto is_above = [&](double cut) {
    const TrialCounts counts = counts_at(scores, cut);
    return Rational(counts.false_positives) > fpr * Rational(counts.others);
  };
  const auto found = std::partition_point(rising.begin(), rising.end(), is_above);
  if (found != rising.end()) return *found;
  throw std::invalid_argument("--epsilon-at-fpr " + fpr.text() +
                              ": at each threshold allowed more of the others are taken for "
                              "members; choose a larger rate, or --threshold all-cuts");
}

double ScoreChoice::best_of_advantage() const {
  return best([](double alpha, double beta) { return -alpha - beta; });
}

double ScoreChoice::best_of_tpr(const Rational& fpr) const {
  const double x = fpr.approximate();
  return best([x](double alpha, double beta) {
    return x <= alpha ? x / alpha * (1 - beta) : 1 - beta * (1 - x) / std::max(1e-300, 1 - alpha);
  });
}

double ScoreChoice::best_against(const ClaimedCurve& curve, const Poll& poll) const {
  return best_by_curve(*this, curve, poll,
                       [](double f, double beta) { return std::log(std::max(f, 1e-300) / beta); });
}

double ScoreChoice::best_shown_against(const ClaimedCurve& curve, const Poll& poll) const {
  return best_by_curve(*this, curve, poll, [](double f, double beta) {
    return std::log((1 - beta) / std::max(1 - f, 1e-300));
  });
}

std::pair<std::string, std::string> rule_words(const std::string& text) {
  const size_t equals = text.find('=');
  return {text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
}

std::uint64_t split_seed(const std::string& text) {
  if (text.empty()) throw std::invalid_argument("--seed is missing: a split has one");
  return static_cast<std::uint64_t>(whole_number("seed", read_value("seed", text), 0, 18));
}

void check(const ScoreRule& rule) {
  if (given_rule(rule.threshold).rule == ThresholdRule::split) split_seed(rule.seed);
}

ScoreChoice score_choice(const ScoreRule& rule, const Scores& given, const Poll& poll) {
  const GivenRule by = given_rule(rule.threshold);
  Scores judged = rule.low ? negated(given) : given;
  std::vector<double> cuts;
  if (by.rule == ThresholdRule::split) {
    const SplitScores parts = split_scores(judged, split_seed(rule.seed));
    cuts = {chosen_cut(parts.choose)};
    judged = parts.judge;
  } else if (by.takes_thresholds) {
    cuts = given_cuts(by, rule.low);
  }
  judged = sorted(std::move(judged));
  if (cuts.empty()) cuts = all_cuts(judged);
  const ErrorShares shares =
      ErrorShares::of(read_value("confidence", rule.confidence), read_value("split", rule.split));
  const ErrorBand band = ErrorBand::of(by.rule, static_cast<long>(judged.members.size()),
                                       static_cast<long>(judged.others.size()), shares,
                                       static_cast<long>(cuts.size()), poll);
  return {by.rule, std::move(cuts), std::move(judged), band, shares, rule.low};
}

ScoreAttack::ScoreAttack(const ScoreRule& rule, const Scores& given, const ScoreChoice& choice)
    : low_(rule.low),
      data_{{"members", score_text(given.members)}, {"others", score_text(given.others)}} {
  words_ = {{"members", std::to_string(given.members.size())},
            {"others", std::to_string(given.others.size())},
            {"member_scores", rule.low ? "low" : "high"},
            {"rule", rule_words(rule.threshold).first},
            {"confidence", read_value("confidence", rule.confidence).text()},
            {"split", read_value("split", rule.split).text()}};
  if (choice.rule == ThresholdRule::bonferroni) {
    std::vector<double> shown;
    for (const double cut : choice.cuts) shown.push_back(choice.as_given(cut));
    words_.emplace_back("list", "[" + score_text(shown) + "]");
  }
  if (choice.rule == ThresholdRule::split) {
    words_.emplace_back("seed", std::to_string(split_seed(rule.seed)));
  }
  if (choice.rule == ThresholdRule::equal_level) {
    words_.emplace_back("local_alpha", choice.band.local().alpha.text());
    words_.emplace_back("local_beta", choice.band.local().beta.text());
  }
  constexpr size_t kMost = 1 << 20;
  for (const auto& [side, text] : data_) {
    if (text.size() <= kMost) continue;
    throw std::invalid_argument("the scores of " + side + " take " + std::to_string(text.size()) +
                                " characters; a certificate has room for 2^20 (about 50,000 "
                                "scores of full precision): round them");
  }
}

AttackText ScoreAttack::at(double cut) const {
  NamedTexts words = words_;
  words.emplace_back("threshold", score_text({low_ ? -cut : cut}));
  return AttackText::of(AttackKind::scores, words);
}

}  // namespace plumbline
