#include "reference/certificates/findings.hpp"

#include <algorithm>
#include <sstream>
#include <stdexcept>

#include "reference/certificates/question.hpp"

namespace plumbline {
namespace {

constexpr int kExactDigits = 400;  // of the dyadic epsilons where profiles are sampled

/// An exact ball as a decimal; rounded up or down if it is too long.
std::string point(const Ball& exact, bool up) {
  const auto [below, above] = exact.decimal_bounds(kExactDigits);
  std::string text = up ? above : below;
  const size_t e = std::min(text.find('e'), text.size());
  if (text.find('.') >= e) return text;
  size_t end = text.find_last_not_of('0', e - 1);
  if (text[end] != '.') ++end;
  return text.erase(end, e - end);
}

/// A stretch of epsilons as it is read from a certificate.
struct Range {
  std::string kind, gap;
  Rational from, to;
};

std::optional<Range> read_range(const std::string& text) {
  std::istringstream words(text);
  std::string kind, from, to, gap, more;
  words >> kind >> from >> to >> gap >> more;
  const bool undecided = kind == "undecided";
  const bool known =
      undecided || kind == "first_larger" || kind == "second_larger" || kind == "equal";
  if (!known || to.empty() || gap.empty() == undecided || !more.empty()) return std::nullopt;
  return Range{kind, gap, Rational::parse(from), Rational::parse(to)};
}

/// A size as `margin` states it; empty for "inf".
std::optional<Rational> size(const std::string& text) {
  if (text == "inf") return std::nullopt;
  return Rational::parse(text);
}

/// An upper bound found anew supports one that is stated if it is not larger. What is below the
/// smallest difference looked for is as good as any.
Support bound_support(const std::string& stated, const std::string& found) {
  const auto a = size(stated), b = size(found);
  if (!a) return Support::full;
  if (!b) return Support::none;
  if (*b <= *a) return Support::full;
  const Rational least = Rational::parse("1e-29");
  return *b <= *a * Rational(2) || *b <= least ? Support::as_sharp : Support::none;
}

bool opposite(const std::string& a, const std::string& b) {
  return (a == "first_larger" && b == "second_larger") ||
         (a == "second_larger" && b == "first_larger");
}

/// Whether ranges of this kind found anew cover the one stated.
Support range_support(const Range& stated, const std::vector<Range>& found) {
  Rational reached = stated.from;
  Support out = Support::full;
  for (const Range& range : found) {
    if (range.kind != stated.kind || range.to <= reached) continue;
    if (range.from > reached) break;
    if (stated.kind == "undecided") out = std::max(out, bound_support(stated.gap, range.gap));
    reached = range.to;
    if (reached >= stated.to) return out;
  }
  return Support::none;
}

/// What the ranges of a comparison say together; empty where they decide nothing.
std::string implied_verdict(const NamedTexts& findings) {
  bool first = false, second = false;
  for (const auto& [name, text] : findings) {
    first = first || text.rfind("first_larger", 0) == 0;
    second = second || text.rfind("second_larger", 0) == 0;
  }
  if (first && second) return dominance_name(Dominance::cross);
  if (first) return dominance_name(Dominance::second_more_private);
  return second ? dominance_name(Dominance::first_more_private) : "";
}

bool is_range(const std::string& name) { return name.rfind("range_", 0) == 0; }

}  // namespace

void add_comparison(const Comparison& comparison, int digits, Derived* out) {
  const auto& ranges = comparison.ranges;
  const auto ends = [&](const ComparedRange& crossing) {
    return Ball::hull(crossing.from, crossing.to).decimal_bounds(digits);
  };
  NamedTexts named;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const ComparedRange& range = ranges[i];
    if (range.kind == ComparedRange::Kind::crossing) {
      const std::string name = "crossing_" + std::to_string(out->values.size() + 1);
      const Ball root = Ball::hull(range.from, range.to);
      out->values.push_back({name, {root, "", {}, comparison.reached}});
      continue;
    }
    const bool after = i > 0 && ranges[i - 1].kind == ComparedRange::Kind::crossing;
    const bool before =
        i + 1 < ranges.size() && ranges[i + 1].kind == ComparedRange::Kind::crossing;
    const std::string from = after ? ends(ranges[i - 1]).second : point(range.from, true);
    const std::string to = before ? ends(ranges[i + 1]).first : point(range.to, false);
    if (Rational::parse(to) <= Rational::parse(from)) continue;
    std::string text = kind_name(range.kind) + " " + from + " " + to;
    if (range.kind == ComparedRange::Kind::undecided) text += " " + range.gap.text();
    named.emplace_back("range_" + std::to_string(named.size() + 1), text);
  }
  out->findings = {{"verdict", dominance_name(comparison.verdict)},
                   {"margin", comparison.margin.text()},
                   {"examined_from", point(comparison.least, false)},
                   {"examined_to", point(comparison.most, true)},
                   {"beyond", comparison.beyond.text()}};
  out->findings.insert(out->findings.end(), named.begin(), named.end());
}

Support support_of(const NamedTexts& stated, const NamedTexts& found,
                   std::vector<Objection>* objections) {
  Support out = Support::full;
  std::vector<Range> again;
  for (const auto& [name, text] : found) {
    if (is_range(name)) again.push_back(read_range(text).value());
  }
  for (const auto& [name, text] : stated) {
    const std::string field = "findings." + name, here = text_of(found, name);
    if (is_range(name)) {
      const auto range = read_range(text);
      if (!range || !(range->from < range->to)) {
        objections->push_back({field, text, "not a range of epsilons with its sign"});
        continue;
      }
      for (const Range& other : again) {
        if (opposite(range->kind, other.kind) && range->from < other.to && other.from < range->to) {
          objections->push_back(
              {field, text,
               other.kind + " between " + other.from.text() + " and " + other.to.text()});
        }
      }
      out = std::max(out, range_support(*range, again));
    } else if (name == "margin" || name == "beyond") {
      out = std::max(out, here.empty() ? Support::none : bound_support(text, here));
    } else if (text != here) {
      // More digits may decide what was open; where one path decides less, nothing is refuted.
      const bool less = here.empty() || here == "open" || here == "undecided";
      const bool follows = name == "verdict" && text == implied_verdict(stated);
      if (name.rfind("examined_", 0) == 0 || less || follows) {
        out = Support::none;
      } else if (text != "open" && text != "undecided") {
        objections->push_back({field, text, "found again: " + here});
      }
    }
  }
  return out;
}

}  // namespace plumbline
