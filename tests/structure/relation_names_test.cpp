/// Tests that the names of relations and directions are in the common table: no other code compares with them.
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "tests/structure/compared_words.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

std::set<std::string> words() {
  std::set<std::string> out;
  for (const Neighbours& row : neighbours_table()) {
    out.insert({row.relation, row.direction, row.of_pair});
    out.insert(row.also.begin(), row.also.end());
  }
  out.erase("");
  return out;
}

/// The file of the table, and the parameter relation= of a mechanism in its own file.
const testing::Excused kExcused = {
    {"reference/mechanisms/neighbours/neighbours.cpp", "add_or_remove"},
    {"reference/mechanisms/finite/finite_registry.cpp", "replace_special"},
    {"reference/mechanisms/gaussian/gaussian.cpp", "replace"},
    {"reference/mechanisms/gaussian/subsampled_gaussian.cpp", "replace"},
    {"reference/mechanisms/laplace/laplace.cpp", "replace"},
    {"reference/mechanisms/matrix/correlated_gaussian.cpp", "replace"},
};

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: relations and directions are not told apart by name", "[structure]") {
  using namespace plumbline;
  const std::set<std::string> known = words();
  for (const char* word : {"add_remove", "replace", "replace_special", "zero_out", "forward",
                           "worst", "add_or_remove_one"}) {
    CHECK(known.count(word) == 1);
  }
  const testing::Compared compared = testing::comparisons_with(known, kExcused);
  CHECK(compared.found == std::vector<std::string>{});
  CHECK(compared.needed == kExcused);  // an excuse that is not used must be removed
}
