/// Tests that the name of a quantity is in its own file: no other code compares with it.
#include "reference/questions/registry.hpp"
#include "tests/structure/compared_words.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

/// Returns all names, including those in cases and of accountants.
std::set<std::string> names() {
  std::set<std::string> out;
  for (const Quantity& quantity : all_quantities()) {
    out.insert(quantity.name);
    out.insert(quantity.also.begin(), quantity.also.end());
    if (!quantity.claims) continue;
    for (const AccountantEntry& one : quantity.claims->names) out.insert(one.name);
  }
  return out;
}

/// Places where such a literal is the name of something else.
const testing::Excused kExcused = {
    // one direction of a quantity with two directions, in the file of both
    {"verify/claims/judging/two_mechanisms.cpp", "divergence"},
    // subcommands
    {"app/commands/plot_command.cpp", "tradeoff"},
    // a goal of a hunt
    {"app/commands/judging/hunt_command.cpp", "profile"},
    {"verify/hunt/examine.cpp", "profile"},
    // functions f of an f-divergence
    {"reference/channels/channel_values.cpp", "tv"},
    {"reference/channels/f_divergence.cpp", "power"},
    // parameters of mechanisms, in their own files and where claims and hunts write them
    {"reference/mechanisms/finite/finite_orders.cpp", "delta"},
    {"reference/mechanisms/finite/finite_orders.cpp", "epsilon"},
    {"reference/mechanisms/finite/finite_orders.cpp", "eta"},
    {"reference/mechanisms/guarantees/attained_guarantees.cpp", "delta"},
    {"reference/mechanisms/guarantees/attained_guarantees.cpp", "epsilon"},
    {"reference/mechanisms/guarantees/attained_guarantees.cpp", "mu"},
    {"reference/mechanisms/guarantees/renyi_guarantees.cpp", "rho"},
    {"reference/mechanisms/integer/poisson_noise.cpp", "mu"},
    {"reference/mechanisms/integer/skellam.cpp", "mu"},
    {"reference/mechanisms/allocation/random_allocation.cpp", "sigma"},
    {"reference/mechanisms/gaussian/gaussian.cpp", "sigma"},
    {"reference/mechanisms/gaussian/gaussian_mixture.cpp", "sigma"},
    {"reference/mechanisms/gaussian/subsampled_gaussian.cpp", "sigma"},
    {"reference/mechanisms/gaussian/without_replacement.cpp", "sigma"},
    {"reference/mechanisms/matrix/correlated_gaussian.cpp", "sigma"},
    {"reference/mechanisms/matrix/b_min_sep.cpp", "sigma"},
    {"reference/mechanisms/matrix/balls_in_bins.cpp", "sigma"},
    {"reference/mechanisms/matrix/cyclic_poisson.cpp", "sigma"},
    {"reference/mechanisms/shuffled/shuffled_gaussian.cpp", "sigma"},
    {"reference/mechanisms/parameters.cpp", "sigma"},
    {"verify/claims/reading/mechanisms/mechanism_fields.cpp", "sigma"},
    {"verify/statement/run_claim.cpp", "sigma"},
    {"reference/mechanisms/laplace/exponential_mechanism.cpp", "epsilon"},
    {"verify/hunt/shrink.cpp", "delta"},
    // arguments of a quantity, and keys of a file of channels
    {"app/commands/bounded_range_command.cpp", "delta"},
    {"app/commands/calibrate_targets.cpp", "epsilon"},
    {"app/options/files/channel_file.cpp", "epsilon"},
    {"reference/questions/entries/bounded_range.cpp", "delta"},
    {"reference/questions/entries/bounded_range.cpp", "epsilon"},
    {"reference/questions/entries/selection.cpp", "delta"},
    {"reference/questions/entries/selection.cpp", "epsilon"},
    {"verify/claims/judging/judge_parts.cpp", "delta"},
    // names of plots in other programs
    {"app/options/program_words.cpp", "delta"},
    {"app/options/program_words.cpp", "epsilon"},
    // headings of moments
    {"app/commands/moments_command.cpp", "cumulant"},
    // an attacker's terms in records of a batch, which are read as those of tests
    {"verify/records/attack_words.cpp", "calibrate"},
    {"verify/records/attack_words.cpp", "tpr"},
};

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: quantities are not told apart by name", "[structure]") {
  using namespace plumbline;
  const std::set<std::string> known = names();
  REQUIRE(known.count("epsilon") == 1);
  REQUIRE(known.count("calibrated") == 1);
  REQUIRE(known.count("tpr") == 1);
  const testing::Compared compared = testing::comparisons_with(known, kExcused);
  CHECK(compared.files > 500);
  CHECK(compared.found == std::vector<std::string>{});
  CHECK(compared.needed == kExcused);  // an excuse that is not used must be removed
}

TEST_CASE("structure: comparisons with words are seen", "[structure]") {
  using plumbline::testing::compared_in;
  using Words = std::vector<std::string>;
  CHECK(compared_in(R"(if (quantity == "tv" || "rero" != other) {)") == Words{"tv", "rero"});
  CHECK(compared_in(R"(x.starts_with("gdp") && y.count("delta"))") == Words{"gdp", "delta"});
  CHECK(compared_in(R"(.name = "tv", f("tv"), "tv")").empty());
}
