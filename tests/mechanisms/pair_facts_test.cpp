/// The relation of each mechanism's pair to the mechanism, as every entry and docs/mechanisms.md state it.
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

/// Returns the relation of the pair if relation= is omitted.
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
  CHECK(sides("gaussian(sigma=1)^7").member.empty());
  CHECK(sides("bounded_laplace(b=1,width=3,at=1)").member.empty());
  CHECK(sides("exponential_mechanism(epsilon=1)^3").member ==
        "exponential_mechanism(epsilon=1,t=0.5)^3");
  CHECK(sides("exponential_mechanism(epsilon=1,t=0.25)^3").member.empty());
  CHECK(sides("exponential_mechanism(epsilon=1,lead=2)").member.empty());
  CHECK(sides("random_allocation(sigma=2,t=10,k=5)^2").member == "gaussian(sigma2=1.6)^2");
  CHECK(sides("random_allocation(sigma=2,t=10,k=10)").member.empty());
  CHECK(sides("without_replacement(sigma=?,n=50,batch=5,sensitivity=2)^7").member ==
        "subsampled_gaussian(sigma=?,p=0.1,sensitivity=2)^7");
  CHECK(sides("subsampled(laplace(b=1),p=0.1)^2").member.empty());
  const FactorSides picked =
      sides("choice(1/2:exponential_mechanism(epsilon=1),1/2:gaussian(sigma=2))");
  CHECK(picked.member ==
        "choice(0.5:exponential_mechanism(epsilon=1,t=0.5),0.5:gaussian(sigma=2))");
  CHECK_NOTHROW(Composition::parse(picked.member));
  REQUIRE(picked.member_at);
  CHECK(picked.member_at(0.25) ==
        "choice(0.5:exponential_mechanism(epsilon=1,t=0.25),0.5:gaussian(sigma=2))");
}

TEST_CASE("pair facts: the members of a family stand at places from 0 to 1", "[mechanisms]") {
  const auto at = [](const std::string& expression, double place) {
    const FactorSides known = sides(expression);
    REQUIRE(known.member_at);
    return known.member_at(place);
  };
  CHECK(at("exponential_mechanism(epsilon=2)^3", 0.75) ==
        "exponential_mechanism(epsilon=2,t=1.5)^3");
  CHECK(at("exponential_mechanism(epsilon=2)^3", 0).empty());
  CHECK(at("exponential_mechanism(epsilon=2)^3", 1).empty());
  CHECK(at("shuffled_rr(epsilon0=2,n=31)^2", 0.5) == "shuffled_rr(epsilon0=2,n=31,ones=15)^2");
  CHECK(at("shuffled_clones(epsilon0=2,n=31)", 1) == "shuffled_rr(epsilon0=2,n=31,ones=30)");
  CHECK(at("shuffled_krr(epsilon0=2,n=31,k=2)", 0) == "shuffled_rr(epsilon0=2,n=31,ones=0)");
  for (const char* text : {"shuffled_krr(epsilon0=2,n=40,k=5)", "shuffled_laplace(b=1,n=40)",
                           "shuffled_gaussian(sigma=1,n=40)"}) {
    CAPTURE(text);
    CHECK(at(text, 0.5) != at(text, 1));
    CHECK(at(text, 1).ends_with(",n=40,ones=39)"));
  }
}

TEST_CASE("pair facts: a member has no more than the pair, which has no more than some ceiling",
          "[mechanisms][slow]") {
  for (const char* text :
       {"exponential_mechanism(epsilon=1)^3", "without_replacement(sigma=1.5,n=50,batch=5)",
        "random_allocation(sigma=0.7,t=3,k=2)", "shuffled_rr(epsilon0=2,n=20)^2",
        "shuffled_clones(epsilon0=1,n=50)", "shuffled_krr(epsilon0=2,n=40,k=4)",
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
