#include "reference/mechanisms/combined/cut_laplace.hpp"

#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/combined/choice.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/laplace/exponential_mechanism.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

/// Returns 1 - e^{-x}; exactly 0 at x = 0.
Real rise(const Rational& x) {
  if (x.is_zero()) return Real(kZero);
  return Real([x](Bits p) { return -expm1(-Ball(x, p)); });
}

/// Returns e^{-x} (1 - e^{-y}); exactly 0 at y = 0.
Real step(const Rational& x, const Rational& y) {
  if (y.is_zero()) return Real(kZero);
  return Real([x, y](Bits p) { return exp(-Ball(x, p)) * -expm1(-Ball(y, p)); });
}

}  // namespace

// All lengths are in units of b; A = bound/b and m = s/b. The densities overlap on [m-A, A]. For m <= A, the loss is
// -m left of 0 and m right of m. Under P, the mass of [m, A] is e^{-m} times that of [m-A, 0]. Between 0 and m the
// loss is 2x - m with density e^{-x}, which is the distribution of BoundedRange(m). For m > A, [m-A, A] lies within
// (0, m), and the loss 2x - m ranges from -(2A-m) to 2A-m. The overlap has equal masses under P and Q.
Mechanism truncated_laplace(const Rational& b, const Rational& bound, const Rational& s) {
  const Rational A = bound / b, m = s / b;
  const std::string name =
      "truncated_laplace(b=" + b.text() + ",bound=" + bound.text() + sensitivity_text(s) + ")";
  const Rational overlap = A + A - m;
  if (overlap.sign() <= 0) return combined({}, Real(kZero), Real(kZero), name);
  const Real total = Real(Rational(2)) * rise(A);
  if (m >= A) {
    const Real finite = step(m - A, overlap) / total;
    return combined({{Real(kOne), std::nullopt, std::make_shared<BoundedRange>(overlap)}}, finite,
                    std::nullopt, name);
  }
  const Real atoms = rise(A - m) + step(m, A - m), middle = rise(m), finite = atoms + middle;
  return combined({{atoms / finite, std::nullopt, randomized_response(m, Rational(2))},
                   {middle / finite, std::nullopt, std::make_shared<BoundedRange>(m)}},
                  finite / total, std::nullopt, name);
}

// All lengths are in units of b. Up to a constant, the loss is -m left of q and m right of q + m, and in between it
// has the distribution of BoundedRange(m). The constant is the log of the ratio of the normalising constants of P and
// Q.
Mechanism bounded_laplace(const Rational& b, const Rational& width, const Rational& at,
                          const Rational& s) {
  if (at.sign() < 0 || at + s > width) {
    throw std::invalid_argument("at and at + sensitivity must be in [0, width], got at = " +
                                at.text() + ", width = " + width.text());
  }
  const Rational q = at / b, m = s / b, rest = (width - at - s) / b;
  const std::string name = "bounded_laplace(b=" + b.text() + ",width=" + width.text() +
                           ",at=" + at.text() + sensitivity_text(s) + ")";
  const Real P[] = {rise(q), rise(m), step(m, rest)}, Q[] = {step(m, q), rise(m), rise(rest)};
  const Real P_total = P[0] + P[1] + P[2], Q_total = Q[0] + Q[1] + Q[2];
  // The loss is log(P_total/Q_total) plus l, where l is -m, 2x - m or m. At the atoms, the mass of e^{L/2} dP is
  // e^{l/2} times the mass of P. In the middle it is the mass of the part times the mass of e^{L/2} dP of
  // BoundedRange(m). If the interval is symmetric, P and Q are mirror images.
  const Real shift =
      q == rest ? Real(kZero)
                : Real([P_total, Q_total](Bits p) { return log(P_total(p) / Q_total(p)); });
  const Real added[] = {Real(-m), Real(kZero), Real(m)};
  std::vector<ChoiceBranch> branches;
  for (int i = 0; i < 3; ++i) {
    if (P[i].is_known_as(kZero)) continue;
    const Mechanism part =
        i == 1 ? Mechanism(std::make_shared<BoundedRange>(m)) : perfectly_private();
    branches.push_back({P[i] / P_total, Q[i] / Q_total, part, shift + added[i]});
  }
  const auto weight = [&](const Real& mass, const Rational& place) {
    return Real(
        [=](Bits p) { return mass(p) / P_total(p) * exp((shift(p) + Ball(place, p)) / 2); });
  };
  LossPieces pieces{shift, {}, {}};
  if (q.sign() > 0) pieces.atoms.push_back({-m, weight(P[0], -m)});
  if (rest.sign() > 0) pieces.atoms.push_back({m, weight(P[2], m)});
  const Real even = BoundedRange(m).offer<LossPieces>()->stretches.front().weight;
  pieces.stretches.push_back({-m, m, weight(P[1], kZero) * even});
  return combined(branches, Real(kOne), Real(kOne), name, pieces);
}

namespace {

Mechanism make_truncated_laplace(const Parameters& q) {
  return truncated_laplace(positive(q, "b"), positive(q, "bound"), sensitivity(q));
}

Mechanism make_bounded_laplace(const Parameters& q) {
  return bounded_laplace(positive(q, "b"), positive(q, "width"), q.at("at"), sensitivity(q));
}

}  // namespace

std::vector<MechanismEntry> cut_laplace_entries() {
  return {{.name = "truncated_laplace",
           .required = {"b", "bound"},
           .optional = {"sensitivity"},
           .summary = "Laplace noise truncated to [-bound,bound] against its shift",
           .make = make_truncated_laplace,
           .symmetric = always_symmetric,
           .facts = log_concave_facts(kShiftedValues)},
          {.name = "bounded_laplace",
           .required = {"b", "width", "at"},
           .optional = {"sensitivity"},
           .summary = "outputs in [0,width]: Laplace centred on at against Laplace centred on at + "
                      "sensitivity",
           .make = make_bounded_laplace,
           .facts = PairFacts{
               PairDominance::attained, "two values in [0, width] that differ by the sensitivity",
               "by the values at and at + sensitivity; which are the worst is not known here"}}};
}

}  // namespace plumbline
