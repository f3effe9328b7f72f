#include "verify/hunt/space/coverage_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"

namespace plumbline {
namespace {

constexpr double kDelta = 0.01;
/// Distance by which the score of a revealed canary is shifted, far from all other scores.
constexpr double kRevealed = 100;

const char* law_word(ScoreLaw law) {
  switch (law) {
    case ScoreLaw::null:
      return "null";
    case ScoreLaw::ties:
      return "ties";
    case ScoreLaw::gaussian:
      return "gaussian";
    case ScoreLaw::response:
      return "response";
    case ScoreLaw::revealed:
      return "revealed";
  }
  throw std::logic_error("a law of scores without a word");
}

/// Returns the mechanism of an experiment; empty if the experiment is (0, delta)-private.
std::string mechanism_of(ScoreLaw law) {
  if (law == ScoreLaw::gaussian) return "gaussian(sigma=1)";
  return law == ScoreLaw::response ? "randomized_response(epsilon=1)" : "";
}

double score(ScoreLaw law, bool member, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  if (law == ScoreLaw::ties) return static_cast<double>(random() % 4);
  if (law == ScoreLaw::gaussian) return normal(random) + (member ? 1 : 0);
  if (law != ScoreLaw::response) return normal(random);
  const bool truly = std::bernoulli_distribution(1 / (1 + std::exp(-1.0)))(random);
  return truly == member ? 1 : 0;
}

SyntheticScores of_trials(const CoverageSetting& setting, std::mt19937_64& random) {
  SyntheticScores out;
  for (long i = 0; i < setting.members; ++i)
    out.members.push_back(score(setting.law, true, random));
  for (long i = 0; i < setting.others; ++i) out.others.push_back(score(setting.law, false, random));
  return out;
}

SyntheticScores of_one_run(const CoverageSetting& setting, std::mt19937_64& random) {
  SyntheticScores out;
  const bool shown = setting.law == ScoreLaw::revealed && std::bernoulli_distribution(0.1)(random);
  // The canaries are exchangeable: the first tenth represents any tenth.
  const long revealed = shown ? setting.members / 10 : 0;
  for (long i = 0; i < setting.members; ++i) {
    const bool in = random() % 2 == 1;
    double x = score(setting.law, in, random);
    if (i < revealed) x += in ? kRevealed : -kRevealed;
    (in ? out.members : out.others).push_back(x);
  }
  return out;
}

}  // namespace

std::string CoverageSetting::text() const {
  const std::string size = one_run ? fmt::format("one run of {} canaries", members)
                                   : fmt::format("{} + {} scores", members, others);
  return fmt::format("{}, {}, delta {:g}", law_word(law), size, delta);
}

std::vector<CoverageSetting> coverage_settings() {
  std::vector<CoverageSetting> out;
  for (const ScoreLaw law :
       {ScoreLaw::null, ScoreLaw::ties, ScoreLaw::gaussian, ScoreLaw::response}) {
    for (const double delta : {0.0, kDelta}) {
      if (law == ScoreLaw::gaussian && delta == 0) continue;  // the true epsilon is infinite
      for (const auto& [members, others] : {std::pair{200L, 200L}, {30L, 30L}, {50L, 1000L}}) {
        out.push_back({law, false, members, others, delta});
      }
      for (const long canaries : {1000L, 100L}) out.push_back({law, true, canaries, 0, delta});
    }
  }
  for (const long canaries : {1000L, 100L}) {
    out.push_back({ScoreLaw::revealed, true, canaries, 0, kDelta});
  }
  return out;
}

SyntheticScores draw_scores(const CoverageSetting& setting, std::mt19937_64& random) {
  SyntheticScores out;
  do {
    out = setting.one_run ? of_one_run(setting, random) : of_trials(setting, random);
  } while (out.members.empty() || out.others.empty());
  return out;
}

Ball true_epsilon(const CoverageSetting& setting) {
  constexpr Bits kBits{64};
  const std::string mechanism = mechanism_of(setting.law);
  if (mechanism.empty()) return Ball(kBits);
  // Randomized response satisfies pure privacy with this epsilon.
  if (setting.delta == 0) return Ball::integer(1, kBits);
  Query query;
  query.quantity = "epsilon";
  query.mechanism = mechanism;
  query.at = {{"delta", Rational::from_binary64(setting.delta).text()}};
  query.digits = 10;
  return answer(query, Effort{}).value.value().upper();
}

}  // namespace plumbline
