/// The transform of noise on the integers: a sum over a table, and a bound of the remainder.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/integer/integer_noise.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// Returns approximately log E_P[e^{cL}] for a table, in doubles; L is the loss.
double log_sum(const IntegerTables::Table& table, double c) {
  const std::vector<double>&log_P = table.log_P_near, &loss = table.loss_near;
  double most = -kInf, sum = 0;
  for (size_t i = 0; i < loss.size(); ++i) most = std::max(most, log_P[i] + c * loss[i]);
  constexpr double kNothing = -60;  // negligible relative to the largest term
  for (size_t i = 0; i < loss.size(); ++i) {
    const double size = log_P[i] + c * loss[i] - most;
    if (size > kNothing) sum += std::exp(size);
  }
  return most + std::log(sum);
}

/// Returns the approximate logarithm of the integral of e^{log_term} from `low` to `high`, computed as a sum of terms
/// at distances of `step`. Returns nothing if the terms at `low` or `high` are not negligible, or if the sum has too
/// many terms.
std::optional<double> log_integral(const std::function<double(double)>& log_term, double low,
                                   double high, double step) {
  constexpr double kCoarse = 400, kNothing = -40, kMostTerms = 4000;
  const double stride = std::max(step, (high - low) / kCoarse);
  std::vector<double> rough;
  for (double x = low; x <= high; x += stride) rough.push_back(log_term(x));
  const double peak = *std::max_element(rough.begin(), rough.end());
  if (!std::isfinite(peak)) return std::nullopt;
  const auto matters = [&](double term) { return term > peak + kNothing; };
  const auto from = std::find_if(rough.begin(), rough.end(), matters) - rough.begin();
  const auto to = rough.rend() - std::find_if(rough.rbegin(), rough.rend(), matters);
  if (from == 0 || to == static_cast<long>(rough.size())) return std::nullopt;
  const double begin = low + static_cast<double>(from - 1) * stride,
               end = low + static_cast<double>(to) * stride;
  if ((end - begin) / step > kMostTerms) return std::nullopt;
  double sum = 0;
  for (double x = begin; x <= end; x += step) sum += std::exp(log_term(x) - peak);
  return peak + std::log(sum * step);
}

/// Returns approximately log E_P[e^{cL}] for a long smooth distribution, by a sum over a few of its integers; nothing
/// if this sum is not accurate. The approximate masses have an unknown common factor, which the total mass determines.
std::optional<double> log_thin_sum(const IntegerTables& tables, double c, double depth) {
  constexpr double kPerDeviation = 16, kLeastStep = 4;
  const double step = tables.law().deviation() / kPerDeviation;
  if (!(step > kLeastStep)) return std::nullopt;
  const auto log_mass = [&](double x) { return tables.law().log_mass(x); };
  const auto tilted = [&](double x) { return log_mass(x) + c * tables.loss_near(x); };
  const auto [low, high] = tables.range(depth);
  const auto first = static_cast<double>(low), last = static_cast<double>(high);
  const auto total = log_integral(log_mass, first, last, step),
             sum = log_integral(tilted, first, last, step);
  return total && sum ? std::optional(*sum - *total) : std::nullopt;
}

}  // namespace

UpperBound IntegerNoise::beyond(const IntegerTables::Table& table, double c) const {
  const Bits p = table.P.front().precision();
  const Ball one = Ball::integer(1, p), cc = exact(c, p);
  const IntegerLaw& law = tables_->law();
  UpperBound sum;
  const auto add = [&](size_t i, const Ball& ratio, const Ball& growth, const Ball& power) {
    const Ball q = certainly_at_most(power, Ball(p)) ? ratio : ratio * exp(power * log(growth));
    const Ball size = table.P[i] * exp(cc * table.loss[i]);
    const bool falls = certainly_less(q, one);
    sum = sum + (falls ? UpperBound::of(size * q / (one - q)) : UpperBound::infinite());
  };
  const long D = tables_->D();
  if (!table.whole_left) {
    const Ball growth = c < 0 && law.twice_centre()
                            ? law.growth(*law.twice_centre() + D - table.first, D, p)
                            : Ball::indeterminate(p);
    // `moves` is h of INTEGER-TAIL, which is small near the smallest loss of a mixture.
    const Ball base = tables_->mixed() ? one - tables_->rate()(p) : Ball(p),
               moves = one - base * exp(-table.loss.front());
    add(0, table.ratio_left, growth, c < 0 ? max(moves, Ball(p)) * -cc : Ball(p));
  }
  if (!table.whole_right) {
    const Ball growth = c > 0 ? law.growth(table.last, D, p) : Ball::indeterminate(p);
    add(table.size() - 1, table.ratio_right, growth, cc);
  }
  return bound<"INTEGER-TAIL">(sum);
}

