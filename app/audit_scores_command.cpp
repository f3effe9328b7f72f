/// audit scores: scores of an attack, cut at thresholds that a rule may choose.
#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <stdexcept>

#include "app/audit_items.hpp"
#include "app/guarded.hpp"
#include "app/pictures.hpp"
#include "app/roc_picture.hpp"
#include "app/score_file.hpp"
#include "app/values.hpp"
#include "reference/quantities/neighbours.hpp"
#include "reference/statistics/attack.hpp"
#include "reference/statistics/score_bands.hpp"

namespace plumbline {
namespace {

/// A rule with what it needs, and the scores it judges.
struct ScoreAudit {
  ThresholdRule rule;
  std::vector<double> cuts;  ///< thresholds among which may be chosen
  Scores scores;
  FieldGroup data;
  ErrorBand band;
  ErrorShares shares;
  bool low;  ///< scores and cuts are negated

  double best(const CutWorth& worth) const {
    return cuts.size() == 1 ? cuts.front() : best_cut(scores, cuts, band, worth);
  }
  double best_of_epsilon(const Rational& delta, Direction direction) const {
    return best(epsilon_worth(delta, direction));
  }
  double best_of_advantage() const {
    return best([](double alpha, double beta) { return -alpha - beta; });
  }
  double best_of_tpr(const Rational& fpr) const {
    const double x = fpr.approximate();
    return best([x](double alpha, double beta) {
      return x <= alpha ? x / alpha * (1 - beta) : 1 - beta * (1 - x) / std::max(1e-300, 1 - alpha);
    });
  }
  /// The cut at which the claim's curve is exceeded most, by some of few digits.
  double best_against(const ClaimedCurve& curve, double timeout) const {
    const Effort rough{5, deadline_in(timeout)};
    return best([&](double alpha, double beta) {
      if (!(alpha > 0) || alpha + beta >= 1) return -std::numeric_limits<double>::infinity();
      const double f = curve(Rational::from_binary64(alpha), rough).approximate();
      return std::log(std::max(f, 1e-300) / beta);
    });
  }
};

std::string text_of(double x) { return fmt::format("{}", x); }

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

/// "explicit" and "0.5" of "explicit=0.5".
std::pair<std::string, std::string> rule_words(const std::string& text) {
  const size_t equals = text.find('=');
  return {text.substr(0, equals), equals == std::string::npos ? "" : text.substr(equals + 1)};
}

std::uint64_t seed_of(const std::string& text) {
  return static_cast<std::uint64_t>(whole_number("seed", read_value("seed", text), 0, 18));
}

ScoreAudit audit_of(const ScoreArguments& a, const Poll& poll) {
  if (a.threshold.empty()) {
    throw std::invalid_argument(
        "--threshold is missing: explicit=T, split, bonferroni=T1,T2,..., "
        "all-cuts, dkw or equal-level");
  }
  const auto [name, words] = rule_words(a.threshold);
  const ThresholdRule rule = threshold_rule(name);
  const bool list = rule == ThresholdRule::explicit_one || rule == ThresholdRule::bonferroni;
  if (list == words.empty()) {
    throw std::invalid_argument(
        "--threshold " + name +
        (list ? " needs its thresholds: " + name + "=T" : " takes no thresholds"));
  }
  const std::uint64_t seed = seed_of(a.seed);
  const Scores given = read_scores(a.files, a.low);
  FieldGroup data{{"members", {static_cast<long>(given.members.size())}},
                  {"others", {static_cast<long>(given.others.size())}},
                  {"threshold_rule", {a.threshold}},
                  {"member_scores", {a.low ? "low" : "high"}}};
  Scores judged = given;
  std::vector<double> cuts;
  if (rule == ThresholdRule::split) {
    const SplitScores parts = split_scores(given, seed);
    cuts = {chosen_cut(parts.choose)};
    judged = parts.judge;
    data.push_back({"seed", {a.seed}});
  } else if (list) {
    cuts = list_of(words, a.low);
    if (rule == ThresholdRule::explicit_one && cuts.size() != 1) {
      throw std::invalid_argument(
          "--threshold explicit takes one threshold; a list fixed before is "
          "bonferroni=T1,T2,...");
    }
  }
  judged = sorted(std::move(judged));
  if (cuts.empty()) cuts = all_cuts(judged);
  const ErrorShares shares = ErrorShares::of(read_value("confidence", a.audit.confidence),
                                             read_value("split", a.audit.split));
  const ErrorBand band = ErrorBand::of(rule, static_cast<long>(judged.members.size()),
                                       static_cast<long>(judged.others.size()), shares,
                                       static_cast<long>(cuts.size()), poll);
  data.push_back({"split", {a.audit.split}});
  data.push_back({"local_alpha", {band.local().alpha.text()}});
  data.push_back({"local_beta", {band.local().beta.text()}});
  return {rule, std::move(cuts), std::move(judged), std::move(data), band, shares, a.low};
}

/// Answers of one audit.
class ScoreAnswers {
 public:
  ScoreAnswers(const ScoreArguments& arguments, const ScoreAudit& audit, AnswerWriter& answers)
      : a_(arguments.audit), audit_(audit), answers_(answers), digits_(a_.common.digits) {}

