#include "reference/engines/fourier/fourier_transform.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/running/kept.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/mechanisms/polled_transform.hpp"

namespace plumbline::fourier {
namespace {

/// Returns the number of bits lost by raising to the power N.
long power_bits(const Rational& count) {
  return static_cast<long>(std::log2(count.approximate())) + 1;
}

Ball one(Bits p) { return Ball::integer(1, p); }

class Product final : public Transform {
 public:
  Product(std::vector<MeasureFactor> factors, bool whole)
      : factors_(std::move(factors)), whole_(whole) {
    for (const MeasureFactor& f : factors_) lost_ = std::max(lost_, power_bits(f.count));
  }

  Ball at(double x, Bits p, const Poll& poll) const override {
    const Bits work = p + lost_;
    Ball out = one(work);
    for (const MeasureFactor& f : factors_) {
      out = out * power(step_at(f, x, work, poll), f.count);
    }
    return out;
  }

  LineValues on_line(double c, double D, size_t count, Bits p, const Poll& poll) const override {
    const Bits work = p + lost_, rough = Bits{64 + lost_};
    const Ball step = Ball::from_binary64(D, work), top = at(c, Bits{64}, poll);
    LineValues out{ComplexVector(), UpperBound()};
    for (const MeasureFactor& f : factors_) {
      LineValues line = f.measure->transform_on_line(c, step, count, work, poll);
      // Let K_i(s) have an error of at most q. Because |K_i(s)| <= K_i(c), the power K_i^{N_i} has an error of at most
      // N_i (K_i(c) + q)^{N_i - 1} q. These errors, times the other factors, are summed relative to M(c).
      const Ball Ki = step_at(f, c, rough, poll);
      const Ball q = line.quadrature_error.ball(rough);
      const Ball share = Ball(f.count, rough) * power(one(rough) + q / Ki, f.count) * q / Ki;
      out.quadrature_error = out.quadrature_error + UpperBound::of(share * top);
      raise(&line.values, f.count, poll);
      if (out.values.size() == 0) {
        out.values = std::move(line.values);
      } else {
        out.values.multiply(line.values);
      }
      poll();
    }
    return out;
  }

  Ball sup(double c, double T, const Poll& poll) const override {
    const Bits p{64 + lost_};
    Ball out = at(c, Bits{64}, poll);
    for (const MeasureFactor& f : factors_) {
      out = out * power(f.measure->decay(c, T, p), f.count);
    }
    return out.upper();
  }

  // BOUND(ALGEBRAIC-PRODUCT)
  // Statement.  For any factor i with |K_i(c+iy)| <= C_i/|y|, |M(c+iy)| <= C/|y| with C = C_i K_i(c)^{N_i - 1}
  //             prod_{j != i} K_j(c)^{N_j}.
  // Needs.      N_i >= 1 for the chosen factor: counts are positive, which the parser of expressions checks.
  // Proof.      |K_i(c+iy)| <= C_i/|y| for one of the N_i copies. |K_j(c+iy)| <= K_j(c) for all other factors and
  //             copies, because K_j is the transform of a positive measure. Any i is valid, so the smallest of these
  //             bounds is one.
  // Source.     Elementary.
  Ball algebraic(double c, const Poll& poll) const override {
    const Bits p{64 + lost_};
    Ball best = Ball::indeterminate(p);
    for (const MeasureFactor& chosen : factors_) {
      const UpperBound C = algebraic_decay_of(*chosen.measure, c, poll);
      if (!C.is_finite()) continue;
      Ball own = C.ball(p);
      for (const MeasureFactor& f : factors_) {
        const Rational n = &f == &chosen ? f.count - Rational(1) : f.count;
        own = own * power(step_at(f, c, p, poll), n);
      }
      best = best.is_finite() ? min(best, own) : own;
    }
    return bound_number<"ALGEBRAIC-PRODUCT">(best);
  }

  double log_at(double c) const override {
    double sum = 0;
    for (const MeasureFactor& f : factors_) {
      sum += f.count.approximate() * f.measure->log_transform(c);
    }
    return sum;
  }

  double log_sup(double c, double T) const override {
    double sum = 0;
    for (const MeasureFactor& f : factors_) {
      sum += f.count.approximate() * f.measure->log_decay(c, T);
    }
    return sum;
  }

  bool whole() const override { return whole_; }

  double convolved_period(double c, double nats) const override {
    double longest = 0;
    for (const MeasureFactor& f : factors_) {
      if (f.convolved) longest = std::max(longest, f.convolved->period(c, nats));
    }
    return longest > 0 ? longest : Transform::convolved_period(c, nats);
  }

 private:
  /// Returns K_i(x), cached: a line requests it at the same few points repeatedly.
  const Ball& step_at(const MeasureFactor& f, double x, Bits p, const Poll& poll) const {
    return steps_.get({&f, x, p.n}, [&] { return transform_of(*f.measure, x, p, poll); });
  }

  static constexpr size_t kMostSteps = 16;

  std::vector<MeasureFactor> factors_;
  mutable KeptFew<std::tuple<const MeasureFactor*, double, long>, Ball> steps_{kMostSteps};
  bool whole_;
  long lost_ = 0;
};

std::vector<MeasureFactor> side(const std::vector<CutFactor>& factors,
                                std::shared_ptr<const LossMeasure> CutFactor::*which) {
  std::vector<MeasureFactor> out;
  for (const CutFactor& f : factors) out.push_back({f.*which, f.count, std::nullopt});
  return out;
}

class Difference final : public Transform {
 public:
  explicit Difference(std::vector<CutFactor> factors)
      : factors_(std::move(factors)),
        upper_(side(factors_, &CutFactor::upper), false),
        lower_(side(factors_, &CutFactor::lower), false) {}

