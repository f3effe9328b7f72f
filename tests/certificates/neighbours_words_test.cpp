/// The wording of a statement about neighbouring data sets, for pairs of every relation.
#include "reference/mechanisms/single_sensitivity.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/statement/audit_page.hpp"
#include "verify/statement/audit_words.hpp"
#include "verify/statement/neighbour_words.hpp"

using namespace plumbline;

namespace {

std::string words_of(const std::string& mechanism) {
  const std::vector<std::string> words = mechanism_words(mechanism);
  REQUIRE(words.size() == 1);
  return words.front();
}

std::string page_of(const std::string& mechanism, const std::string& direction) {
  Certificate c;
  c.quantity = "delta";
  c.mechanism = mechanism;
  c.direction = direction;
  c.argument = "epsilon";
  c.at = "1";
  c.lower = "0";
  c.upper = "1";
  return testing::said(audit_page_of({"a.json", "00", "2026-01-31"}, {c}, {}));
}

}  // namespace

TEST_CASE("statement: the summary of a mechanism is not said of its groups and exchanges",
          "[certificates][neighbours]") {
  CHECK_THAT(words_of("laplace(b=1,group=3)"),
             Catch::StartsWith("laplace(b=1,group=3): without group=, Lap(0,b) against"));
  CHECK_THAT(words_of("gaussian(sigma=2,relation=replace)"),
             Catch::StartsWith("gaussian(sigma=2,relation=replace): without relation=, N(0,"));
  CHECK_THAT(words_of("gaussian(sigma=2)"), Catch::StartsWith("gaussian(sigma=2): N(0,"));
  CHECK_THAT(words_of("finite(P=[0,1],Q=[1/2,1/2])"), !Catch::Contains("1/4"));
  // Sampling at rate 1 is the mechanism itself.
  CHECK_THAT(words_of("subsampled(laplace(b=1),p=1)"),
             !Catch::Contains("one record added or removed"));
}

TEST_CASE("statement: each mechanism whose sensitivity bounds the change of the value is named",
          "[certificates][neighbours]") {
  const auto sentence = [](const char* expression) {
    return single_sensitivity_sentence(read_open_expression(expression));
  };
  CHECK_THAT(sentence("uniform(width=8)^3 * laplace(b=1,relation=replace)"),
             Catch::StartsWith("uniform(width=8) has no relation="));
  CHECK(sentence("uniform(width=8) * laplace(b=1)").empty());
}

TEST_CASE("statement: conditions on records are no public facts", "[certificates][neighbours]") {
  const std::string page = page_of("thresholded(laplace(b=2),threshold=9)", "worst");
  CHECK_THAT(page, Catch::Contains(
                       "These numbers are about a record whose thresholded keys nobody else has."));
  CHECK_THAT(page, !Catch::Contains("keys = "));
}

TEST_CASE("statement: each pair's own neighbours", "[certificates][neighbours]") {
  const std::string added = "neighbours: one record is added or removed",
                    exchanged = "neighbours: one record is exchanged for another",
                    special = "neighbours: one record is exchanged for a special one";
  for (const auto& [mechanism, words] : {
           std::pair{"subsampled_gaussian(sigma=1,p=0.1)", added},
           {"subsampled_gaussian(sigma=1,p=0.1,relation=add_or_remove)", added},
           {"subsampled_gaussian(sigma=1,p=0.1,relation=replace)", exchanged},
           {"subsampled_gaussian(sigma=1,p=0.1,relation=replace_special)", special},
           {"subsampled_gaussian(sigma=1,p=0.1,relation=zero_out)",
            std::string("neighbours: one record counts as zero")},
           {"subsampled_gaussian(sigma=1,p=0.1,group=3)",
            std::string("neighbours: all records of one person, at most 3, are added or removed")},
           {"cyclic_poisson(sigma=1,strategy=sqrt(4),steps=8,p=0.1,groups=4)", added},
           {"gaussian(sigma=1)",
            std::string("neighbours: vectors that differ by the sensitivity or less.")},
           {"gaussian(sigma=1,relation=add_or_remove)", added},
           {"gaussian(sigma=1,relation=replace)", exchanged},
           {"laplace(b=1,relation=replace)", exchanged},
           {"subsampled_laplace(b=1,p=0.1)", added},
           {"randomized_response(epsilon=1)", exchanged},
           {"randomized_response(epsilon=1,relation=replace_special)", special},
           {"without_replacement(sigma=2,n=100,batch=10)", exchanged},
           {"random_allocation(sigma=1,t=10)", added},
           {"finite(P=[1/4,3/4],Q=[3/4,1/4])",
            std::string("neighbours: the two data sets with the output laws P and Q")},
       }) {
    CAPTURE(mechanism);
    CHECK_THAT(words_of(mechanism), Catch::Contains(words));
    CHECK(words_of(mechanism).find("relation=replace:") == std::string::npos);
    CHECK(words_of(mechanism).find("neighbours") == words_of(mechanism).rfind("neighbours"));
  }
}