  void give() {
    const Direction direction = direction_of(a_.common.direction);
    for (const Rational& delta : audited_deltas(a_)) {
      const double cut = audit_.best_of_epsilon(delta, direction);
      give_at(cut, "audited_epsilon",
              {{"delta", {delta.text()}}, {"direction", {direction_name(direction)}}},
              audited_epsilon(limits(cut), delta, direction, digits_));
    }
    const double of_mu = audit_.best(mu_worth);
    give_at(of_mu, "audited_mu", {}, audited_mu(limits(of_mu), digits_));
    const double of_advantage = audit_.best_of_advantage();
    give_at(of_advantage, "audited_advantage", {},
            audited_advantage(limits(of_advantage), digits_));
    for (const Rational& fpr : read_values("fpr", a_.fprs)) give_tpr(fpr);
    if (const std::optional<AuditClaim> claim = audit_claim(a_)) give_judged(*claim);
  }

 private:
  /// As the scores were given.
  std::string shown(double cut) const { return text_of(audit_.low ? -cut : cut); }
  ErrorLimits limits(double cut) const {
    return audit_.band.limits(counts_at(audit_.scores, cut), digits_);
  }
  AuditRecord record(double cut) const {
    const TrialCounts c = counts_at(audit_.scores, cut);
    AuditRecord out{"scores", a_.confidence, audit_.data};
    out.data.push_back({"tp", {c.members - c.misses}});
    out.data.push_back({"fn", {c.misses}});
    out.data.push_back({"fp", {c.false_positives}});
    out.data.push_back({"tn", {c.others - c.false_positives}});
    return out;
  }
  void give_at(double cut, const std::string& quantity, FieldGroup at,
               const Certified& value) const {
    at.push_back({"threshold", {shown(cut)}});
    answers_.give(audited(record(cut), quantity, at, {value, digits_}));
  }

  void give_tpr(const Rational& fpr) const {
    const double cut = audit_.best_of_tpr(fpr);
    give_at(cut, "audited_tpr", {{"fpr", {fpr.text()}}}, audited_tpr(limits(cut), fpr, digits_));
  }

  void give_judged(const AuditClaim& claim) const {
    const double cut = audit_.best_against(claim.curve, a_.common.timeout);
    const TrialCounts counts = counts_at(audit_.scores, cut);
    Effort effort = effort_of(a_.common);
    effort.digits = std::min(effort.digits, 12);
    const Rational error = audit_.shares.sum();
    AuditClaim judged = claim;
    judged.by = "threshold=" + shown(cut);
    if (audit_.band.proportional()) {
      const ErrorShares weights{audit_.band.local().alpha / error,
                                audit_.band.local().beta / error};
      give_claim(record(cut), a_, judged, claim_p_value(counts, weights, claim.curve, effort),
                 error, answers_);
      return;
    }
    const auto refuted = is_refuted(audit_.band.limits(counts, effort.digits), claim.curve, effort);
    give_decided(record(cut), a_, judged, refuted, error, answers_);
  }

