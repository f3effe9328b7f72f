#include "reference/mechanisms/batch_product.hpp"

#include <algorithm>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"

namespace plumbline {
namespace {

constexpr size_t kMostOutcomes = 5000;

/// A factor whose losses are finite.
struct Part {
  Mechanism mechanism;
  long count;
};

/// For each loss, the number of runs that have this loss.
using Counts = std::vector<long>;

/// Appends all counts that agree with *now before the index `place` and whose other entries sum to `rest`.
void append_counts(long rest, size_t place, Counts* now, std::vector<Counts>* out) {
  if (place + 1 == now->size()) {
    (*now)[place] = rest;
    out->push_back(*now);
    return;
  }
  for (long k = rest; k >= 0; --k) {
    (*now)[place] = k;
    append_counts(rest - k, place + 1, now, out);
  }
}

/// Returns C(n + kinds - 1, kinds - 1), or, if that exceeds kMostOutcomes, some number above kMostOutcomes.
size_t number_of_counts(long n, size_t kinds) {
  double out = 1;
  for (size_t i = 1; i < kinds; ++i) {
    out *= (static_cast<double>(n) + static_cast<double>(i)) / static_cast<double>(i);
    if (out > 2 * kMostOutcomes) return kMostOutcomes + 1;
  }
  return static_cast<size_t>(out + 0.5);
}

/// Returns n!/(k_1! k_2! ...).
Rational orders_of(const Counts& counts) {
  Rational out(1);
  long n = 0;
  for (const long k : counts) {
    for (long i = 1; i <= k; ++i) out = out * Rational(++n) / Rational(i);
  }
  return out;
}

Real mass_of(const std::vector<LossAtom>& atoms, const Counts& counts) {
  const Rational orders = orders_of(counts);
  const bool exact = std::all_of(atoms.begin(), atoms.end(),
                                 [](const LossAtom& x) { return x.mass.rational().has_value(); });
  if (exact) {
    Rational out = orders;
    for (size_t i = 0; i < atoms.size(); ++i) {
      out = out * power(*atoms[i].mass.rational(), counts[i]);
    }
    return Real(out);
  }
  return Real([atoms, counts, orders](Bits p) {
    Ball out(orders, p);
    for (size_t i = 0; i < atoms.size(); ++i) {
      if (counts[i] > 0) out = out * power(atoms[i].mass(p), Rational(counts[i]));
    }
    return out;
  });
}

/// Returns the sum of the losses. It is exact (a LogLinear) if all losses have this form.
Real loss_of(const std::vector<LossAtom>& atoms, const Counts& counts) {
  LogLinear sum{kZero, {}};
  for (size_t i = 0; i < atoms.size(); ++i) {
    if (counts[i] == 0) continue;
    const auto form = atoms[i].loss.log_linear();
    if (!form) {
      return Real([atoms, counts](Bits p) {
        Ball out(p);
        for (size_t j = 0; j < atoms.size(); ++j) out += atoms[j].loss(p) * counts[j];
        return out;
      });
    }
    const Rational k(counts[i]);
    sum.offset = sum.offset + form->offset * k;
    for (const LogLinear::Term& x : form->logs) sum.logs.push_back({x.q, x.n * k});
  }
  return Real(sum);
}

std::vector<LossAtom> power_atoms(const Part& part) {
  const std::vector<LossAtom>& atoms = *part.mechanism->atoms();
  if (part.count == 1) return atoms;
  std::vector<Counts> all;
  Counts now(atoms.size(), 0);
  append_counts(part.count, 0, &now, &all);
  std::vector<LossAtom> out;
  for (const Counts& counts : all) out.push_back({mass_of(atoms, counts), loss_of(atoms, counts)});
  return out;
}

std::string identity_of(const std::vector<Part>& parts) {
  std::vector<std::string> all;
  for (const Part& x : parts) {
    all.push_back(x.mechanism->identity() + " ^" + std::to_string(x.count));
  }
  std::sort(all.begin(), all.end());
  std::string out = "product (";
  for (const std::string& x : all) out += x + "; ";
  return out + ")";
}

/// Returns the product of parts with finitely many losses; null if there are no parts.
Mechanism finite_product(const std::vector<Part>& parts, const std::string& expression) {
  if (parts.empty()) return nullptr;
  std::vector<LossAtom> out;
  size_t many = 1;
  for (const Part& part : parts) {
    many *= number_of_counts(part.count, part.mechanism->atoms()->size());
    if (many > kMostOutcomes) {
      throw std::invalid_argument("a product on one batch has at most " +
                                  std::to_string(kMostOutcomes) + " outcomes, but with " +
                                  part.mechanism->expression() + " it has more");
    }
    const std::vector<LossAtom> own = power_atoms(part);
    if (out.empty()) {
      out = own;
      continue;
    }
    std::vector<LossAtom> next;
    for (const LossAtom& a : out) {
      for (const LossAtom& b : own) next.push_back({a.mass * b.mass, a.loss + b.loss});
    }
    out = std::move(next);
  }
  return std::make_shared<FinitePair>(out, expression, identity_of(parts));
}

/// Returns the product of a pair with finitely many losses and another pair, as a choice with one branch for each
/// loss.
Mechanism beside(const Mechanism& finite, const Mechanism& other, const std::string& expression) {
  if (finite == nullptr) return other;
  std::vector<ChoiceBranch> branches;
  for (const LossAtom& x : *finite->atoms()) {
    if (x.loss.is_known_as(kZero)) {
      branches.push_back({x.mass, std::nullopt, other});
      continue;
    }
    const Real Q([x](Bits p) { return x.mass(p) * exp(x.loss(p)); });
    branches.push_back({x.mass, Q, other, x.loss});
  }
  return combined(branches, Real(kOne), Real(kOne), expression);
}

/// Returns x^n, as a rational if x is rational.
Real real_power(const Real& x, long n) {
  if (x.rational()) return Real(power(*x.rational(), n));
  return Real([x, n](Bits p) { return power(x(p), Rational(n)); });
}

long runs_of(const Factor& factor) {
  if (factor.count > Rational(static_cast<long>(kMostOutcomes))) {
    throw std::invalid_argument("on one batch, a mechanism that is not Gaussian may have at most " +
                                std::to_string(kMostOutcomes) + " runs, got " +
                                factor.count.text() + " runs of " + factor.mechanism->expression());
  }
  return static_cast<long>(factor.count.approximate());
}

/// The factors of a product, sorted by kind. Each pair is conditional on a finite loss; P_finite and Q_finite are the
/// probabilities that all losses are finite.
struct Sorted {
  std::vector<Part> finite;
  Rational mu_squared{0};
  std::vector<Mechanism> others;
  Real P_finite{kOne}, Q_finite{kOne};
  bool even = true, is_ever_finite = true;