TEST_CASE("statement: in which steps of a matrix mechanism a record takes part",
          "[certificates][neighbours]") {
  const std::string norm = ", and its contribution to a step has norm at most 1";
  const std::string tree = "correlated_gaussian(sigma=4,strategy=tree,steps=16";
  const std::string poisson = "cyclic_poisson(sigma=1,strategy=sqrt(4),steps=8,p=0.1";
  const std::string apart = "b_min_sep(sigma=8,strategy=sqrt(4),steps=16,p=0.05,separation=4";
  for (const auto& [mechanism, words] : {
           std::pair{tree + ")",
                     std::string("; each record takes part in at most one of the 16 steps")},
           {tree + ",every=4)",
            std::string(
                "; each record takes part in steps that are 4 apart, or in a part of these, of "
                "16 steps")},
           {tree + ",every=4,participations=2)",
            std::string(
                "; each record takes part in steps that are 4 apart, or in a part of these, at "
                "most 2 of the 16 steps")},
           {tree + ",gap=4,participations=1)",
            std::string("; each record takes part in at most one of the 16 steps, at least 4 steps "
                        "apart")},
           {std::string("balls_in_bins(sigma=8,strategy=sqrt(2),steps=16,bins=4)"),
            std::string(
                "; each record is in one of 4 bins, drawn uniformly and independently of all "
                "else, and takes part in the steps of its bin alone, which are 4 apart, of 16 "
                "steps")},
           {poisson + ")",
            std::string(
                "; each record is in one of 4 groups, chosen independently of the data, and "
                "takes part in each step of its group, which are 4 apart, of 8 steps, with "
                "probability 0.1, by an independent draw for each record")},
           {poisson + ",groups=8)", std::string("; each record is in one of 8 groups")},
           {apart + ")",
            std::string(
                "; a record that took part in none of the 3 steps before takes part in a step "
                "with probability 0.05, by an independent draw for each record, and any other "
                "record does not; "
                "16 steps, at the first of which it may still have to wait")},
           {apart + ",start=cold)",
            std::string("16 steps, at the first of which it may take part")},
           {"choice(1/2:laplace(b=1),1/2:" + tree + ",every=4))",
            std::string("; in " + tree +
                        ",every=4) each record takes part in steps that are 4 apart")},
       }) {
    CAPTURE(mechanism);
    CHECK_THAT(words_of(mechanism), Catch::Contains(words));
    CHECK_THAT(words_of(mechanism), Catch::Contains(norm));
  }
  CHECK(words_of("gaussian(sigma=1)^3").find(norm) == std::string::npos);
}

TEST_CASE("statement: the direction in the words of the same relation",
          "[certificates][neighbours]") {
  const std::string sampled = "subsampled_gaussian(sigma=1,p=0.1)";
  CHECK_THAT(page_of(sampled, "forward"),
             Catch::Contains("which is the relation remove: the record "
                             "is there, then removed"));
  CHECK_THAT(page_of(sampled, "reverse"),
             Catch::Contains("which is the relation add: the record is "
                             "absent, then added"));
  CHECK_THAT(page_of(sampled, "worst"), Catch::Contains("adding and removing a record"));
  const std::string exchanged = "subsampled_gaussian(sigma=1,p=0.1,relation=replace)";
  for (const char* direction : {"forward", "reverse", "worst"}) {
    const std::string page = page_of(exchanged, direction);
    CAPTURE(page);
    CHECK(page.find("adding and removing") == std::string::npos);
    CHECK(page.find("relation remove") == std::string::npos);
    CHECK(page.find("relation add") == std::string::npos);
  }
  // For a pair without a relation the directions do not mention records.
  for (const char* direction : {"forward", "reverse", "worst"}) {
    const std::string page = page_of("gaussian(sigma=1)", direction);
    CAPTURE(page);
    CHECK(page.find("record is there") == std::string::npos);
    CHECK(page.find("of the exchange of records") == std::string::npos);
  }
}

