/// Guarantees that one pair attains: gdp, dp, pure_dp, profile and tradeoff.
#include <algorithm>
#include <functional>
#include <memory>
#include <stdexcept>

#include "reference/arithmetic/constants.hpp"
#include "reference/mechanisms/finite/finite_mechanisms.hpp"
#include "reference/mechanisms/finite/finite_pair.hpp"
#include "reference/mechanisms/gaussian/gaussian.hpp"
#include "reference/mechanisms/guarantees/guarantees.hpp"
#include "reference/mechanisms/hypotheses/pair_facts.hpp"
#include "reference/mechanisms/pair_with_infinities.hpp"
#include "reference/mechanisms/parameters.hpp"

namespace plumbline {
namespace {

std::string written(const std::vector<Rational>& values) {
  std::string out;
  for (const Rational& x : values) out += (out.empty() ? "[" : ",") + x.text();
  return out + "]";
}

std::string with_relation(const std::string& inside, const Parameters& q) {
  return inside + written_relation_text(q, noise_relations()) + ")";
}

Mechanism make_gdp(const Parameters& q) {
  const Rational mu = positive(q, "mu");
  return std::make_shared<Gaussian>(mu * mu, with_relation("gdp(mu=" + mu.text(), q));
}

/// Returns the pair under another name.
Mechanism renamed(const Mechanism& pair, const std::string& name) {
  if (const auto infinite = pair->offer<InfiniteLosses>()) {
    return std::make_shared<PairWithInfinities>(*infinite, name, pair->identity());
  }
  const std::vector<LossAtom>& atoms = *pair->atoms();
  if (atoms.size() == 1) return zero_loss(name);
  return std::make_shared<FinitePair>(atoms, name, pair->identity());
}

Mechanism make_dp(const Parameters& q) {
  const auto given = q.find("delta");
  const Rational delta = given == q.end() ? kZero : given->second, epsilon = q.at("epsilon");
  const std::string text = delta.is_zero() ? "" : ",delta=" + delta.text();
  return renamed(approximate_dp(epsilon, delta),
                 with_relation("dp(epsilon=" + epsilon.text() + text, q));
}

Mechanism make_pure_dp(const Parameters& q) {
  const Rational epsilon = q.at("epsilon");
  return renamed(approximate_dp(epsilon, kZero),
                 with_relation("pure_dp(epsilon=" + epsilon.text(), q));
}

/// One (epsilon, delta) of a profile.
struct Promised {
  Rational epsilon, delta;
};

/// Returns true if `more` is the larger of two different numbers.
bool is_larger(const std::function<Ball(Bits)>& more, const std::function<Ball(Bits)>& less) {
  constexpr long kMostBits = 1L << 18;
  for (Bits p{128}; p.n <= kMostBits; p = Bits{2 * p.n}) {
    const Ball a = more(p), b = less(p);
    if (certainly_less(b, a)) return true;
    if (certainly_less(a, b)) return false;
  }
  throw std::invalid_argument("the points are too close to one line to tell which of them count");
}

Ball power_of_e(const Promised& point, Bits p) { return exp(Ball(point.epsilon, p)); }

/// The absolute slope of delta in e^epsilon between two points: a probability of the loss.
Ball slope_between(const Promised& a, const Promised& b, Bits p) {
  return Ball(a.delta - b.delta, p) / (power_of_e(b, p) - power_of_e(a, p));
}

/// Returns this slope between a point and its mirror image (e^-epsilon, 1 - e^-epsilon (1 - delta)).
Ball slope_across(const Promised& a, Bits p) {
  return Ball(kOne - a.delta, p) / (power_of_e(a, p) + 1);
}

/// The corners of the largest convex delta against e^epsilon that is at most the value at each point and each mirror
/// image. Two slopes differ: powers of e to different rationals are linearly independent over the rationals (Lindemann,
/// Weierstrass), and the deltas of the remaining points decrease, starting below 1.
std::vector<Promised> corners(std::vector<Promised> points) {
  std::sort(points.begin(), points.end(), [](const Promised& a, const Promised& b) {
    return a.epsilon == b.epsilon ? a.delta < b.delta : a.epsilon < b.epsilon;
  });
  std::vector<Promised> out;
  const auto is_above_chord = [&](const Promised& next) {
    if (out.empty()) return false;
    const Promised last = out.back();
    const bool first = out.size() == 1;
    const Promised before = first ? last : out[out.size() - 2];
    const auto rising = [&](Bits p) {
      return first ? slope_across(last, p) : slope_between(before, last, p);
    };
    return is_larger([&](Bits p) { return slope_between(last, next, p); }, rising);
  };
  for (const Promised& point : points) {
    if (point.delta == kOne || (!out.empty() && !(point.delta < out.back().delta))) continue;
    while (is_above_chord(point)) out.pop_back();
    out.push_back(point);
  }
  return out;
}

/// P(L > t) for t between two corners; `corners_before` corners are at most t.
Ball beyond(const std::vector<Promised>& at, size_t corners_before, Bits p) {
  if (corners_before == 0) return slope_across(at.front(), p);
  if (corners_before == at.size()) return Ball(p);
  return slope_between(at[corners_before - 1], at[corners_before], p);
}

/// The losses are the corners' epsilons and their negatives. At corner i, P has the difference of the slopes on its two
/// sides, and Q, which is P of the mirror image, has e^epsilon times that mass.
std::vector<LossAtom> atoms_of(const std::vector<Promised>& at) {
  std::vector<LossAtom> out;
  const auto shared = std::make_shared<const std::vector<Promised>>(at);
  for (size_t i = 0; i < at.size(); ++i) {
    const auto mass = [shared, i](bool opposite, Bits p) {
      const Bits wide = p + 64;
      const std::vector<Promised>& all = *shared;
      const Ball P =
          (beyond(all, i, wide) - beyond(all, i + 1, wide)) / Ball(kOne - all.back().delta, wide);
      return (opposite ? P * power_of_e(all[i], wide) : P).at(p);
    };
    const Rational& epsilon = at[i].epsilon;
    if (epsilon.is_zero()) {
      out.push_back({Real([mass](Bits p) { return mass(false, p) * 2; }), LogLinear{kZero, {}}});
      continue;
    }
    out.push_back({Real([mass](Bits p) { return mass(true, p); }), LogLinear{-epsilon, {}}});
    out.push_back({Real([mass](Bits p) { return mass(false, p); }), LogLinear{epsilon, {}}});
  }
  return out;
}

std::vector<Promised> promised_points(const std::vector<Rational>& epsilons,
                                      const std::vector<Rational>& deltas) {
  if (epsilons.size() != deltas.size()) {
    throw std::invalid_argument("epsilons and deltas need the same number of entries, got " +
                                std::to_string(epsilons.size()) + " and " +
                                std::to_string(deltas.size()));
  }
  std::vector<Promised> out;
  for (size_t i = 0; i < epsilons.size(); ++i) {
    if (epsilons[i].sign() < 0) {
      throw std::invalid_argument("epsilons must be at least 0, got " + epsilons[i].text());
    }
    if (deltas[i].sign() < 0 || deltas[i] > kOne) {
      throw std::invalid_argument("deltas must be in [0, 1], got " + deltas[i].text());
    }
    out.push_back({epsilons[i], deltas[i]});
  }
  return out;
}

Mechanism make_profile(const Parameters& q) {
  const auto &epsilons = q.lists.at("epsilons"), &deltas = q.lists.at("deltas");
  const std::vector<Promised> at = corners(promised_points(epsilons, deltas));
  const std::string name =
      with_relation("profile(epsilons=" + written(epsilons) + ",deltas=" + written(deltas), q);
  if (at.empty()) return renamed(blatantly_non_private(), name);
  std::string identity = "profile";
  for (const Promised& x : at) identity += " " + x.epsilon.text() + ":" + x.delta.text();
  const std::vector<LossAtom> atoms = atoms_of(at);
  const Mechanism inner =
      atoms.size() == 1 ? zero_loss(name) : std::make_shared<FinitePair>(atoms, name, identity);
  const Rational rest = kOne - at.back().delta;
  if (rest == kOne) return inner;
  return std::make_shared<PairWithInfinities>(InfiniteLosses{rest, rest, inner}, name,
                                              identity + " infinite");
}

/// Throws if the points do not form a trade-off function from level 0 to the level where it is 0.
void check_tradeoff(const std::vector<Rational>& alphas, const std::vector<Rational>& betas) {
  const auto fail = [](const std::string& why) { throw std::invalid_argument(why); };
  if (alphas.size() != betas.size() || alphas.size() < 2) {
    fail("alphas and betas need the same number of entries, two at least, got " +
         std::to_string(alphas.size()) + " and " + std::to_string(betas.size()));
  }
  if (!alphas.front().is_zero()) fail("alphas must begin at 0, got " + alphas.front().text());
  if (!betas.back().is_zero()) fail("betas must end at 0, got " + betas.back().text());
  if (betas.front() > kOne) fail("betas must be at most 1, got " + betas.front().text());
  if (alphas.back() > kOne) fail("alphas must be at most 1, got " + alphas.back().text());
  for (size_t i = 1; i < alphas.size(); ++i) {
    if (!(alphas[i - 1] < alphas[i])) fail("alphas must rise, got " + alphas[i].text());
    if (!(betas[i] < betas[i - 1])) fail("betas must fall, got " + betas[i].text());
    if (betas[i] > kOne - alphas[i]) {
      fail("beta must be at most 1 - alpha, got " + betas[i].text() + " at " + alphas[i].text());
    }
    if (i < 2) continue;
    const Rational before = (betas[i - 2] - betas[i - 1]) / (alphas[i - 1] - alphas[i - 2]);
    if (before < (betas[i - 1] - betas[i]) / (alphas[i] - alphas[i - 1])) {
      fail("the points must be convex, and the one at alpha = " + alphas[i - 1].text() +
           " is above the chord of its neighbours; leave it out");
    }
  }
}

// The likelihood ratio between two neighbouring points is the slope there, so that the best tests are the points and
// mixtures of two of them. The remaining mass of P has loss -inf, that of Q has loss +inf.
Mechanism make_tradeoff(const Parameters& q) {
  const auto &alphas = q.lists.at("alphas"), &betas = q.lists.at("betas");
  check_tradeoff(alphas, betas);
  std::vector<Rational> P{kZero}, Q{kOne - betas.front()};
  for (size_t i = 1; i < alphas.size(); ++i) {
    P.push_back(alphas[i] - alphas[i - 1]);
    Q.push_back(betas[i - 1] - betas[i]);
  }
  P.push_back(kOne - alphas.back());
  Q.push_back(kZero);
  return renamed(
      finite_pair(P, Q),
      with_relation("tradeoff(alphas=" + written(alphas) + ",betas=" + written(betas), q));
}

PairFacts guarantee_facts(const std::string& because) {
  return {PairDominance::both, "any, of all mechanisms with this guarantee", because};
}

// PROOF(PARAMETER-ORDER) mu of gdp, epsilon and delta of dp and pure_dp
//             A larger parameter is a weaker guarantee, which more mechanisms have: the pair that attains the
//             worst of them has no larger f.
std::optional<ParameterOrder> order_of_guarantee(const std::string& parameter, const Parameters&) {
  if (parameter == "mu") return ParameterOrder::size();
  if (parameter == "epsilon") return ParameterOrder{false, kZero, std::nullopt, true};
  if (parameter == "delta") return ParameterOrder{false, kZero, kOne, true, true};
  return std::nullopt;
}

MechanismEntry dp_entry() {
  return {
      .name = "dp",
      .required = {"epsilon"},
      .optional = {"delta", "relation"},
      .summary =
          "all mechanisms with (epsilon, delta)-DP: approximate_dp, with delta = 0 unless given",
      .make = make_dp,
      .order = order_of_guarantee,
      .words = {"relation"},
      .symmetric = always_symmetric,
      .facts = guarantee_facts("Kairouz, Oh, Viswanath 2015"),
      .guarantee = [](const Parameters& q) {
        const auto delta = q.find("delta");
        return Guarantee{q.at("epsilon"), delta == q.end() ? kZero : delta->second};
      }};
}

MechanismEntry pure_dp_entry() {
  return {.name = "pure_dp",
          .required = {"epsilon"},
          .optional = {"relation"},
          .summary = "all mechanisms with epsilon-DP",
          .make = make_pure_dp,
          .order = order_of_guarantee,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .facts = guarantee_facts("Kairouz, Oh, Viswanath 2015"),
          .guarantee = [](const Parameters& q) {
            return Guarantee{q.at("epsilon"), kZero};
          }};
}

MechanismEntry gdp_guarantee_entry() {
  return {.name = "gdp",
          .required = {"mu"},
          .optional = {"relation"},
          .summary = "all mechanisms with mu-GDP: gaussian(sigma=1/mu)",
          .make = make_gdp,
          .order = order_of_guarantee,
          .words = {"relation"},
          .symmetric = always_symmetric,
          .facts = guarantee_facts("by definition; Dong, Roth, Su 2022")};
}

MechanismEntry profile_entry() {
  return {.name = "profile",
          .required = {"epsilons", "deltas"},
          .optional = {"relation"},
          .summary = "all mechanisms with (epsilon, delta)-DP for each epsilon of a list",
          .make = make_profile,
          .lists = {"epsilons", "deltas"},
          .words = {"relation"},
          .symmetric = always_symmetric,
          .facts = guarantee_facts("the largest convex profile at most all points")};
}

MechanismEntry tradeoff_guarantee_entry() {
  return {.name = "tradeoff",
          .required = {"alphas", "betas"},
          .optional = {"relation"},
          .summary =
              "all mechanisms with f at least the interpolation of points, from alpha = 0 to f = 0",
          .make = make_tradeoff,
          .lists = {"alphas", "betas"},
          .words = {"relation"},
          .facts = guarantee_facts("by definition; Blackwell 1953")};
}

}  // namespace

std::vector<MechanismEntry> attained_mechanism_entries() {
  return {gdp_guarantee_entry(), dp_entry(), pure_dp_entry(), profile_entry(),
          tradeoff_guarantee_entry()};
}

std::vector<MechanismEntry> guarantee_mechanism_entries() {
  std::vector<MechanismEntry> out = attained_mechanism_entries();
  for (MechanismEntry& entry : promise_mechanism_entries()) out.push_back(std::move(entry));
  return out;
}

}  // namespace plumbline
