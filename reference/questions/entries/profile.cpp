/// Compares discretised distributions and trade-off curves with a mechanism. The quantity `profile` is the maximum by
/// which delta(epsilon) of the mechanism exceeds delta(epsilon) of a discretised distribution, over all epsilons or
/// over epsilon >= `from`. The quantity `tradeoff_curve` is the maximum by which a polygon lies above the trade-off
/// function. Both values are 0 if the distribution or curve is pessimistic, as it promises. If it promises to be
/// optimistic, the differences have the opposite sign.
#include <algorithm>
#include <stdexcept>

#include "reference/quantities/comparison/profile_excess.hpp"
#include "reference/quantities/comparison/whole_curve.hpp"
#include "reference/quantities/comparison/whole_profile.hpp"
#include "reference/questions/answer.hpp"
#include "reference/questions/ask.hpp"
#include "reference/questions/entries/entries.hpp"
#include "reference/questions/whole_texts.hpp"
#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr Bits kShortfallBits{256};
constexpr int kMoreDigits = 15, kMostMoreDigits = 60;
constexpr const char *kPoints = "points", *kBetween = "between";

/// A verdict and the largest violation.
struct Excess {
  WholeProfile found;
  Ball value;
};

ProfilePromise promise_of(const Query& question) {
  ProfilePromise out = side_of(question);
  if (question.text("from")) out.from = question.number("from");
  return out;
}

Excess excess_of_masses(PrivacyProfile& profile, const Query& question, const Effort& effort) {
  const LossMasses masses = masses_in(question.option(kDistribution));
  const ProfilePromise promise = promise_of(question);
  WholeProfile found = judge_whole_profile(profile, masses, promise, effort);
  const Ball value = profile_excess(profile, masses, promise, found, effort);
  return {std::move(found), value};
}

bool is_by_points(const Query& question) { return question.option(kBetween) == "nothing"; }

Excess excess_of_points(PrivacyProfile& profile, const Query& question, const Effort& effort) {
  const std::vector<PolygonPoint> points = points_in(question.option(kPoints));
  const ProfileSide side = side_of(question);
  const bool alone = is_by_points(question);
  WholeProfile found = judge_whole_curve(profile, points, side, alone, effort);
  const Ball value = curve_excess(profile, points, side, alone, found, effort);
  return {std::move(found), value};
}

using ExcessOf = Excess (*)(PrivacyProfile&, const Query&, const Effort&);

/// Computes the largest violation of the promise. If it is small compared with delta, delta needs more digits than the
/// violation.
Excess excess_to(ExcessOf excess_of, PrivacyProfile& profile, const Query& question,
                 const Effort& effort) {
  Effort sharper = effort;
  for (;; sharper.digits += kMoreDigits) {
    Excess one = excess_of(profile, question, sharper);
    const bool enough = one.value.relative_digits() >= effort.digits;
    if (one.found.state == PlaceState::holds || enough || effort.expired() ||
        sharper.digits > effort.digits + kMostMoreDigits) {
      return one;
    }
  }
}

Answer undecided_within(const Rational& most, const std::string& engine) {
  const Ball range = Ball::zero_to(UpperBound::of(Ball(most, kShortfallBits)), kShortfallBits);
  return {.value = Mint::value(range, engine, {}, false),
          .findings = {{"verdict", "undecided"}},
          .word = "undecided"};
}

/// Returns bounds of the value that need no computation. delta of the mechanism is between 0 and 1. delta of the
/// distribution is between the sum of the negative masses and the sum of the positive masses.
Answer certain_shortfall(const Query& question, const std::string& engine) {
  const LossMasses masses = masses_in(question.option(kDistribution));
  Rational above(0), below(0);
  const auto count = [&](const Rational& mass) {
    mass.sign() < 0 ? below = below - mass : above = above + mass;
  };
  count(masses.infinite);
  for (const LossMasses::Atom& one : masses.atoms) count(one.mass);
  const bool optimistic = side_of(question) == ProfileSide::optimistic;
  return undecided_within(optimistic ? above : Rational(1) + below, engine);
}

