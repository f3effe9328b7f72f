#include "reference/quantities/comparison/refined_comparison.hpp"

#include <algorithm>

namespace plumbline {
namespace {

/// Returns the number of digits of the least accurate crossing; without crossings, that of the divergence.
double digits_of(const FullComparison& found) {
  double out = digits_of(found.forth);
  bool first = true;
  for (const ComparedRange& range : found.comparison.ranges) {
    if (range.kind != ComparedRange::Order::crossing) continue;
    const double digits = Ball::hull(range.from, range.to).relative_digits();
    out = first ? digits : std::min(out, digits);
    first = false;
  }
  return out;
}

}  // namespace

FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort, SoFar<FullComparison> so_far) {
  return refine_whole<FullComparison>(
      {[&](const Effort& step) { return compare_fully(first, second, step); },
       [](const FullComparison& found) { return found.comparison.reached; },
       [](const FullComparison& found, int) {  // a later round may add digits to the crossings
         FullComparison out = found;
         out.comparison.reached = false;
         return out;
       },
       nullptr, [](const FullComparison& found) { return digits_of(found); }, std::move(so_far)},
      effort);
}

// Results are replaced as a whole, because the remarks about a bound depend on the functionals of the same bound.
BerryEsseenBound refined_berry_esseen(const Composition& M, const Composition& M_tilde,
                                      Direction direction, const Effort& effort,
                                      SoFar<BerryEsseenBound> so_far) {
  const int all = effort.digits;
  const Refining<BerryEsseenBound> how{
      [&](const Effort& step) { return berry_esseen_bound(M, M_tilde, direction, step); },
      [=](const BerryEsseenBound& found) { return found.certified_bound(all).reached(); },
      [](const BerryEsseenBound& found, int) { return found; },
      [=](const BerryEsseenBound& before, const BerryEsseenBound& now) {
        sharper(before.certified_bound(all), now.certified_bound(all));
        return no_wider(before.bound, now.bound) ? now : before;
      },
      [=](const BerryEsseenBound& found) { return digits_of(found.certified_bound(all)); },
      std::move(so_far)};
  return refine(how, effort);
}

}  // namespace plumbline
