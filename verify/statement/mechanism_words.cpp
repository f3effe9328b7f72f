/// Describes the mechanisms of an expression in prose.

#include "reference/arithmetic/ascii.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/matrix/participation_words.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/statement/attack_words.hpp"
#include "verify/statement/audit_words.hpp"
#include "verify/statement/neighbour_words.hpp"

namespace plumbline {
namespace {

/// Returns the mechanisms of an expression in order, as typed: each is a "name(...)".
std::vector<std::string> calls_of(const std::string& expression) {
  const auto is_name = [](char c) { return is_letter_or_digit(c) || c == '_'; };
  std::vector<std::string> out;
  for (size_t at = 0; at < expression.size(); ++at) {
    const size_t start = at;
    while (at < expression.size() && is_name(expression[at])) ++at;
    if (at == start || at >= expression.size() || expression[at] != '(') continue;
    size_t end = at;  // end of its parentheses, which may contain other mechanisms
    for (int open = 1; open > 0 && end + 1 < expression.size();) {
      ++end;
      open += expression[end] == '(' ? 1 : expression[end] == ')' ? -1 : 0;
    }
    out.push_back(expression.substr(start, end + 1 - start));
    at = end;
  }
  return out;
}

/// Returns the conditions on the steps in which a record may take part. Each condition begins with "; ". Empty if the
/// mechanism has no such condition.
std::string steps_words(const WrittenFactor& factor) {
  std::string out;
  for (const ParticipationCondition& one : participation_conditions({factor})) {
    const bool own = factor.parameters.inner.empty();
    out += "; " + (own ? one.words : "in " + one.factor + " " + one.words);
  }
  return out;
}

/// Returns words such as "without group= and relation=, ". They state that the summary of the mechanism is about its
/// pair without these parameters of the factor. Empty if the factor has neither parameter.
std::string unchanged_words(const WrittenFactor& factor) {
  const bool group = factor.parameters.count("group") > 0,
             relation = factor.parameters.words.count("relation") > 0;
  if (!group && !relation) return "";
  return std::string("without ") + (group ? "group=" : "") + (group && relation ? " and " : "") +
         (relation ? "relation=" : "") + ", ";
}

/// Returns the summary of a mechanism without its part about relation=, followed by its neighbouring data sets.
std::string factor_words(const WrittenFactor& factor) {
  const std::string& summary = factor.entry->summary;
  const HypothesesPtr stated = factor.hypotheses();
  const Hypotheses& h = *stated;
  const std::string& all = factor.entry->facts->neighbours;
  // The part of `all` after the semicolon is about other relations.
  const std::string named = all.substr(0, all.find(';'));
  const bool described = stated_relation(h) == PairRelation::any &&
                         stated_group(h) == Rational(1) && factor.parameters.inner.empty();
  return unchanged_words(factor) + summary.substr(0, summary.find("; relation=")) +
         "; neighbours: " + (described && !named.empty() ? named : neighbours_sentence(h)) +
         steps_words(factor);
}

}  // namespace

std::vector<std::string> mechanism_words(const std::string& expression) {
  if (is_attack_text(expression)) return attack_words(expression);
  if (is_channel_text(expression)) {
    return {expression + ": the probability of each output (column) for each input (row)."};
  }
  const std::vector<std::string> calls = calls_of(expression);
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  std::vector<std::string> out;
  for (WrittenFactor factor : factors) {
    const std::string runs = factor.is_open("N") ? "N" : factor.count.text();
    const size_t i = out.size();
    std::erase(factor.open, "N");
    factor.count = Rational(1);
    out.push_back((calls.size() == factors.size() ? calls[i] : factor.text()) + ": " +
                  factor_words(factor) + (runs == "1" ? "" : "; run " + runs + " times") + ".");
  }
  return out;
}

}  // namespace plumbline
