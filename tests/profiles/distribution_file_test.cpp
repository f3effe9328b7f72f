/// Privacy loss distributions in files: accepted and refused formats.
#include "verify/profiles/distribution_file.hpp"

#include "tests/support.hpp"

using namespace plumbline;

namespace {

/// Returns the masses of a file with one part.
LossMasses loss_masses_in(const std::string& text, const std::string& file,
                          ProfileSide side = ProfileSide::pessimistic) {
  const std::vector<StoredDistribution> parts = distributions_in(text, file, side);
  REQUIRE(parts.size() == 1);
  return parts[0].masses;
}

void check_equal(const LossMasses& found, const std::vector<std::string>& losses,
                 const std::vector<std::string>& masses, const std::string& infinite) {
  REQUIRE(found.atoms.size() == losses.size());
  for (size_t i = 0; i < losses.size(); ++i) {
    CHECK(found.atoms[i].loss == Rational::parse(losses[i]));
    CHECK(found.atoms[i].mass == Rational::parse(masses[i]));
  }
  CHECK(found.infinite == Rational::parse(infinite));
}

std::string why_refused(const std::string& text) {
  try {
    distributions_in(text, "file");
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("loss masses: CSV is exact, in any order, with masses of one loss added", "[profiles]") {
  check_equal(loss_masses_in(
                  "loss,mass\r\n0.5,0.1\n-1/2,0.25\n# a comment\n0.5,0.2\n1,0\ninf,1e-9\n", "file"),
              {"-1/2", "1/2"}, {"1/4", "3/10"}, "1e-9");
}

TEST_CASE("loss masses: dense and sparse fields of a PMF say the same", "[profiles]") {
  const std::string dense =
      R"({"discretization": 0.25, "lower_loss": -1, "probs": [0.5, 0, 0.25], "infinity_mass": 0.125})";
  const std::string sparse =
      R"({"discretization": 0.25, "loss_probs": {"1": 0.25, "-1": 0.5}, "infinity_mass": 0.125})";
  check_equal(loss_masses_in(dense, "file"), {"-1/4", "1/4"}, {"1/2", "1/4"}, "1/8");
  check_equal(loss_masses_in(sparse, "file"), {"-1/4", "1/4"}, {"1/2", "1/4"}, "1/8");
}

TEST_CASE("loss masses: numbers of JSON are the doubles they say", "[profiles]") {
  const LossMasses found = loss_masses_in(
      R"({"discretization": 0.1, "lower_loss": 3, "probs": [0.1], "infinity_mass": 0})", "file");
  REQUIRE(found.atoms.size() == 1);
  CHECK(found.atoms[0].loss == Rational::from_binary64(0.1) * Rational(3));
  CHECK(found.atoms[0].mass == Rational::from_binary64(0.1));
}

TEST_CASE("loss masses: rounded compositions may have negative masses", "[profiles]") {
  check_equal(loss_masses_in("1,-1e-18\n2,0.5\n3,0.25\n3,-0.25\ninf,-1e-17\n", "file"), {"1", "2"},
              {"-1e-18", "1/2"}, "-1e-17");
}

TEST_CASE("distribution files: text of a protocol buffer, with and without its outer field",
          "[profiles]") {
  const std::string fields =
      "min_key: -1 values: 0.5 values: [0, 0.25] # a comment\n infinity_mass: 0.125; "
      "discretization_interval: 0.25";
  check_equal(loss_masses_in("pessimistic_pmf {" + fields + "}", "file"), {"-1/4", "1/4"},
              {"1/2", "1/4"}, "1/8");
  check_equal(loss_masses_in(fields, "file"), {"-1/4", "1/4"}, {"1/2", "1/4"}, "1/8");
  CHECK(loss_masses_in("min_key: 1 values: 1", "file").atoms[0].loss ==
        Rational::from_binary64(1e-4));
  CHECK(why_refused("min_key: 1 values: inf").find("no finite number") != std::string::npos);
  CHECK(why_refused("pessimistic_pmf { min_key: 1 ").find("lacks a }") != std::string::npos);
  CHECK(why_refused("min_key: 1 masses: 2").find("known are min_key") != std::string::npos);
}

TEST_CASE("distribution files: prv_accountant's masses are of finite losses, errors move them",
          "[profiles]") {
  const std::string text =
      R"({"t_min": -0.5, "t_max": 0.5, "pmf": [0.25, 0, 0.75], "log_pmc_inf": 0, "epsilon_error": 0.125, "delta_error": 0.0625})";
  check_equal(loss_masses_in(text, "file"), {"-3/8", "5/8"}, {"1/4", "3/4"}, "1/16");
  check_equal(loss_masses_in(text, "file", ProfileSide::optimistic), {"-5/8", "3/8"},
              {"1/4", "3/4"}, "-1/16");
  const LossMasses half = loss_masses_in(
      R"({"t_min": 0, "t_max": 1, "pmf": [1, 0], "log_pmc_inf": -0.693147180559945286})", "file");
  CHECK(half.atoms[0].mass + half.infinite == Rational(1));
  CHECK(half.infinite.approximate() == Approx(0.5));
}

TEST_CASE("distribution files: riskcal's PLRVs are both directions", "[profiles]") {
  const std::vector<StoredDistribution> parts = distributions_in(
      R"({"discretization": 0.5, "y0": 1, "pmf_Y": [0.5, 0.25], "infinity_mass_Y": 0.25, "x0": -1, "pmf_X": [0.125, 0.75], "minus_infinity_mass_X": 0.125})",
      "file");
  REQUIRE(parts.size() == 2);
  CHECK(parts[0].direction == Direction::forward);
  check_equal(parts[0].masses, {"1/2", "1"}, {"1/2", "1/4"}, "1/4");
  check_equal(parts[1].masses, {"0", "1/2"}, {"3/4", "1/8"}, "1/8");
}

TEST_CASE("distribution files: points of trade-off curves, in JSON and CSV", "[profiles]") {
  for (const std::string text :
       {R"({"alphas": [0, 0.25, 1], "betas": [1, 0.5, 0]})", "alpha,beta\n0,1\n1/4,0.5\n1,0\n"}) {
    const auto parts = distributions_in(text, "file");
    REQUIRE(parts.size() == 1);
    REQUIRE(parts[0].curve.size() == 3);
    CHECK(parts[0].curve[1].alpha == Rational(1, 4));
    CHECK(parts[0].curve[1].beta == Rational(1, 2));
  }
  CHECK(why_refused(R"({"alphas": [0, 1], "betas": [1]})").find("as many") != std::string::npos);
}

TEST_CASE("loss masses: other files are refused in one line with place and remedy", "[profiles]") {
  CHECK(why_refused("").find("file: has no masses; give CSV") == 0);
  CHECK(why_refused("loss,mass\n1,0.5\n2;0.5\n").find("file:3: ") == 0);
  CHECK(why_refused("1,nan\n").find("file:1: ") == 0);
  CHECK(why_refused("{\"probs\": [1]}").find("no field discretization") != std::string::npos);
  CHECK(why_refused(R"({"discretization": 0, "lower_loss": 0, "probs": [], "infinity_mass": 1})")
            .find("must be above 0") != std::string::npos);
  CHECK(why_refused(R"({"discretization": 1, "lower_loss": 0.5, "probs": [], "infinity_mass": 1})")
            .find("must be an integer") != std::string::npos);
  CHECK(why_refused("{\"discretization\"").find("file: ") == 0);
}
