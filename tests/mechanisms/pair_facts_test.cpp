/// What each mechanism's pair is to the mechanism: said of every entry, and in docs/mechanisms.md.
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "reference/mechanisms/factor_sides.hpp"
#include "reference/mechanisms/registry.hpp"
#include "tests/mechanisms/pair_checks.hpp"
#include "tests/places.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::string document() {
  std::stringstream out;
  out << std::ifstream(std::filesystem::path(kSourceFolder) / "docs" / "mechanisms.md").rdbuf();
  return out.str();
}

FactorSides sides(const std::string& expression) {
  return sides_of(read_open_expression(expression).front());
}

/// The relation of the pair where relation= is not written.
std::string usual_relation(const MechanismEntry& entry) {
  if (entry.inner == InnerKind::weighted) return "as inside";
  if (entry.replaces_record) return relation_name(PairRelation::replace_one);
  return relation_name(entry.subsampled ? PairRelation::add_remove : entry.facts->relation);
}

}  // namespace

TEST_CASE("pair facts: every mechanism says what its pair is, and so do the documents",
          "[mechanisms][structure]") {
  const std::string text = document();
  for (const MechanismEntry& entry : mechanism_registry()) {
    CAPTURE(entry.name);
    const PairFacts& facts = *entry.facts;
    CHECK_FALSE(facts.neighbours.empty());
    CHECK_FALSE(facts.because.empty());
    for (const std::string& name : facts.itself_with) {
      CHECK(std::count(entry.optional.begin(), entry.optional.end(), name) == 1);
    }
    const std::string row = "| `" + entry.name + "` | " + usual_relation(entry) + " | " +
                            dominance_name(facts.dominance) + " | " + facts.neighbours + " | " +
                            facts.because + " |";
    CAPTURE(row);
    CHECK(text.find(row) != std::string::npos);
  }
}

TEST_CASE("pair facts: members and ceilings of factors as written", "[mechanisms]") {
  CHECK(sides("gaussian(sigma=1)^7").side == PairDominance::both);
  CHECK(sides("gaussian(sigma=1)^7").member.empty());
  CHECK(sides("bounded_laplace(b=1,width=3,at=1)").side == PairDominance::attained);
  CHECK(sides("exponential_mechanism(epsilon=1)^3").member ==
        "exponential_mechanism(epsilon=1,t=0.5)^3");
  CHECK(sides("exponential_mechanism(epsilon=1,t=0.25)^3").side == PairDominance::both);
  CHECK(sides("exponential_mechanism(epsilon=1,lead=2)").side == PairDominance::both);
  CHECK(sides("without_replacement(sigma=?,n=50,batch=5,sensitivity=2)^7").member ==
        "subsampled_gaussian(sigma=?,p=0.1,sensitivity=2)^7");
  CHECK(sides("subsampled(laplace(b=1),p=0.1)^2").side == PairDominance::both);
  const FactorSides picked =
      sides("choice(1/2:exponential_mechanism(epsilon=1),1/2:gaussian(sigma=2))");
  CHECK(picked.side == PairDominance::dominating);
  CHECK(picked.member ==
        "choice(0.5:exponential_mechanism(epsilon=1,t=0.5),0.5:gaussian(sigma=2))");
  CHECK_NOTHROW(Composition::parse(picked.member));
}

TEST_CASE("pair facts: a member has no more than the pair, which has no more than some ceiling",
          "[mechanisms][slow]") {
  for (const char* text :
       {"exponential_mechanism(epsilon=1)^3", "without_replacement(sigma=1.5,n=50,batch=5)",
        "truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=5)^3",
        "choice(0.5:exponential_mechanism(epsilon=1),0.5:gaussian(sigma=2))"}) {
    const FactorSides known = sides(text);
    REQUIRE_FALSE(known.member.empty());
    for (const char* epsilon : {"0.05", "0.4", "1"}) {
      CAPTURE(text, epsilon, known.member, known.ceiling);
      const Ball whole = forward_delta(text, epsilon, "auto", 4);
      CHECK_FALSE(certainly_less(whole, forward_delta(known.member, epsilon, "auto", 4)));
      if (known.ceiling.empty()) continue;
      const Ball ceiling = forward_delta(known.ceiling, epsilon, "auto", 4);
      CHECK_FALSE(certainly_less(whole, ceiling));
      CHECK_FALSE(certainly_less(ceiling, forward_delta(known.member, epsilon, "auto", 4)));
    }
  }
}
