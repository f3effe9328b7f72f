#include "verify/claims/judging/worst_member.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "reference/mechanisms/laplace/flip_runs.hpp"
#include "reference/quantities/comparison/bounded_range.hpp"
#include "verify/base/thread_clock.hpp"
#include "verify/claims/claim_quantity.hpp"
#include "verify/claims/claimed_pair.hpp"
#include "verify/claims/judging/claim_truth.hpp"

namespace plumbline {

bool decided_by_pair(const Claim& claim) {
  if (!claim.pair) return true;
  const Hypotheses& pair = *claim.pair->hypotheses;
  if (!is_dominating(pair) || stated_attainment(pair) == Attained::no) return false;
  if (is_shown_by_some(pair)) return true;
  // If a pair is attained point by point, some neighbours attain a number that depends on one point of the profile. A
  // trade-off function depends on several points, for which the neighbours may differ.
  const Reading reading = quantity_of(claim).reading;
  return reading == Reading::delta || reading == Reading::tv || reading == Reading::epsilon ||
         reading == Reading::bayes || is_open(claim);
}

bool larger_is_worse(const std::string& quantity) {
  const Quantity* entry = quantity_named(quantity);
  return entry == nullptr || entry->dangerous != DangerousSide::above;
}

bool shown_by_all(const Claim& claim) {
  return (claim.kind == ClaimKind::upper) == larger_is_worse(claim.quantity);
}

namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

/// Compares members by the number that decides the claim, or by the quantity itself. The values are approximate. They
/// choose a member and are part of no bound.
class MemberSearch {
 public:
  MemberSearch(const Claim& claim, const Poll& poll) : claim_(claim), poll_(poll) {
    claim_.pair = nullptr;
    claim_.range.reset();
    claim_.batches.reset();
    claim_.others.clear();
    const bool bound = claim_.kind != ClaimKind::estimate &&
                       claim_.value.form == ClaimedValue::Form::number && !is_open(claim_);
    if (bound) limit_ = inequality_for(claim_, Sense::at_most, claim_.value.number);
    rises_ = (limit_ && is_epsilon(claim_)) || larger_is_worse(claim_.quantity);
  }

  /// Returns a number that increases with the privacy loss of a member; -inf if it is unknown.
  double loss(const std::string& member) {
    const auto [at, is_new] = known_.emplace(member, kNothing);
    if (is_new) at->second = measured(member);
    return at->second;
  }

 private:
  double measured(const std::string& member) {
    if (member.empty()) return kNothing;
    constexpr int kSearchDigits = 5;
    Effort effort;
    effort.digits = kSearchDigits;
    effort.poll = poll_;
    try {
      claim_.mechanism = member;
      PrivacyProfile profile(Composition::parse(member), claim_.direction);
      const Truth found =
          limit_ ? limit_->left(profile, effort) : truth_of(claim_, profile, effort);
      if (found.value.is_infinite()) return std::numeric_limits<double>::infinity();
      const Ball& value = found.value->value();
      if (!value.is_finite()) return kNothing;
      const double size = value.log_approximate();
      return rises_ ? size : -size;
    } catch (const std::invalid_argument&) {
      return kNothing;  // the quantity is not defined for this member
    }
  }

  Claim claim_;
  Poll poll_;
  std::optional<Inequality> limit_;
  bool rises_ = true;
  std::map<std::string, double> known_;
};

using Places = std::vector<std::optional<double>>;

/// Searches for the member with the largest privacy loss. A part may be a family of pairs with a parameter, its place
/// in [0, 1]. improve() tries the places of one part on a grid, then on finer grids around the best place.
class PlaceSearch {
 public:
  PlaceSearch(const ClaimedPair& pair, MemberSearch& members)
      : pair_(pair), members_(members), places_(pair.parts.size()) {
    best_ = pair_.member(places_);
    most_ = members_.loss(best_);
  }

  void improve(size_t part) {
    constexpr int kGrid = 32, kRounds = 6;
    double middle = 0, most = kNothing, step = 1.0 / kGrid;
    const auto look = [&](double place) {
      if (place < 0 || place > 1) return;
      const double loss = compare(part, place);
      if (loss > most) std::tie(middle, most) = std::pair(place, loss);
    };
    for (int i = 0; i <= kGrid; ++i) look(i * step);
    for (int round = 0; round < kRounds && most > kNothing; ++round, step /= 4) {
      const double around = middle;
      for (const double share : {-0.75, -0.5, -0.25, 0.25, 0.5, 0.75}) look(around + share * step);
    }
  }

  const std::string& best() const { return best_; }

 private:
  double compare(size_t part, double place) {
    Places there = places_;
    there[part] = place;
    const std::string member = pair_.member(there);
    const double loss = members_.loss(member);
    if (loss > most_) {
      most_ = loss;
      best_ = member;
      places_ = std::move(there);
    }
    return loss;
  }

  const ClaimedPair& pair_;
  MemberSearch& members_;
  Places places_;
  std::string best_;
  double most_;
};

std::string searched_member(const Claim& claim, double seconds, const Poll& poll) {
  const ClaimedPair& pair = *claim.pair;
  const std::string usual = pair.member();
  if (usual.empty() || !pair.has_places()) return usual;
  const Poll patience = [deadline = ThreadDeadline(seconds), poll]() mutable {
    poll();
    if (deadline.passed()) throw Interrupted{};
  };
  MemberSearch members(claim, patience);
  std::optional<PlaceSearch> places;
  try {
    places.emplace(pair, members);
    for (size_t part = 0; part < pair.parts.size(); ++part) {
      if (pair.parts[part].at) places->improve(part);
    }
  } catch (const Interrupted&) {
    poll();  // a stop by the user has priority; after a time limit the result so far is used
  }
  return places ? places->best() : usual;
}

/// Returns the expression of the worst pair for runs of bounded range, with t/range to three decimals; empty if no t is
/// found.
std::string worst_range(const RangeRuns& range, const Rational& epsilon) {
  const auto t = worst_fixed_range(range, epsilon, Effort{2}).t;
  if (!t) return "";
  const Rational share = floor(*t / range.range * Rational(1000)) / Rational(1000);
  if (share.sign() <= 0) return "";
  return "exponential_mechanism(epsilon=" + range.range.text() +
         ",t=" + (range.range * share).text() + ")^" + range.runs.text();
}

/// Returns the member that is known to be the worst for a bound on delta or epsilon; empty if there is none.
std::string known_worst(const Claim& claim) {
  const auto& flips = claim.pair->flips;
  if ((!claim.range && !flips) || claim.value.form != ClaimedValue::Form::number) return "";
  const auto asked = delta_limit(claim, claim.value.number);
  if (!asked || asked->limit.is_zero()) return "";
  if (claim.range) return worst_range(*claim.range, asked->epsilon);
  return flip_member(*flips, asked->epsilon.approximate()) + "^" + flips->runs.text();
}

}  // namespace

std::string worst_member(const Claim& claim, double seconds, const Poll& poll) {
  const std::string known = known_worst(claim);
  return known.empty() ? searched_member(claim, seconds, poll) : known;
}

}  // namespace plumbline
