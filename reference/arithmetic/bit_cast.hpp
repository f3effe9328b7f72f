/// Returns the bits of a number as another type of the same size: std::bit_cast, which older standard libraries lack.
#pragma once

#include <bit>
#include <cstring>

namespace plumbline {

template <class To, class From>
To bit_cast(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
#ifdef __cpp_lib_bit_cast
  return std::bit_cast<To>(from);
#else
  To out;
  std::memcpy(&out, &from, sizeof out);
  return out;
#endif
}

}  // namespace plumbline