Answer certain_distance(const Query&, const std::string& engine) {
  return undecided_within(Rational(1), engine);
}

Answer answered(PrivacyProfile& profile, const Excess& excess, const Effort& effort) {
  Answer out{.value = certified({excess.value, {}}, profile.engine_name(), effort.digits),
             .parameters = profile.engine().parameters(),
             .explanation = profile.explain(),
             .findings = {{"verdict", verdict_of(excess.found)}},
             .word = verdict_of(excess.found)};
  const WholeProfile& found = excess.found;
  if (found.worst && found.places[*found.worst].loss) {
    const Rational& at = *found.places[*found.worst].loss;
    out.place = Mint::value(Ball(at, kShortfallBits), "", {}, true, at, at);
  }
  return out;
}

template <ExcessOf excess_of, Answer (*certain)(const Query&, const std::string&)>
Answer answer_excess(const Query& question, const Effort& effort, OtherPath& path) {
  PrivacyProfile profile = first_profile(question, path);
  try {
    return answered(profile, excess_to(excess_of, profile, question, effort), effort);
  } catch (const Interrupted&) {
    return certain(question, profile.engine_name());
  }
}

void check_distribution(const Query& question) {
  masses_in(question.option(kDistribution));
  side_of(question);
}

void check_points(const Query& question) {
  points_in(question.option(kPoints));
  side_of(question);
  const std::string between = question.option(kBetween);
  if (!between.empty() && !is_by_points(question)) {
    throw std::invalid_argument("between '" + between + "'; write nothing, or leave it out");
  }
}

AllMembers members_of_excess(const Query&, bool) { return {.findings = {.needed = {"verdict"}}}; }

std::string profile_meaning(const Query& question) {
  const std::string over = question.text("from")
                               ? "every epsilon from " + *question.text("from") + " on"
                               : "every epsilon";
  if (side_of(question) == ProfileSide::optimistic) {
    return "The largest amount by which delta of the given distribution exceeds delta, over " +
           over + "; 0 where the distribution is optimistic";
  }
  return "The largest amount by which delta exceeds that of the given distribution, over " + over +
         "; 0 where the distribution is pessimistic";
}

std::string curve_meaning(const Query& question) {
  const std::string over = is_by_points(question) ? "its points" : "every alpha between its points";
  if (side_of(question) == ProfileSide::optimistic) {
    return "The largest amount by which the given trade-off curve is below that of the mechanism, "
           "over " +
           over + "; 0 where it is optimistic";
  }
  return "The largest amount by which the given trade-off curve is above that of the mechanism, "
         "over " +
         over + "; 0 where it is pessimistic";
}

}  // namespace

QuantityFamily whole_entries() {
  return {{.name = "profile",
           .summary = "largest amount by which delta exceeds that of a discretised distribution",
           .arguments = {{.name = "from", .optional = true}},
           .options = {{.name = kDistribution}, {.name = kSide, .optional = true}},
           .answer = answer_excess<excess_of_masses, certain_shortfall>,
           .certain = certain_shortfall,
           .check = check_distribution,
           .dangerous = DangerousSide::below,
           .certificate = CertificateEntry{.members = members_of_excess},
           .words = {.explained = profile_meaning},
           .claims = ClaimEntry{}},
          {.name = "tradeoff_curve",
           .summary =
               "largest amount by which a trade-off curve of points is above that of a mechanism",
           .options = {{.name = kPoints},
                       {.name = kSide, .optional = true},
                       {.name = kBetween, .optional = true}},
           .answer = answer_excess<excess_of_points, certain_distance>,
           .certain = certain_distance,
           .check = check_points,
           .dangerous = DangerousSide::below,
           .certificate = CertificateEntry{.members = members_of_excess},
           .words = {.explained = curve_meaning}}};
}

}  // namespace plumbline
