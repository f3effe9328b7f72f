#include "reference/mechanisms/combined/measure_sum.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

double log_sum(const std::vector<double>& logs) {
  const double top = *std::max_element(logs.begin(), logs.end());
  if (!std::isfinite(top)) return top;
  double sum = 0;
  for (const double x : logs) sum += std::exp(x - top);
  return top + std::log(sum);
}

}  // namespace

MeasureSum::MeasureSum(std::vector<Term> terms) : terms_(std::move(terms)) {
  if (terms_.empty()) throw std::logic_error("a sum of laws needs a term");
  for (const Term& term : terms_) {
    log_weight_.push_back(term.weight(Bits{128}).log_approximate());
    shift_.push_back(term.shift.approximate());
  }
}

Ball MeasureSum::factor(const Term& term, double c, Bits p) {
  const Ball weight = term.weight(p);
  return term.shift.is_known_as(Rational(0)) ? weight : weight * exp(term.shift(p) * exact(c, p));
}

Ball MeasureSum::transform(double c, Bits p) const {
  Ball sum(p);
  for (const Term& term : terms_) sum += factor(term, c, p) * term.measure->transform(c, p);
  return sum;
}

LineValues MeasureSum::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                         const Poll& poll) const {
  LineValues out{ComplexVector(count, p), UpperBound()};
  for (const Term& term : terms_) {
    const LineValues line = term.measure->transform_on_line(c, D, count, p, poll);
    const Ball scale = factor(term, c, p), angle = term.shift(p) * D;
    const bool turns = !term.shift.is_known_as(Rational(0));
    for (size_t k = 0; k < count; ++k) {
      ComplexBall value = line.values[k] * scale;
      if (turns) value = value * exp(ComplexBall(Ball(p), angle * static_cast<long>(k)));
      out.values.set(k, out.values[k] + value);
    }
    out.quadrature_error = out.quadrature_error + line.quadrature_error * UpperBound::of(scale);
  }
  return out;
}

// BOUND(CHOICE-DECAY)
// Statement.  Let K(s) = sum_i w_i e^{d_i s} K_i(s). For |y| >= T
//
//                 |K(c+iy)| <= sum_i w_i e^{d_i c} K_i(c) r_i   if |K_i(c+iy)| <= r_i K_i(c), and
//                 |K(c+iy)| <= sum_i w_i e^{d_i c} C_i/|y|      if |K_i(c+iy)| <= C_i/|y|.
// Needs.      w_i >= 0 and real d_i: the caller, by Choice. r_i and C_i: LossMeasure's decay() and
//             algebraic_decay().
// Proof.      |e^{d_i s}| = e^{d_i c}. Apply the triangle inequality.
// Source.     Elementary.
Ball MeasureSum::decay(double c, double T, Bits p) const {
  const Ball one = Ball::integer(1, p);
  Ball sum(p);
  for (const Term& term : terms_) {
    const Ball size = factor(term, c, p) * term.measure->transform(c, p);
    sum += size * term.measure->decay(c, T, p);
  }
  return min(one, bound_number<"CHOICE-DECAY">(sum / transform(c, p))).upper();
}

UpperBound MeasureSum::algebraic_decay(double c) const {
  UpperBound sum;
  for (const Term& term : terms_) {
    sum = sum + UpperBound::of(factor(term, c, Bits{64})) * term.measure->algebraic_decay(c);
  }
  return bound<"CHOICE-DECAY">(sum);
}

double MeasureSum::log_transform(double c) const {
  std::vector<double> logs;
  for (size_t i = 0; i < terms_.size(); ++i) {
    logs.push_back(log_weight_[i] + c * shift_[i] + terms_[i].measure->log_transform(c));
  }
  // Near c = 0 and 1, each logs[i] is close to the log of its weight, and the result is close to 0. There log_sum()
  // would lose accuracy by rounding.
  double small = 0, weights = 0;
  for (size_t i = 0; i < logs.size(); ++i) {
    const double weight = std::exp(log_weight_[i]);
    small += weight * std::expm1(logs[i] - log_weight_[i]);
    weights += weight;
  }
  const bool whole = std::fabs(weights - 1) < 1e-12;
  return whole && std::fabs(small) < 0.5 ? std::log1p(small) : log_sum(logs);
}

double MeasureSum::log_decay(double c, double T) const {
  std::vector<double> logs;
  for (size_t i = 0; i < terms_.size(); ++i) {
    logs.push_back(log_weight_[i] + c * shift_[i] + terms_[i].measure->log_transform(c) +
                   terms_[i].measure->log_decay(c, T));
  }
  return std::min(0.0, log_sum(logs) - log_transform(c));
}

}  // namespace plumbline