Ball IntegerNoise::transform(double c, Bits p) const {
  const auto table = tables_->table(p + 32, tables_->depth_for(c, static_cast<double>(p.n) + 16));
  if (table == nullptr) return Ball::indeterminate(p);
  const Ball cc = exact(c, p + 32);
  Ball sum(p);
  for (size_t i = 0; i < table->size(); ++i) {
    poll_here(static_cast<long>(i), p);
    sum += table->P[i] * exp(cc * table->loss[i]);
  }
  const UpperBound rest = beyond(*table, c);
  if (!rest.is_finite()) return Ball::indeterminate(p);
  return (sum + Ball::zero_to(rest, p)).at(p);
}

LineValues IntegerNoise::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                           const Poll& poll) const {
  return values(c, Ball(p), D, count, p, poll);
}

ComplexVector IntegerNoise::transform_on_segment(double c, const Ball& start, const Ball& D,
                                                 size_t count, Bits p, const Poll& poll) const {
  return values(c, start, D, count, p, poll).values;
}

LineValues IntegerNoise::values(double c, const Ball& start, const Ball& D, size_t count, Bits p,
                                const Poll& poll) const {
  // The precision is a key of the cached tables. It is rounded, so that few tables are cached.
  constexpr long kGrain = 64;
  const Bits rounded{(p.n + 32 + kGrain - 1) / kGrain * kGrain};
  const auto table = tables_->table(rounded, tables_->depth_for(c, static_cast<double>(p.n) + 16));
  LineValues out{ComplexVector(count, p), UpperBound::infinite()};
  if (table != nullptr) {
    const Bits work = p + 32;
    const Ball cc = exact(c, work), zero(work);
    ComplexVector weights(table->size(), work), nodes(table->size(), work);
    for (size_t i = 0; i < table->size(); ++i) {
      poll_here(static_cast<long>(i), work);
      const Ball& loss = table->loss[i];
      const ComplexBall turn = exp(ComplexBall(zero, start.at(work) * loss));
      weights.set(i, turn * (table->P[i] * exp(cc * loss)));
      nodes.set(i, ComplexBall(loss, zero));
    }
    out = {exponential_sums(weights, nodes, D, count, work, poll), beyond(*table, c)};
  }
  out.values.widen_all(out.quadrature_error);
  return out;
}

double IntegerNoise::log_transform(double c) const {
  // A long distribution is nearly normal, and computing its table would take seconds.
  constexpr double kLong = 5000;
  const double one = static_cast<double>(tables_->D()) / tables_->law().deviation();
  const double rate = tables_->mixed() ? tables_->rate().approximate() : 1;
  if (tables_->law().deviation() > kLong && std::fabs(c) * one < 1) {
    return c * (c - 1) / 2 * rate * rate * one * one;
  }
  constexpr Bits kFew{96};
  const double depth = tables_->depth_for(c, static_cast<double>(kFew.n));
  if (tables_->length(depth) > IntegerTables::kMany) {
    if (const auto thin = log_thin_sum(*tables_, c, depth)) return *thin;
    const auto table = tables_->table(kFew, depth);
    if (table != nullptr && beyond(*table, c).is_finite()) return log_sum(*table, c);
    return kInf;
  }
  const Ball K = transform(c, Bits{80});
  return certainly_positive(K) ? log(K).approximate() : kInf;
}

Ball IntegerNoise::third_moment(int tilt, const Ball& t, Bits p) const {
  const double bits = static_cast<double>(p.n) + 64;
  const auto table = tables_->table(p + 16, tables_->depth_for(tilt, bits));
  if (table == nullptr) return Ball::indeterminate(p);
  if (!table->whole_left && !certainly_at_most(table->loss.front(), t)) {
    return Ball::indeterminate(p);
  }
  Ball sum(p);
  for (size_t i = 0; i < table->size(); ++i) {
    sum += third_moment::positive_cube(table->loss[i] - t) * (tilt == 0 ? table->P : table->Q)[i];
  }
  if (table->whole_right) return sum;
  return widen(sum, third_moment::tail(*this, tilt, t, table->loss.back()));
}

}  // namespace plumbline
