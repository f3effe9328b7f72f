/// Mechanisms that the C interface composes from other mechanisms.
#include <memory>
#include <string>

#include "capi/plumbline.h"
#include "tests/support.hpp"

namespace {

struct CloseMade {
  void operator()(plumbline_mechanism* m) const { plumbline_close(m); }
};
using Made = std::unique_ptr<plumbline_mechanism, CloseMade>;

Made made(const std::string& expression) {
  plumbline_mechanism* out = nullptr;
  REQUIRE(plumbline_open(expression.c_str(), &out) == PLUMBLINE_OK);
  return Made(out);
}

}  // namespace

TEST_CASE("C: handles compose as expressions do", "[capi][compose]") {
  const Made first = made("gaussian(sigma=2)^3 * laplace(b=1)");
  const Made second = made("laplace(b=1)^2");
  plumbline_mechanism* out = nullptr;
  REQUIRE(plumbline_product(first.get(), second.get(), &out) == PLUMBLINE_OK);
  const Made product(out);
  CHECK(plumbline_expression(product.get()) == std::string("gaussian(sigma=2)^3 * laplace(b=1)^3"));
  REQUIRE(plumbline_power(product.get(), "5", &out) == PLUMBLINE_OK);
  const Made power(out);
  CHECK(plumbline_expression(power.get()) == std::string("gaussian(sigma=2)^15 * laplace(b=1)^15"));
  CHECK(plumbline_expression(first.get()) == std::string("gaussian(sigma=2)^3 * laplace(b=1)"));
  const Made inner = made("subsampled(gaussian(sigma=1)*gaussian(sigma=2),p=0.1)^2");
  REQUIRE(plumbline_power(inner.get(), "3", &out) == PLUMBLINE_OK);
  const Made outer(out);
  CHECK(std::string(plumbline_expression(outer.get())).ends_with("^6"));
}

TEST_CASE("C: what cannot be composed is said", "[capi][compose]") {
  const Made one = made("gaussian(sigma=2)");
  plumbline_mechanism* out = nullptr;
  for (const char* times : {"0", "-1", "1/2", "many"}) {
    CAPTURE(times);
    CHECK(plumbline_power(one.get(), times, &out) == PLUMBLINE_BAD_INPUT);
    CHECK(out == nullptr);
  }
  CHECK(plumbline_product(one.get(), nullptr, &out) == PLUMBLINE_BAD_INPUT);
  CHECK(plumbline_error() == std::string("second is NULL"));
  CHECK(plumbline_power(one.get(), nullptr, &out) == PLUMBLINE_BAD_INPUT);
}
