/// What a statement says of neighbouring data sets, for pairs of every relation.
#include "tests/certificates/certificate_support.hpp"
#include "tests/support.hpp"
#include "verify/certificates/audit_page.hpp"
#include "verify/certificates/audit_words.hpp"

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
           {"gaussian(sigma=1)", added},
           {"gaussian(sigma=1,relation=replace)", exchanged},
           {"laplace(b=1,relation=replace)", exchanged},
           {"subsampled_laplace(b=1,p=0.1)", added},
           {"randomized_response(epsilon=1)", exchanged},
           {"randomized_response(epsilon=1,relation=replace_special)", special},
           {"without_replacement(sigma=2,n=100,batch=10)", exchanged},
           {"random_allocation(sigma=1,t=10)", added},
           {"finite(P=[1/4,3/4],Q=[3/4,1/4])",
            std::string("neighbours: all data sets whose outputs")},
       }) {
    CAPTURE(mechanism);
    CHECK_THAT(words_of(mechanism), Catch::Contains(words));
    CHECK(words_of(mechanism).find("relation=replace:") == std::string::npos);
    CHECK(words_of(mechanism).find("neighbours") == words_of(mechanism).rfind("neighbours"));
  }
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
  // Of two mechanisms with different neighbours, neither's words are the direction's.
  for (const char* direction : {"forward", "reverse", "worst"}) {
    const std::string page = page_of(exchanged + " * laplace(b=1)", direction);
    CAPTURE(page);
    CHECK(page.find("do not call the same data sets neighbours") != std::string::npos);
    CHECK(page.find("which is the relation") == std::string::npos);
    CHECK(page.find("of the exchange of records") == std::string::npos);
  }
  CHECK(mixes_neighbours("gaussian(sigma=1) * randomized_response(epsilon=1)"));
  CHECK_FALSE(mixes_neighbours("laplace(b=1,relation=replace) * randomized_response(epsilon=1)"));
  CHECK_FALSE(mixes_neighbours("gaussian(sigma=1) * finite(P=[1],Q=[1])"));
  CHECK(exchanges_records("gaussian(sigma=1) * randomized_response(epsilon=1)"));
  CHECK_FALSE(exchanges_records("gaussian(sigma=1) * laplace(b=1)"));
}
