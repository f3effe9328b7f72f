/// What the mechanisms of an expression are, in words.
#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "reference/arithmetic/numbers/number_or_none.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/neighbours/relation.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"
#include "reference/statistics/attack_text.hpp"
#include "verify/certificates/attack_words.hpp"
#include "verify/certificates/audit_words.hpp"

namespace plumbline {
namespace {

/// The mechanisms of an expression in order, as they are typed there: each "name(...)".
std::vector<std::string> calls_of(const std::string& expression) {
  const auto is_name = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  std::vector<std::string> out;
  for (size_t at = 0; at < expression.size(); ++at) {
    const size_t start = at;
    while (at < expression.size() && is_name(expression[at])) ++at;
    if (at == start || at >= expression.size() || expression[at] != '(') continue;
    size_t end = at;  // of its parentheses, which may hold mechanisms
    for (int open = 1; open > 0 && end + 1 < expression.size();) {
      ++end;
      open += expression[end] == '(' ? 1 : expression[end] == ')' ? -1 : 0;
    }
    out.push_back(expression.substr(start, end + 1 - start));
    at = end;
  }
  return out;
}

/// Returns the relation of a factor whose pair has one; one record added or removed where relation= could be written
/// and is not.
std::optional<Relation> relation_of(const WrittenFactor& factor) {
  const PairRelation found = claimed_hypotheses(factor, PairRelation::add_remove).relation;
  if (found == PairRelation::any || found == PairRelation::mixed) return std::nullopt;
  return relation_in(*find_neighbours(relation_name(found)));
}

/// The summary without what it says of relation=, and which data sets are neighbours here.
std::string factor_words(const WrittenFactor& factor) {
  const std::string group = factor.number_text("group");
  const std::string& summary = factor.entry->summary;
  const std::optional<Relation> relation = relation_of(factor);
  return summary.substr(0, summary.find("; relation=")) + "; neighbours: " +
         (group != "1" ? "all records of one person, at most " + group + ", are added or removed"
          : relation   ? neighbours_of(*relation).sentence
                       : std::string("all data sets whose outputs form this pair"));
}

/// How many factors exchange a record (or, if not `exchanging`, add or remove one).
long factors_that(const std::string& expression, bool exchanging) {
  if (is_channel_text(expression) || is_attack_text(expression)) return 0;
  const std::vector<WrittenFactor> factors = read_open_expression(expression);
  return std::count_if(factors.begin(), factors.end(), [&](const WrittenFactor& factor) {
    const std::optional<Relation> relation = relation_of(factor);
    return relation && exchanging == exchanges(*relation);
  });
}

}  // namespace

bool exchanges_records(const std::string& expression) { return factors_that(expression, true) > 0; }

bool mixes_neighbours(const std::string& expression) {
  return exchanges_records(expression) && factors_that(expression, false) > 0;
}

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

std::string shown_number(const std::string& text) {
  constexpr size_t kLong = 20;
  const auto x = rational_or_none(text);
  if (!x || text.size() < kLong || text.find('/') == std::string::npos) return text;
  const double near = x->approximate();
  if (!std::isfinite(near) || !(Rational::from_binary64(near) == *x)) return text;
  return fmt::format("the double {}", near);
}

std::string shown_numbers(const std::string& text) {
  const char* const kDigits = "0123456789/";
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t begin = std::min(text.find_first_of(kDigits, i), text.size());
    const size_t end = std::min(text.find_first_not_of(kDigits, begin), text.size());
    out += text.substr(i, begin - i) + shown_number(text.substr(begin, end - begin));
    i = end;
  }
  return out;
}

}  // namespace plumbline
