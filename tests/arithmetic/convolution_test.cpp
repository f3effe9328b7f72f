/// Sums along diagonals and Gamma functions on a line, compared with direct evaluation.
#include "reference/arithmetic/vectors/convolution.hpp"

#include "reference/arithmetic/functions/complex_gamma.hpp"
#include "reference/arithmetic/functions/gamma_line.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::Random;

namespace {

constexpr Bits kBits{150};

ComplexVector random_vector(Random& random, size_t n) {
  ComplexVector out(n, kBits);
  for (size_t k = 0; k < n; ++k) {
    const auto part = [&] { return exact(random.uniform(-1, 1), kBits); };
    const Ball re = part(), im = part();
    out.set(k, ComplexBall(re, im));
  }
  return out;
}

bool is_zero_within(const ComplexBall& z, double log_size) {
  return z.real().contains_zero() && z.imag().contains_zero() &&
         z.magnitude().log_approximate() < log_size;
}

}  // namespace

TEST_CASE("convolution: the sums along diagonals, one by one", "[arithmetic][convolution]") {
  Random random(381);
  for (const auto& [n, m] : {std::pair{1UL, 1UL}, {1UL, 7UL}, {40UL, 13UL}, {13UL, 40UL}}) {
    const ComplexVector a = random_vector(random, n), b = random_vector(random, m);
    long polls = 0;
    const ComplexVector found = convolution(a, b, kBits, [&] { ++polls; });
    REQUIRE(found.size() == n + m - 1);
    CHECK(polls >= 4);
    for (size_t k = 0; k < found.size(); ++k) {
      ComplexBall expected(kBits);
      for (size_t i = 0; i < n; ++i) {
        if (i <= k && k - i < m) expected = expected + a[i] * b[k - i];
      }
      CHECK(is_zero_within(found[k] - expected, -90));
    }
  }
  CHECK(convolution(ComplexVector(), random_vector(random, 3), kBits, [] {}).size() == 0);
}

TEST_CASE("gamma line: Gamma and its growth, of as many bits as requested",
          "[arithmetic][gamma-line]") {
  const Ball x(Rational(3, 2UL), kBits), step(Rational(7, 5UL), Bits{300});
  std::vector<Bits> bits;
  for (long k = 0; k < 120; ++k) bits.push_back(Bits{60 + k});
  const ComplexVector line = gamma_line(x, step, bits, [] {});
  for (size_t k = 0; k < bits.size(); ++k) {
    const Ball y = step.at(Bits{300}) * static_cast<long>(k);
    const ComplexBall exponent = log_gamma(ComplexBall(x.at(Bits{300}), y));
    const ComplexBall one = line[k] * exp(-exponent - ComplexBall(Ball::pi(Bits{300}) * y / 2));
    CAPTURE(k);
    CHECK(is_zero_within(one - ComplexBall(Ball::integer(1, kBits)),
                         -0.69 * static_cast<double>(bits[k].n) + 3));
  }
}
