/// Distributions that touch a profile, are below it or exceed it, compared on a grid of epsilon.
#include "reference/quantities/comparison/whole_profile.hpp"

#include <cmath>
#include <random>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const char* const kPair = "gaussian(sigma=1.3)";

/// Returns a connect-the-dots distribution in doubles: delta at first + k step, connected by lines in e^t.
LossMasses joined_dots(const std::string& mechanism, double first, double step, int count,
                       double raised) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  std::vector<double> x{0}, y{1 + raised};
  const auto dots = static_cast<size_t>(count);
  for (int k = 0; k < count; ++k) {
    const Rational at = Rational::from_binary64(first + k * step);
    x.push_back(std::exp(at.approximate()));
    y.push_back(profile.delta(Real(at), Effort{20}).value.approximate() + raised);
  }
  LossMasses out;
  out.infinite = Rational::from_binary64(y.back());
  for (size_t k = 1; k <= dots; ++k) {
    const double before = (y[k] - y[k - 1]) / (x[k] - x[k - 1]);
    const double after = k == dots ? 0 : (y[k + 1] - y[k]) / (x[k + 1] - x[k]);
    out.atoms.push_back({Rational::from_binary64(first + static_cast<double>(k - 1) * step),
                         Rational::from_binary64((after - before) * x[k])});
  }
  return out;
}

WholeProfile judged(const LossMasses& masses, const ProfilePromise& promise,
                    const std::string& mechanism = kPair) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  return judge_whole_profile(profile, masses, promise, Effort{18});
}

/// Returns delta_D(t) - delta(t), term by term as defined.
Ball excess_at(PrivacyProfile& profile, const LossMasses& masses, const Rational& t) {
  const Bits p{256};
  Ball sum(masses.infinite, p);
  for (const LossMasses::Atom& atom : masses.atoms) {
    if (atom.loss > t) sum += Ball(atom.mass, p) * -expm1(Ball(t - atom.loss, p));
  }
  return sum - profile.delta(Real(t), Effort{25}).value;
}

/// Returns true if the sign is never on the wrong side on a fine grid.
bool holds_on_grid(const LossMasses& masses, const ProfilePromise& promise,
                   const std::string& mechanism) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
  for (int k = -300; k <= 300; ++k) {
    if (promise.from && Rational(k, 64) < *promise.from) continue;
    const Ball excess = excess_at(profile, masses, Rational(k, 64));
    if (promise.side == ProfileSide::pessimistic ? certainly_negative(excess)
                                                 : certainly_positive(excess)) {
      return false;
    }
  }
  return true;
}

}  // namespace

TEST_CASE(
    "whole profile: what is raised above every dot is pessimistic, and doubles on them fail "
    "by rounding",
    "[quantities][profile][PROFILE-KINKS]") {
  const WholeProfile above =
      judged(joined_dots(kPair, -3, 0.0625, 97, 1e-9), ProfileSide::pessimistic);
  CHECK(above.state == PlaceState::holds);
  const WholeProfile touching =
      judged(joined_dots(kPair, -3, 0.0625, 97, 0), ProfileSide::pessimistic);
  CHECK(touching.state == PlaceState::fails);
  CHECK(touching.rounding == touching.failing);
  CHECK(touching.open == 0);
}

TEST_CASE("whole profile: an error of 1e-9 in one mass is found and located, 20 times of 20",
          "[quantities][profile][PROFILE-KINKS]") {
  const LossMasses sound = joined_dots(kPair, -3, 0.0625, 97, 1e-14);
  std::mt19937_64 draws(7);
  for (int i = 0; i < 20; ++i) {
    LossMasses wrong = sound;
    size_t at = 0;
    do at = draws() % wrong.atoms.size();
    while (wrong.atoms[at].mass < Rational(1, 100000000));
    wrong.atoms[at].mass = wrong.atoms[at].mass - Rational(1, 1000000000);
    const WholeProfile found = judged(wrong, ProfileSide::pessimistic);
    REQUIRE(found.state == PlaceState::fails);
    size_t last = 0;  // the kink next below the mass is the last one that fails
    for (const ProfilePlace& one : found.places) {
      if (one.grade == FailureGrade::beyond_rounding) last = one.index;
    }
    CHECK(last == at);
    const bool noticed = certainly_positive(found.places[*found.worst].shortfall);
    CHECK(noticed);
  }
}

