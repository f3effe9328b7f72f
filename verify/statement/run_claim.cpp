#include "verify/statement/run_claim.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

#include "reference/mechanisms/mechanism_entry.hpp"
#include "verify/statement/certificate_hypotheses.hpp"
#include "verify/statement/mechanism_names.hpp"
#include "verify/statement/plain_number.hpp"
#include "verify/statement/shown_expression.hpp"

namespace plumbline::page {
namespace {

/// Returns true for a quotient of two counts such as "512/60000", which is neither a decimal nor a long fraction.
bool is_quotient_of_counts(const std::string& typed) {
  constexpr size_t kLong = 17;
  const size_t slash = typed.find('/');
  return slash != typed.npos && typed.size() <= kLong && !typed.starts_with("1/") &&
         typed.find_first_not_of("0123456789/") == typed.npos &&
         typed.find('/', slash + 1) == typed.npos;
}

/// Returns the only mechanism of an expression, which may be repeated or have a power; null if the expression has
/// several mechanisms.
std::optional<WrittenFactor> only_factor(const std::string& typed) {
  try {
    const std::vector<WrittenFactor> all = read_open_expression(typed);
    const bool one = all.size() == 1 && all.front().open.empty() &&
                     all.front().parameters.inner.empty() && all.front().parameters.words.empty();
    return one ? std::optional(all.front()) : std::nullopt;
  } catch (const std::invalid_argument&) {
    return std::nullopt;
  }
}

/// Returns true if the parameters are exactly these, apart from a group.
bool has_just(const WrittenFactor& factor, const std::vector<std::string>& names) {
  size_t known = factor.parameters.count("group");
  for (const std::string& name : names) known += factor.parameters.count(name);
  return factor.entry->required == names && known == factor.parameters.size() &&
         factor.parameters.lists.empty();
}

std::string pass_count(const Rational& epochs) {
  const Rational shown = decimal_nearest(epochs, kShownDigits);
  return (shown == epochs ? "" : "about ") +
         (shown == Rational(1) ? "one pass" : plain(shown) + " passes") + " over the data";
}

std::string person_of(const Run& run) {
  return run.group == "1" ? "" : " (a person has at most " + run.group + ")";
}

/// Returns the sentence about public numbers. Neighbours differ in the number of records. The public numbers are
/// equal for both neighbours, even if they were computed from the number of records.
std::string public_text(const std::string& more) {
  return " The number of steps" + more +
         " and the divisor of the sums are assumed public: they are equal with and without a "
         "record, even if they were computed from the number of records.";
}

std::string sampled_text(const Run& run) {
  const std::string& typed = run.typed_rate;
  const size_t slash = typed.find('/');
  const std::string batches =
      typed.empty() ? ""
                    : fmt::format(", so that batches have {} of {} records on average",
                                  typed.substr(0, slash), typed.substr(slash + 1));
  return fmt::format(
      "The run: {} steps with the noise multiplier (sigma) {}; each record{} is in a step's batch "
      "with probability {}, independently{}; {}.{}",
      run.count.text(), plain(run.sigma), person_of(run), typed.empty() ? plain(run.rate) : typed,
      batches, pass_count(run.count * run.rate), public_text(", that probability"));
}

std::string allocated_text(const Run& run) {
  return fmt::format(
      "The run: {} {} of {} steps with the noise multiplier (sigma) {}; in each pass each record "
      "is in the batch of one step, drawn at random, independently of the others.{}",
      run.count.text(), run.count == Rational(1) ? "pass" : "passes", run.steps_of_pass,
      plain(run.sigma), public_text(""));
}

/// Returns the text for a run whose mechanism states nothing about batches: the bound holds for any sampling.
std::string any_text(const Run& run) {
  return fmt::format(
      "Read as a training run: each record{} is in the batches of {} {} with the noise multiplier "
      "(sigma) {}, one in each pass if batches are shuffled or fixed; these steps may be known, so "
      "the sampling of batches does not amplify privacy.",
      person_of(run), run.count.text(), run.count == Rational(1) ? "step" : "steps",
      plain(run.sigma));
}

/// Returns true if the expression states how often the mechanism is applied: one application without a count is not
/// described as a training run.
bool has_power(const std::string& typed) {
  const size_t end = typed.find_last_of(')');
  return end != typed.npos && typed.find_first_of("^*", end) != typed.npos;
}

}  // namespace

std::optional<Run> run_of(const std::string& typed) {
  constexpr size_t kLongest = 300;
  if (typed.size() > kLongest || !has_power(typed)) return std::nullopt;
  const std::optional<WrittenFactor> factor = only_factor(typed);
  if (!factor || factor->parameters.count("sigma") == 0) return std::nullopt;
  const auto& more = factor->entry->optional;
  const bool of_groups = std::find(more.begin(), more.end(), "group") != more.end();
  Run out{.sigma = shown_parameter(*factor, "sigma", true), .count = factor->count};
  out.group = factor->number_text("group");
  if (has_just(*factor, {"sigma", "p"})) {
    out.batches = Run::Batches::sampled;
    out.rate = shown_parameter(*factor, "p", true);
    const std::string rate = typed_value(typed, "p");
    if (is_quotient_of_counts(rate)) out.typed_rate = rate;
    return out;
  }
  if (has_just(*factor, {"sigma", "t"})) {
    out.batches = Run::Batches::allocated;
    out.steps_of_pass = factor->number_text("t");
    return out;
  }
  // Mechanisms with integer noise also have just sigma, but are not training runs. They are recognised by the missing
  // parameter `group`.
  return has_just(*factor, {"sigma"}) && of_groups ? std::optional(out) : std::nullopt;
}

std::string run_text(const Run& run) {
  switch (run.batches) {
    case Run::Batches::sampled:
      return sampled_text(run);
    case Run::Batches::allocated:
      return allocated_text(run);
    case Run::Batches::any:
      break;
  }
  return any_text(run);
}

std::string RunClaim::text() const {
  const std::string out = run_text(run_), start = name_.empty() ? "" : name_ + ": ";
  return start + (refuted_ ? "As promised: t" + out.substr(1) : out);
}

std::string RunClaim::fault(const Evidence& evidence) const {
  if (!evidence.is_proved(certificate_)) return "the certificate is not proved";
  const Certificate& c = evidence.certificates[certificate_];
  const std::optional<WrittenFactor> exact = only_factor(typed_mechanism(c));
  if (!exact) return "the mechanism is no run";
  const Parameters& p = exact->parameters;
  const auto has = [&](const std::string& name) { return p.count(name) > 0; };
  if (!has("sigma") || run_.sigma < p.at("sigma")) return "sigma is rounded to the wrong side";
  if (!(run_.count == exact->count)) return "the number of steps is another one";
  if (run_.group != exact->number_text("group")) return "the group is another one";
  if ((run_.batches == Run::Batches::sampled) != has("p")) return "batches are drawn otherwise";
  if (has("p") && p.at("p") < run_.rate) return "the rate is rounded to the wrong side";
  if (!run_.typed_rate.empty() && !(Rational::parse(run_.typed_rate) == p.at("p"))) {
    return "the rate is another one";
  }
  if ((run_.batches == Run::Batches::allocated) != has("t")) return "batches are drawn otherwise";
  if (has("t") && run_.steps_of_pass != exact->number_text("t")) return "a pass has other steps";
  return fault_of_name(name_, certificate_, evidence.certificates, true);
}

NamedTexts RunClaim::fields() const {
  NamedTexts out = {{"kind", "run"},
                    {"certificate", std::to_string(certificate_ + 1)},
                    {"sigma", run_.sigma.text()},
                    {"count", run_.count.text()},
                    {"group", run_.group}};
  if (run_.batches == Run::Batches::sampled) out.emplace_back("p", run_.rate.text());
  if (run_.batches == Run::Batches::allocated) out.emplace_back("t", run_.steps_of_pass);
  return out;
}

}  // namespace plumbline::page
