#include "reference/mechanisms/integer/integer_tables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr long kMostIntegers = 2000000;

/// Returns an enclosure, from 0 to at most 1, of a probability that is at most the sum of the terms after `mass` in a
/// geometric series with ratio `ratio`.
Ball rest_after(const Ball& mass, const Ball& ratio) {
  const Bits p = mass.precision();
  const Ball one = Ball::integer(1, p);
  if (!certainly_less(ratio, one)) return Ball::zero_to(UpperBound::of(one), p);
  const Ball rest = min(one, mass * ratio / (one - ratio));
  return Ball::zero_to(bound<"INTEGER-TAIL">(UpperBound::of(rest)), p);
}

/// Adds the approximations in doubles, log_P_near and loss_near, to a long table.
void add_doubles(IntegerTables::Table* table) {
  for (size_t i = 0; i < table->size(); ++i) {
    poll_here(static_cast<long>(i));
    table->log_P_near.push_back(table->P[i].log_approximate());
    table->loss_near.push_back(table->loss[i].approximate());
  }
}

/// Returns 1 minus the mass of the integers from `from` to `to`.
Real all_but(const std::shared_ptr<const IntegerLaw>& law, long from, long to) {
  if (const auto sum = law->exact_sum(from, to)) return Real(Rational(1) - *sum);
  return Real([law, from, to](Bits p) {
    Ball sum(p);
    for (const Ball& mass : law->masses(from, to, p)) sum += mass;
    return Ball::integer(1, p) - sum;
  });
}

}  // namespace

IntegerTables::IntegerTables(std::shared_ptr<const IntegerLaw> law, long D, Real rate)
    : law_(std::move(law)),
      D_(D),
      rate_(std::move(rate)),
      P_finite_(Rational(1)),
      Q_finite_(Rational(1)) {
  if (D_ < 1) throw std::logic_error("a shift on the integers is at least 1");
  if (!law_->first() && !law_->twice_centre()) throw std::logic_error("a law without a first mass");
  if (law_->first()) P_finite_ = all_but(law_, *law_->first(), *law_->first() + D_ - 1);
  if (law_->last()) Q_finite_ = all_but(law_, *law_->last() - D_ + 1, *law_->last());
}

std::optional<long> IntegerTables::first() const {
  return law_->first() ? std::optional(*law_->first() + D_) : std::nullopt;
}

double IntegerTables::loss_near(double x) const {
  const double D = static_cast<double>(D_), plain = law_->log_mass(x - D) - law_->log_mass(x);
  if (!mixed()) return plain;
  const double r = rate_.approximate();
  return plain > 300 ? plain + std::log(r) : std::log1p(r * std::expm1(plain));
}

/// Returns the integers to the left and to the right beyond which P and Q are below 2^-depth.
std::pair<long, long> IntegerTables::range(double depth) const {
  const double target = -depth * kLn2, middle = law_->mean();
  const auto edge = [&](double sign) {
    double far = law_->deviation() + 1, near = 0;
    while (law_->log_mass(middle + sign * far) > target && far < 1e12) {
      near = far;
      far *= 1.5;
    }
    while (far - near > 1) {
      const double at = (near + far) / 2;
      (law_->log_mass(middle + sign * at) > target ? near : far) = at;
    }
    return saturated(middle + sign * (far + 1));
  };
  long low = edge(-1), high = edge(+1) + D_;
  if (first()) low = law_->twice_centre() ? std::max(low, *first()) : *first();
  if (last()) high = std::min(high, *last());
  return {std::min(low, high), std::max(low, high)};
}

double IntegerTables::depth_at(double t) const {
  const double middle = law_->mean(), sign = loss_near(middle) < t ? 1 : -1;
  const auto before = [&](double far) { return sign * (t - loss_near(middle + sign * far)) > 0; };
  double near = 0, far = law_->deviation() + 1;
  while (before(far) && far < 1e12) {
    near = far;
    far *= 1.5;
  }
  while (far - near > 1) {
    const double at = (near + far) / 2;
    (before(at) ? near : far) = at;
  }
  const double x = middle + sign * near;
  const double mass = std::min(law_->log_mass(x), law_->log_mass(x - static_cast<double>(D_)));
  return std::isfinite(mass) ? std::max(0.0, -mass / kLn2) : 0;
}

