#include "reference/statistics/attack.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {
namespace {

/// Number of digits of p-values.
constexpr int kMostDigitsOfP = 12;

void negate(std::vector<double>* scores) {
  for (double& x : *scores) x = 0.0 - x;
}

/// Parses the scores, in the order of the input. They are negated if low scores indicate membership.
Scores scores_of(const AttackText& text, const ScoreTexts& given) {
  if (given.members.empty() || given.others.empty()) {
    throw std::invalid_argument("an attack by scores needs scores of members and of others");
  }
  Scores out{score_list(given.members), score_list(given.others)};
  const auto many = [](const std::vector<double>& x) { return static_cast<long>(x.size()); };
  if (many(out.members) != text.count("members") || many(out.others) != text.count("others")) {
    throw std::invalid_argument("there are " + std::to_string(out.members.size()) +
                                " scores of members and " + std::to_string(out.others.size()) +
                                " of others, but the text states other counts");
  }
  out.check();
  if (text.word("member_scores") == "low") {
    negate(&out.members);
    negate(&out.others);
  }
  return out;
}

Effort of_p(const Effort& effort) { return {std::min(effort.digits, kMostDigitsOfP), effort.poll}; }

}  // namespace

Attack::Attack(const AttackText& text, const ScoreTexts& scores, const Poll& poll)
    : text_(text), error_(Rational(1) - text.number("confidence")) {
  require(text.kind() == AttackKind::scores || (scores.members.empty() && scores.others.empty()),
          "this attack has no scores");
  switch (text.kind()) {
    case AttackKind::trials:
      counts_ = {text.count("fp"), text.count("fp") + text.count("tn"), text.count("fn"),
                 text.count("tp") + text.count("fn")};
      counts_.check();
      shares_ = ErrorShares::of(text.number("confidence"), text.number("split"));
      weights_ = {text.number("split"), Rational(1) - text.number("split")};
      break;
    case AttackKind::scores:
      shares_ = ErrorShares::of(text.number("confidence"), text.number("split"));
      read_scores(scores, poll);
      break;
    case AttackKind::reconstruction:
      reconstruction_ = {text.count("successes"), text.count("attempts"), text.number("kappa")};
      reconstruction_.check();
      break;
    case AttackKind::one_run:
      // The text has no `canaries` if guesses_fixed=no. Then only delta = 0 is permitted, and the number of canaries
      // has no effect on the result.
      one_run_ = {
          text.has("canaries") ? text.count("canaries") : std::max(2L, text.count("guesses")),
          text.count("guesses"), text.count("right")};
      one_run_.check();
      bound_ = text.word("bound") == "exchange" ? OneRunBound::exchange : OneRunBound::published;
      require(error_ <= Rational(1, 2), "confidence must be at least 1/2");
      if (!text.has("list")) break;
      const std::vector<long> list = text.counts("list");
      one_run_.check_candidates(list);
      error_ = error_ / Rational(static_cast<long>(list.size()));
  }
}

void Attack::require(bool right, const std::string& what) const {
  if (!right) throw std::invalid_argument(what);
}

/// Computes the counts from the scores. Throws std::invalid_argument unless the rule permits the threshold of the text.
void Attack::read_scores(const ScoreTexts& given, const Poll& poll) {
  const bool low = text_.word("member_scores") == "low";
  const double shown = text_.score("threshold"), cut = low ? 0.0 - shown : shown;
  const ThresholdRule rule = threshold_rule(text_.word("rule"));
  Scores judged = scores_of(text_, given);
  long thresholds = 1;
  if (rule == ThresholdRule::split) {
    SplitScores parts = split_scores(judged, static_cast<std::uint64_t>(text_.count("seed")));
    require(chosen_cut(parts.choose) == cut, "the split with this seed chooses another threshold");
    judged = std::move(parts.judge);
  }
  judged = sorted(std::move(judged));
  if (rule == ThresholdRule::bonferroni) {
    const std::vector<double> list = text_.scores("list");
    require(std::find(list.begin(), list.end(), shown) != list.end(),
            "the threshold is not in the list");
    thresholds = static_cast<long>(list.size());
  } else if (rule != ThresholdRule::split && rule != ThresholdRule::explicit_one) {
    const std::vector<double> cuts = all_cuts(judged);
    require(std::binary_search(cuts.begin(), cuts.end(), cut),
            "the threshold is not one of the scores");
  }
  const auto members = static_cast<long>(judged.members.size()),
             others = static_cast<long>(judged.others.size());
  band_ =
      rule == ThresholdRule::equal_level
          ? ErrorBand::equal_level(members, others, shares_,
                                   {text_.number("local_alpha"), text_.number("local_beta")}, poll)
          : ErrorBand::of(rule, members, others, shares_, thresholds, poll);
  weights_ = {band_->local().alpha / error_, band_->local().beta / error_};
  counts_ = counts_at(judged, cut);
}