TEST_CASE("whole profile: random distributions are judged as on a fine grid of epsilon",
          "[quantities][profile][PROFILE-KINKS][PROFILE-VERTICES][PROFILE-CHORDS]") {
  std::mt19937_64 draws(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  int seen[2][2] = {{0, 0}, {0, 0}};
  for (int i = 0; i < 40; ++i) {
    LossMasses masses;
    const int count = 2 + static_cast<int>(draws() % 4);
    double loss = -3 * uniform(draws);
    for (int k = 0; k < count; ++k, loss += 0.1 + 2 * uniform(draws)) {
      masses.atoms.push_back(
          {Rational::from_binary64(loss), Rational::from_binary64(2.2 * uniform(draws) / count)});
    }
    masses.infinite = i % 3 == 0 ? Rational(0) : Rational::from_binary64(0.1 * uniform(draws));
    for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
      const WholeProfile found = judged(masses, side);
      REQUIRE(found.state != PlaceState::open);
      const bool holds = found.state == PlaceState::holds;
      ++seen[side == ProfileSide::optimistic][holds];
      if (holds) CHECK(holds_on_grid(masses, side, kPair));
      // Failures between or beyond the points of the grid are invisible on it.
      if (!holds_on_grid(masses, side, kPair)) CHECK(!holds);
    }
  }
  CHECK(seen[0][0] > 0);
  CHECK(seen[1][0] > 0);
}

TEST_CASE("whole profile: masses of either sign, and epsilons from one on, as on a fine grid",
          "[quantities][profile][PROFILE-KINKS][PROFILE-PIECES][PROFILE-CHORDS]") {
  std::mt19937_64 draws(13);
  std::uniform_real_distribution<double> uniform(0, 1);
  int seen[2][2] = {{0, 0}, {0, 0}}, open = 0;
  for (int i = 0; i < 60; ++i) {
    LossMasses masses;
    const int count = 2 + static_cast<int>(draws() % 4);
    const double scale = i % 2 == 0 ? 2.2 : i % 7 == 0 ? 0.9 : 0.35;
    double loss = -3 * uniform(draws);
    for (int k = 0; k < count; ++k, loss += 0.1 + 2 * uniform(draws)) {
      const double mass = (i % 3 == 0 ? uniform(draws) : uniform(draws) - 0.25) * scale / count;
      masses.atoms.push_back({Rational::from_binary64(loss), Rational::from_binary64(mass)});
    }
    if (i % 4 == 0) masses.infinite = Rational::from_binary64(0.2 * uniform(draws) - 0.1);
    for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
      const ProfilePromise promise{side, Rational(i % 5 - 2, 3)};
      const WholeProfile found = judged(masses, promise);
      open += found.state == PlaceState::open ? 1 : 0;
      if (found.state != PlaceState::open) {
        ++seen[side == ProfileSide::optimistic][found.state == PlaceState::holds];
      }
      if (found.state == PlaceState::holds) CHECK(holds_on_grid(masses, promise, kPair));
      if (!holds_on_grid(masses, promise, kPair)) CHECK(found.state == PlaceState::fails);
    }
  }
  CHECK(open == 0);
  for (const auto& side : seen) {
    CHECK(side[0] > 1);
    CHECK(side[1] > 1);
  }
}

TEST_CASE("whole profile: a line that touches nothing left of the promise is held to it alone",
          "[quantities][profile][PROFILE-KINKS][PROFILE-PIECES][PROFILE-CHORDS]") {
  // Below epsilon 0 delta of this distribution exceeds 1; from 0 on it is 0.
  LossMasses masses;
  masses.atoms = {{Rational(-1, 10), Rational(2)}};
  CHECK(judged(masses, ProfileSide::optimistic).state == PlaceState::fails);
  CHECK(judged(masses, {ProfileSide::optimistic, Rational(0)}).state == PlaceState::holds);
  CHECK(judged(masses, {ProfileSide::pessimistic, Rational(0)}).state == PlaceState::fails);
  masses.infinite = Rational(2, 5);
  CHECK(judged(masses, {ProfileSide::pessimistic, Rational(0)}).state == PlaceState::holds);
}

