#include "reference/mechanisms/integer/integer_noise.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/contradiction.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"
#include "reference/mechanisms/third_moment.hpp"

namespace plumbline {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr long kMostIntegers = 2000000, kMostPoints = 400;
constexpr double kDeepest = 40000;  // bits that a tail may be small

/// What a geometric series of this first ratio sums to after `mass`; at most 1, being a probability.
Ball rest_after(const Ball& mass, const Ball& ratio) {
  const Bits p = mass.precision();
  const Ball one = Ball::integer(1, p);
  if (!certainly_less(ratio, one)) return Ball::zero_to(UpperBound::of(one), p);
  const Ball rest = min(one, mass * ratio / (one - ratio));
  return Ball::zero_to(bound<"INTEGER-TAIL">(UpperBound::of(rest)), p);
}

std::vector<Ball> sums_from(const std::vector<Ball>& masses, const Ball& beyond) {
  std::vector<Ball> out(masses.size() + 1, beyond);
  for (size_t i = masses.size(); i-- > 0;) out[i] = out[i + 1] + masses[i];
  return out;
}
std::vector<Ball> sums_before(const std::vector<Ball>& masses, const Ball& beyond) {
  std::vector<Ball> out(masses.size() + 1, beyond);
  for (size_t i = 0; i < masses.size(); ++i) out[i + 1] = out[i] + masses[i];
  return out;
}

/// 1 - the law's masses from `from` to `to`.
Real all_but(const std::shared_ptr<const IntegerLaw>& law, long from, long to) {
  if (const auto sum = law->exact_sum(from, to)) return Real(Rational(1) - *sum);
  return Real([law, from, to](Bits p) {
    Ball sum(p);
    for (const Ball& mass : law->masses(from, to, p)) sum += mass;
    return Ball::integer(1, p) - sum;
  });
}

/// The number of losses that are at most t lies between these.
struct Place {
  size_t least, most;
};

Place place(const std::vector<Ball>& losses, const Ball& t) {
  const auto middle = std::partition_point(losses.begin(), losses.end(),
                                           [&](const Ball& x) { return !midpoint_less(t, x); });
  const auto start = static_cast<size_t>(middle - losses.begin());
  Place out{start, start};
  while (out.least > 0 && !certainly_at_most(losses[out.least - 1], t)) --out.least;
  while (out.most < losses.size() && !certainly_less(t, losses[out.most])) ++out.most;
  return out;
}

Ball anything(Bits p) { return Ball::zero_to(UpperBound::of(Ball::integer(1, p)), p); }

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

/// Where P and Q fall below 2^-depth, to the left and to the right.
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

std::shared_ptr<const IntegerTables::Table> IntegerTables::table(Bits p, double depth) const {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const Kept& k : kept_) {
    if (k.bits == p.n && k.depth >= depth) return k.table;
  }
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
// Statement.  Let f be log-concave, P = f and Q = f(. - D) (given that neither vanishes), and
//             w = 1-r + r e^L, 0 < r <= 1. With ratio = f(x+1)/f(x) < 1 and G >= e^{L(y+1)-L(y)} for
//             all y >= x,
//
//                 sum_{y>x} P(y) <= P(x) ratio/(1 - ratio),
//                 sum_{y>x} P(y) w(y)^c <= P(x) w(x)^c q/(1 - q),   q = ratio G^{max(c,0)} < 1,
//
//             the first also for Q with f(x+1-D)/f(x-D). To the left the same with f(x-1)/f(x) and
//             max(-c, 0).
// Needs.      (a) f log-concave and G: the law; to the left G by its symmetry. (b) The ratios and q
//             below 1: checked here (1 and infinite otherwise).
// Proof.      The ratios f(y+1)/f(y), y >= x, are at most that at x: a geometric series. L does not
//             decrease, so that w^c does not increase for c <= 0; for c > 0, w(y+1)/w(y) is at most
//             e^{L(y+1)-L(y)}, as d log w/dL = r e^L/w <= 1. So P w^c falls by a factor of q or less
//             at each step. Mirrored, x -> -x exchanges the signs of L and c.
// Source.     Elementary.
std::shared_ptr<const IntegerTables::Table> IntegerTables::build(Bits p, long from, long to) const {
  const Bits work = p + 24;
  const bool whole_left = first() == from, whole_right = last() == to;
  const long least = from - D_ - (whole_left ? 0 : 1), most = to + (whole_right ? 0 : 1);
  const std::vector<Ball> f = law_->masses(least, most, work);
  const auto at = [&](long x) -> const Ball& { return f[static_cast<size_t>(x - least)]; };
  const Ball one = Ball::integer(1, work), zero(work), rate = rate_(work);
  const Ball b = P_finite_(work), a = Q_finite_(work);
  const bool even = P_finite_.rational() && Q_finite_.rational() &&
                    *P_finite_.rational() == *Q_finite_.rational();
  Table out{from, to, whole_left, whole_right, {}, {}, {}, {}, {}, {}, {}, zero, zero};
  for (long x = from; x <= to; ++x) {
    const Ball P = at(x) / b, Q = at(x - D_) / a;
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
  out.P_from = sums_from(out.P, P_right);
  out.P_before = sums_before(out.P, P_left);
  out.Q_from = sums_from(out.Q, Q_right);
  out.Q_before = sums_before(out.Q, Q_left);
  return std::make_shared<const Table>(std::move(out));
}

double IntegerTables::depth_for(double c, double bits) const {
  // log of what x weighs under the tilt; the ends of the support are no obstacle.
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
      if (here < peak - bits * kLn2) break;
      if (i > 40) step *= 1.02;
    }
    const double end = law_->log_mass(sign < 0 ? x : x - static_cast<double>(D_));
    if (std::isfinite(end)) depth = std::max(depth, -end / kLn2);
  }
  return depth + 8;
}