TEST_CASE("statement: one direction is no word about the other", "[certificates][neighbours]") {
  const std::string sampled = "subsampled_gaussian(sigma=1,p=0.1)";
  CHECK_THAT(page_of(sampled, "worst"), Catch::Contains("No neighbouring data sets lose more"));
  for (const char* direction : {"forward", "reverse"}) {
    const std::string page = page_of(sampled, direction);
    CAPTURE(page);
    CHECK(page.find("No neighbouring data sets lose more") == std::string::npos);
    CHECK_THAT(page,
               Catch::Contains("In this direction alone, no neighbouring data sets lose more"));
  }
}

TEST_CASE("statement: the direction of a group speaks of all its records",
          "[certificates][neighbours]") {
  const std::string group = "subsampled_gaussian(sigma=1,p=0.1,group=2)";
  CHECK_THAT(page_of(group, "forward"),
             Catch::Contains("which is the relation remove: the records of one person are there"));
  CHECK_THAT(page_of(group, "reverse"), Catch::Contains("the records of one person are absent"));
  CHECK_THAT(page_of(group, "worst"), Catch::Contains("removing the records of one person:"));
  CHECK_THAT(page_of("gaussian(sigma=1,relation=replace,group=2)", "forward"),
             Catch::Contains("the output with the person's records (Q)"));
}

TEST_CASE("statement: a mixed pair is refused, and both factors are named with their relations",
          "[certificates][neighbours]") {
  const auto refused = [](const std::string& mechanism) {
    try {
      page_of(mechanism, "worst");
    } catch (const std::invalid_argument& e) {
      return std::string(e.what());
    }
    return std::string("not refused");
  };
  CHECK_THAT(refused("gaussian(sigma=1,group=2)*gaussian(sigma=2)"),
             Catch::Contains("gaussian(sigma=1,group=2)") && Catch::Contains("group of 2") &&
                 Catch::Contains("gaussian(sigma=2) (any)") &&
                 Catch::Contains("which all factors must have"));
  CHECK_THAT(refused("subsampled_gaussian(sigma=1,p=0.1,relation=replace) * "
                     "subsampled_laplace(b=1,p=0.1)"),
             Catch::Contains("(replace_one)") && Catch::Contains("(add_remove)"));
  CHECK(refused("laplace(b=1,relation=replace) * randomized_response(epsilon=1)") == "not refused");
  CHECK(refused("gaussian(sigma=1) * randomized_response(epsilon=1)") == "not refused");
}

TEST_CASE("statement: for whom the numbers hold, by the hypotheses of the pair",
          "[certificates][neighbours]") {
  CHECK_THAT(page_of("laplace(b=1)", "worst"), Catch::Contains("and some lose as much"));
  CHECK_THAT(page_of("shuffled_clones(epsilon0=1,n=100)", "worst"),
             Catch::Contains("None are known that lose as much"));
  CHECK_THAT(page_of("finite(P=[1/4,3/4],Q=[3/4,1/4])", "worst"),
             Catch::Contains("two data sets alone") && Catch::Contains("this is no guarantee"));
  CHECK_THAT(page_of("finite(P=[1/4,3/4],Q=[3/4,1/4])*laplace(b=1)", "worst"),
             Catch::Contains("of this pair of output laws alone"));
  CHECK_THAT(page_of("without_replacement(sigma=2,n=100,batch=10)", "worst"),
             Catch::Contains(
                 "These numbers are public and the same in both data sets: batch = 10, n = 100"));
}

TEST_CASE("statement: numbers of a stated guarantee follow from the guarantee alone",
          "[certificates][neighbours]") {
  const std::string promise = "follow from a stated guarantee",
                    sensitivity = "at most the sensitivity",
                    pointwise = "Each number at one point is attained by some neighbours";
  const std::string page = page_of("zcdp(rho=0.5)", "worst"),
                    both = page_of("zcdp(rho=0.5) * gaussian(sigma=1)", "worst"),
                    pure = page_of("pure_dp(epsilon=1)", "worst"),
                    plain = page_of("gaussian(sigma=1)", "worst");
  CHECK_THAT(page, Catch::Contains(promise) && Catch::Contains(pointwise));
  CHECK_THAT(page, !Catch::Contains("None are known that lose as much"));
  CHECK(difference_words(*hypotheses_of_text("zcdp(rho=0.5)")) ==
        "a change between neighbours of the stated guarantee");
  CHECK_THAT(difference_words(*hypotheses_of_text("zcdp(rho=0.5) * gaussian(sigma=1)")),
             Catch::Contains(sensitivity));
  CHECK_THAT(both, Catch::Contains(promise));
  CHECK_THAT(pure, Catch::Contains(promise));
  CHECK_THAT(plain, !Catch::Contains(promise));
}
