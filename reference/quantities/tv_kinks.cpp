#include "reference/quantities/tv_kinks.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace plumbline {
namespace {

constexpr long kMostReach = 100000000;
constexpr long kMostMultiple = 1000000;
constexpr double kMostAtoms = 1 << 19;
const Rational kOne(1);

/// The r > 1 of which both a > 1 and b > 1 are powers, by Euclid's algorithm; nothing after more
/// steps than exponents of interest take.
std::optional<Rational> common_root(Rational a, Rational b) {
  for (int i = 0; i < 64; ++i) {
    if (a < b) std::swap(a, b);
    if (b == kOne) return a;
    a = a / b;
    if (a.text().size() > 4096) return std::nullopt;
  }
  return std::nullopt;
}

/// The unit of all epsilons and none of them 0, or nothing.
std::optional<Real> common_unit(const std::vector<TvSteps>& steps) {
  std::optional<Rational> unit, root;
  for (const TvSteps& one : steps) {
    if (one.epsilon.rational()) {
      if (one.epsilon.rational()->is_zero()) continue;
      unit = unit ? gcd(*unit, *one.epsilon.rational()) : *one.epsilon.rational();
    } else if (const auto ratio = one.exact_ratio()) {
      root = root ? common_root(*root, *ratio) : *ratio;
      if (!root) return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (unit && root) return std::nullopt;  // e is transcendental
  if (root) return Real(LogLinear{Rational(0), {{*root, kOne}}});
  return Real(unit.value_or(kOne));
}

/// epsilon over the unit; nothing where that is too large. Both are exactly known.
std::optional<long> multiple_of(const TvSteps& one, const Real& unit) {
  if (one.epsilon.rational() && one.epsilon.rational()->is_zero()) return 0;
  const double guess = std::round(one.epsilon.approximate() / unit.approximate());
  if (!(guess >= 1 && guess <= kMostMultiple)) return std::nullopt;
  const long n = std::lround(guess);
  if (unit.rational()) {
    return *unit.rational() * Rational(n) == *one.epsilon.rational() ? std::optional(n)
                                                                     : std::nullopt;
  }
  // Powers of the root differ by its logarithm, at least, so that balls decide.
  const Ball off = one.epsilon(Bits{256}) - unit(Bits{256}) * n;
  return off.contains_zero() && certainly_less(abs(off), unit(Bits{256})) ? std::optional(n)
                                                                          : std::nullopt;
}

long kinks_of(const TvSteps& one) {
  return one.epsilon.rational() && one.epsilon.rational()->is_zero() ? 0 : one.count;
}

double atoms_of(const std::vector<TvSteps>& steps) {
  double out = 1;
  for (const TvSteps& one : steps) out *= 2 * static_cast<double>(kinks_of(one)) + 1;
  return out;
}

}  // namespace

std::optional<TvLattice> tv_lattice(const std::vector<TvSteps>& steps) {
  if (steps.size() == 1) {
    return TvLattice{steps.front().epsilon, {1}, steps.front().count};
  }
  const std::optional<Real> unit = common_unit(steps);
  if (!unit) return std::nullopt;
  TvLattice out{*unit, {}, 0};
  for (const TvSteps& one : steps) {
    const std::optional<long> multiple = multiple_of(one, *unit);
    if (!multiple) return std::nullopt;
    if (*multiple > 0 && one.count > (kMostReach - out.reach) / *multiple) return std::nullopt;
    out.multiples.push_back(*multiple);
    out.reach += *multiple * one.count;
  }
  return out;
}

bool TvScatter::possible(const std::vector<TvSteps>& steps) {
  return atoms_of(steps) <= kMostAtoms;
}

TvScatter::TvScatter(const std::vector<TvSteps>& steps) : steps_(steps) {
  for (const TvSteps& one : steps_) counts_.push_back(kinks_of(one));
  if (!possible(steps_)) {
    throw std::invalid_argument(
        "epsilons that are not multiples of one number, and too many steps for a list of all "
        "losses; round the epsilons (those after sampling) up to multiples of one, such as 0.001");
  }
  const Bits rough{256};
  std::vector<Ball> epsilons;
  for (const TvSteps& one : steps_) epsilons.push_back(one.epsilon(rough));
  // Sorted by two doubles: what these cannot tell apart is, to 30 digits, equal.
  struct Atom {
    double high, low;
    std::uint32_t code;
  };
  std::vector<Atom> found;
  std::vector<std::uint32_t> zeros;
  const auto count = static_cast<std::uint32_t>(atoms_of(steps_));
  for (std::uint32_t code = 0; code < count; ++code) {
    const Ball x = loss(code, epsilons);
    if (certainly_negative(x)) continue;
    if (!certainly_positive(x)) {
      zeros.push_back(code);
      continue;
    }
    const double high = x.approximate();
    found.push_back({high, (x - Ball::from_binary64(high, rough)).approximate(), code});
  }
  std::sort(found.begin(), found.end(), [](const Atom& a, const Atom& b) {
    return a.high != b.high ? a.high < b.high : a.low < b.low;
  });
  begin_ = {0};
  about_ = {0};
  Ball last(rough);
  for (const std::uint32_t code : zeros) last = Ball::hull(last, loss(code, epsilons));
  codes_ = std::move(zeros);
  for (const Atom& atom : found) {
    const Ball x = loss(atom.code, epsilons);
    if (certainly_less(last, x)) {
      begin_.push_back(codes_.size());
      about_.push_back(atom.high);
      last = x;
    } else {
      last = Ball::hull(last, x);
    }
    codes_.push_back(atom.code);
  }
  begin_.push_back(codes_.size());
}

std::vector<size_t> TvScatter::places(size_t atom) const {
  std::vector<size_t> out;
  size_t code = codes_[atom];
  for (const long count : counts_) {
    const size_t choices = 2 * static_cast<size_t>(count) + 1;
    out.push_back(code % choices);
    code /= choices;
  }
  return out;
}

Ball TvScatter::loss(std::uint32_t code, const std::vector<Ball>& epsilons) const {
  Ball out(epsilons.front().precision());
  for (size_t i = 0; i < counts_.size(); ++i) {
    const auto choices = static_cast<std::uint32_t>(2 * counts_[i] + 1);
    out += epsilons[i] * (static_cast<long>(code % choices) - counts_[i]);
    code /= choices;
  }
  return out;
}

Ball TvScatter::epsilon(long kink, Bits p) const {
  std::vector<Ball> epsilons;
  for (const TvSteps& one : steps_) epsilons.push_back(one.epsilon(p));
  const auto [first, last] = atoms(kink);
  Ball out = loss(codes_[first], epsilons);
  for (size_t i = first + 1; i < last; ++i) out = Ball::hull(out, loss(codes_[i], epsilons));
  return out;
}

long TvScatter::near(double epsilon) const {
  return std::lower_bound(about_.begin(), about_.end(), epsilon) - about_.begin();
}

}  // namespace plumbline
