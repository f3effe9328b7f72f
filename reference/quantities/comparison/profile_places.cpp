#include "reference/quantities/comparison/profile_places.hpp"

#include <algorithm>
#include <utility>

#include "reference/arithmetic/bound.hpp"
#include "reference/quantities/closed/exact_delta.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"

namespace plumbline {
namespace {

constexpr double kLogTen = 2.302585092994046;
/// Maximum digits of an evaluation; a place that remains undecided with these digits is open.
constexpr int kMostPlaceDigits = 160;
/// Maximum digits if another place fails, so that the verdict is known.
constexpr int kDigitsBesideFailure = 40;

AboveSums sums_above(const LossMasses& masses, Bits p) {
  const size_t n = masses.atoms.size();
  AboveSums out{std::vector<Ball>(n + 1, Ball(masses.infinite, p)),
                std::vector<Ball>(n + 1, Ball(p))};
  for (size_t i = n; i-- > 0;) {
    const Ball mass(masses.atoms[i].mass, p);
    out.alternative[i] = out.alternative[i + 1] + mass;
    out.null[i] = out.null[i + 1] + mass * exp(-Ball(masses.atoms[i].loss, p));
  }
  return out;
}

Bits place_bits(int digits) { return bits_for_digits(2L * digits) + 256; }

/// Returns the masses at the same losses, with negative masses replaced by 0.
LossMasses raised_to_zero(LossMasses masses) {
  for (LossMasses::Atom& atom : masses.atoms) {
    if (atom.mass.sign() < 0) atom.mass = Rational(0);
  }
  return masses;
}

bool any_negative(const LossMasses& masses) {
  return std::any_of(masses.atoms.begin(), masses.atoms.end(),
                     [](const LossMasses::Atom& atom) { return atom.mass.sign() < 0; });
}

size_t atoms_up_to(const LossMasses& masses, const std::optional<Rational>& first) {
  if (!first) return 0;
  const auto above = [](const Rational& at, const LossMasses::Atom& atom) {
    return at < atom.loss;
  };
  return static_cast<size_t>(
      std::upper_bound(masses.atoms.begin(), masses.atoms.end(), *first, above) -
      masses.atoms.begin());
}

}  // namespace

PlaceState place_state(const Ball& shortfall) {
  if (certainly_positive(shortfall)) return PlaceState::fails;
  return certainly_at_most(shortfall, Ball(shortfall.precision())) ? PlaceState::holds
                                                                   : PlaceState::open;
}

PlaceJudge::PlaceJudge(PrivacyProfile& profile, const LossMasses& masses,
                       const ProfilePromise& promise)
    : profile_(profile),
      masses_(masses),
      promise_(promise),
      without_negative_(raised_to_zero(masses)),
      has_negative_(any_negative(masses)),
      first_(atoms_up_to(masses, promise.from)) {}

std::vector<ProfilePlace> PlaceJudge::judge(const Effort& effort) {
  std::vector<ProfilePlace> places;
  look_with(effort.digits);
  for (size_t i = first_; i <= masses_.atoms.size(); ++i) places.push_back(place_of(i, effort));
  const auto is_open = [](const ProfilePlace& one) { return one.state == PlaceState::open; };
  Effort sharper = effort;
  const bool fails = std::any_of(places.begin(), places.end(), [](const ProfilePlace& one) {
    return one.state == PlaceState::fails;
  });
  const int most = fails ? kDigitsBesideFailure : kMostPlaceDigits;
  while (2 * sharper.digits <= most && std::any_of(places.begin(), places.end(), is_open)) {
    sharper.digits *= 2;
    look_with(sharper.digits);
    for (ProfilePlace& one : places) {
      if (is_open(one)) one = place_of(one.index, sharper);
    }
  }
  return places;
}

ProfilePlace PlaceJudge::judge_one(size_t index, const Effort& effort) {
  Effort sharper = effort;
  for (;; sharper.digits *= 2) {
    look_with(sharper.digits);
    const ProfilePlace place = place_of(index, sharper);
    if (place.state != PlaceState::open || 2 * sharper.digits > kMostPlaceDigits) return place;
  }
}

void PlaceJudge::look_with(int digits) {
  p_ = place_bits(digits);
  sums_ = sums_above(masses_, p_);
  if (has_negative_) positive_sums_ = sums_above(without_negative_, p_);
  kink_deltas_.assign(masses_.atoms.size(), std::nullopt);
}

ProfilePlace PlaceJudge::place_of(size_t i, const Effort& effort) {
  effort.poll();
  const std::optional<Rational> loss = left_end(i);
  ProfilePlace out = promise_.side == ProfileSide::optimistic ? piece(i, effort)
                     : loss                                   ? kink(i, *loss, effort)
                                                              : total();
  out.index = i;
  if (!out.loss) out.loss = loss;
  out.state = place_state(out.shortfall);
  if (out.state == PlaceState::fails) out.grade = grade_of(i, out.shortfall);
  return out;
}

/// Returns the loss at which the j-th linear piece begins; nothing if it begins at x = e^loss = 0.
std::optional<Rational> PlaceJudge::left_end(size_t j) const {
  if (j == first_) return promise_.from;
  return masses_.atoms[j - 1].loss;
}

/// Judges the end x = e^epsilon = 0: decides exactly if the masses sum to at least 1.
ProfilePlace PlaceJudge::total() const {
  Rational sum = masses_.infinite;
  for (const LossMasses::Atom& atom : masses_.atoms) sum = sum + atom.mass;
  return {0, Ball(sum, p_), Ball::integer(1, p_), Ball(Rational(1) - sum, p_)};
}

/// Returns delta_D, the profile of the distribution, at a loss that the i-th piece contains.
Ball PlaceJudge::stated_at(size_t i, const Rational& loss) const {
  return sums_.alternative[i] - exp(Ball(loss, p_)) * sums_.null[i];
}

ProfilePlace PlaceJudge::kink(size_t i, const Rational& loss, const Effort& effort) {
  if (i == masses_.atoms.size()) {
    const auto exact = exact_delta(profile_, loss, effort.digits);  // PROFILE-TIES (c)
    if (exact) {
      return {0, Ball(masses_.infinite, p_), Ball(exact->exact, p_),
              Ball(exact->exact - masses_.infinite, p_)};
    }
  }
  const Ball stated = stated_at(i, loss);
  Effort enough = effort;
  if (certainly_positive(stated)) {
    enough.log_enough =
        std::max(enough.log_enough, stated.log_approximate() - effort.digits * kLogTen);
  }
  const Ball truth = delta_at(loss, enough);
  return {0, stated, truth, truth - stated};
}

/// Returns delta at a loss. From the largest loss on, delta is the mass of infinite loss, which may be known exactly.
Ball PlaceJudge::delta_at(const Rational& loss, const Effort& effort) {
  const auto largest = profile_.largest_finite_loss();
  const auto infinite = profile_.exact_infinite_mass();
  if (largest && infinite && certainly_at_most((*largest)(p_), Ball(loss, p_))) {
    return Ball(*infinite, p_);
  }
  return profile_.delta(Real(loss), effort).value;
}

/// Grades a failure by its size. Sums of n + 1 doubles, and masses that are differences of such sums, have rounding
/// errors of at most 8 (n + 1) units in the last place of the sum of the masses above. A fast Fourier transform has
/// errors of the same size relative to the total mass. The grade only describes a failure.
FailureGrade PlaceJudge::grade_of(size_t i, const Ball& shortfall) const {
  const long count = static_cast<long>(masses_.atoms.size()) + 1;
  const Ball unit = Ball(power(Rational(1, 2), 50), p_) * count;
  if (certainly_at_most(shortfall, sums_.alternative[i] * unit)) return FailureGrade::rounding;
  return certainly_at_most(shortfall, sums_.alternative[0] * unit)
             ? FailureGrade::transform_rounding
             : FailureGrade::beyond_rounding;
}

}  // namespace plumbline
