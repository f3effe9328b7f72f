#include "reference/composition/composition.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <unordered_map>
#include <utility>

#include "reference/arithmetic/rational_sum.hpp"
#include "reference/composition/combined_promises.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"
#include "reference/mechanisms/poll_here.hpp"
#include "reference/mechanisms/registry.hpp"

namespace plumbline {

Real times(const Real& x, const Rational& N) {
  if (const auto form = x.log_linear()) {
    LogLinear scaled{form->offset * N, form->logs};
    for (LogLinear::Term& term : scaled.logs) term.n = term.n * N;
    return Real(scaled);
  }
  return Real([x, N](Bits p) { return x(p) * Ball(N, p); });
}

namespace {

/// Returns the sum of losses of unknown form as one function, because nested sums would copy their terms.
Real sum_of(std::vector<Real> terms) {
  const auto shared = std::make_shared<const std::vector<Real>>(std::move(terms));
  return Real([shared](Bits p) {
    Ball sum(p);
    for (const Real& x : *shared) sum = sum + x(p);
    return sum;
  });
}

/// Returns sum_i N_i x_i, exactly (LogLinear) if possible; N_i is the count and x_i the `loss` of the i-th factor.
std::optional<Real> total(const std::vector<Factor>& factors,
                          std::optional<Real> (DominatingPair::*loss)() const) {
  std::vector<Real> known, others;
  for (const Factor& f : factors) {
    const std::optional<Real> x = (*f.mechanism.*loss)();
    if (!x) return std::nullopt;
    if (x->log_linear()) {
      known.push_back(times(*x, f.count));
    } else {
      others.push_back(times(*x, f.count));
    }
  }
  // Adds in pairs, then pairs of pairs, as rational_sum does: the fractions of partial sums grow with their number of
  // terms.
  while (known.size() > 1) {
    const size_t half = (known.size() + 1) / 2;
    for (size_t i = 0; i + half < known.size(); ++i) known[i] = known[i] + known[i + half];
    known.erase(known.begin() + static_cast<std::ptrdiff_t>(half), known.end());
  }
  if (others.empty()) return known.empty() ? Real(Rational(0)) : known.front();
  if (!known.empty()) others.push_back(known.front());
  return sum_of(std::move(others));
}

/// Returns the first two cumulants of S under P (tilt 0) or Q (tilt 1), as differences of the log of the transform.
/// Their steps increase if the loss is so small that this log is constant up to the rounding of doubles.
std::array<double, 2> rough_cumulants(const LossMeasure& measure, int tilt) {
  constexpr double kFirst = 1e-3, kLongest = 1e18, kFlat = 1e-12, kCurved = 1e-9;
  const double here = measure.log_transform(tilt);
  const auto differences = [&](double h) {
    const double up = measure.log_transform(tilt + h), down = measure.log_transform(tilt - h);
    return std::array<double, 2>{(up - down) / 2, up + down - 2 * here};
  };
  double h = kFirst;
  std::array<double, 2> best = differences(h);
  for (double next = h * 16; best[1] < (h > kFirst ? kCurved : kFlat) && next < kLongest;
       next *= 16) {
    const std::array<double, 2> longer = differences(next);
    if (!std::isfinite(longer[0]) || !std::isfinite(longer[1]) || longer[1] > 1) break;
    h = next, best = longer;
  }
  return {best[0] / h, best[1] / (h * h)};
}

/// Removes the factors whose loss is 0. If the loss of every factor is 0, returns all factors.
std::vector<Factor> without_trivial(std::vector<Factor> factors) {
  static const std::string nothing = perfectly_private()->identity();
  const auto trivial = [](const Factor& f) { return f.mechanism->identity() == nothing; };
  if (std::all_of(factors.begin(), factors.end(), trivial)) return factors;
  std::erase_if(factors, trivial);
  return factors;
}

/// Returns a key: hypotheses that state the same about a mechanism have equal keys.
std::string key_of(const Hypotheses& h) {
  return relation_name(h.relation) + "|" + h.group.text() + "|" + (h.dominates ? "d" : "-") + "|" +
         attained_name(h.attained) + "|" + h.family + "|" + h.chosen + "|" + public_text(h);
}

/// Returns the text of a factor without its power. The text implies the hypotheses of the factor.
std::string text_of(const Factor& f) {
  const bool own = f.hypotheses != nullptr && !f.hypotheses->written_as.empty();
  return own ? f.hypotheses->written_as : f.mechanism->expression();
}

/// Returns true for a mechanism that is run 0 times; its text ends with "^0".
bool is_never_run(const Factor& f) {
  return f.hypotheses != nullptr && f.hypotheses->written_as.ends_with("^0");
}

/// Merges the factors with equal keys, in the order of their first occurrence.
std::vector<Factor> merged(const std::vector<Factor>& factors,
                           const std::vector<std::string>& keys) {
  std::vector<Factor> out;
  std::unordered_map<std::string, size_t> known;
  for (size_t i = 0; i < factors.size(); ++i) {
    const auto [at, is_new] = known.emplace(keys[i], out.size());
    if (is_new) {
      out.push_back(factors[i]);
    } else {
      Factor& first = out[at->second];
      if (!is_never_run(first)) first.count = first.count + factors[i].count;
    }
  }
  return out;
}

/// Returns mu^2 of the product if every factor is Gaussian.
std::optional<Rational> sum_of_gaussians(const std::vector<Factor>& factors) {
  std::vector<Rational> terms;
  for (const Factor& f : factors) {
    const auto mu2 = plumbline::gaussian_mu_squared(*f.mechanism);
    if (!mu2) return std::nullopt;
    terms.push_back(*mu2 * f.count);
  }
  return rational_sum(std::move(terms));
}

Hypotheses hypotheses_of_factors(const std::vector<Factor>& factors) {
  std::vector<StatedPair> all;
  for (const Factor& f : factors) {
    Hypotheses one = f.hypotheses == nullptr ? Hypotheses{} : *f.hypotheses;
    one.written_as.clear();
    all.push_back({text_of(f), power_of(one, f.count == Rational(1))});
  }
  return product_of(all);
}

}  // namespace

Composition::Composition(const std::vector<Factor>& factors) {
  if (factors.empty()) throw std::invalid_argument("a composition needs at least one mechanism");
  std::vector<std::string> keys;
  for (const Factor& f : factors) keys.push_back(f.mechanism->identity());
  factors_ = with_combined_promises(without_trivial(merged(factors, keys)));
  // Factors with different hypotheses remain separate, because a merged expression must not state more than its
  // factors.
  for (size_t i = 0; i < factors.size(); ++i) {
    keys[i] += "|" + (factors[i].hypotheses == nullptr ? "" : key_of(*factors[i].hypotheses));
  }
  written_ = merged(factors, keys);
  hypotheses_ = std::make_shared<const Hypotheses>(hypotheses_of_factors(written_));
  gaussian_mu_squared_ = sum_of_gaussians(factors_);
  for (const Factor& f : factors_) {
    rough_.push_back(f.mechanism->measure() == nullptr ? std::optional(rough_loss(*f.mechanism))
                                                       : std::nullopt);
  }
}

Composition Composition::parse(std::string_view text) {
  return Composition(parse_expression(text));
}

Composition Composition::of(const std::string& mechanism, const Parameters& parameters,
                            const Rational& count) {
  WrittenFactor factor{&find_mechanism(mechanism), parameters, {}, count};
  factor.check_names();
  return Composition(std::vector<Factor>{factor.with("N", count)});
}

std::string Composition::expression() const {
  std::string out;
  for (const Factor& f : written_) {
    if (!out.empty()) out += " * ";
    out += text_of(f);
    if (f.count != Rational(1)) out += "^" + f.count.text();
  }
  return out;
}

std::string Composition::identity() const {
  std::vector<Rational> gaussian;
  std::vector<std::string> parts;
  for (const Factor& f : factors_) {
    if (const auto mu2 = plumbline::gaussian_mu_squared(*f.mechanism)) {
      gaussian.push_back(*mu2 * f.count);
    } else {
      parts.push_back(f.mechanism->identity() + " ^" + f.count.text());
    }
  }
  const Rational mu2 = rational_sum(std::move(gaussian));
  if (mu2.sign() > 0) parts.push_back("gaussian mu^2=" + mu2.text());
  std::sort(parts.begin(), parts.end());
  std::string out;
  for (const std::string& part : parts) out += part + "; ";
  return out;
}

Rational Composition::steps() const {
  Rational n(0);
  for (const Factor& f : factors_) n = n + f.count;
  return n;
}

bool Composition::single() const { return steps() == Rational(1); }

std::optional<Real> Composition::largest_loss() const {
  return total(factors_, &DominatingPair::largest_loss);
}

std::optional<Real> Composition::smallest_loss() const {
  return total(factors_, &DominatingPair::smallest_loss);
}

bool Composition::unbounded(bool above) const {
  return std::any_of(factors_.begin(), factors_.end(), [&](const Factor& f) {
    const DominatingPair& pair = *f.mechanism;
    return pair.ends_known() && !(above ? pair.largest_loss() : pair.smallest_loss());
  });
}

std::optional<LossLattice> Composition::lattice() const {
  LossLattice sum{Rational(0), Rational(0)};
  for (const Factor& f : factors_) {
    const std::optional<LossLattice> one = f.mechanism->lattice();
    if (!one) return std::nullopt;
    sum.offset = sum.offset + one->offset * f.count;
    sum.spacing = gcd(sum.spacing, one->spacing);
  }
  return sum;
}

const Factor* Composition::without_transform() const {
  for (const Factor& f : factors_) {
    if (f.mechanism->measure() == nullptr) return &f;
  }
  return nullptr;
}

const Factor* Composition::without_tails() const {
  for (const Factor& f : factors_) {
    if (!f.mechanism->tails_known()) return &f;
  }
  return nullptr;
}

Composition::Location Composition::approximate_location(int tilt) const {
  double mean = 0, variance = 0;
  for (const Factor& f : factors_) {
    const auto infinite = f.mechanism->offer<InfiniteLosses>();
    // If the loss is never finite, it has no location, and any value is valid.
    if (infinite && infinite->conditional == nullptr) return {0, 1};
  }
  constexpr size_t kMany = 64, kBetweenPolls = 16;
  for (size_t i = 0; i < factors_.size(); ++i) {
    if (factors_.size() > kMany && i % kBetweenPolls == 0) poll_here();
    const double n = factors_[i].count.approximate();
    const auto side = static_cast<size_t>(tilt);
    const std::array<double, 2> one =
        rough_[i] ? std::array<double, 2>{rough_[i]->mean[side], rough_[i]->variance[side]}
                  : rough_cumulants(measure_of(*factors_[i].mechanism), tilt);
    mean += n * one[0];
    variance += n * one[1];
  }
  const double deviation = std::sqrt(std::max(variance, 1e-300));
  // If transforms exceed the range of doubles, any location is valid, because locations only start searches.
  if (!std::isfinite(mean) || !std::isfinite(deviation)) return {0, 1};
  return {mean, deviation};
}

}  // namespace plumbline