  const AuditArguments& a_;
  const ScoreAudit& audit_;
  AnswerWriter& answers_;
  int digits_;
};

std::string seed_words(const ScoreAudit& audit, const ScoreArguments& a) {
  return audit.rule == ThresholdRule::split ? ", seed " + a.seed : "";
}

/// A picture is of all scores that are judged, whatever the thresholds.
void draw_roc(const ScoreArguments& a, const ScoreAudit& audit, bool vector) {
  const Poll poll = deadline_in(a.audit.common.timeout);
  std::optional<RocClaim> claim;
  if (const std::optional<AuditClaim> made = audit_claim(a.audit)) {
    claim = RocClaim{made->text, made->curve, {}};
    const double cut = audit.best_against(made->curve, a.audit.common.timeout);
    const ErrorLimits limits = audit.band.limits(counts_at(audit.scores, cut), 12);
    if (is_refuted(limits, made->curve, {12, poll}) == true) claim->refuted_at = cut;
  }
  const std::string words = "confidence " + a.audit.confidence + ", " + a.threshold;
  draw(roc_figure(audit.scores, audit.cuts, audit.band, claim, words, poll), vector, a.picture);
}

int run_scores(const ScoreArguments& a) {
  const bool vector = !a.picture.empty() && is_vector(a.picture);
  if (!a.audit.family.empty()) {
    throw std::invalid_argument(
        "--family goes with audit trials: give it the counts at a threshold");
  }
  const ScoreAudit audit = audit_of(a, deadline_in(a.audit.common.timeout));
  return guarded(format_of(a.audit.common.format), audit_text(), [&](AnswerWriter& answers) {
    const std::string counts =
        fmt::format("{} scores of members, {} of others, threshold {}", audit.scores.members.size(),
                    audit.scores.others.size(), a.threshold);
    answers.give(AnswerBuilder("heading")
                     .add("method", "scores")
                     .add("counts", counts)
                     .add("confidence", a.audit.confidence)
                     .add("shares", ", split " + a.audit.split + seed_words(audit, a))
                     .for_people());
    ScoreAnswers(a, audit, answers).give();
    if (!a.picture.empty()) draw_roc(a, audit, vector);
  });
}

/// The attack as a certificate has it, at one threshold and at others.
class CertifiedScores {
 public:
  CertifiedScores(const ScoreArguments& a, const ScoreAudit& audit) : a_(a), audit_(audit) {
    const Scores given = read_scores(a.files, false);
    data_ = {{"members", score_text(given.members)}, {"others", score_text(given.others)}};
    const auto [rule, list] = rule_words(a.threshold);
    words_ = {{"members", std::to_string(given.members.size())},
              {"others", std::to_string(given.others.size())},
              {"member_scores", a.low ? "low" : "high"},
              {"rule", rule},
              {"confidence", read_value("confidence", a.audit.confidence).text()},
              {"split", read_value("split", a.audit.split).text()}};
    if (audit.rule == ThresholdRule::bonferroni) {
      std::vector<double> shown;
      for (const double cut : audit.cuts) shown.push_back(audit.low ? -cut : cut);
      words_.emplace_back("list", "[" + score_text(shown) + "]");
    }
    if (audit.rule == ThresholdRule::split) {
      words_.emplace_back("seed", std::to_string(seed_of(a.seed)));
    }
    if (audit.rule == ThresholdRule::equal_level) {
      words_.emplace_back("local_alpha", audit.band.local().alpha.text());
      words_.emplace_back("local_beta", audit.band.local().beta.text());
    }
    constexpr size_t kMost = 1 << 20;
    for (const auto& [side, text] : data_) {
      if (text.size() <= kMost) continue;
      throw std::invalid_argument("the scores of " + side + " take " + std::to_string(text.size()) +
                                  " characters; a certificate has room for 2^20 (about 50,000 "
                                  "scores of full precision): round them");
    }
  }

