#include "reference/mechanisms/gaussian/without_replacement.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/laplace/laplace.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

std::string text_of(const Rational& sigma, const Rational& n, const Rational& batch,
                    const Rational& sensitivity) {
  return "without_replacement(sigma=" + sigma.text() + ",n=" + n.text() + ",batch=" + batch.text() +
         sensitivity_text(sensitivity) + ")";
}

}  // namespace

WithoutReplacement::WithoutReplacement(Rational sigma, Rational n, Rational batch,
                                       Rational sensitivity)
    : expression_(text_of(sigma, n, batch, sensitivity)),
      one_sided_(sigma, batch / n, sensitivity) {}

std::string WithoutReplacement::identity() const {
  return "both sides of " + one_sided_.identity();
}

// BOUND(FIXED-BATCH)
// Statement.  A batch of b of n records, b < n, is drawn uniformly, and its sum is released with
//             noise N(0, sigma^2 I); one record exchanged for another moves a sum by at most s. Let
//             (P, Q) be N(0, sigma^2) and (1-q) N(0, sigma^2) + q N(s, sigma^2), q = b/n, and
//             delta_f its profile. What one step has is for either order of the data sets at most
//
//                 delta(g) = delta_f(g)                   for g >= 0,
//                            1 - e^g + e^g delta_f(-g)    for g < 0,
//
//             the profile of a pair (P*, Q*) with, for t >= 0,
//
//                 P*(L > t) = Q*(L <= -t) = P(L > t),   Q*(L > t) = P*(L <= -t) = Q(L > t)
//
//             (at -t: of losses below -t, for t = 0) and the rest at the loss 0. Its compositions
//             bound those of such steps, chosen adaptively or not.
// Needs.      0 < b < n, sigma, s > 0: the caller, by the registry. At thresholds that are not told
//             from 0, END-HULL.
// Proof.      Let R be the law of the output given a batch without the record, T and T' given one with
//             it, from the two data sets. With x = e^g >= 1, x' = 1 + (x-1)/q, c = (x-1)(1-q)/q,
//
//                 (1-q) R + q T - x ((1-q) R + q T') = q (T - x' V),   V = (x T' + c R)/x',
//
//             as x + c = x'. T and T' are means of Gaussians over the same batches, one record
//             exchanged; so are T and R: exchanging the record of a batch for one that is not in
//             it gives every batch without it equally often. So an event gains at most q times the
//             Gaussian profile at log x' (joint convexity), which is delta_f(g). For x < 1 take the
//             complement of the event with the data sets exchanged. At x = 1 the slope of delta
//             is -Q(L <= 0) from the left and -P(L > 0) from the right, and
//             Q(L <= 0) >= Phi(-s/(2 sigma)) = P(L > 0): delta is convex, a profile, and the rest
//             at 0 has mass Q(L <= 0) - P(L > 0). Adaptive composition: RANGE-PAIR's source.
// Source.     Balle, Barthe, Gaboardi 2018, Theorem 11; Zhu, Dong, Wang 2022, Theorems 10 and 11.
//             That it is no more tight for several steps: Lebeda, Regehr, Kamath, Steinke 2024.
LossTails WithoutReplacement::tails(const Real& t, Bits p) const {
  const auto above = [&] {
    const LossTails one = one_sided_.tails(t, p);
    return LossTails{bound_number<"FIXED-BATCH">(one.P_above), one.P_below,
                     bound_number<"FIXED-BATCH">(one.Q_above), one.Q_below};
  };
  const auto below = [&] {
    const Real back([t](Bits b) { return -t(b); });
    const LossTails one = one_sided_.tails(back, p);
    return LossTails{one.Q_below, bound_number<"FIXED-BATCH">(one.Q_above), one.P_below,
                     bound_number<"FIXED-BATCH">(one.P_above)};
  };
  if (t.rational()) return t.rational()->sign() >= 0 ? above() : below();
  const Ball x = t(p);
  if (certainly_positive(x)) return above();
  return certainly_negative(x) ? below() : end_hull(above(), below());
}

namespace {

Rational whole_number_of(const Parameters& q, const std::string& name) {
  const Rational& x = q.at(name);
  if (!x.is_integer() || x.sign() <= 0) {
    throw std::invalid_argument(name + " must be a whole number of at least 1, got " + x.text());
  }
  return x;
}

Mechanism make_without_replacement(const Parameters& q) {
  const Rational sigma = positive(q, "sigma"), s = sensitivity(q);
  const Rational n = whole_number_of(q, "n"), batch = whole_number_of(q, "batch");
  if (n < batch) {
    throw std::invalid_argument("batch must be at most n = " + n.text() + ", got " + batch.text());
  }
  if (n == batch) return std::make_shared<Gaussian>(sigma, s, text_of(sigma, n, batch, s));
  return std::make_shared<WithoutReplacement>(sigma, n, batch, s);
}

// PROOF(PARAMETER-ORDER) sigma and the sensitivity of without_replacement
//             The profile of either side is that of subsampled_gaussian, which is ordered by both.
std::optional<ParameterOrder> order_of_without_replacement(const std::string& parameter,
                                                           const Parameters&) {
  if (parameter == "sigma") return ParameterOrder::scale();
  if (parameter == "sensitivity") return ParameterOrder::size();
  return std::nullopt;
}

bool is_symmetric(const Parameters&) { return true; }

/// All other records at one end, the one exchanged going from there to the other.
std::string others_at_one_end(const WrittenFactor& factor) {
  const auto n = factor.parameters.find("n"), batch = factor.parameters.find("batch");
  if (n == factor.parameters.end() || batch == factor.parameters.end()) return "";
  const std::string s = factor.number_text("sensitivity");
  return "subsampled_gaussian(sigma=" + factor.number_text("sigma") +
         ",p=" + (batch->second / n->second).text() + (s == "1" ? "" : ",sensitivity=" + s) + ")";
}

}  // namespace

MechanismEntry without_replacement_entry() {
  return {
      .name = "without_replacement",
      .required = {"sigma", "n", "batch"},
      .optional = {"sensitivity"},
      .summary =
          "gaussian, batches of fixed size, one record exchanged: tight for one step, "
          "an upper bound for several",
      .make = make_without_replacement,
      .order = order_of_without_replacement,
      .symmetric = is_symmetric,
      .recorded = {{.kind = "wor_subsampled_gaussian",
                    .fields = {{"sigma", "sigma"},
                               {"dataset_size", "n", true},
                               {"batch_size", "batch", true}},
                    .runs = RecordedForm::Runs::fixed_batch}},
      .replaces_record = true,
      .whole = {"n", "batch"},
      .standing = {PairSide::each_point,
                   "one record exchanged for another",
                   "FIXED-BATCH; with all other records at one end the larger direction at a point",
                   {},
                   others_at_one_end}};
}

}  // namespace plumbline
