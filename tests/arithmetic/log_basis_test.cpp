#include "reference/arithmetic/functions/log_basis.hpp"

#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::number;

namespace {

LogLinear log_of(const Rational& q, const Rational& n = Rational(1)) {
  return {Rational(0), {{q, n}}};
}

LogLinear sum(const LogLinear& a, const LogLinear& b) { return *(Real(a) + Real(b)).log_linear(); }

}  // namespace

TEST_CASE("log basis: coordinates agree exactly where the numbers do", "[arithmetic][LOG-BASIS]") {
  testing::Random random(301);
  const auto rational = [&] {
    return Rational(random.integer(1, 60), static_cast<unsigned long>(random.integer(1, 60)));
  };
  for (int i = 0; i < testing::iterations(300); ++i) {
    std::vector<LogLinear> numbers;
    for (int j = 0; j < 4; ++j) {
      LogLinear x = log_of(rational(), Rational(random.integer(-3, 3)));
      if (i % 2 == 0) x.offset = Rational(random.integer(-4, 4), 6);
      numbers.push_back(x);
    }
    // A number in a second representation.
    const Rational q = rational(), r = rational();
    numbers.push_back(log_of(q * r));
    numbers.push_back(log_of(q));
    numbers.push_back(log_of(r));
    const LogBasis basis(numbers);
    CHECK(basis.coordinates(numbers[4]) == basis.coordinates(sum(numbers[5], numbers[6])));
    for (const LogLinear& a : numbers) {
      for (const LogLinear& b : numbers) {
        REQUIRE(basis.coordinates(a).has_value());
        const bool same = basis.coordinates(a) == basis.coordinates(b);
        // 400 bits separate different numbers of this size.
        CHECK(same == overlaps(a(Bits{400}), b(Bits{400})));
      }
    }
  }
}

TEST_CASE("log basis: what is not in it has no coordinates", "[arithmetic][LOG-BASIS]") {
  const LogBasis basis({log_of(number("6")), log_of(number("35/4"))});
  CHECK(basis.coordinates(log_of(number("6"))).has_value());
  CHECK(basis.coordinates({Rational(1), {}}) == std::nullopt);
  CHECK(basis.coordinates(log_of(number("11"))) == std::nullopt);
  CHECK(basis.coordinates(log_of(number("6"), number("1e19"))) == std::nullopt);
  const LogBasis lattice({{number("0.2"), {}}, {number("0.3"), {}}});
  CHECK(lattice.coordinates({number("0.5"), {}}) == Coordinates{5});
  CHECK(lattice.coordinates({number("0.55"), {}}) == std::nullopt);
}

TEST_CASE("log basis: decimals of fifteen digits have coordinates", "[arithmetic][LOG-BASIS]") {
  const Rational a = number("0.277223389787945"), b = number("0.345");
  const LogBasis basis({{a, {}}, {b, {}}});
  const auto of_a = basis.coordinates({a, {}}), of_b = basis.coordinates({b, {}});
  REQUIRE((of_a && of_b));
  CHECK(Rational(of_a->front()) * b == Rational(of_b->front()) * a);
  // Coordinates beyond 2^61 are not supported.
  CHECK_FALSE(LogBasis({{number("1e-19"), {}}, {Rational(1), {}}}).coordinates({Rational(1), {}}));
}

TEST_CASE("log basis: the exponential of logarithms with rational multiples",
          "[arithmetic][log-basis]") {
  const LogLinear half{Rational(1, 4),
                       {{Rational(3), Rational(1, 2)}, {Rational(5), Rational(-2)}}};
  const Ball found = exponential(half, Bits(128));
  CHECK(overlaps(found, exp(Ball(Rational(1, 4), Bits(128))) * sqrt(Ball(Rational(3), Bits(128))) /
                            Ball(Rational(25), Bits(128))));
  CHECK(found.relative_digits() > 35);
}
