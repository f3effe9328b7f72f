#include "reference/questions/comparison_findings.hpp"

#include <algorithm>

#include "reference/values/mint.hpp"

namespace plumbline {
namespace {

constexpr int kExactDigits = 400;  // digits of the dyadic epsilons at which profiles are sampled

/// One end of a range of epsilons: its text and the number that the text denotes.
struct StatedPlace {
  std::string text;
  std::optional<Rational> number;
};

/// Returns the lower or upper end of a ball as a decimal.
StatedPlace place(const Ball& x, int digits, bool upper) {
  const auto [below, above] = x.decimal_bounds(digits);
  const auto [low, high] = x.decimal_ends(digits);
  return upper ? StatedPlace{above, high} : StatedPlace{below, low};
}

/// Returns an exact ball as a decimal without trailing zeros, rounded up or down if it is too long.
StatedPlace point(const Ball& exact, bool up) {
  StatedPlace out = place(exact, kExactDigits, up);
  std::string& text = out.text;
  const size_t e = std::min(text.find('e'), text.size());
  if (text.find('.') >= e) return out;
  size_t end = text.find_last_not_of('0', e - 1);
  if (text[end] != '.') ++end;
  text.erase(end, e - end);
  return out;
}

}  // namespace

void add_comparison(const Comparison& comparison, int digits, Answer* out) {
  const auto& ranges = comparison.ranges;
  const auto end = [&](const ComparedRange& crossing, bool upper) {
    return place(Ball::hull(crossing.from, crossing.to), digits, upper);
  };
  NamedTexts named;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const ComparedRange& range = ranges[i];
    if (range.kind == ComparedRange::Order::crossing) {
      const std::string name = "crossing_" + std::to_string(out->values.size() + 1);
      const Ball root = Ball::hull(range.from, range.to);
      out->values.push_back({name, Mint::value(root, "", {}, comparison.reached)});
      continue;
    }
    const bool after = i > 0 && ranges[i - 1].kind == ComparedRange::Order::crossing;
    const bool before =
        i + 1 < ranges.size() && ranges[i + 1].kind == ComparedRange::Order::crossing;
    const StatedPlace from = after ? end(ranges[i - 1], true) : point(range.from, true);
    const StatedPlace to = before ? end(ranges[i + 1], false) : point(range.to, false);
    if (to.number.value() <= from.number.value()) continue;
    std::string text = kind_name(range.kind) + " " + from.text + " " + to.text;
    if (range.kind == ComparedRange::Order::undecided) text += " " + range.gap.text();
    named.emplace_back("range_" + std::to_string(named.size() + 1), text);
  }
  out->findings = {{"verdict", dominance_name(comparison.verdict)},
                   {"margin", comparison.margin.text()},
                   {"examined_from", point(comparison.least, false).text},
                   {"examined_to", point(comparison.most, true).text},
                   {"beyond", comparison.beyond.text()}};
  out->findings.insert(out->findings.end(), named.begin(), named.end());
}

}  // namespace plumbline