IntegerNoise::IntegerNoise(std::shared_ptr<const IntegerTables> tables, std::string expression,
                           std::string identity)
    : tables_(std::move(tables)),
      expression_(std::move(expression)),
      identity_(std::move(identity)) {
  // Losses of known form alone: sums of them may coincide.
  const auto first = tables_->first(), last = tables_->last();
  const Real &b = tables_->P_finite(), &a = tables_->Q_finite();
  const bool even = b.rational() && a.rational() && *b.rational() == *a.rational();
  if (!first || !last || *last - *first >= kMostPoints || !even || tables_->mixed()) return;
  for (long x = *first; x <= *last; ++x) {
    const auto odds = tables_->law().exact_odds(x, tables_->D());
    if (!odds) {
      points_.clear();
      return;
    }
    const Real mass([tables = tables_, x](Bits p) {
      const auto table = tables->table(p, kInf);
      return table->P[static_cast<size_t>(x - table->first)];
    });
    points_.push_back({mass, log_ratio(Real(*odds), Real(Rational(1)))});
  }
}

Real IntegerNoise::loss_at(long x) const {
  return Real([tables = tables_, x](Bits p) {
    const double depth =
        8 - std::min(tables->law().log_mass(static_cast<double>(x)),
                     tables->law().log_mass(static_cast<double>(x - tables->D()))) /
                kLn2;
    const auto table = tables->table(p, depth);
    if (table == nullptr || x < table->first || x > table->last) return Ball::indeterminate(p);
    return table->loss[static_cast<size_t>(x - table->first)];
  });
}

std::vector<LossAtom> heavy_integers(const std::shared_ptr<const IntegerTables>& tables,
                                     double depth, size_t most,
                                     const std::function<Real(long)>& loss) {
  if (tables->length(depth) > static_cast<long>(most)) return {};
  const auto [first, last] = tables->range(depth);
  std::vector<LossAtom> out;
  for (long x = first; x <= last; ++x) {
    const Real mass([tables, depth, x](Bits p) {
      const auto table = tables->table(p, depth);
      if (table == nullptr || x < table->first || x > table->last) return Ball::indeterminate(p);
      return table->P[static_cast<size_t>(x - table->first)];
    });
    out.push_back({mass, loss(x)});
  }
  return out;
}

void IntegerNoise::offers(Offers* asked) const {
  asked->give<HeavyAtoms>([this] {
    return HeavyAtoms{[this](double depth, size_t most) {
      return heavy_integers(tables_, depth, most, [this](long x) { return loss_at(x); });
    }};
  });
  asked->give<Sampling>([this] {
    return Sampling{[this](const Real& p, const std::string& text) { return subsampled(p, text); }};
  });
  asked->give<TiedLosses>(
      [this] { return TiedLosses{[this](const Real& t, Bits p) { return tied(t, p); }}; });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment(tilt, t, p);
    }};
  });
}

std::optional<Real> IntegerNoise::largest_loss() const {
  return tables_->last() ? std::optional(loss_at(*tables_->last())) : std::nullopt;
}

std::optional<Real> IntegerNoise::smallest_loss() const {
  if (tables_->first()) return loss_at(*tables_->first());
  if (!tables_->mixed()) return std::nullopt;
  return Real([rate = tables_->rate()](Bits p) { return log1p(-rate(p)); });
}