bool Attack::has_limits() const {
  return kind() == AttackKind::trials || kind() == AttackKind::scores;
}

ErrorLimits Attack::limits(int digits) const {
  require(has_limits(), "this attack has no limits for the two error rates");
  return band_ ? band_->limits(counts_, digits) : error_limits(counts_, shares_, digits);
}

Certified Attack::epsilon(const Rational& delta, Direction direction, int digits) const {
  if (has_limits()) return audited_epsilon(limits(digits), delta, direction, digits);
  if (kind() == AttackKind::reconstruction) {
    require(direction == Direction::forward, "a reconstruction has the direction forward");
    return reconstruction_epsilon(reconstruction_, error_, delta, digits);
  }
  require(direction == Direction::worst, "an audit of one run has the direction worst");
  require(delta.is_zero() || text_.word("guesses_fixed") != "no",
          "with delta above 0, the number of guesses must be fixed before the run");
  return one_run_epsilon(one_run_, delta, error_, bound_, digits);
}

Certified Attack::mu(int digits) const {
  if (has_limits()) return audited_mu(limits(digits), digits);
  require(kind() == AttackKind::reconstruction, "an audit of one run has no mu");
  return reconstruction_mu(reconstruction_, error_, digits);
}

Certified Attack::gamma(int digits) const {
  require(kind() == AttackKind::reconstruction, "this attack does not reconstruct");
  return audited_gamma(reconstruction_, error_, digits);
}

JudgedClaim Attack::judged(const ClaimedCurve& curve, const Effort& effort) const {
  if (kind() == AttackKind::reconstruction) {
    const Certified p = reconstruction_p_value(reconstruction_, curve, effort);
    return {p, is_refuted(p, error_)};
  }
  if (band_ && !band_->proportional()) {
    const auto refuted = is_refuted(limits(effort.digits), curve, effort);
    return {p_value_beside(error_, refuted), refuted};
  }
  const Certified p = claim_p_value(counts_, weights_, curve, effort);
  return {p, is_refuted(p, error_)};
}

JudgedClaim Attack::claim(const Rational& epsilon, const Rational& delta, Direction direction,
                          const Effort& effort) const {
  const Effort few = of_p(effort);
  if (kind() != AttackKind::one_run) {
    require(epsilon.sign() >= 0, "epsilon must not be negative, got " + epsilon.text());
    require(kind() == AttackKind::trials || kind() == AttackKind::scores ||
                direction == Direction::forward,
            "a reconstruction has the direction forward");
    return judged(claimed_curve(epsilon, delta, direction), few);
  }
  require(direction == Direction::worst, "an audit of one run has the direction worst");
  require(delta.is_zero() || text_.word("guesses_fixed") != "no",
          "with delta above 0, the number of guesses must be fixed before the run");
  const Certified p = one_run_p_value(one_run_, epsilon, delta, bound_, few.digits);
  return {p, is_refuted(p, error_)};
}

JudgedClaim Attack::claim(PrivacyProfile profile, const std::optional<Rational>& at,
                          const Effort& effort) const {
  const Effort few = of_p(effort);
  if (kind() != AttackKind::one_run) {
    require(!at,
            "epsilon: only an audit of one run judges a mechanism at an epsilon of its profile");
    return judged(claimed_curve(std::make_shared<PrivacyProfile>(std::move(profile))), few);
  }
  require(
      at.has_value(),
      "epsilon is missing: an audit of one run judges a mechanism at an epsilon of its profile");
  require(text_.word("guesses_fixed") != "no",
          "the claim of a mechanism needs a number of guesses fixed before the run");
  require(bound_ == OneRunBound::exchange, "the claim of a mechanism needs bound=exchange");
  const Certified p = one_run_claim_at(one_run_, profile, *at, few);
  return {p, is_refuted(p, error_)};
}

Rational Attack::judged_at(PrivacyProfile& profile, const Effort& effort) const {
  return one_run_claim(one_run_, profile, of_p(effort)).epsilon;
}

}  // namespace plumbline
