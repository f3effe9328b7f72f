#include "reference/mechanisms/integer/heavy_integers.hpp"

namespace plumbline {

size_t heavy_integers_count(const IntegerTables& tables, double depth, size_t most) {
  const auto count = static_cast<size_t>(tables.length(depth));
  return count > most ? 0 : count;
}

std::vector<LossAtom> heavy_integers(const std::shared_ptr<const IntegerTables>& tables,
                                     double depth, size_t most,
                                     const std::function<Real(long)>& loss) {
  if (heavy_integers_count(*tables, depth, most) == 0) return {};
  const auto [first, last] = tables->range(depth);
  std::vector<LossAtom> out;
  for (long x = first; x <= last; ++x) {
    const Real mass([tables, depth, x](Bits p) {
      const auto table = tables->table(p, depth);
      if (table == nullptr || x < table->first || x > table->last) return Ball::indeterminate(p);
      return table->P[static_cast<size_t>(x - table->first)];
    });
    out.push_back({mass, loss(x)});
  }
  return out;
}

}  // namespace plumbline
