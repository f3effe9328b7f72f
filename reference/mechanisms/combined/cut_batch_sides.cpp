#include "reference/mechanisms/combined/cut_batch_sides.hpp"

#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/mechanisms/combined/truncated_subsampled_gaussian.hpp"
#include "reference/mechanisms/expression.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"

namespace plumbline {
namespace {

constexpr int kDigits = 36;  // digits of the printed decimals
constexpr Bits kBits{192};

Rational end_of(const Ball& x, bool upper) {
  const auto [low, high] = x.decimal_ends(kDigits);
  const auto& end = upper ? high : low;
  if (!end) throw std::invalid_argument("a sampling rate of truncated batches was not found");
  return *end;
}

Ball cut_probability(const CutBatches& cut, Bits b) {
  return binomial_tail(cut.n - 1, cut.p, cut.batch, b);
}

/// Returns the probability that a record is in a batch that is truncated.
Ball in_a_cut_batch(const CutBatches& cut, Bits b) {
  const Ball larger = binomial_tail(cut.n, cut.p, cut.batch + 1, b);
  return larger * Ball(Rational(cut.batch, static_cast<unsigned long>(cut.n)), b);
}

std::string sampled(const std::string& sigma, const Rational& p, const std::string& more) {
  return "subsampled_gaussian(sigma=" + sigma + ",p=" + p.text() + more + ")";
}

}  // namespace

std::string cut_batch_member(const CutBatches& cut, const std::string& sigma, Bits b) {
  // 1 - tau (see CUT-BATCH) is a tail of the number of records that are not drawn; this form has full relative
  // accuracy.
  const Ball whole = binomial_tail(cut.n - 1, Rational(1) - cut.p, cut.n - cut.batch, b);
  return sampled(sigma, end_of(whole * Ball(cut.p, b) + in_a_cut_batch(cut, b), false), "");
}

// BOUND(CUT-BATCH)
// Statement.  Each of n records of norm at most 1 is drawn with probability p. If more than m are drawn, the batch is
//             a uniform choice of m of them. The sum over the batch is released with noise N(0, sigma^2 I). Let tau =
//             P(Bin(n-1,p) >= m) and r = (m/n) P(Bin(n,p) > m)/tau. For data sets without and with one record, a step
//             is dominated by the following choice between two pairs, in which the choice is part of the output and
//             has the weights
//
//                 1 - tau:  N(0, sigma^2) against (1-p) N(0, sigma^2) + p N(1, sigma^2),
//                 tau:      N(0, sigma^2) against (1-r) N(0, sigma^2) + r N(2, sigma^2).
//
//             The step is also dominated by this pair with a larger r, and by pairs in which a part of either weight
//             has rate p and shift 2. If the other records are 0, the step is a subsampled Gaussian with rate p(1-tau)
//             + tau r.
// Needs.      0 < p < 1, 1 <= m <= n - 1: cut_of.
// Proof.      Let K be the number of the other n - 1 records that are drawn. Whether the record itself is drawn is
//             independent of them. If K < m, no batch is truncated. Conditional on the other records, the step then
//             has the first pair, with a shift of norm at most 1.
//
//             If K >= m, let T be the batch of m records without the record, and j a uniform element of T. With the
//             record, the batch is T with j exchanged for the record, with probability p m/(K+1), and T otherwise,
//             because m of K+1 records are chosen uniformly. The law of T and j does not depend on K. So conditional
//             on T, j and K >= m, the probability of the exchange is
//
//                 E[p m/(K+1) | K >= m] = (m/n) P(Bin(n,p) > m)/tau = r,
//
//             because p P(K=k)/(k+1) = P(Bin(n,p)=k+1)/n. The shift has norm at most 2. The revealed information
//             (whether K < m, the other records, T, j) has the same law with and without the record. The profile of a
//             mixture over it is at most that of the worst case in each part. For larger rates and shifts use
//             PARAMETER-ORDER of subsampled_gaussian; r < p because m/(K+1) < 1. If all other records are 0, the
//             output depends only on whether the record is in the batch.
// Source.     This project's. dp_accounting uses the same choice, but both laws of the second part are shifted: (1-r)
//             N(0, sigma^2) + r N(-2, sigma^2) against (1-r) N(0, sigma^2) + r N(2, sigma^2).
std::string cut_batch_ceiling(const CutBatches& cut, const std::string& sigma, Bits b) {
  const Ball tau = cut_probability(cut, b);
  const Ball rate = bound_number<"CUT-BATCH">(in_a_cut_batch(cut, b) / tau);
  const Rational one(1), cut_weight = end_of(tau, false), whole = one - end_of(tau, true);
  const Rational r = end_of(rate, true), rest = one - cut_weight - whole;
  const std::string twice = ",sensitivity=2";
  std::string out = cut_weight.text() + ":" + sampled(sigma, r < cut.p ? r : cut.p, twice);
  if (whole.sign() > 0) out = whole.text() + ":" + sampled(sigma, cut.p, "") + "," + out;
  if (rest.sign() > 0) out += "," + rest.text() + ":" + sampled(sigma, cut.p, twice);
  return "choice(" + out + ")";
}

namespace {

/// Returns the parameters of the batches. Returns nothing if one of them is open, or if no batch is ever truncated; in
/// the latter case the pair is that of subsampled_gaussian.
std::optional<CutBatches> cut_of(const WrittenFactor& factor) {
  for (const char* name : {"p", "n", "batch"}) {
    if (!factor.parameters.contains(name)) return std::nullopt;
  }
  const Rational &n = factor.parameters.at("n"), &batch = factor.parameters.at("batch");
  if (!(batch < n)) return std::nullopt;
  return CutBatches{factor.parameters.at("p"), static_cast<long>(n.approximate()),
                    static_cast<long>(batch.approximate())};
}

std::string member_of(const WrittenFactor& factor) {
  const auto cut = cut_of(factor);
  const std::string sigma = factor.is_open("sigma") ? "?" : factor.parameters.at("sigma").text();
  if (cut) return cut_batch_member(*cut, sigma, kBits);
  const auto p = factor.parameters.find("p");  // never truncated: this pair is exact
  return p == factor.parameters.end() ? "" : sampled(sigma, p->second, "");
}

std::string ceiling_of(const WrittenFactor& factor) {
  const auto cut = cut_of(factor);
  if (!cut || factor.is_open("sigma")) return "";  // mechanisms in a choice have no open parameters
  return cut_batch_ceiling(*cut, factor.parameters.at("sigma").text(), kBits);
}

}  // namespace

PairFacts cut_batch_facts() {
  return with_public({PairDominance::dominating,
                      "one of n records removed, or added to n - 1",
                      "CUT-BATCH has a smaller pair; attained where all other records are 0: "
                      "subsampled_gaussian at the rate at which the record is kept",
                      {},
                      member_of,
                      ceiling_of},
                     {"n"});
}

}  // namespace plumbline