Mechanism IntegerNoise::subsampled(const Real& p, const std::string& expression) const {
  const auto tables = std::make_shared<const IntegerTables>(
      std::shared_ptr<const IntegerLaw>(tables_, &tables_->law()), tables_->D(),
      tables_->rate() * p);
  return std::make_shared<IntegerNoise>(tables, expression, expression);
}

// BOUND(INTEGER-BRACKET)
// Statement.  If the number of integers first .. last whose loss is at most t lies between j and k,
//             each tail at t lies between its values for "the j-th integer and above" and "the k-th
//             and above", where what is beyond the first (last) of them may fall on either side of t
//             for j = 0 (k all of them).
// Needs.      Losses that do not decrease in the integer: IntegerLaw. j and k: place(), by certain
//             comparisons.
// Proof.      L > t means an integer from some x on. For 0 < j the integers before the first have
//             losses at most that of the first, hence at most t; likewise beyond the last.
// Source.     Elementary.
LossTails IntegerNoise::tails(const Real& t, Bits p) const {
  // A loss that is t stays undecided at any precision: tied() is for these.
  const long most_bits = std::min(4096L, std::max(512L, 4 * p.n));
  const Ball zero(p), one = Ball::integer(1, p);
  if (const auto smallest = smallest_loss(); smallest && !tables_->first()) {
    if (certainly_at_most(t(p), (*smallest)(p))) return {one, zero, one, zero};
  }
  Bits work = p + 16;
  double depth = static_cast<double>(p.n) + 64;
  LossTails best{anything(p), anything(p), anything(p), anything(p)};
  for (;;) {
    const auto table = tables_->table(work, depth);
    if (table == nullptr) return best;
    const Place at = place(table->loss, t(work));
    const bool left = at.least == 0, right = at.most == table->size();
    const auto hull = [](const Ball& x, const Ball& y) {
      return bound<"INTEGER-BRACKET">(Ball::hull(x, y));
    };
    const auto above = [&](const std::vector<Ball>& from, const std::vector<Ball>& before) {
      const Ball top = left ? from[0] + before[0] : from[at.least];
      return hull(top, right ? from.back() : from[at.most]);
    };
    const auto below = [&](const std::vector<Ball>& from, const std::vector<Ball>& before) {
      const Ball top = right ? before.back() + from.back() : before[at.most];
      return hull(left ? before[0] : before[at.least], top);
    };
    best = {above(table->P_from, table->P_before), below(table->P_from, table->P_before),
            above(table->Q_from, table->Q_before), below(table->Q_from, table->Q_before)};
    if (at.least != at.most && work.n < most_bits) {
      work = Bits{2 * work.n};
      continue;
    }
    const double digits =
        std::min({best.P_above.relative_digits(), best.P_below.relative_digits(),
                  best.Q_above.relative_digits(), best.Q_below.relative_digits()});
    const bool sharp = digits * 3.33 >= static_cast<double>(p.n) - 16;
    if (sharp || at.least != at.most || (table->whole_left && table->whole_right)) return best;
    if (depth > kDeepest) return best;
    depth *= 2;
  }
}

// BOUND(TIED-LOSSES)
// Statement.  Let the number m of integers first .. last whose loss is at most t lie between j and k; 0 < j
//             unless nothing lies before the first, k less than their number unless nothing lies beyond
//             the last. The profile at t lies in the hull of
//             (Q_i - e^t P_i, Q'_i + e^t P_i, e^t P'_i - Q'_i) over j <= i <= k, where P_i, Q_i are the
//             masses of the i-th integer and above, P'_i, Q'_i those before it.
// Needs.      Losses that do not decrease: IntegerLaw. j and k: place(), by certain comparisons.
// Proof.      i = m is one of them, and gives the profile: where 0 < m those before the first have losses
//             at most that of the first, hence at most t; where m is less than the number of integers
//             those beyond the last have more. An output of loss t, on whichever side, adds
//             Q - e^t P = 0, so that the hull is narrow where tails alone are not.
// Source.     Elementary.
std::optional<TiedProfile> IntegerNoise::tied(const Real& t, Bits p) const {
  constexpr size_t kMostTied = 8;
  const Bits work = p + 16;
  const auto table = tables_->table(work, 2 * static_cast<double>(p.n) + 64);
  if (table == nullptr) return std::nullopt;
  const Ball at = t(work);
  const Place found = place(table->loss, at);
  const bool left = found.least == 0 && !table->whole_left,
             right = found.most == table->size() && !table->whole_right;
  if (left || right || found.most - found.least > kMostTied) return std::nullopt;
  std::optional<TiedProfile> out;
  for (size_t i = found.least; i <= found.most; ++i) {
    const TiedProfile one = profile_of(
        {table->P_from[i], table->P_before[i], table->Q_from[i], table->Q_before[i]}, at);
    const auto hull = [](const Ball& x, const Ball& y) {
      return bound<"TIED-LOSSES">(Ball::hull(x, y));
    };
    out = !out ? one
               : TiedProfile{hull(out->delta, one.delta),
                             hull(out->one_minus_delta, one.one_minus_delta),
                             hull(out->excess, one.excess)};
  }
  out->undecided = found.least < found.most;
  return out;
}

