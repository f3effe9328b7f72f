/// Certified values are created in reference/ only: no other code can create or change one.
#include <filesystem>
#include <fstream>
#include <type_traits>
#include <utility>
#include <vector>

#include "reference/values/certified.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

namespace plumbline {
namespace {

template <class T>
using Limit = std::optional<T>;

static_assert(!std::is_aggregate_v<Certified>);
static_assert(!std::is_default_constructible_v<Certified>);
static_assert(!std::is_constructible_v<Certified, Ball>);
static_assert(!std::is_constructible_v<Certified, Enclosure>);
static_assert(!std::is_constructible_v<Certified, Ball, std::string>);
static_assert(!std::is_constructible_v<Certified, Ball, std::string, ErrorBudget>);
static_assert(!std::is_constructible_v<Certified, Ball, std::string, ErrorBudget, bool>);
static_assert(!std::is_constructible_v<Certified, Ball, std::string, ErrorBudget, bool,
                                       Limit<Rational>, Limit<Rational>>);
static_assert(!std::is_assignable_v<Certified&, Ball>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().value()), Ball>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().engine()), std::string>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().budget()), ErrorBudget>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().reached()), bool>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().least()), Limit<Rational>>);
static_assert(!std::is_assignable_v<decltype(std::declval<Certified&>().most()), Limit<Rational>>);
// Copies and moves are allowed.
static_assert(std::is_copy_constructible_v<Certified> && std::is_copy_assignable_v<Certified>);
static_assert(std::is_nothrow_move_constructible_v<Certified>);
static_assert(std::is_nothrow_move_assignable_v<Certified>);

namespace fs = std::filesystem;

/// Returns the files below these folders that include the header with the key.
std::vector<std::string> with_the_key(const std::vector<std::string>& folders,
                                      const std::string& extension, int* read) {
  const fs::path root = testing::kSourceFolder;
  std::vector<std::string> out;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string own = entry.path().extension();
      if (extension.empty() ? own != ".cpp" && own != ".hpp" : own != extension) continue;
      ++*read;
      std::ifstream in(entry.path());
      for (std::string line; std::getline(in, line);) {
        if (line.find("#include") != std::string::npos &&
            line.find("values/mint.hpp") != std::string::npos) {
          out.push_back(fs::relative(entry.path(), root).generic_string());
        }
      }
    }
  }
  return out;
}

}  // namespace
}  // namespace plumbline

TEST_CASE("structure: certified values are minted by sources of reference/ alone", "[structure]") {
  int elsewhere = 0, headers = 0, sources = 0;
  CHECK(plumbline::with_the_key({"verify", "app", "bench", "fuzz"}, "", &elsewhere) ==
        std::vector<std::string>{});
  CHECK(plumbline::with_the_key({"reference"}, ".hpp", &headers) == std::vector<std::string>{});
  CHECK(plumbline::with_the_key({"reference"}, ".cpp", &sources).size() > 10);
  CHECK(elsewhere > 200);
  CHECK(headers > 100);
}

TEST_CASE("certified values: copies and assignments carry all parts of their own", "[structure]") {
  using plumbline::Certified;
  const Certified one = plumbline::any_probability("one"),
                  other = plumbline::nothing_known("other");
  Certified copy = one;
  CHECK(copy.engine() == "one");
  CHECK(&copy.engine() != &one.engine());
  copy = other;
  CHECK(copy.engine() == "other");
  CHECK_FALSE(copy.value().is_finite());
  CHECK_FALSE(copy.least());
  CHECK(one.engine() == "one");
  Certified moved = std::move(copy);
  CHECK(moved.engine() == "other");
  moved = Certified(one);
  CHECK(moved.engine() == "one");
  REQUIRE(moved.most());
  CHECK(*moved.most() == plumbline::Rational(1));
  std::vector<Certified> several(3, other);
  several.insert(several.begin(), one);
  several.erase(several.begin() + 1);
  CHECK(several.front().engine() == "one");
  CHECK(several.back().engine() == "other");
}
