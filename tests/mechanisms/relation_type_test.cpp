/// Relations as an enumeration: the rows equal those of the table of names.
#include "reference/mechanisms/neighbours/relation.hpp"
#include "tests/support.hpp"

using namespace plumbline;

TEST_CASE("relation type: each is a row of the table", "[neighbours]") {
  REQUIRE(neighbours_table().size() == 6);
  CHECK(neighbours_of(Relation::remove).relation == "remove");
  CHECK(neighbours_of(Relation::add).relation == "add");
  CHECK(neighbours_of(Relation::add_remove).relation == "add_remove");
  CHECK(neighbours_of(Relation::replace_one).relation == "replace_one");
  CHECK(neighbours_of(Relation::replace_special).relation == "replace_special");
  CHECK(neighbours_of(Relation::zero_out).relation == "zero_out");
  for (const Neighbours& row : neighbours_table()) {
    const Relation relation = relation_in(row);
    CHECK(&neighbours_of(relation) == &row);
    CHECK(exchanges(relation) == !row.of_pair.empty());
    CHECK(find_neighbours(recorded_word(relation)) == &row);
    CHECK(find_neighbours(event_word(relation)) == &row);
    CHECK(relation_of_pair(pair_word(relation)) == pair_relation(relation));
  }
  CHECK(recorded_word(Relation::replace_one) == "replace");
  CHECK(event_word(Relation::add_remove) == "add_or_remove_one");
  CHECK(pair_word(Relation::add) == "add_or_remove");
  CHECK(relation_of_pair("") == Relation::add_remove);
  CHECK_THROWS_AS(relation_of_pair("nearby"), std::invalid_argument);
}
