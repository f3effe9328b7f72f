/// Batches truncated at a maximum size: a recorded value, two engines, and the binomial tails.
#include "reference/mechanisms/combined/truncated_subsampled_gaussian.hpp"

#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

TEST_CASE("truncated batches: recorded value and engines", "[mechanisms][truncated][slow]") {
  const std::string text = "truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=12)";
  check_value(forward_delta(text, "0.3"), "0.014648536022821061923", 14);
  check_round_trip(text);
  check_engines(text + "^8", "1", "fourier", "lattice", 2);
  // Never truncated: equal to the plain pair.
  CHECK(
      Composition::parse("truncated_subsampled_gaussian(sigma=1,p=0.1,n=10,batch=10)").identity() ==
      Composition::parse("subsampled_gaussian(sigma=1,p=0.1)").identity());
}

TEST_CASE("truncated batches: binomial tails", "[BATCH-TAIL]") {
  const Rational p = number("0.1");
  const Bits b{96};
  check_value(binomial_tail(99, p, 12, b), "0.28511233822904471577", 18);
  check_value(binomial_tail(99, number("0.9"), 88, b), "0.71488766177095528423", 18);
  for (const long terms : {1L, 2L, 5L}) {
    const Ball coarse = binomial_tail(99, p, 12, b, terms);
    CAPTURE(terms, coarse.decimal_bounds(10));
    CHECK(overlaps(coarse, binomial_tail(99, p, 12, b)));
  }
  check_meet(binomial_tail(50000, number("0.01"), 600, b),
             binomial_tail(50000, number("0.01"), 600, b + 200), 20);
}
