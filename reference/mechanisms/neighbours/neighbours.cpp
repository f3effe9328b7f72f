#include "reference/mechanisms/neighbours/neighbours.hpp"

#include <algorithm>
#include <stdexcept>

namespace plumbline {

const std::vector<Neighbours>& neighbours_table() {
  static const std::vector<Neighbours> table = {
      {"remove",
       "forward",
       {"T(N(0,s^2),mixture)"},
       Direction::forward,
       "",
       "the record is there, then removed: H(with || without)",
       "one record is removed"},
      {"add",
       "reverse",
       {},
       Direction::reverse,
       "",
       "the record is absent, then added: H(without || with)",
       "one record is added"},
      {"add_remove",
       "worst",
       {"add_or_remove", "add_or_remove_one"},
       Direction::worst,
       "",
       "either: the larger of both",
       "one record is added or removed"},
      {"replace_one",
       "",
       {"replace"},
       Direction::worst,
       "replace",
       "another record takes the place of one",
       "one record is exchanged for another"},
      {"replace_special",
       "",
       {},
       Direction::worst,
       "replace_special",
       "a special record, which adds nothing, takes the place of one",
       "one record is exchanged for a special one that adds nothing"},
      {"zero_out",
       "",
       {},
       Direction::worst,
       "zero_out",
       "one record counts as zero",
       "one record counts as zero"}};
  return table;
}

const Neighbours* find_neighbours(const std::string& word) {
  for (const Neighbours& row : neighbours_table()) {
    const bool other = std::find(row.also.begin(), row.also.end(), word) != row.also.end();
    if (row.relation == word || (!word.empty() && row.direction == word) || other) return &row;
  }
  return nullptr;
}

const Neighbours& neighbours_of_pair(const std::string& relation) {
  const bool none = relation.empty() || relation == "add_or_remove";  // the default of most pairs
  for (const Neighbours& row : neighbours_table()) {
    if (none ? row.taken == Direction::worst && row.of_pair.empty() : row.of_pair == relation) {
      return row;
    }
  }
  throw std::invalid_argument("no pair has relation=" + relation);
}

std::string relation_word(Direction direction, const std::string& of_pair) {
  if (!of_pair.empty()) return neighbours_of_pair(of_pair).relation;
  for (const Neighbours& row : neighbours_table()) {
    if (row.taken == direction && row.of_pair.empty()) return row.relation;
  }
  throw std::logic_error("a direction without a relation");
}

Direction parse_direction(const std::string& name) {
  for (const Neighbours& row : neighbours_table()) {
    if (!name.empty() && row.direction == name) return row.taken;
  }
  throw std::invalid_argument("unknown direction '" + name + "'; use forward, reverse or worst");
}

std::string direction_name(Direction direction) {
  return find_neighbours(relation_word(direction))->direction;
}

Direction direction_of(const std::string& word) {
  const Neighbours* row = find_neighbours(word);
  if (row != nullptr && row->of_pair.empty()) return row->taken;
  if (row != nullptr) {
    throw std::invalid_argument("'" + word +
                                "' is a relation of the pair and no direction; write relation=" +
                                row->of_pair + " in the mechanism");
  }
  throw std::invalid_argument("unknown direction '" + word +
                              "'; use forward (remove), reverse (add) or worst (add_remove)");
}

std::string neighbours_markdown() {
  const auto code = [](const std::string& word) {
    return word.empty() ? std::string() : "`" + word + "`";
  };
  const auto cell = [](std::string text) {
    for (size_t at = text.find('|'); at != std::string::npos; at = text.find('|', at + 2)) {
      text.insert(at, "\\");
    }
    return text;
  };
  std::string out =
      "| relation | what changes | direction of the pair | names in other libraries |\n"
      "|---|---|---|---|\n";
  for (const Neighbours& row : neighbours_table()) {
    const std::string pair =
        row.of_pair.empty() ? "" : ", of the pair with `relation=" + row.of_pair + "`";
    std::string also;
    for (const std::string& word : row.also) also += (also.empty() ? "" : ", ") + code(word);
    out += "| " + code(row.relation) + " | " + cell(row.change) + " | " +
           code(direction_name(row.taken)) + pair + " | " + cell(also) + " |\n";
  }
  return out;
}

}  // namespace plumbline
