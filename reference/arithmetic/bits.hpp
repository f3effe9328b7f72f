/// Working precision of ball arithmetic, in bits: a separate type, so that it is never confused with digits or counts.
#pragma once

namespace plumbline {

struct Bits {
  long n;
  friend Bits operator+(Bits a, long extra) { return Bits{a.n + extra}; }
  friend bool operator==(Bits a, Bits b) { return a.n == b.n; }
};

/// Returns the larger precision, in which a binary operation works.
inline Bits wider(Bits a, Bits b) { return a.n > b.n ? a : b; }

/// Returns the number of bits that `digits` decimal digits need (log2 10 < 3.3220).
inline Bits bits_for_digits(long digits) { return Bits{digits * 3322 / 1000 + 1}; }

}  // namespace plumbline