std::shared_ptr<const IntegerTables::Table> IntegerTables::table(Bits p, double depth) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  // Searches request tables for one tilt c after another, usually with increasing depths, so a new table has a margin.
  // A much deeper table than needed would make each sum long.
  constexpr double kRoom = 1.5, kFarTooDeep = 3;
  bool other = false;
  for (const Kept& k : kept_) {
    if (k.bits != p.n) continue;
    if (k.depth >= depth && k.depth <= kFarTooDeep * depth) return k.table;
    other = true;
  }
  if (other) depth *= kRoom;
  const auto [low, high] = range(depth);
  if (high - low > kMostIntegers) return nullptr;
  constexpr size_t kMostKept = 6;
  if (kept_.size() >= kMostKept) kept_.pop_back();
  kept_.insert(kept_.begin(), {p.n, depth, build(p, low, high)});
  return kept_.front().table;
}

long IntegerTables::length(double depth) const {
  const auto [low, high] = range(depth);
  return high - low + 1;
}

// BOUND(INTEGER-TAIL)
// Statement.  Let f be log-concave, P = f and Q = f(. - D), conditioned on the integers at which neither is 0, and
//             let w = 1-r + r e^L, 0 < r <= 1. Let ratio = f(x+1)/f(x) < 1 and G >= e^{L(y+1)-L(y)} for all y >= x.
//             Then
//
//                 sum_{y>x} P(y) <= P(x) ratio/(1 - ratio),
//                 sum_{y>x} P(y) w(y)^c <= P(x) w(x)^c q/(1 - q),   q = ratio G^{max(c,0)} < 1.
//
//             The first inequality also holds for Q with the ratio f(x+1-D)/f(x-D). To the left the same inequalities
//             hold with f(x-1)/f(x), with max(-c, 0) h in place of max(c, 0), where h = 1 - (1-r)/w(x), and with G at
//             the mirror image 2 m + D - x for a law with the centre m.
// Needs.      (a) f is log-concave, and G: the law guarantees both; to the left, G is valid by symmetry. (b) The
//             ratios and q are below 1: checked here (1 and infinite are returned otherwise).
// Proof.      The ratios f(y+1)/f(y), y >= x, are at most the ratio at x, so the first sum is at most a geometric
//             series. L does not decrease. For c <= 0, w^c therefore does not increase. For c > 0, w(y+1)/w(y) is at
//             most e^{L(y+1)-L(y)}, because d log w/dL = r e^L/w <= 1. So P w^c decreases by a factor of q or less at
//             each step. To the left, w^c does not increase outward for c >= 0. For c < 0 and y <= x, where w <=
//             w(x), d log w/dL = 1 - (1-r)/w is at most h, and w(y-1)^c/w(y)^c is at most e^{-c h (L(y)-L(y-1))}.
// Source.     Elementary.
std::shared_ptr<const IntegerTables::Table> IntegerTables::build(Bits p, long from, long to) const {
  const Bits work = p + 24;
  const bool whole_left = first() == from, whole_right = last() == to;
  const long least = from - D_ - (whole_left ? 0 : 1), most = to + (whole_right ? 0 : 1);
  const std::vector<Ball> f = law_->masses(least, most, work);
  const auto at = [&](long x) -> const Ball& { return f[static_cast<size_t>(x - least)]; };
  const Ball one = Ball::integer(1, work), zero(work), rate = rate_(work);
  const Ball b = P_finite_(work), a = Q_finite_(work);
  const bool all_P = P_finite_.is_known_as(Rational(1)), all_Q = Q_finite_.is_known_as(Rational(1));
  const bool even = P_finite_.rational() && Q_finite_.rational() &&
                    *P_finite_.rational() == *Q_finite_.rational();
  Table out{from, to, whole_left, whole_right, {}, {}, {}, {}, {}, zero, zero, {}, {}};
  for (std::vector<Ball>* column : {&out.P, &out.Q, &out.loss}) {
    column->reserve(static_cast<size_t>(to - from) + 1);
  }
  for (long x = from; x <= to; ++x) {
    poll_here(x);
    const Ball P = all_P ? at(x) : at(x) / b, Q = all_Q ? at(x - D_) : at(x - D_) / a;
    Ball loss = even && law_->even_odds(x, D_) ? zero : log(at(x - D_) / at(x));
    if (!even) loss = loss + log(b / a);
    out.P.push_back(P);
    out.Q.push_back(mixed() ? P * (one - rate) + Q * rate : Q);
    out.loss.push_back(mixed() ? log1p(rate * expm1(loss)) : loss);
  }
  Ball P_left = zero, Q_left = zero, P_right = zero, Q_right = zero;
  const auto mixture = [&](const Ball& P, const Ball& Q) {
    return mixed() ? P * (one - rate) + Q * rate : Q;
  };
  if (!whole_left) {
    out.ratio_left = at(from - 1) / at(from);
    P_left = rest_after(out.P.front(), out.ratio_left);
    Q_left = mixture(P_left, rest_after(at(from - D_) / a, at(from - D_ - 1) / at(from - D_)));
  }
  if (!whole_right) {
    out.ratio_right = at(to + 1) / at(to);
    P_right = rest_after(out.P.back(), out.ratio_right);
    Q_right = mixture(P_right, rest_after(at(to - D_) / a, at(to + 1 - D_) / at(to - D_)));
  }
  out.of_P = PartialSums(out.P, P_left, P_right);
  out.of_Q = PartialSums(out.Q, Q_left, Q_right);
  if (to - from >= kMany) add_doubles(&out);
  return std::make_shared<const Table>(std::move(out));
}

