#include "verify/statement/attack_words.hpp"

#include <fmt/core.h>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {
namespace {

std::vector<std::string> trial_words(const AttackText& a) {
  const long tp = a.count("tp"), fn = a.count("fn"), fp = a.count("fp"), tn = a.count("tn");
  return {
      fmt::format("An attack on {} runs with the record and {} without it: it said \"the record "
                  "was there\" in {} of the former and in {} of the latter.",
                  tp + fn, fp + tn, tp, fp),
      "It must be true that the runs are independent, and that their numbers and the test were "
      "fixed before the outputs were seen."};
}

std::vector<std::string> reconstruction_words(const AttackText& a) {
  return {
      fmt::format("{} of {} attempts reconstructed the record, where a guess without the output "
                  "succeeds with probability {} at most.",
                  a.count("successes"), a.count("attempts"), a.word("kappa")),
      "It must be true that the attempts are independent, their number was fixed before, and no "
      "guess without the output succeeds more often."};
}

std::string guesses_words(const AttackText& a) {
  const std::string& fixed = a.word("guesses_fixed");
  if (fixed == "yes") return "the number of guesses was fixed before the outputs were seen";
  if (fixed == "list") {
    return "the number of guesses is one of " + a.word("list") +
           ", a list fixed before, which shares the probability of error";
  }
  return "nothing of the number of guesses, since delta is 0";
}

/// Returns the sentence that names the bound ("published" or "exchange") of a test with canaries.
std::string bound_words(const AttackText& a) {
  if (a.word("bound") == "published") {
    return "Bound: published, which is Theorem 5.2 of Steinke, Nasr and Jagielski (2023), to "
           "compare "
           "with others. The bound exchange refutes all that it does, at the same confidence.";
  }
  return "Bound: exchange, which is the one to quote: it refutes all that the bound published "
         "does, "
         "at the same confidence.";
}

std::vector<std::string> one_run_words(const AttackText& a) {
  const std::string canaries = a.has("canaries") ? a.word("canaries") + " canaries" : "canaries";
  std::vector<std::string> out = {
      fmt::format(
          "One training run with {}, each of them in the training set by a fair coin of its "
          "own: {} of {} guesses about these coins are right.",
          canaries, a.count("right"), a.count("guesses")),
      "It must be true that the coins are fair and independent, and of the number of guesses: " +
          guesses_words(a) + "."};
  if (a.has("canaries")) out.push_back(bound_words(a));
  return out;
}

std::string rule_words(const AttackText& a) {
  const std::string& rule = a.word("rule");
  const std::string at = "The test says \"member\" where the score is " +
                         std::string(a.word("member_scores") == "high" ? "at least " : "at most ") +
                         a.word("threshold") + ". ";
  if (rule == "explicit") return at + "It must be true that this threshold was fixed before.";
  if (rule == "split") {
    return at + "A random half of the scores chose it (seed " + a.word("seed") +
           ", which must have been drawn at random, or fixed before for scores in the order in "
           "which they "
           "came), the other half is judged.";
  }
  if (rule == "bonferroni") {
    return at + "It is one of the list " + a.word("list") +
           ", which must have been fixed before and shares the probability of error.";
  }
  return at + "It was chosen freely: limits of the rule " + rule +
         " hold at all thresholds at once.";
}

std::vector<std::string> score_words(const AttackText& a) {
  return {fmt::format("Scores of an attack: {} of runs with the record, {} of runs without it.",
                      a.count("members"), a.count("others")),
          rule_words(a),
          "It must be true that the scores are independent, and their numbers, the rule and the "
          "confidence were fixed before."};
}

/// Returns the sentence on the confidence and the probability of error. If the attack states which share of this
/// probability belongs to the limit of the false positives, the sentence contains this share.
std::string error_words(const AttackText& a) {
  const Rational error = Rational(1) - a.number("confidence");
  std::string out = fmt::format(
      "Confidence {}: the probability that any statement about this attack is false is at most {}",
      a.word("confidence"), error.text());
  if (a.has("split")) {
    out += fmt::format(", of which the limit of the false positives has the share {}",
                       a.word("split"));
  }
  return out + ".";
}

}  // namespace

std::vector<std::string> attack_words(const std::string& attack) {
  const AttackText a = AttackText::parse(attack);
  std::vector<std::string> out;
  switch (a.kind()) {
    case AttackKind::trials:
      out = trial_words(a);
      break;
    case AttackKind::reconstruction:
      out = reconstruction_words(a);
      break;
    case AttackKind::one_run:
      out = one_run_words(a);
      break;
    case AttackKind::scores:
      out = score_words(a);
      break;
  }
  out.push_back(error_words(a));
  return out;
}

std::string attack_direction_words(const std::string& direction) {
  if (parse_direction(direction) == Direction::worst) {
    return "Claims are about adding and removing a record.";
  }
  return "Claims are about direction " + direction + " alone.";
}

std::vector<std::string> attack_limits() {
  return {
      "that what an attack did not refute is true: a better attack, or more runs, may refute it;",
      "that the numbers counted are those of the experiment, and that the experiment was the one "
      "described (independent runs, tests, seeds and confidence fixed before);",
      "anything beyond the confidence: so often a true claim may be refuted, by chance alone;"};
}

}  // namespace plumbline
