#include <stdexcept>

#include "fuzz/targets.hpp"
#include "verify/suite/cases/formula.hpp"

namespace plumbline::fuzz {

void formulas(const std::string& text) {
  try {
    const Formula formula = Formula::parse(text);
    std::map<std::string, Ball> variables;
    for (const std::string& name : formula.variables()) {
      variables.emplace(name, Ball(Rational(3, 7), Bits{128}));
    }
    // At more precision the same number: the two enclosures meet.
    const Ball rough = formula.evaluate(variables, Bits{64});
    const Ball sharp = formula.evaluate(variables, Bits{128});
    require(overlaps(rough, sharp), "two precisions contradict each other");
  } catch (const std::invalid_argument&) {
  }
}

}  // namespace plumbline::fuzz
