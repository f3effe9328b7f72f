#include "reference/quantities/comparison/refined_comparison.hpp"

namespace plumbline {

FullComparison refined_comparison(PrivacyProfile& first, PrivacyProfile& second,
                                  const Effort& effort, SoFar<FullComparison> so_far) {
  return refine_whole<FullComparison>(
      {[&](const Effort& step) { return compare_fully(first, second, step); },
       [](const FullComparison& found) { return found.comparison.reached; },
       [](const FullComparison& found, int) {  // crossings to more digits are to come
         FullComparison out = found;
         out.comparison.reached = false;
         return out;
       },
       nullptr, std::move(so_far)},
      effort);
}

// What is said beside a bound rests on the same functionals: they stay together.
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
      std::move(so_far),
      [=](const BerryEsseenBound& found) { return without_digits(found.certified_bound(all)); }};
  return refine(how, effort);
}

}  // namespace plumbline
