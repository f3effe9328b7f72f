#include "reference/certificates/findings.hpp"

#include <algorithm>

#include "reference/quantities/mint.hpp"

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
      out->values.push_back({name, Mint::value(root, "", {}, comparison.reached)});
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

}  // namespace plumbline
