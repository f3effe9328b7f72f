#include "app/options/mechanism_heading.hpp"

#include <algorithm>
#include <stdexcept>
#include <vector>

#include "reference/arithmetic/ascii.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/stated.hpp"
#include "reference/mechanisms/single_sensitivity.hpp"
#include "reference/questions/stated_hypotheses.hpp"
#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

std::string without_blanks(std::string text) {
  std::erase_if(text, is_space);
  return text;
}

/// Returns " (all under replace_one)" for a product in which some factor does not state relation= and therefore has the
/// relation of the other factors. Empty for other products, and if the relation is add_remove, which is the default.
std::string relation_text(const std::string& canonical) {
  constexpr size_t kLongest = 2000;
  if (canonical.find(" * ") == std::string::npos || canonical.size() > kLongest) return "";
  try {
    const std::vector<WrittenFactor> factors = read_open_expression(canonical);
    const PairRelation all = stated_relation(*hypotheses_of_text(canonical));
    const bool shown =
        all != PairRelation::any && all != PairRelation::mixed && all != PairRelation::add_remove;
    const bool taken = std::any_of(factors.begin(), factors.end(), [](const WrittenFactor& one) {
      return stated_relation(*one.hypotheses()) == PairRelation::any;
    });
    if (!shown || !taken) return "";
    const std::string words = single_sensitivity_sentence(factors);
    return " (all under " + relation_name(all) +
           (words.empty() ? "" : "; " + words.substr(0, words.find(". "))) + ")";
  } catch (const std::invalid_argument&) {
    return "";
  }
}

}  // namespace

std::string mechanism_heading(const std::string& typed, const std::string& canonical) {
  constexpr size_t kLongest = 200;  // longer texts come, for example, from training logs
  const bool same = without_blanks(typed) == without_blanks(canonical);
  const std::string relation = relation_text(canonical);
  if (typed.empty() || same || typed.size() > kLongest) return shortened(canonical) + relation;
  return one_line(typed) + " = " + canonical + relation;
}

}  // namespace plumbline
