/// Delta-divergences of two mechanisms.
#include "reference/quantities/divergence.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/heuristics.hpp"
#include "reference/quantities/refined/refined.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/hyperprior.hpp"
#include "reference/values/larger.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

struct Pair {
  explicit Pair(const Query& question)
      : first(Composition::parse(question.mechanism), question.direction),
        second(Composition::parse(question.other), question.direction) {}
  PrivacyProfile first, second;
};

Answer answer_divergence(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  PrivacyProfile other = second_profile(question, path);
  const std::string hyperprior = question.option("hyperprior");
  const auto weight = Hyperprior::parse(hyperprior.empty() ? "none" : hyperprior);
  const auto answered = [&](const Divergence& d) {
    return Answer{.value = d.value,
                  .parameters = profile.engine().parameters(),
                  .prior = d.prior_text(question.digits),
                  .explanation = profile.explain(),
                  .place = d.certified_prior()};
  };
  const Divergence d =
      refined_divergence(profile, other, weight.get(), effort, [&](const Divergence& best) {
        if (path.so_far) path.so_far(answered(best));
      });
  // An error of 10^-n in the prior changes the difference of the Bayes errors by approximately 10^-n. A small
  // divergence therefore needs more digits of the prior.
  const double zeros = -d.value.value().log_approximate() / kLn10;
  const int more = std::isfinite(zeros) ? static_cast<int>(std::clamp(zeros, 0.0, 1e3)) + 3 : 0;
  Answer out = answered(d);
  out.prior = d.prior_text(question.digits + more);
  return out;
}

/// Returns bounds without a computation: the Bayes error R is at most 1/2. With a hyper-prior, which can be any
/// density, there is no upper bound.
Answer certain_gap(const Query& question, const std::string& engine) {
  const bool weighted = !question.option("hyperprior").empty();
  const auto most = weighted ? std::nullopt : std::optional(Rational(1, 2));
  const Divergence nothing{limited(nothing_known(engine), Rational(0), most),
                           any_probability("").value()};
  return {.value = nothing.value,
          .prior = nothing.prior_text(question.digits),
          .place = nothing.certified_prior()};
}

Divergence compute_divergence(PrivacyProfile& first, PrivacyProfile& second, const Effort& effort) {
  return refined_divergence(first, second, nullptr, effort);
}

Answer answer_weighted(const Query& question, const Effort& effort, OtherPath&) {
  Pair pair(question);
  const auto weight = Hyperprior::parse(question.text("hyperprior").value_or("none"));
  return {divergence(pair.first, pair.second, weight.get(), effort).value};
}

Answer answer_symmetrised(const Query& question, const Effort& effort, OtherPath&) {
  Pair pair(question);
  const Certified forth = divergence(pair.first, pair.second, effort).value;
  const Certified back = divergence(pair.second, pair.first, effort).value;
  return {larger(back, forth, effort.digits)};
}

/// Answers with the enclosure of the prior that attains Delta(M || M~).
Answer answer_prior(const Query& question, const Effort& effort, OtherPath&) {
  Pair pair(question);
  return {divergence(pair.first, pair.second, effort).prior_answer()};
}

std::string hyperprior_text(const std::string&, const std::string& text) {
  const auto weight = Hyperprior::parse(text);
  return weight ? weight->text() : "";
}

}  // namespace

QuantityFamily divergence_entries() {
  return {
      {.name = "divergence",
       .summary = "Delta-divergence between two mechanisms: largest gap of their Bayes errors",
       .subject = Subject::two_mechanisms,
       .options = {{.name = "hyperprior", .optional = true, .written = true}},
       .compute_two = compute_divergence,
       .answer = answer_divergence,
       .certain = certain_gap,
       .option_text = hyperprior_text,
       .certificate =
           CertificateEntry{
               .proof = Proof::two_values, .found_at = "prior", .budget_explains = true},
       .words = {.meaning = "How much larger the best attacker's error can be under the first "
                            "mechanism than under the second",
                 .example = " --digits 20"},
       .claims = ClaimEntry{.names = {{"divergence", {{"prior", "prior"}}}}}},
      {.name = "weighted_divergence",
       .summary = "Delta-divergence under a hyper-prior",
       .subject = Subject::two_mechanisms,
       .arguments = {{.name = "hyperprior"}},
       .answer = answer_weighted},
      {.name = "symmetrised_divergence",
       .summary = "the larger of Delta(M || M~) and Delta(M~ || M)",
       .subject = Subject::two_mechanisms,
       .answer = answer_symmetrised,
       .claims = ClaimEntry{}},
      {.name = "divergence_prior",
       .summary = "prior of H0 where Delta(M || M~) is attained",
       .subject = Subject::two_mechanisms,
       .answer = answer_prior},
  };
}

}  // namespace plumbline
