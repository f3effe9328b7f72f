/// Certified distributions in the formats of other accountants: the written file is read back.
#include "verify/profiles/distribution_writer.hpp"

#include <cmath>

#include "tests/support.hpp"
#include "verify/profiles/distribution_file.hpp"

using namespace plumbline;

namespace {

GridMasses some_grid() { return {-2, Rational(1, 8), {0.1, 0, 0.3, 0.45}, 0.2}; }
GridMasses other_grid() { return {-1, Rational(1, 8), {0.7, 0.25}, 0.125}; }

void check_equal(const LossMasses& a, const LossMasses& b) {
  REQUIRE(a.atoms.size() == b.atoms.size());
  for (size_t i = 0; i < a.atoms.size(); ++i) {
    CHECK(a.atoms[i].loss == b.atoms[i].loss);
    CHECK(a.atoms[i].mass == b.atoms[i].mass);
  }
  CHECK(a.infinite == b.infinite);
}

std::vector<StoredDistribution> read_back(const std::string& text) {
  return distributions_in(text, "file");
}

}  // namespace

TEST_CASE("distribution writer: forms of one direction are read back to the same masses",
          "[profiles]") {
  const LossMasses expected = some_grid().atoms();
  const ExportedPair alone{some_grid(), {}, true};
  for (const std::string& text :
       {dp_accounting_text(alone, ProfileSide::pessimistic), message_text(some_grid())}) {
    const auto parts = read_back(text);
    REQUIRE(parts.size() == 1);
    CHECK(!parts[0].direction);
    check_equal(parts[0].masses, expected);
  }
}

TEST_CASE("distribution writer: decimals of CSV are on the safe side and the same doubles",
          "[profiles]") {
  for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
    const LossMasses read = read_back(csv_text(some_grid(), side)).at(0).masses;
    const LossMasses exact = some_grid().atoms();
    REQUIRE(read.atoms.size() == exact.atoms.size());
    for (size_t i = 0; i < exact.atoms.size(); ++i) {
      const Rational &a = read.atoms[i].mass, &b = exact.atoms[i].mass;
      CHECK((side == ProfileSide::pessimistic ? a >= b : a <= b));
      CHECK(a.approximate() == b.approximate());
    }
  }
}

TEST_CASE("distribution writer: forms of two directions name them", "[profiles]") {
  const ExportedPair both{some_grid(), other_grid()};
  for (const std::string& text : {dp_accounting_text(both, ProfileSide::pessimistic),
                                  riskcal_text(both, ProfileSide::pessimistic)}) {
    const auto parts = read_back(text);
    REQUIRE(parts.size() == 2);
    CHECK(parts[0].direction == Direction::forward);
    check_equal(parts[0].masses, some_grid().atoms());
    check_equal(parts[1].masses, other_grid().atoms());
  }
  const auto symmetric = read_back(riskcal_text({some_grid()}, ProfileSide::pessimistic));
  REQUIRE(symmetric.size() == 2);
  check_equal(symmetric[1].masses, some_grid().atoms());
}

TEST_CASE("distribution writer: prv_accountant's masses are at least or at most the distribution's",
          "[profiles][PROFILE-CONDITIONED]") {
  const LossMasses exact = some_grid().atoms();
  for (const ProfileSide side : {ProfileSide::pessimistic, ProfileSide::optimistic}) {
    const bool up = side == ProfileSide::pessimistic;
    const auto parts = distributions_in(prv_text(some_grid(), side, Rational(2)), "file", side);
    REQUIRE(parts.size() == 1);
    const LossMasses& read = parts[0].masses;
    REQUIRE(read.atoms.size() == exact.atoms.size());
    const auto right_side = [up](const Rational& a, const Rational& b) {
      return (up ? a >= b : a <= b) && std::abs(a.approximate() - b.approximate()) < 1e-15;
    };
    CHECK(right_side(read.infinite, exact.infinite));
    for (size_t i = 0; i < exact.atoms.size(); ++i) {
      CHECK(read.atoms[i].loss == exact.atoms[i].loss);
      CHECK(right_side(read.atoms[i].mass, exact.atoms[i].mass));
    }
  }
}

TEST_CASE("distribution writer: prv_accountant's losses are doubles around 0", "[profiles]") {
  const Rational step = short_step(Rational::from_binary64(1e-3));
  CHECK(step.approximate() == Approx(1e-3).epsilon(1e-7));
  const Rational far = Rational(123456789) * step;
  CHECK(Rational::from_binary64(far.approximate()) == far);
  GridMasses odd = some_grid();
  odd.step = Rational(1, 3);
  CHECK_THROWS_AS(prv_text(odd, ProfileSide::pessimistic, Rational(0)), std::invalid_argument);
}
