/// Prints the hypotheses of expressions, one JSON object per line: plumbline_state < EXPRESSIONS. A rejected
/// expression has the message of its rejection.
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "reference/composition/composition.hpp"
#include "reference/mechanisms/hypotheses/hypotheses.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"

namespace {

using nlohmann::json;

json hypotheses_json(const plumbline::Hypotheses& stated) {
  json facts = json::array();
  for (const auto& [name, value] : stated.public_facts) facts.push_back({name, value});
  return {{"relation", plumbline::relation_name(stated.relation)},
          {"group", stated.group.text()},
          {"dominates", stated.dominates},
          {"attained", plumbline::attained_name(stated.attained)},
          {"family", stated.family},
          {"public_facts", facts},
          {"proof", stated.proof},
          {"unlike", stated.unlike}};
}

/// Returns the object of one expression.
json stated(const std::string& expression) {
  json out{{"expression", expression}};
  try {
    const auto composition = plumbline::Composition::parse(expression);
    out["canonical"] = composition.expression();
    out["hypotheses"] = hypotheses_json(composition.hypotheses());
    out["canonical_hypotheses"] =
        hypotheses_json(plumbline::hypotheses_of_expression(composition.expression()));
  } catch (const std::invalid_argument& e) {
    out["refusal"] = e.what();
  }
  return out;
}

}  // namespace

int main() {
  std::string line;
  while (std::getline(std::cin, line)) std::cout << stated(line).dump() << std::endl;
}