  Ball at(double x, Bits p, const Poll& poll) const override {
    const Ball signed_exact = upper_.at(x, p, poll) - lower_.at(x, p, poll);
    if (certainly_negative(signed_exact)) {
      throw Contradiction("the part of a law below a cut is larger than the whole");
    }
    const Ball exact = max(signed_exact, Ball(p));
    // If the difference of the products cancels, the bound from the parts `between` is tighter.
    if (exact.relative_digits() > 3) return exact;
    const Ball top = cut_bound(
        [&](const CutFactor& g, Bits work) { return transform_of(*g.upper, x, work, poll); },
        [&](const CutFactor& f) { return transform_of(*f.between, x, p, poll); }, p);
    return common(exact, Ball::zero_to(UpperBound::of(top), p), "the transform of a part of a law");
  }

  LineValues on_line(double c, double D, size_t count, Bits p, const Poll& poll) const override {
    LineValues out = upper_.on_line(c, D, count, p, poll);
    const LineValues low = lower_.on_line(c, D, count, p, poll);
    out.values.subtract(low.values);
    out.quadrature_error = out.quadrature_error + low.quadrature_error;
    return out;
  }

  Ball sup(double c, double T, const Poll& poll) const override {
    const Bits p{64};
    const auto size = [&](const LossMeasure& m, Bits work) {
      return transform_of(m, c, work, poll) * m.decay(c, T, work);
    };
    return cut_bound(
               [&](const CutFactor& g, Bits work) {
                 const Ball high = size(*g.upper, work);
                 return g.between ? max(high, size(*g.lower, work)) : high;
               },
               [&](const CutFactor& f) { return size(*f.between, p); }, p)
        .upper();
  }

  Ball algebraic(double c, const Poll& poll) const override {
    return upper_.algebraic(c, poll) + lower_.algebraic(c, poll);
  }

  double log_at(double c) const override {
    const double high = upper_.log_at(c), low = lower_.log_at(c);
    const double gap = low - high;
    double log_bound = -1e300;
    for (const CutFactor& f : factors_) {
      if (!f.between) continue;
      const double term =
          std::log(f.count.approximate()) + f.between->log_transform(c) - f.upper->log_transform(c);
      log_bound = std::max(log_bound, term);
    }
    if (!std::isfinite(log_bound)) return high;
    // share = log(1 - e^gap), or a first-order bound of it if 1 - e^gap is only rounding noise.
    const double share = log_bound < -12 ? log_bound : std::log(std::max(-std::expm1(gap), 1e-6));
    return high + std::min(share, 0.0);
  }

  double log_sup(double c, double T) const override {
    const auto size = [&](const LossMeasure& m) { return m.log_transform(c) + m.log_decay(c, T); };
    std::vector<double> u;
    double total = 0, best = -1e300;
    for (const CutFactor& f : factors_) {
      u.push_back(f.between ? std::max(size(*f.upper), size(*f.lower)) : size(*f.upper));
      total += f.count.approximate() * u.back();
    }
    for (size_t i = 0; i < factors_.size(); ++i) {
      if (!factors_[i].between) continue;
      const double n = factors_[i].count.approximate();
      best = std::max(best, std::log(n) + size(*factors_[i].between) + total - u[i]);
    }
    return best - log_at(c);
  }

  double log_cancellation(double c) const override { return upper_.log_at(c) - log_at(c); }

 private:
  // BOUND(CUT)
  // Statement.  Let M = prod_j U_j^{N_j} - prod_j L_j^{N_j} and U_j = L_j + B_j. Then
  //                 |M(c+iy)| <= sum_i N_i b_i u_i^{N_i - 1} prod_{j != i} u_j^{N_j}
  //             if |B_i(c+iy)| <= b_i and |U_j(c+iy)|, |L_j(c+iy)| <= u_j. For y = 0, u_j = U_j(c) is valid. A factor
  //             whose measure is not divided into two parts has U_i = L_i, B_i = 0 and no term.
  // Needs.      U_i = L_i + B_i as measures: part() of the mechanism, with equal sharpness.
  // Proof.      Replace U by L one step at a time. Each replacement changes the product by B_i times the factors of
  //             the other steps, each of which is U_j or L_j and at most u_j. At y = 0, 0 <= L_j(c) <= U_j(c),
  //             because B_j is a positive measure.
  // Source.     Elementary.
  template <class Size, class Between>
  Ball cut_bound(Size u, Between b, Bits p) const {
    std::vector<Ball> sizes;
    for (const CutFactor& g : factors_) sizes.push_back(u(g, p + power_bits(g.count)));
    Ball sum(p);
    for (size_t i = 0; i < factors_.size(); ++i) {
      if (!factors_[i].between) continue;
      Ball term = Ball(factors_[i].count, p) * b(factors_[i]);
      for (size_t j = 0; j < factors_.size(); ++j) {
        const Rational& n = factors_[j].count;
        term = term * power(sizes[j], j == i ? n - Rational(1) : n);
      }
      sum += term;
    }
    return bound_number<"CUT">(sum);
  }

  std::vector<CutFactor> factors_;
  Product upper_, lower_;
};

}  // namespace

std::unique_ptr<Transform> product_transform(std::vector<MeasureFactor> factors, bool whole) {
  return std::make_unique<Product>(std::move(factors), whole);
}

std::unique_ptr<Transform> difference_transform(std::vector<CutFactor> factors) {
  return std::make_unique<Difference>(std::move(factors));
}

}  // namespace plumbline::fourier