  /// Adds one factor, conditional on finite losses.
  void add(const Mechanism& one, const Factor& factor) {
    if (one->atoms() != nullptr) {
      finite.push_back({one, runs_of(factor)});
      return;
    }
    if (!one->tails_known()) {
      throw std::invalid_argument(factor.mechanism->expression() +
                                  " must be sampled alone: it has neither finitely many losses nor "
                                  "known tails, so no product with it on one batch is known");
    }
    for (long i = 0; i < runs_of(factor) && others.size() < 2; ++i) others.push_back(one);
    if (others.size() > 1) {
      throw std::invalid_argument(
          "no law of " + others.front()->expression() + " * " + one->expression() +
          " on one batch is known: in a product inside subsampled, all mechanisms but one must be "
          "Gaussian or have finitely many losses");
    }
  }
};

Sorted sorted(const std::vector<Factor>& factors) {
  Sorted out;
  for (const Factor& factor : factors) {
    const Mechanism& one = factor.mechanism;
    if (const auto mu_squared = gaussian_mu_squared(*one)) {
      out.mu_squared = out.mu_squared + *mu_squared * factor.count;
      continue;
    }
    const auto infinite = one->offer<InfiniteLosses>();
    if (!infinite) {
      out.add(one, factor);
      continue;
    }
    out.P_finite = out.P_finite * real_power(infinite->P_finite, runs_of(factor));
    out.Q_finite = out.Q_finite * real_power(infinite->Q_finite, runs_of(factor));
    out.even = out.even && infinite->even;
    out.is_ever_finite = out.is_ever_finite && infinite->conditional != nullptr;
    if (infinite->conditional != nullptr) out.add(infinite->conditional, factor);
  }
  if (!out.mu_squared.is_zero()) {
    const std::string sigma2 = (kOne / out.mu_squared).text();
    const auto all = std::make_shared<Gaussian>(out.mu_squared, "gaussian(sigma2=" + sigma2 + ")");
    out.add(all, {all, kOne});
  }
  return out;
}

}  // namespace

// Proof. Each answer on one batch may depend on the earlier answers. The product of their pairs dominates all answers
// together (Zhu, Dong, Wang 2022, Theorem 10). The loss of the product is a sum of independent losses, and it is
// finite if all of these are finite. So P(finite) and Q(finite) are products, and so are the two laws conditional on
// finite losses. n runs of a pair with losses l_i of masses m_i have the loss sum k_i l_i with mass n!/prod k_i! prod
// m_i^{k_i} under P, and e^loss times this mass under Q. Several Gaussian pairs are one Gaussian pair, whose mu^2 is
// the sum. Let F be the product of all pairs with finitely many losses, and M the single other pair. The outcome of F
// is a part of the output, so F * M is the choice among copies of M with the weights of F under P and under Q.
Mechanism batch_product(const std::vector<Factor>& factors, const std::string& expression) {
  const Sorted all = sorted(factors);
  if (!all.is_ever_finite) {
    return std::make_shared<PairWithInfinities>(InfiniteLosses{kZero, kZero, nullptr}, expression,
                                                "blatantly_non_private");
  }
  const Mechanism finite = finite_product(all.finite, expression);
  const Mechanism inner =
      all.others.empty() ? finite : beside(finite, all.others.front(), expression);
  if (all.P_finite.is_known_as(kOne) && all.Q_finite.is_known_as(kOne)) return inner;
  return std::make_shared<PairWithInfinities>(
      InfiniteLosses{all.P_finite, all.Q_finite, inner, all.even}, expression,
      "infinite " + expression);
}

}  // namespace plumbline
