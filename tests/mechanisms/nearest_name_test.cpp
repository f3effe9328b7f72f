/// The closest known name to a misspelt one.
#include "reference/mechanisms/nearest_name.hpp"

#include "tests/support.hpp"

using plumbline::nearest_name;

TEST_CASE("nearest name: a letter wrong, missing, doubled or swapped", "[mechanisms]") {
  const std::vector<std::string> names = {"gaussian", "laplace", "subsampled_gaussian", "p"};
  CHECK(nearest_name("gausian", names) == "gaussian");
  CHECK(nearest_name("guassian", names) == "gaussian");
  CHECK(nearest_name("laplaace", names) == "laplace");
  CHECK(nearest_name("lap", names) == "laplace");
  CHECK(nearest_name("subsampled", names) == "subsampled_gaussian");
}

TEST_CASE("nearest name: nothing is near a word of other letters", "[mechanisms]") {
  CHECK(nearest_name("binomial", {"gaussian", "laplace"}).empty());
  CHECK(nearest_name("", {"gaussian"}).empty());
  CHECK(nearest_name(std::string(100, 'a'), {std::string(100, 'a')}).empty());
  CHECK(nearest_name("gaussian", {}).empty());
}
