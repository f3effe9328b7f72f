/// Scores of an attack: finds for each quantity the best threshold that a rule permits, and creates the question at
/// it, like `plumbline audit scores`.
#include "app/audits/score_choice.hpp"
#include "app/running/values.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "web/native/calls.hpp"

namespace plumbline::web {
namespace {

/// The questions about one attack, each a request of the C interface.
class ScoreQuestions {
 public:
  ScoreQuestions(const ScoreRule& rule, const Scores& given, const Poll& poll)
      : choice_(score_choice(rule, given, poll)), attack_(rule, given, choice_) {}

  const ScoreChoice& choice() const { return choice_; }
  const ScoreAttack& attack() const { return attack_; }

  void ask(const std::string& quantity, double cut, Json more = Json::object()) {
    const TrialCounts counts = counts_at(choice_.scores, cut);
    Json one = {{"quantity", quantity},
                {"mechanism", attack_.at(cut).text()},
                {"threshold", score_text({choice_.as_given(cut)})},
                {"tp", counts.members - counts.misses},
                {"fn", counts.misses},
                {"fp", counts.false_positives},
                {"tn", counts.others - counts.false_positives}};
    one.update(more);
    asked_.push_back(std::move(one));
  }

  Json all() const {
    Json words = Json::object();
    for (const auto& [name, text] : attack_.data()) words[name] = text;
    return {{"words", words}, {"questions", asked_}};
  }

 private:
  ScoreChoice choice_;
  ScoreAttack attack_;
  Json asked_ = Json::array();
};

void ask_claims(const Json& call, Direction direction, const Poll& poll, ScoreQuestions* out) {
  const std::string mechanism = text_of(call, "claim"), epsilon = text_of(call, "claim_epsilon"),
                    delta = text_of(call, "delta");
  if (!mechanism.empty()) {
    const ClaimedCurve curve = claimed_curve(
        std::make_shared<PrivacyProfile>(Composition::parse(mechanism), direction, "auto"));
    out->ask("audited_mechanism", out->choice().best_against(curve, poll), {{"other", mechanism}});
  }
  if (!epsilon.empty()) {
    const ClaimedCurve curve =
        claimed_curve(read_real("claim-epsilon", epsilon), read_value("delta", delta), direction);
    out->ask("audited_claim", out->choice().best_against(curve, poll),
             {{"numbers", {{"epsilon", epsilon}, {"delta", delta}}}});
  }
}

ScoreRule rule_in(const Json& call) {
  ScoreRule out;
  out.threshold = text_of(call, "threshold");
  out.low = call.value("low", false);
  if (call.contains("seed")) out.seed = text_of(call, "seed");
  if (call.contains("confidence")) out.confidence = text_of(call, "confidence");
  if (call.contains("split")) out.split = text_of(call, "split");
  return out;
}

}  // namespace

Json call_scores(const Json& call) {
  return read_by([&] {
    const ScoreRule rule = rule_in(call);
    check(rule);
    const Scores given{score_list(text_of(call, "members")), score_list(text_of(call, "others"))};
    given.check();
    const Poll poll = host_poll();
    ScoreQuestions out(rule, given, poll);
    const std::string named = text_of(call, "direction"), delta = text_of(call, "delta");
    const Direction direction = direction_of(named.empty() ? "worst" : named);
    const ScoreChoice& choice = out.choice();
    out.ask("audited_epsilon", choice.best_of_epsilon(read_value("delta", delta), direction),
            {{"at", delta}});
    out.ask("audited_mu", choice.best(mu_worth));
    out.ask("audited_advantage", choice.best_of_advantage());
    ask_claims(call, direction, poll, &out);
    return out.all();
  });
}

}  // namespace plumbline::web
