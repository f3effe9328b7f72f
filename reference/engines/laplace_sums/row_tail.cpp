#include "reference/engines/laplace_sums/row_tail.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/bound.hpp"

namespace plumbline::laplace_sums {
namespace {

/// Returns e^{-top} int_low^high e^{lambda u} du, in doubles.
double stretch_integral(double low, double high, double lambda, double top) {
  const double x = lambda * (high - low);
  const double mean = std::fabs(x) < 1e-9 ? 1 : std::expm1(x) / x;
  return std::exp(lambda * low - top) * mean * (high - low);
}

/// Returns int_low^high e^{lambda u} du.
Ball stretch_integral(long low, long high, const Ball& lambda) {
  if (lambda.is_exactly_zero()) return Ball::integer(high - low, lambda.precision());
  return exp(lambda * low) * expm1(lambda * (high - low)) / lambda;
}

}  // namespace

RowTail::RowTail(std::vector<LatticeStep> steps, const Rational& spacing)
    : steps_(std::move(steps)),
      spacing_(spacing),
      half_spacing_(spacing.approximate() / 2),
      most_(0) {
  for (const LatticeStep& step : steps_) {
    Approximate out{static_cast<double>(step.count), static_cast<double>(step.reach), {}, {}};
    for (const auto& atom : step.atoms) {
      const double at = static_cast<double>(atom.place);
      out.atoms.push_back({at, at, atom.weight.approximate()});
    }
    for (const auto& stretch : step.stretches) {
      out.stretches.push_back({static_cast<double>(stretch.low), static_cast<double>(stretch.high),
                               stretch.cell_weight.approximate()});
    }
    approximate_.push_back(std::move(out));
    if (!step.stretches.empty()) most_ += step.count;
  }
}

RowTail::Size RowTail::size(double lambda, double log_theta) const {
  Size out{0, 0};
  const double theta = std::exp(log_theta);
  for (const Approximate& step : approximate_) {
    const double top = std::max(0.0, lambda * step.reach);
    double atoms = 0, stretches = 0;
    for (const auto& part : step.atoms) atoms += part.weight * std::exp(lambda * part.low - top);
    for (const auto& part : step.stretches) {
      stretches += part.weight * stretch_integral(part.low, part.high, lambda, top);
    }
    const double all = atoms + theta * stretches;
    out.log += step.count * (std::log(all) + top);
    out.uniform += step.count * theta * stretches / all;
  }
  return out;
}

double RowTail::best_lambda(double x, double rho) const {
  // (rho - lambda) x + log of the product in BOUND(LAPLACE-ROWS) is convex in lambda. The search goes down from rho
  // with doubling steps, then uses golden sections.
  const auto value = [&](double lambda) { return (rho - lambda) * x + size(lambda, 0).log; };
  constexpr double kFarthest = 700, kGolden = 0.6180339887498949;
  double step = 1e-6, near = rho, at = rho;
  while (step < kFarthest && value(rho - step) < value(at)) {
    near = at;
    at = rho - step;
    step *= 2;
  }
  double low = rho - step, high = near;
  for (int i = 0; i < 40; ++i) {
    const double a = high - kGolden * (high - low), b = low + kGolden * (high - low);
    (value(a) < value(b) ? high : low) = value(a) < value(b) ? b : a;
  }
  // The result is certainly at most the exact rho.
  return std::min((low + high) / 2, rho - std::fabs(rho) * 0x1p-40);
}

double RowTail::log_size(double x, int tau) const {
  const double rho = tau * half_spacing_, lambda = best_lambda(x, rho);
  return (rho - lambda) * x + size(lambda, 0).log;
}

Cut RowTail::cut(double x, int tau, double log_target) const {
  const double rho = tau * half_spacing_, lambda = best_lambda(x, rho);
  const double total = (rho - lambda) * x + size(lambda, 0).log;
  // Let M be the number of rows for which theta gives the best bound. As theta increases, M increases and the bound
  // of the other rows decreases.
  double low = 0, high = 100;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    const Size at = size(lambda, middle);
    const double bound = (rho - lambda) * x + at.log - at.uniform * middle;
    (bound <= total + log_target ? high : low) = middle;
  }
  const double rows = std::ceil(size(lambda, high).uniform);
  return {std::min(most_, static_cast<long>(rows)), lambda, std::exp(high)};
}

// BOUND(LAPLACE-ROWS)
// Statement.  In the notation of LAPLACE-SUM, the part of sum_{m,j} A_{m,j} e^{rho j} F_m(x-j) in the rows m > M is
//             at least 0 and, for any lambda <= rho and theta >= 1, at most
//                 e^{(rho-lambda) x} theta^{-(M+1)} prod_i (a_i(e^lambda) + theta b_i(e^lambda)
//                 (e^lambda - 1)/lambda)^{N_i}.
//             It is 0 if M is at least the number of steps that have an interval.
// Needs.      lambda <= rho, theta >= 1: checked here (infinite otherwise).
// Proof.      Let V_m be the measure of the places u of S for which m steps are on an interval. V_m >= 0, because the
//             weights are nonnegative. Row m is the integral of e^{rho u} dV_m over u <= x (LAPLACE-SUM); hence it is
//             at least 0. For u <= x, e^{rho u} <= e^{(rho-lambda) x} e^{lambda u}, and for m > M, 1 <= theta^{m-M-1}.
//             The sum over all m of theta^m times the integral of e^{lambda u} dV_m over the whole line is the
//             product: the integrals of independent steps multiply, and theta counts the intervals. Each step is on at
//             most one interval.
// Source.     Chernoff's bound, for both the loss and the number of intervals.
UpperBound RowTail::beyond(const Cut& cut, const Ball& x, int tau) const {
  if (cut.rows >= most_) return UpperBound();
  constexpr Bits p{128};
  const Ball rho(spacing_ * Rational(tau) / Rational(2), p), lambda = exact(cut.lambda, p);
  if (!certainly_at_most(lambda, rho) || !(cut.theta >= 1)) return UpperBound::infinite();
  const Ball theta = exact(cut.theta, p);
  Ball out = exp((rho - lambda) * x.rounded(p)) / power(theta, Rational(cut.rows + 1));
  for (const LatticeStep& step : steps_) {
    Ball atoms(p), stretches(p);
    for (const auto& atom : step.atoms) atoms += atom.weight(p) * exp(lambda * atom.place);
    for (const auto& stretch : step.stretches) {
      stretches += stretch.cell_weight(p) * stretch_integral(stretch.low, stretch.high, lambda);
    }
    out = out * power(atoms + theta * stretches, Rational(step.count));
  }
  return bound<"LAPLACE-ROWS">(UpperBound::of(out));
}

}  // namespace plumbline::laplace_sums
