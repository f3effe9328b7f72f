/// Answers to questions, with nothing kept between them.
#include <algorithm>
#include <stdexcept>

#include "reference/certificates/findings.hpp"
#include "reference/certificates/question.hpp"
#include "reference/quantities/calibration/calibration.hpp"
#include "reference/quantities/comparison/theorem_three.hpp"
#include "reference/quantities/hyperprior.hpp"
#include "reference/quantities/mint.hpp"

namespace plumbline {
namespace {

PrivacyProfile profile_of(const std::string& mechanism, const Asked& asked,
                          const std::string& engine, bool vary, bool* varied) {
  PrivacyProfile profile(Composition::parse(mechanism), asked.direction, engine);
  if (vary && profile.engine().vary() && varied != nullptr) *varied = true;
  return profile;
}

const std::string& second_engine(const Asked& asked) {
  return asked.other_engine.empty() ? asked.engine : asked.other_engine;
}

Derived derive_divergence(const Asked& asked, const Effort& effort, bool vary, bool* varied) {
  PrivacyProfile profile = profile_of(asked.mechanism, asked, asked.engine, vary, varied);
  PrivacyProfile other = profile_of(asked.other, asked, second_engine(asked), vary, varied);
  const std::string hyperprior = text_of(asked.options, "hyperprior");
  const auto weight = Hyperprior::parse(hyperprior.empty() ? "none" : hyperprior);
  Divergence d = divergence(profile, other, weight.get(), effort);
  return {d.value, profile.engine().parameters(), d.prior_text(asked.digits), profile.explain()};
}

/// The verdict; Delta(M1 || M2) is the value, the crossings and Delta(M2 || M1) follow.
Derived derive_comparison(const Asked& asked, const Effort& effort, bool vary, bool* varied) {
  PrivacyProfile first = profile_of(asked.mechanism, asked, asked.engine, vary, varied);
  PrivacyProfile second = profile_of(asked.other, asked, second_engine(asked), vary, varied);
  const Comparison comparison = compare(first, second, effort);
  Derived out{divergence(first, second, effort).value, {}, std::nullopt, ""};
  const Certified back = divergence(second, first, effort).value;
  out.parameters = first.engine().parameters();
  out.explanation = first.explain();
  add_comparison(comparison, asked.digits + kCertificateSpareDigits, &out);
  out.values.push_back({"divergence_back", back});
  out.value = marked(out.value, out.value.reached && back.reached && comparison.reached);
  out.comparison = comparison;
  return out;
}

Derived derive_calibration(const Asked& asked, const Effort& effort) {
  const Family family(asked.mechanism, "");
  const Calibration found =
      calibrate(family, target_of(asked.target), asked.direction, asked.engine, effort);
  Derived out{found.value, {}, std::nullopt, "engine: " + found.value.engine};
  out.safe = found.safe;
  if (found.safe) {
    out.findings = {{"safe", found.safe->text()},
                    {"private_side", family.order().larger_is_more_private ? "above" : "below"}};
  }
  return out;
}

Derived infinite(const std::string& engine) {
  Derived out{marked(nothing_known(engine), true), {}, std::nullopt, engine};
  out.findings = {{"infinite", "yes"}};
  return out;
}

Derived derive_renyi(const Asked& asked, const Effort& effort) {
  const Extended value = renyi(Composition::parse(asked.mechanism), asked.at.value_or(Rational(1)),
                               asked.direction, effort);
  if (value.is_infinite()) return infinite("transform");
  return {*value, {}, std::nullopt, "engine: " + value->engine};
}

/// v1 is the value; the other moments and the cumulants follow.
Derived derive_moments(const Asked& asked, const Effort& effort) {
  const Composition composition = Composition::parse(asked.mechanism);
  const Moments m = moments(composition, asked.direction == Direction::reverse, effort);
  if (m.infinite()) return infinite("transform");
  Derived out{*m.v1, {}, std::nullopt, "engine: " + m.v1->engine};
  const bool single = composition.single();
  out.values = {
      {"v2", *m.v2}, {single ? "v3" : "sum_v3", *m.v3}, {single ? "v4" : "sum_v4", *m.v4}};
  if (m.eta->value.is_finite()) out.values.push_back({"eta", *m.eta});
  for (size_t n = 0; n < m.cumulants.size(); ++n) {
    out.values.push_back({"cumulant" + std::to_string(n + 1), *m.cumulants[n]});
  }
  bool reached = out.value.reached;
  for (const NamedValue& value : out.values) reached = reached && value.value.reached;
  out.value = marked(out.value, reached);
  return out;
}

/// The bound is the value; its terms, both sides of the condition and the true divergence follow.
Derived derive_theorem(const Asked& asked, const Effort& effort, bool vary, bool* varied) {
  PrivacyProfile M = profile_of(asked.mechanism, asked, asked.engine, vary, varied);
  PrivacyProfile M_tilde = profile_of(asked.other, asked, second_engine(asked), vary, varied);
  const TheoremThree theorem =
      theorem_three(M.composition(), M_tilde.composition(), asked.direction, effort);
  const auto value = [&](const Ball& x) {
    return certified({x, {{}, {}, {}, x.radius()}}, "transform", asked.digits);
  };
  const Certified truth = divergence(M, M_tilde, effort).value;
  Derived out{value(theorem.bound), M.engine().parameters(), std::nullopt, M.explain()};
  out.values = {{"term_1", value(theorem.first)},
                {"term_2", value(theorem.second)},
                {"ratio", value(theorem.ratio)},
                {"ratio_needed", value(theorem.needed)},
                {"divergence", truth}};
  out.value = marked(out.value, out.value.reached && truth.reached);
  const auto steps = [](const std::optional<Rational>& n) { return n ? n->text() : "none"; };
  out.findings = {{"condition", !theorem.condition   ? "undecided"
                                : *theorem.condition ? "holds"
                                                     : "fails"},
                  {"smallest_N_of_condition", steps(theorem.N_condition)}};
  if (!asked.target.empty()) {
    const TheoremThree::Steps n = theorem.steps_for(asked.target.front().second);
    for (const auto& [name, count] : {std::pair("N", n.N_together),
                                      {"N_tilde", n.N_tilde_together},
                                      {"N_alone", n.N_alone},
                                      {"N_tilde_alone", n.N_tilde_alone},
                                      {"N_tilde_most", n.N_tilde_most}}) {
      out.findings.emplace_back(name, steps(count));
    }
  }
  return out;
}

}  // namespace

Derived derive(const Asked& asked, const Effort& effort, bool vary, bool* varied) {
  if (varied != nullptr) *varied = false;
  Effort sharp = effort;
  sharp.digits = asked.digits;
  check_words(asked);
  const std::string& quantity = asked.quantity;
  if (quantity == "divergence") return derive_divergence(asked, sharp, vary, varied);
  if (quantity == "comparison") return derive_comparison(asked, sharp, vary, varied);
  if (quantity == "calibrate") return derive_calibration(asked, sharp);
  if (quantity == "renyi") return derive_renyi(asked, sharp);
  if (quantity == "moments") return derive_moments(asked, sharp);
  if (quantity == "theorem3") return derive_theorem(asked, sharp, vary, varied);
  PrivacyProfile profile = profile_of(asked.mechanism, asked, asked.engine, vary, varied);
  const Extended value =
      find_quantity(quantity).compute(profile, asked.at.value_or(Rational(0)), sharp);
  return {value.value(), profile.engine().parameters(), std::nullopt, profile.explain()};
}

}  // namespace plumbline
