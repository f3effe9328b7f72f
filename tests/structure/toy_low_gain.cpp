/// The complete judged method "low_gain"; toys.cpp registers it in one line.
#include <cmath>

#include "reference/arithmetic/numbers/named_texts.hpp"
#include "tests/structure/toys.hpp"

namespace plumbline::testing {

/// Answers the gain of one Gaussian step in closed form, a tenth too low.
ApproximationEntry low_gain() {
  return {"low_gain",
          "the gain against one Gaussian step, a tenth too low",
          {},
          [](const ApproximationRequest& request) -> std::string {
            const bool gaussian = request.composition.gaussian_mu_squared().has_value();
            return request.quantity == "gain" && gaussian ? "" : "low_gain answers gain alone";
          },
          [](const ApproximationRequest& request) {
            const double mu = std::sqrt(request.composition.gaussian_mu_squared()->approximate());
            const double price = request.at.approximate(), t = std::log(price);
            const auto above = [](double x) { return std::erfc(x / std::sqrt(2)) / 2; };
            ApproximationResult out;
            out.value = 0.9 * (above(t / mu - mu / 2) - price * above(t / mu + mu / 2));
            out.high_precision = exact_text(out.value);
            return out;
          }};
}

}  // namespace plumbline::testing
