#include "verify/suite/run/longest_first.hpp"

#include <algorithm>

#include "tests/suite/run_support.hpp"

using namespace plumbline;

namespace {

PlannedCase planned(size_t index, const std::string& mechanism, const std::string& judge) {
  const std::string text =
      "title = \"t\"\nsource = \"s\"\n[[case]]\nid = \"c\"\nquantity = \"rero\"\n"
      "mechanism = \"" +
      mechanism + "\"\nat = { kappa = \"0.1\" }\n" + judge;
  CaseFile file = read_case_text(text, "cases/x.toml");
  REQUIRE(file.problems.empty());
  REQUIRE(file.cases.size() == 1);
  return {index, "", std::move(file.cases.front())};
}

std::string sampling(const std::string& samples) {
  return "judge = [\"clt\", \"monte_carlo\"]\noptions = { samples = \"" + samples +
         "\", seed = \"1\" }\n";
}

}  // namespace

TEST_CASE("longest first: by the losses drawn, else as they are", "[suite]") {
  const std::string short_one = "subsampled_gaussian(sigma=1,p=0.1)^10",
                    long_one = "subsampled_gaussian(sigma=1,p=0.1)^1000";
  const std::vector<PlannedCase> cases = {
      planned(0, long_one, ""),
      planned(1, short_one, sampling("500")),
      planned(2, long_one, "judge = [\"clt\"]\n"),
      planned(3, long_one, sampling("500")),
      planned(4, short_one, sampling("900")),
      planned(5, short_one, ""),
  };
  CHECK(longest_first(cases) == std::vector<size_t>{3, 4, 1, 0, 2, 5});
  CHECK(longest_first({}).empty());
}