/// Returns true if INTEGER-TAIL bounds the tail beyond x. For a subsampled pair, the tilted masses P w^c, w = dQ/dP,
/// may first decrease like P and then increase like w^c.
bool IntegerTables::falls_from(double x, double sign, double c) const {
  constexpr double kFalls = -0.5;
  if (!mixed() || !(c * sign > 0)) return true;
  const double mirrored =
      law_->twice_centre() ? static_cast<double>(*law_->twice_centre() + D_) - x : 0;
  if (sign < 0 && !law_->twice_centre()) return true;  // the sum extends to the first integer
  const double grows =
      std::fabs(c) *
      std::log(law_->growth(saturated(sign > 0 ? x : mirrored), D_, Bits{64}).approximate());
  const double least = std::log1p(-rate_.approximate());
  const double moves = sign > 0 ? 1 : -std::expm1(least - loss_near(x));
  return !(law_->log_mass(x + sign) - law_->log_mass(x) + moves * grows >= kFalls);
}

double IntegerTables::depth_for(double c, double bits) const {
  // Returns the log of the tilted mass of x, ignoring the ends of the support.
  const auto weight = [&](double x) {
    const double log_f = law_->log_mass(x), D = static_cast<double>(D_);
    if (!std::isfinite(log_f) || !std::isfinite(law_->log_mass(x - D))) return -kInf;
    return log_f + c * loss_near(x);
  };
  double peak = weight(std::round(law_->mean())), depth = bits;
  const double grain = std::max(1.0, law_->deviation() / 4);
  for (const double sign : {-1.0, 1.0}) {
    double step = grain, x = std::round(law_->mean());
    for (int i = 0; i < 4000; ++i) {
      x += sign * step;
      const double here = weight(x);
      peak = std::max(peak, here);
      if (here < peak - bits * kLn2 && falls_from(x, sign, c)) break;
      if (i > 40) step *= 1.02;
    }
    // On this side the table may extend to the end of the support.
    const bool whole = mixed() && c * sign > 0;
    if (whole && last()) x = std::min(x, static_cast<double>(*last()));
    if (whole && first()) x = std::max(x, static_cast<double>(*first()));
    const double end = law_->log_mass(sign < 0 ? x : x - static_cast<double>(D_));
    if (std::isfinite(end)) depth = std::max(depth, -end / kLn2);
  }
  return depth + 8;
}

}  // namespace plumbline
