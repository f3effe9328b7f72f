#include "reference/mechanisms/combined/truncated_subsampled_gaussian.hpp"

#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/combined/cut_batch_sides.hpp"
#include "reference/mechanisms/gaussian/gaussian_mixture.hpp"
#include "reference/mechanisms/gaussian/subsampled_gaussian.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"
#include "reference/mechanisms/parameter_draw.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/recorded_form.hpp"

namespace plumbline {
namespace {

constexpr long kMostRecords = 1000000000000;

/// Returns a number that caches its value for each precision.
Real remembered(const std::function<Ball(Bits)>& value) {
  struct Kept {
    std::mutex mutex;
    std::map<long, Ball> values;
  };
  return Real([value, kept = std::make_shared<Kept>()](Bits b) {
    const std::lock_guard<std::mutex> lock(kept->mutex);
    const auto found = kept->values.find(b.n);
    if (found != kept->values.end()) return found->second;
    return kept->values.emplace(b.n, value(b)).first->second;
  });
}

}  // namespace

// BOUND(BATCH-TAIL)
// Statement.  Let m_i = C(n,i) p^i (1-p)^{n-i} and r = m_{j+1}/m_j < 1. Then sum_{i>j} m_i <= m_j r/(1-r).
// Needs.      r < 1: checked here (indeterminate otherwise).
// Proof.      m_{i+1}/m_i = (n-i) p/((i+1)(1-p)) decreases with i, so that a geometric series bounds the sum.
// Source.     Elementary.
Ball binomial_tail(long n, const Rational& p, long k, Bits b, long terms) {
  const Ball one = Ball::integer(1, b);
  if (k <= 0) return one;
  if (k > n) return Ball(b);
  // Sums the smaller tail, outwards from the mode.
  if (static_cast<double>(k) < static_cast<double>(n) * p.approximate()) {
    return one - binomial_tail(n, Rational(1) - p, n - k + 1, b, terms);
  }
  const Bits work = b + 96;  // extra bits for logarithms of factorials of numbers up to 10^12
  const Ball x(p, work), odds = Ball(p / (Rational(1) - p), work);
  const auto log_factorial = [&](long i) { return log_gamma(Ball::integer(i + 1, work)); };
  Ball mass = exp(log_factorial(n) - log_factorial(k) - log_factorial(n - k) + log(x) * k +
                  log1p(-x) * (n - k));
  const UpperBound small = UpperBound::of(exp(log(Ball::integer(2, Bits{64})) * (-b.n - 4)));
  Ball sum(work);
  constexpr long kMostTerms = 20000000;
  for (long i = k; i <= n; ++i) {
    sum += mass;
    const Ball ratio = odds * (n - i) / (i + 1);
    const bool last =
        terms > 0 ? i - k + 1 >= terms
                  : UpperBound::of(mass) <= UpperBound::of(sum) * small || i - k >= kMostTerms;
    if (last) {
      if (!certainly_less(ratio, one)) return Ball::indeterminate(b);
      const Ball rest = mass * ratio / (one - ratio);
      return (sum + Ball::zero_to(bound<"BATCH-TAIL">(UpperBound::of(rest)), work)).at(b);
    }
    mass = mass * ratio;
  }
  return sum.at(b);
}

Mechanism truncated_subsampled_gaussian(const Rational& sigma, const Rational& p, long n,
                                        long batch) {
  const auto whole = std::make_shared<SubsampledGaussian>(sigma, p, Rational(1));
  if (batch > n - 1) return whole;  // never truncated
  const std::string expression = "truncated_subsampled_gaussian(sigma=" + sigma.text() +
                                 ",p=" + p.text() + ",n=" + std::to_string(n) +
                                 ",batch=" + std::to_string(batch) + ")";
  const Real tau = remembered([=](Bits b) { return binomial_tail(n - 1, p, batch, b); });
  const Real kept = remembered([=](Bits b) {
    // Returns 1 - tau with full relative precision.
    return binomial_tail(n - 1, Rational(1) - p, n - batch, b);
  });
  const Real rate = remembered([=](Bits b) {
    return binomial_tail(n, p, batch + 1, b) *
           Ball(Rational(batch, static_cast<unsigned long>(n)), b) / tau(b);
  });
  const Mechanism cut =
      replaced_gaussian(sigma / Rational(2), rate, Rational(1), expression + " where it is cut");
  return combined({{kept, std::nullopt, whole}, {tau, std::nullopt, cut}}, Real(Rational(1)),
                  Real(Rational(1)), expression);
}

namespace {

long count(const Parameters& q, const std::string& name) {
  const Rational x = positive(q, name);
  if (!x.is_integer() || x > Rational(kMostRecords)) {
    throw std::invalid_argument(name + " must be an integer from 1 to 10^12, got " + x.text());
  }
  return static_cast<long>(x.approximate());
}

Mechanism make_truncated_subsampled_gaussian(const Parameters& q) {
  const Rational p = sampling_rate(q);
  if (p == Rational(1)) {
    throw std::invalid_argument("p must be below 1: without sampling, every batch is truncated");
  }
  return truncated_subsampled_gaussian(positive(q, "sigma"), p, count(q, "n"), count(q, "batch"));
}

std::string draw_truncated_subsampled_gaussian(ParameterDraw& draw) {
  const std::string sigma = draw.log_uniform(0.8, 5);
  return "truncated_subsampled_gaussian(sigma=" + sigma +
         ",p=0.05,n=200,batch=" + std::to_string(draw.whole(8, 18)) + ")";
}

}  // namespace

MechanismEntry truncated_subsampled_gaussian_entry() {
  return {.name = "truncated_subsampled_gaussian",
          .required = {"sigma", "p", "n", "batch"},
          .optional = {},
          .summary = "subsampled_gaussian on n records, with batches truncated at a maximum size",
          .make = make_truncated_subsampled_gaussian,
          .draw = draw_truncated_subsampled_gaussian,
          .recorded = {{"truncated_subsampled_gaussian",
                        {{"sigma", "sigma"},
                         {"sampling_rate", "p"},
                         {"dataset_size", "n", true},
                         {"truncated_batch_size", "batch", true}}}},
          .subsampled = true,
          .whole = {"n", "batch"},
          .facts = cut_batch_facts()};
}

}  // namespace plumbline