UpperBound IntegerNoise::beyond(const IntegerTables::Table& table, double c) const {
  const Bits p = table.P.front().precision();
  const Ball one = Ball::integer(1, p), cc = exact(c, p);
  const IntegerLaw& law = tables_->law();
  UpperBound sum;
  const auto add = [&](size_t i, const Ball& ratio, const Ball& growth, double power) {
    const Ball q = power > 0 ? ratio * exp(exact(power, p) * log(growth)) : ratio;
    const Ball size = table.P[i] * exp(cc * table.loss[i]);
    const bool falls = certainly_less(q, one);
    sum = sum + (falls ? UpperBound::of(size * q / (one - q)) : UpperBound::infinite());
  };
  const long D = tables_->D();
  if (!table.whole_left) {
    const Ball growth = c < 0 && law.twice_centre()
                            ? law.growth(*law.twice_centre() + D - table.first, D, p)
                            : Ball::indeterminate(p);
    add(0, table.ratio_left, growth, -c);
  }
  if (!table.whole_right) {
    const Ball growth = c > 0 ? law.growth(table.last, D, p) : Ball::indeterminate(p);
    add(table.size() - 1, table.ratio_right, growth, c);
  }
  return bound<"INTEGER-TAIL">(sum);
}

Ball IntegerNoise::transform(double c, Bits p) const {
  const auto table = tables_->table(p + 32, tables_->depth_for(c, static_cast<double>(p.n) + 16));
  if (table == nullptr) return Ball::indeterminate(p);
  const Ball cc = exact(c, p + 32);
  Ball sum(p);
  for (size_t i = 0; i < table->size(); ++i) sum += table->P[i] * exp(cc * table->loss[i]);
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
  // Tables are kept by their bits: few of them.
  constexpr long kGrain = 64;
  const Bits rounded{(p.n + 32 + kGrain - 1) / kGrain * kGrain};
  const auto table = tables_->table(rounded, tables_->depth_for(c, static_cast<double>(p.n) + 16));
  LineValues out{ComplexVector(count, p), UpperBound::infinite()};
  if (table != nullptr) {
    const Bits work = p + 32;
    const Ball cc = exact(c, work), zero(work);
    ComplexVector weights(table->size(), work), nodes(table->size(), work);
    for (size_t i = 0; i < table->size(); ++i) {
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
  // A long law is nearly normal, and its table takes seconds.
  constexpr double kLong = 5000;
  const double one = static_cast<double>(tables_->D()) / tables_->law().deviation();
  const double rate = tables_->mixed() ? tables_->rate().approximate() : 1;
  if (tables_->law().deviation() > kLong && std::fabs(c) * one < 1) {
    return c * (c - 1) / 2 * rate * rate * one * one;
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

Mechanism integer_noise(const std::shared_ptr<const IntegerLaw>& law, long D,
                        const std::string& expression) {
  if (law->first() && law->last() && *law->last() - *law->first() < D) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{Rational(0), Rational(0), nullptr},
                                                expression, "blatantly_non_private");
  }
  const auto tables = std::make_shared<const IntegerTables>(law, D, Real(Rational(1)));
  const auto inner = std::make_shared<IntegerNoise>(tables, expression, expression);
  if (!law->first() && !law->last()) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{tables->P_finite(), tables->Q_finite(), inner}, expression,
      expression + " whole");
}

long integer_sensitivity(const Parameters& parameters) {
  constexpr long kMost = 10000;
  const Rational s = sensitivity(parameters);
  if (!s.is_integer() || s > Rational(kMost)) {
    throw std::invalid_argument("sensitivity must be an integer from 1 to 10000, got " + s.text());
  }
  return static_cast<long>(s.approximate());
}

}  // namespace plumbline
