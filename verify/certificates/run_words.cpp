#include "verify/certificates/run_words.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/registry.hpp"
#include "verify/certificates/audit_words.hpp"
#include "verify/certificates/plain_number.hpp"

namespace plumbline {
namespace {

/// One mechanism and how often it runs, as typed; members that are not written are empty.
struct TypedRun {
  std::string name, sigma, p, t, group;
  Rational count{1};
};

std::optional<TypedRun> typed_run(const std::string& typed) {
  static const std::regex form(
      R"(\s*(\w+)\(sigma=([0-9.]+(?:/[0-9]+)?)(?:,\s*p=([0-9.]+(?:e-?[0-9]+)?(?:/[0-9]+)?))?)"
      R"((?:,\s*t=([0-9]{1,15}))?(?:,\s*group=([0-9]{1,6}))?\)\^([0-9]{1,15})\s*)");
  constexpr size_t kLongest = 200;  // std::regex recurses
  std::smatch found;
  if (typed.size() > kLongest || !std::regex_match(typed, found, form)) return std::nullopt;
  TypedRun out{found[1], found[2], found[3], found[4], found[5], Rational::parse(found[6].str())};
  if (out.count.is_zero()) return std::nullopt;
  return out;
}

/// Of a rate that is a quotient of the batch and all records.
std::string batch_words(const std::string& written, const std::string& shown) {
  const size_t slash = written.find('/');
  if (slash == std::string::npos || shown != written || written.starts_with("1/")) return "";
  return fmt::format(", so that batches have {} of {} records on average", written.substr(0, slash),
                     written.substr(slash + 1));
}

std::string passes_words(const Rational& epochs) {
  const Rational shown = decimal_nearest(epochs, kShownDigits);
  return (shown == epochs ? "" : "about ") +
         (shown == Rational(1) ? "one pass" : plain(shown) + " passes") + " over the data";
}

/// Neighbours differ in how many records there are, and not in what may have been computed from that.
std::string public_words(const std::string& more) {
  return " The number of steps" + more +
         " and what the sums are divided by are taken for public: they are the same with and "
         "without a record, even where they were computed from the number of records.";
}

std::string sampled_words(const TypedRun& run) {
  const auto rate = rational_or_none(run.p);
  if (!rate || rate->is_zero() || *rate > Rational(1)) return "";
  const std::string shown = shown_number(run.p);
  const bool several = !run.group.empty() && run.group != "1";
  return fmt::format(
      "The run: {} steps with the noise multiplier (sigma) {}; each record{} is in a step's batch "
      "with {} {}, independently{}; {}.{}",
      run.count.text(), shown_number(run.sigma),
      several ? " (a person has at most " + run.group + ")" : "",
      shown == run.p ? "probability" : "a probability of", shown, batch_words(run.p, shown),
      passes_words(run.count * *rate), public_words(", that probability"));
}

std::string allocated_words(const TypedRun& run) {
  if (run.t.empty() || Rational::parse(run.t).is_zero()) return "";
  return fmt::format(
      "The run: {} {} of {} steps with the noise multiplier (sigma) {}; in each pass each record "
      "is "
      "in the "
      "batch of one step, drawn at random, independently of the others.{}",
      run.count.text(), run.count == Rational(1) ? "pass" : "passes", run.t,
      shown_number(run.sigma), public_words(""));
}

/// Nothing is said of batches there: it is what holds however they are drawn.
std::string plain_words(const TypedRun& run) {
  const bool several = !run.group.empty() && run.group != "1";
  return fmt::format(
      "The run: each record{} is in the batches of {} {} with the noise multiplier (sigma) {}, one "
      "in each pass "
      "where batches are shuffled or fixed; which steps these are may be known, so that nothing is "
      "gained by how batches are drawn.",
      several ? " (a person has at most " + run.group + ")" : "", run.count.text(),
      run.count == Rational(1) ? "step" : "steps", shown_number(run.sigma));
}

}  // namespace

std::string run_words(const std::string& typed) {
  const std::optional<TypedRun> run = typed_run(typed);
  if (!run) return "";
  const auto entry = std::find_if(mechanism_registry().begin(), mechanism_registry().end(),
                                  [&](const MechanismEntry& one) { return one.name == run->name; });
  if (entry == mechanism_registry().end()) return "";
  const std::vector<std::string> by_rate = {"sigma", "p"}, by_steps = {"sigma", "t"},
                                 alone = {"sigma"};
  const auto& more = entry->optional;
  const bool of_groups = std::find(more.begin(), more.end(), "group") != more.end();
  if (!run->group.empty() && !of_groups) return "";
  if (entry->required == by_rate && run->t.empty()) return sampled_words(*run);
  if (entry->required == by_steps && run->p.empty()) return allocated_words(*run);
  // Noise on integers is for sums of other kinds, and has no groups.
  const bool plain_noise = entry->required == alone && of_groups;
  return plain_noise && run->p.empty() && run->t.empty() ? plain_words(*run) : "";
}

}  // namespace plumbline