  CertifyItem item(double cut, const std::string& quantity, const NamedTexts& at = {},
                   Direction direction = Direction::worst) const {
    CertifyItem out = audit_item(a_.audit.common, quantity, attack(cut), at, direction);
    out.request.options = data_;
    return out;
  }
  std::vector<CertifyItem> claims(const AuditClaim& claim) const {
    const double cut = audit_.best_against(claim.curve, a_.audit.common.timeout);
    auto out = claim_items(a_.audit, attack(cut), direction_of(a_.audit.common.direction));
    for (CertifyItem& item : out) item.request.options = data_;
    return out;
  }

 private:
  AttackText attack(double cut) const {
    NamedTexts words = words_;
    words.emplace_back("threshold", score_text({audit_.low ? -cut : cut}));
    return AttackText::of(AttackKind::scores, words);
  }

  const ScoreArguments& a_;
  const ScoreAudit& audit_;
  NamedTexts words_, data_;
};

}  // namespace

std::vector<CertifyItem> score_items(const ScoreArguments& a) {
  const ScoreAudit audit = audit_of(a, deadline_in(a.audit.common.timeout));
  const CertifiedScores certified(a, audit);
  const Direction direction = direction_of(a.audit.common.direction);
  std::vector<CertifyItem> out;
  for (const Rational& delta : audited_deltas(a.audit)) {
    const double cut = audit.best_of_epsilon(delta, direction);
    out.push_back(certified.item(cut, "audited_errors"));
    out.push_back(certified.item(cut, "audited_epsilon", {{"delta", delta.text()}}, direction));
  }
  out.push_back(certified.item(audit.best(mu_worth), "audited_mu"));
  out.push_back(certified.item(audit.best_of_advantage(), "audited_advantage"));
  for (const Rational& fpr : read_values("fpr", a.audit.fprs)) {
    out.push_back(certified.item(audit.best_of_tpr(fpr), "audited_tpr", {{"fpr", fpr.text()}}));
  }
  if (const std::optional<AuditClaim> claim = audit_claim(a.audit)) {
    for (CertifyItem& item : certified.claims(*claim)) out.push_back(std::move(item));
  }
  return out;
}

Command* add_score_words(Command& audit, const std::shared_ptr<ScoreArguments>& a,
                         const std::string& before, const std::string& after) {
  Command* command = audit.add_subcommand(
      "scores", "scores of members and others: what they refute, with a rule for thresholds");
  command
      ->add_option("files", a->files,
                   "MEMBERS OTHERS, files of numbers; or one CSV with the columns score and member")
      ->required()
      ->expected(1, 2);
  command->add_option(
      "--threshold", a->threshold,
      "explicit=T fixed before; split; bonferroni=T1,T2,... fixed before; all-cuts; dkw; "
      "equal-level");
  command->add_option("--seed", a->seed, "seed of the random split")->capture_default_str();
  if (before.empty()) {
    command->add_option(
        "--picture", a->picture,
        "ROC with logarithmic axes, .svg or .png: what was seen, what is proved of it, and "
        "what a claim allows");
  }
  command->add_flag("--low-is-member", a->low, "low scores mean membership (as losses do)");
  add_audit_options(*command, a->audit, true);
  command->footer("Example: plumbline " + before +
                  "audit scores members.txt others.txt --threshold equal-level --delta 1e-5" +
                  after);
  return command;
}

void add_audit_scores(Command& audit, bool& asked, int& exit_code) {
  const auto a = std::make_shared<ScoreArguments>();
  Command* command = add_score_words(audit, a);
  bool* ran = &asked;
  command->callback([a, ran, &exit_code] {
    *ran = true;
    exit_code = run_scores(*a);
  });
}

}  // namespace plumbline
