#include "reference/statistics/samplers/written_law.hpp"

#include <map>
#include <stdexcept>
#include <vector>

#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/expression_scan.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

/// Returns the name of the only parameter of a distribution that is not a mechanism; empty for mechanisms.
std::string only_parameter(const std::string& name) {
  static const std::map<std::string, std::string> laws = {{"geometric", "b"},
                                                          {"permute_and_flip", "epsilon"}};
  const auto found = laws.find(name);
  return found == laws.end() ? "" : found->second;
}

/// Parses name(parameter=number).
WrittenLaw law_with_one_parameter(const std::string& expression, const std::string& parameter) {
  ExpressionScan scan(expression);
  WrittenLaw out{scan.word(), {}};
  if (!scan.take('(')) scan.fail("'(' expected");
  if (scan.parameter_name() != parameter || !scan.take('=')) {
    scan.fail("write " + out.name + "(" + parameter + "=NUMBER)");
  }
  out.parameters[parameter] = Rational::parse(scan.token(",)"));
  if (!scan.take(')') || !scan.at_end()) scan.fail("')' expected, and nothing behind it");
  return out;
}

}  // namespace

WrittenLaw written_law(const std::string& expression) {
  const std::string parameter = only_parameter(ExpressionScan(expression).word());
  if (!parameter.empty()) return law_with_one_parameter(expression, parameter);
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  if (factors.size() != 1 || !(factors.front().count == Rational(1))) {
    throw std::invalid_argument(
        "a sampler draws from one mechanism run once; write it without * and ^");
  }
  if (!factors.front().open.empty()) {
    throw std::invalid_argument("the parameter " + factors.front().open.front() +
                                "=? has no number; a sampler is judged against one law");
  }
  parse_expression(expression);  // rejects all expressions that the mechanism rejects
  return {factors.front().entry->name, factors.front().parameters};
}

}  // namespace plumbline
