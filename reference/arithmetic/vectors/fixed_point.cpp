#include "reference/arithmetic/vectors/fixed_point.hpp"

#include <stdexcept>

#include "reference/arithmetic/flint.hpp"
#include "reference/arithmetic/vectors/integer_vector.hpp"

namespace plumbline {

static_assert(sizeof(ulong) == sizeof(uint64_t));

FixedPoint FixedPoint::floor_of_midpoint(const Ball& x) {
  const Integer whole = Integer::floor_of_midpoint(x, kPlaces);
  if (whole.sign() < 0 || fmpz_sizeinbase(whole.raw(), 2) > 64 * kWords || !x.is_finite()) {
    throw std::logic_error("a fixed-point number is in [0, 256)");
  }
  std::array<ulong, kWords> words{};
  fmpz_get_ui_array(words.data(), kWords, whole.raw());
  FixedPoint out;
  for (size_t i = 0; i < kWords; ++i) out.words_[i] = words[i];
  return out;
}

FixedPoint FixedPoint::one() {
  FixedPoint out;
  out.words_[kWords - 1] = uint64_t{1} << kPlaces % 64;
  return out;
}

Ball FixedPoint::ball(Bits p) const {
  std::array<ulong, kWords> words{};
  for (size_t i = 0; i < kWords; ++i) words[i] = words_[i];
  Integer whole;
  fmpz_set_ui_array(whole.raw(), words.data(), kWords);
  return whole.scaled(kPlaces, p);
}

Ball FixedPoint::units(long n, Bits p) { return Integer(n).scaled(kPlaces, p); }

}  // namespace plumbline
