/// Certified distributions on a grid: on the promised side everywhere, close to the profile, with double masses.
#include "reference/quantities/comparison/profile_export.hpp"

#include <cmath>

#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const std::vector<std::string> kExported = {
    "gaussian(sigma=1)",
    "laplace(b=1)",
    "subsampled_gaussian(sigma=1,p=0.01)^10",
    "subsampled_laplace(b=1,p=0.1)",
    "randomized_response(epsilon=1,k=2)^3",
    "approximate_dp(epsilon=1,delta=1/1000)",
    "discrete_gaussian(sigma=2)",
};

GridMasses exported(const std::string& mechanism, ProfileSide side, Direction direction, int digits,
                    const std::string& step = "1/64") {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return export_profile(profile, {side, Rational::parse(step), Rational::parse("1e-15")},
                        Effort{digits});
}

PlaceState judged_again(const std::string& mechanism, const GridMasses& grid, ProfileSide side,
                        Direction direction) {
  PrivacyProfile profile(Composition::parse(mechanism), direction);
  return judge_whole_profile(profile, grid.atoms(), side, Effort{18}).state;
}

/// Returns delta of the distribution, in doubles.
double delta_of(const GridMasses& grid, double t) {
  double sum = grid.infinite;
  for (size_t k = 0; k < grid.masses.size(); ++k) {
    const double loss = grid.loss(k).approximate();
    if (loss > t) sum += grid.masses[k] * -std::expm1(t - loss);
  }
  return sum;
}

}  // namespace

TEST_CASE("profile export: both sides hold at every epsilon by the check of whole profiles",
          "[quantities][profile][sweep][PROFILE-EXPORT-UP][PROFILE-EXPORT-DOWN]") {
  // In rotation, each mechanism has one direction and side; nightly runs have all.
  int met = 0;
  for (const std::string& mechanism : kExported) {
    const int own = met++ % 4;
    int place = 0;
    for (const Direction direction : {Direction::forward, Direction::reverse}) {
      for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
        if (place++ != own && of_sweep(1, 2) == 1) continue;
        CAPTURE(mechanism, direction_name(direction), static_cast<int>(side));
        const GridMasses grid = exported(mechanism, side, direction, 20);
        CHECK(judged_again(mechanism, grid, side, direction) == PlaceState::holds);
      }
    }
  }
}

TEST_CASE("profile export: few digits widen a distribution and keep it on its side",
          "[quantities][profile][PROFILE-EXPORT-UP][PROFILE-EXPORT-DOWN]") {
  for (const std::string mechanism :
       {"subsampled_gaussian(sigma=1,p=0.1)^30",
        "gaussian_mixture(sigma=1,shifts=[0,1],weights=[0.5,0.5])^20"}) {
    for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
      CAPTURE(mechanism, static_cast<int>(side));
      const GridMasses grid = exported(mechanism, side, Direction::forward, 1, "1/8");
      CHECK(judged_again(mechanism, grid, side, Direction::forward) == PlaceState::holds);
    }
  }
}

TEST_CASE("profile export: a step as wide as the losses leaves an optimistic distribution below",
          "[quantities][profile]") {
  for (const std::string mechanism :
       {"subsampled_gaussian(sigma=1,p=0.01)", "gaussian(sigma=20)"}) {
    for (const char* step : {"1/20", "1/200"}) {
      CAPTURE(mechanism, step);
      const GridMasses grid =
          exported(mechanism, ProfileSide::optimistic, Direction::forward, 20, step);
      CHECK(judged_again(mechanism, grid, ProfileSide::optimistic, Direction::forward) ==
            PlaceState::holds);
    }
  }
}

TEST_CASE("profile export: the distance to the profile falls with the square of the step",
          "[quantities][profile]") {
  for (const std::string mechanism :
       {"gaussian(sigma=1)", "subsampled_gaussian(sigma=1,p=0.1)^10"}) {
    PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
    for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
      const GridMasses coarse = exported(mechanism, side, Direction::forward, 20, "1/16"),
                       fine = exported(mechanism, side, Direction::forward, 20, "1/64");
      double wide = 0, narrow = 0;
      for (double t = 0.01; t < 2; t += 0.037) {
        const double truth =
            profile.delta(Real(Rational::from_binary64(t)), Effort{15}).value.approximate();
        wide = std::max(wide, std::abs(delta_of(coarse, t) - truth));
        narrow = std::max(narrow, std::abs(delta_of(fine, t) - truth));
      }
      CAPTURE(mechanism, wide, narrow);
      CHECK(narrow < wide / 8);
      CHECK(wide < 1e-3);
    }
  }
}

TEST_CASE("profile export: a reserve is infinite loss, and bad requests are refused",
          "[quantities][profile]") {
  PrivacyProfile profile(Composition::parse("laplace(b=1)"), Direction::forward);
  const Rational step(1, 8), tail = Rational::parse("1e-12"), thousandth(1, 1000);
  const GridMasses grid =
      export_profile(profile, {ProfileSide::pessimistic, step, tail, thousandth}, Effort{15});
  CHECK(Rational::from_binary64(grid.infinite) >= thousandth);
  CHECK(grid.infinite < 0.0010001);
  const auto refused = [&](const ExportRequest& request) {
    CHECK_THROWS_AS(export_profile(profile, request, Effort{15}), std::invalid_argument);
  };
  refused({ProfileSide::pessimistic, Rational(0), tail});
  refused({ProfileSide::pessimistic, step, Rational(0)});
  refused({ProfileSide::pessimistic, step, Rational(1)});
  refused({ProfileSide::pessimistic, step, tail, Rational(-1)});
  refused({ProfileSide::pessimistic, Rational::parse("1e-9"), tail});
}
