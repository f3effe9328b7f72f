/// The common table of relations and directions, and the documents that show it.
#include "reference/mechanisms/neighbours/neighbours.hpp"

#include <fstream>
#include <sstream>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/places.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::kSourceFolder;

namespace {

std::string text_of(const std::string& path) {
  std::ifstream file(std::string(kSourceFolder) + "/" + path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

}  // namespace

TEST_CASE("neighbours: forward is remove, the output with the record first", "[neighbours]") {
  CHECK(direction_of("remove") == Direction::forward);
  CHECK(direction_of("add") == Direction::reverse);
  for (const char* word : {"add_remove", "add_or_remove", "add_or_remove_one", "worst"}) {
    CHECK(direction_of(word) == Direction::worst);
  }
  CHECK(relation_word(Direction::forward) == "remove");
  CHECK(relation_word(Direction::reverse) == "add");
  CHECK(relation_word(Direction::worst) == "add_remove");
  for (const Direction direction : {Direction::forward, Direction::reverse, Direction::worst}) {
    CHECK(relation_word(direction, "replace") == "replace_one");
    CHECK(direction_of(direction_name(direction)) == direction);
  }
  CHECK_THROWS_WITH(direction_of("replace_one"),
                    Catch::Contains("write relation=replace in the mechanism"));
  CHECK_THROWS_WITH(direction_of("sideways"), Catch::Contains("use forward (remove)"));
  CHECK_THROWS_WITH(direction_of(""), Catch::Contains("unknown direction"));
}

// An output that is possible only with the record: in direction remove it has all its mass.
TEST_CASE("neighbours: what is only possible with the record counts in remove", "[neighbours]") {
  const Composition pair = Composition::parse("finite(P=[0,1],Q=[1/4,3/4])");  // P without, Q with
  const auto delta_at_five = [&](const std::string& word) {
    PrivacyProfile profile(pair, direction_of(word));
    return delta(profile, Rational(5), {}).value();
  };
  CHECK(certainly_less(Ball(Rational(6, 25), Bits{64}), delta_at_five("remove")));
  CHECK(certainly_at_most(delta_at_five("add"), Ball(Rational(1, 1000), Bits{64})));
}

TEST_CASE("neighbours: each word is in one row", "[neighbours]") {
  for (const Neighbours& row : neighbours_table()) {
    std::vector<std::string> words = row.also;
    words.push_back(row.relation);
    if (!row.direction.empty()) words.push_back(row.direction);
    for (const std::string& word : words) {
      CAPTURE(word);
      CHECK(find_neighbours(word) == &row);
    }
    if (!row.direction.empty()) CHECK(parse_direction(row.direction) == row.taken);
  }
  CHECK(find_neighbours("") == nullptr);
  CHECK(neighbours_of_pair("").relation == "add_remove");
  CHECK(neighbours_of_pair("replace").relation == "replace_one");
  CHECK_THROWS_AS(neighbours_of_pair("nearby"), std::invalid_argument);
}

TEST_CASE("neighbours: documents show the table as it is", "[neighbours]") {
  for (const char* document : {"vectors/README.md", "cases/accountants/README.md"}) {
    CAPTURE(document);
    CHECK_THAT(text_of(document), Catch::Contains(neighbours_markdown()));
  }
}