TEST_CASE("whole profile: the pair's own atoms, rounded to either side, hold on that side",
          "[quantities][profile][PROFILE-KINKS][PROFILE-VERTICES][PROFILE-CHORDS]") {
  const std::string pair = "randomized_response(epsilon=1,k=2)";
  const Rational low = Rational::parse("0.26894142137"), high = Rational::parse("0.7310585786");
  LossMasses below, above;
  below.atoms = {{Rational(-1), low - Rational(1, 1000)}, {Rational(1), high - Rational(1, 1000)}};
  above.atoms = {{Rational(-1), low + Rational(1, 1000)}, {Rational(1), high + Rational(1, 1000)}};
  CHECK(judged(above, ProfileSide::pessimistic, pair).state == PlaceState::holds);
  CHECK(judged(below, ProfileSide::pessimistic, pair).state == PlaceState::fails);
  // The last lines of both profiles are equal at the largest loss.
  CHECK(judged(below, ProfileSide::optimistic, pair).state == PlaceState::holds);
  CHECK(judged(above, ProfileSide::optimistic, pair).state == PlaceState::fails);
  below.atoms[1].loss = Rational(999, 1000);
  CHECK(judged(below, ProfileSide::optimistic, pair).state == PlaceState::holds);
  CHECK(judged(above, ProfileSide::optimistic, pair).state == PlaceState::fails);
}

TEST_CASE("whole profile: equal masses of infinite loss are decided exactly, on either side",
          "[quantities][profile][PROFILE-KINKS][PROFILE-VERTICES]") {
  const std::string pair = "approximate_dp(epsilon=1,delta=0.001)";
  const Rational least = power(Rational(1, 10), 40);
  LossMasses low, high;
  low.atoms = {{Rational(1, 2), Rational(1, 5)}};
  low.infinite = Rational(1, 1000);
  CHECK(judged(low, ProfileSide::optimistic, pair).state == PlaceState::holds);
  low.infinite = low.infinite + least;
  CHECK(judged(low, ProfileSide::optimistic, pair).state == PlaceState::fails);
  high.atoms = {{Rational(1), Rational(999, 1000)}};
  high.infinite = Rational(1, 1000);
  CHECK(judged(high, ProfileSide::pessimistic, pair).state == PlaceState::holds);
  high.infinite = high.infinite - least;
  high.atoms[0].mass = Rational(1);
  CHECK(judged(high, ProfileSide::pessimistic, pair).state == PlaceState::fails);
}

TEST_CASE("whole profile: an optimistic atom at the largest loss is decided by the pair's own",
          "[quantities][profile][PROFILE-TIES]") {
  struct Setting {
    const char* pair;
    Rational loss, own;  ///< the largest loss; its mass or slightly less
  };
  for (const Setting& one :
       {Setting{"laplace(b=1)", Rational(1), Rational(49, 100)},
        Setting{"laplace(b=1)^3", Rational(3), Rational(12, 100)},
        Setting{"randomized_response(epsilon=1,k=2)^2", Rational(2), Rational(53, 100)},
        Setting{"approximate_dp(epsilon=1,delta=0.001)", Rational(1), Rational(73, 100)}}) {
    CAPTURE(one.pair);
    LossMasses masses;
    masses.atoms = {{one.loss, one.own}};
    CHECK(judged(masses, ProfileSide::optimistic, one.pair).state == PlaceState::holds);
    masses.atoms[0].mass = one.own + Rational(3, 100);
    CHECK(judged(masses, ProfileSide::optimistic, one.pair).state == PlaceState::fails);
    // Epsilon from a given value on: only the line on the remaining piece is judged.
    masses.atoms[0].mass = one.own;
    CHECK(judged(masses, {ProfileSide::optimistic, one.loss - Rational(1, 2)}, one.pair).state ==
          PlaceState::holds);
  }
}

TEST_CASE("whole profile: a decision that is always yes is noticed",
          "[quantities][profile][PROFILE-KINKS][PROFILE-VERTICES][PROFILE-CHORDS]") {
  const std::string pair = "randomized_response(epsilon=1,k=2)";
  LossMasses half;
  half.atoms = {{Rational(0), Rational(1, 2)}};
  CHECK(judged(half, ProfileSide::pessimistic, pair).state == PlaceState::fails);
  LossMasses endless;
  endless.infinite = Rational(1);
  CHECK(judged(endless, ProfileSide::pessimistic, pair).state == PlaceState::holds);
  CHECK(judged(endless, ProfileSide::optimistic, pair).state == PlaceState::fails);
}

TEST_CASE("whole profile: invalid masses are refused", "[quantities][profile]") {
  LossMasses masses;
  masses.atoms = {{Rational(1), Rational(1, 2)}, {Rational(0), Rational(1, 2)}};
  CHECK_THROWS_AS(judged(masses, ProfileSide::pessimistic), std::invalid_argument);
  masses.atoms = {{Rational(1), Rational(0)}};
  CHECK_THROWS_AS(judged(masses, ProfileSide::pessimistic), std::invalid_argument);
}
