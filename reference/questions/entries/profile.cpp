/// Compares a discretised privacy loss distribution with the profile of a mechanism: `profile` is the largest excess of
/// delta over that of the distribution, over every real epsilon, or every epsilon from `from` on; 0 if the distribution
/// is pessimistic.
#include <algorithm>
#include <stdexcept>

#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr Bits kShortfallBits{256};
constexpr int kMoreDigits = 15, kMostMoreDigits = 60;
constexpr const char* kDistribution = "distribution";

Rational number_in(const std::string& text) {
  const Rational found = Rational::parse(text);
  if (found.text() == text) return found;
  throw std::invalid_argument("a distribution has '" + text + "'; write " + found.text());
}

/// The masses of "LOSS:MASS,...,inf:MASS".
LossMasses masses_in(const std::string& text) {
  LossMasses out;
  bool infinite = false;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(',', at), text.size());
    const std::string one = text.substr(at, end - at);
    const size_t middle = std::min(one.find(':'), one.size());
    const std::string loss = one.substr(0, middle),
                      mass = one.substr(std::min(middle + 1, one.size()));
    if (infinite) throw std::invalid_argument("nothing comes after the mass of infinite loss");
    infinite = loss == "inf";
    if (infinite) {
      out.infinite = number_in(mass);
    } else {
      out.atoms.push_back({number_in(loss), number_in(mass)});
    }
    at = end + 1;
  }
  if (!infinite) throw std::invalid_argument("a distribution ends with inf:MASS");
  return out;
}

/// The largest shortfall of the places, or 0 (PROFILE-KINKS); an undecided shortfall lies anywhere between its ends.
Ball largest_shortfall(const WholeProfile& found) {
  Ball out(kShortfallBits);
  for (const ProfilePlace& place : found.places) {
    if (place.state != PlaceState::holds) out = max(out, place.shortfall);
  }
  return out;
}

std::string verdict_of(const WholeProfile& found) {
  return found.state == PlaceState::holds   ? "holds"
         : found.state == PlaceState::fails ? "fails"
                                            : "undecided";
}

ProfilePromise promise_of(const Query& question) {
  ProfilePromise out = ProfileSide::pessimistic;
  if (question.text("from")) out.from = question.number("from");
  return out;
}

/// A shortfall that is small relative to delta needs more digits of delta than it has itself.
WholeProfile judged_to(PrivacyProfile& profile, const Query& question, const Effort& effort) {
  const LossMasses masses = masses_in(question.option(kDistribution));
  Effort sharper = effort;
  for (;; sharper.digits += kMoreDigits) {
    WholeProfile found = judge_whole_profile(profile, masses, promise_of(question), sharper);
    const bool enough = largest_shortfall(found).relative_digits() >= effort.digits;
    if (found.state == PlaceState::holds || enough || effort.expired() ||
        sharper.digits > effort.digits + kMostMoreDigits) {
      return found;
    }
  }
}

/// delta is at most 1, and delta_D at least the sum of the negative masses.
Answer certain_shortfall(const Query& question, const std::string& engine) {
  const LossMasses masses = masses_in(question.option(kDistribution));
  Rational most = Rational(1) + (masses.infinite.sign() < 0 ? -masses.infinite : Rational(0));
  for (const LossMasses::Atom& one : masses.atoms) {
    if (one.mass.sign() < 0) most = most - one.mass;
  }
  const Ball range = Ball::zero_to(UpperBound::of(Ball(most, kShortfallBits)), kShortfallBits);
  return {.value = Mint::value(range, engine, {}, false), .findings = {{"verdict", "undecided"}}};
}

Answer answered(PrivacyProfile& profile, const WholeProfile& found, const Effort& effort) {
  const Ball value = largest_shortfall(found);
  Answer out{.value = certified({value, {}}, profile.engine_name(), effort.digits),
             .parameters = profile.engine().parameters(),
             .explanation = profile.explain(),
             .findings = {{"verdict", verdict_of(found)}}};
  if (found.worst && found.places[*found.worst].loss) {
    const Rational& at = *found.places[*found.worst].loss;
    out.place = Mint::value(Ball(at, kShortfallBits), "", {}, true, at, at);
  }
  return out;
}

Answer answer_profile(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  try {
    return answered(profile, judged_to(profile, question, effort), effort);
  } catch (const Interrupted&) {
    return certain_shortfall(question, profile.engine_name());
  }
}

void check_distribution(const Query& question) { masses_in(question.option(kDistribution)); }

AllMembers members_of_profile(const Query&, bool) { return {.findings = {.needed = {"verdict"}}}; }

std::string profile_meaning(const Query& question) {
  const std::string from = question.text("from")
                               ? "every epsilon from " + *question.text("from") + " on"
                               : "every epsilon";
  return "The largest amount by which delta exceeds that of the given distribution, over " + from +
         "; 0 where the distribution is pessimistic";
}

}  // namespace

Quantity profile_entry() {
  return {.name = "profile",
          .summary = "by how much delta exceeds that of a discretised distribution, at most",
          .arguments = {{.name = "from", .optional = true}},
          .options = {{.name = kDistribution}},
          .answer = answer_profile,
          .certain = certain_shortfall,
          .check = check_distribution,
          .dangerous = DangerousSide::below,
          .certificate = CertificateEntry{.members = members_of_profile},
          .words = {.explained = profile_meaning}};
}

}  // namespace plumbline
