/// Noisy selection: the certified bounds compared with mechanisms whose outcomes are enumerated.
#include "reference/quantities/selection/noisy_choice.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "reference/quantities/quantities.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Law = std::vector<Rational>;  ///< probabilities of 0, 1, 2, ...

Law random_noise(Random& random) {
  std::vector<long> shares;
  for (int i = random.integer(3, 7); i > 0; --i) shares.push_back(random.integer(1, 60));
  const long total = std::accumulate(shares.begin(), shares.end(), 0L);
  Law out;
  for (const long share : shares) out.emplace_back(share, static_cast<unsigned long>(total));
  return out;
}

std::string list(const Law& law) {
  std::string out;
  for (const Rational& share : law) out += (out.empty() ? "" : ",") + share.text();
  return "[" + out + "]";
}

/// Returns the pair of a noise and the same noise shifted by an integer: outcomes without overlap have infinite loss.
std::string moved_pair(const Law& noise, size_t by) {
  Law still = noise, moved(by, Rational(0));
  still.insert(still.end(), by, Rational(0));
  moved.insert(moved.end(), noise.begin(), noise.end());
  return "finite(P=" + list(still) + ",Q=" + list(moved) + ")";
}

/// Returns the supremum over events.
Rational hockey_stick(const Law& p, const Law& q, const Rational& odds) {
  Rational sum(0);
  for (size_t i = 0; i < p.size(); ++i) {
    const Rational gain = p[i] - odds * q[i];
    if (gain.sign() > 0) sum = sum + gain;
  }
  return sum;
}

/// Calls `use` for all combinations of values of several noises, with their probability.
template <class Use>
void all_values(const std::vector<const Law*>& laws, const Use& use) {
  std::vector<size_t> at(laws.size(), 0);
  while (true) {
    Rational share(1);
    for (size_t i = 0; i < at.size(); ++i) share = share * (*laws[i])[at[i]];
    use(at, share);
    size_t i = 0;
    while (i < at.size() && ++at[i] == laws[i]->size()) at[i++] = 0;
    if (i == at.size()) return;
  }
}

/// Returns the law of the index of the largest noisy score; ties select the first index.
Law noisy_largest(const std::vector<int>& scores, const Law& noise) {
  Law out(scores.size(), Rational(0));
  all_values(std::vector<const Law*>(scores.size(), &noise),
             [&](const std::vector<size_t>& at, const Rational& share) {
               size_t best = 0;
               for (size_t i = 1; i < at.size(); ++i) {
                 const int gap = scores[i] + static_cast<int>(at[i]) - scores[best] -
                                 static_cast<int>(at[best]);
                 if (gap > 0) best = i;
               }
               out[best] = out[best] + share;
             });
  return out;
}

/// Returns the law of the index of the first noisy score above the noisy threshold; the last entry means none.
Law first_above(const std::vector<int>& scores, int threshold, const Law& of_threshold,
                const Law& of_score) {
  Law out(scores.size() + 1, Rational(0));
  std::vector<const Law*> laws(scores.size(), &of_score);
  laws.push_back(&of_threshold);
  all_values(laws, [&](const std::vector<size_t>& at, const Rational& share) {
    const int line = threshold + static_cast<int>(at.back());
    size_t i = 0;
    while (i < scores.size() && scores[i] + static_cast<int>(at[i]) <= line) ++i;
    out[i] = out[i] + share;
  });
  return out;
}

/// Returns exp(epsilon) rounded down to a rational, so that the compared value is slightly too large.
Rational odds_of(const std::string& epsilon) {
  return *exp(Ball(number(epsilon), Bits{128})).decimal_ends(25).first;
}

struct Asked {
  std::string epsilon;
  Rational odds;
  Ball bound;
};

std::vector<Asked> bounds_of(const std::string& noise, long outcomes) {
  const PrivacyProfile profile(Composition::parse(noise), Direction::worst);
  NoisyChoice choice(profile, Rational(outcomes), Effort{12});
  std::vector<Asked> out;
  for (const char* epsilon : {"0", "0.3", "0.8", "1.7"}) {
    out.push_back({epsilon, odds_of(epsilon), choice.delta(Real(number(epsilon))).bound->value()});
  }
  return out;
}

void check_below(const std::vector<Asked>& asked, const Law& p, const Law& q) {
  const Ball slack = ball("1e-20");
  for (const Asked& one : asked) {
    for (const Rational& truth : {hockey_stick(p, q, one.odds), hockey_stick(q, p, one.odds)}) {
      CAPTURE(one.epsilon, truth.approximate(), one.bound.approximate());
      CHECK(certainly_at_most(Ball(truth, Bits{256}), one.bound.upper() + slack));
    }
  }
}

std::vector<int> random_scores(Random& random, int count) {
  std::vector<int> out;
  for (int i = 0; i < count; ++i) out.push_back(random.integer(0, 4));
  return out;
}

/// Changes each score by at most one; `one_way`: only upwards.
std::vector<int> neighbour(Random& random, std::vector<int> scores, bool one_way) {
  for (int& score : scores) score += random.integer(one_way ? 0 : -1, 1);
  return scores;
}

/// Returns the finite pair whose trade-off function is the hull of the single outcomes, in both directions.
std::string pair_of_outcomes(const Law& p, const Law& q) {
  const Rational zero(0), one(1);
  std::vector<std::pair<Rational, Rational>> points = {{zero, one}, {one, zero}}, hull;
  for (size_t i = 0; i < p.size(); ++i) {
    for (const auto& [a, b] : {std::pair(p[i], q[i]), std::pair(q[i], p[i])}) {
      points.emplace_back(one - a, b);
      points.emplace_back(b, one - a);
    }
  }
  std::sort(points.begin(), points.end());
  for (const auto& next : points) {
    while (hull.size() >= 2) {
      const auto &a = hull[hull.size() - 2], &b = hull.back();
      if ((b.second - a.second) * (next.first - a.first) <
          (next.second - a.second) * (b.first - a.first)) {
        break;
      }
      hull.pop_back();
    }
    if (hull.empty() || next.first > hull.back().first || next.second < hull.back().second) {
      hull.push_back(next);
    }
  }
  Law P, Q;
  for (size_t i = 1; i < hull.size(); ++i) {
    P.push_back(hull[i].first - hull[i - 1].first);
    Q.push_back(hull[i - 1].second - hull[i].second);
  }
  return "finite(P=" + list(P) + ",Q=" + list(Q) + ")";
}

}  // namespace

TEST_CASE("noisy choice: no law of the largest noisy score exceeds the bound",
          "[quantities][selection][NOISY-CHOICE]") {
  Random random(3307);
  for (int i = 0; i < iterations(8); ++i) {
    const Law noise = random_noise(random);
    const int count = random.integer(2, 4);
    const bool one_way = random.integer(0, 1) == 0;
    const std::string pair = moved_pair(noise, one_way ? 1 : 2);
    CAPTURE(pair, count);
    const auto asked = bounds_of(pair, count);
    for (int k = 0; k < 8; ++k) {
      const auto scores = random_scores(random, count), other = neighbour(random, scores, one_way);
      check_below(asked, noisy_largest(scores, noise), noisy_largest(other, noise));
    }
  }
}

TEST_CASE("noisy choice: no law of the first score above a threshold exceeds the bound",
          "[quantities][selection][NOISY-CHOICE][sweep]") {
  Random random(3308);
  for (int i = 0; i < of_sweep(3, 6); ++i) {
    const Law of_threshold = random_noise(random), of_score = random_noise(random);
    const int count = random.integer(1, 3);
    const bool one_way = random.integer(0, 1) == 0;
    const std::string pair =
        moved_pair(of_threshold, 1) + "*" + moved_pair(of_score, one_way ? 1 : 2);
    CAPTURE(pair, count);
    const auto asked = bounds_of(pair, count + 1);
    for (int k = 0; k < 8; ++k) {
      const auto scores = random_scores(random, count), other = neighbour(random, scores, one_way);
      const int threshold = random.integer(-1, 3);
      check_below(asked, first_above(scores, threshold, of_threshold, of_score),
                  first_above(other, threshold, of_threshold, of_score));
    }
  }
}

TEST_CASE("noisy choice: no law whose outcomes are within a profile exceeds the bound",
          "[quantities][selection][NOISY-CHOICE]") {
  Random random(3309);
  for (int i = 0; i < iterations(12); ++i) {
    // Few increasing and few decreasing outcomes of almost equal mass: the worst case.
    const int outcomes = random.integer(2, 7), gaining = random.integer(1, outcomes - 1);
    const long x = random.integer(400, 900), y = random.integer(20, 400), total = 1000;
    Law p, q;
    const auto spread = [&](Law* law, long mass, int count) {
      std::vector<long> shares;
      for (int k = 0; k < count; ++k) shares.push_back(random.integer(95, 105));
      const long sum = std::accumulate(shares.begin(), shares.end(), 0L);
      for (const long share : shares) {
        law->emplace_back(share * mass, static_cast<unsigned long>(sum * total));
      }
    };
    spread(&p, x, gaining);
    spread(&p, total - x, outcomes - gaining);
    spread(&q, y, gaining);
    spread(&q, total - y, outcomes - gaining);
    const std::string pair = pair_of_outcomes(p, q);
    CAPTURE(pair);
    check_below(bounds_of(pair, outcomes), p, q);
  }
}

TEST_CASE("noisy choice: bound and what is attained meet",
          "[quantities][selection][NOISY-CHOICE]") {
  // For two outcomes the bound is the profile of the noise itself.
  const PrivacyProfile profile(Composition::parse("gaussian(sigma=4,sensitivity=2)"),
                               Direction::worst);
  PrivacyProfile alone = profile;
  NoisyChoice two(profile, Rational(2), Effort{12});
  const Certified once = delta(alone, Real(number("0.7")), Effort{12});
  check_meet(two.delta(Real(number("0.7"))).bound->value(), once.value(), 12);
  for (const long outcomes : {3L, 10L, 100L, 10000L}) {
    CAPTURE(outcomes);
    NoisyChoice choice(profile, Rational(outcomes), Effort{10});
    for (const char* epsilon : {"0", "0.5", "1", "3"}) {
      CAPTURE(epsilon);
      const SelectedValue found = choice.delta(Real(number(epsilon)));
      CHECK(!certainly_less(found.bound->value(), found.attained->value()));
      CHECK(found.attained->value().approximate() ==
            Approx(found.bound->value().approximate()).epsilon(1e-3));
      // The bound is at most the known one, m delta.
      const Ball sum =
          alone.delta(Real(number(epsilon)), Effort{10}).value * static_cast<long>(outcomes);
      CHECK(!certainly_less(sum, found.bound->value()));
    }
    const SelectedValue found = choice.epsilon(number("1e-6"));
    CHECK(found.bound->reached());
    CHECK(!certainly_less(found.bound->value(), found.attained->value()));
    CHECK(found.attained->value().approximate() ==
          Approx(found.bound->value().approximate()).epsilon(1e-6));
    const Real after = Real::exactly((found.bound->value() + ball("1e-7")).upper());
    CHECK(certainly_less(choice.delta(after).bound->value(), ball("1e-6")));
  }
}

TEST_CASE("noisy choice: answers do not depend on those before", "[quantities][selection]") {
  const PrivacyProfile profile(Composition::parse("gaussian(sigma=2)"), Direction::worst);
  NoisyChoice fresh(profile, Rational(50), Effort{12}), used(profile, Rational(50), Effort{12});
  used.epsilon(number("1e-3"));
  used.delta(Real(number("0.41")));
  const SelectedValue a = fresh.delta(Real(number("0.4"))), b = used.delta(Real(number("0.4")));
  CHECK(a.bound->value().decimal_bounds(40) == b.bound->value().decimal_bounds(40));
  CHECK(a.attained->value().decimal_bounds(40) == b.attained->value().decimal_bounds(40));
}

TEST_CASE("noisy choice: pure privacy, infinite losses, and what is refused",
          "[quantities][selection]") {
  const auto choice = [](const std::string& noise, const std::string& outcomes) {
    return NoisyChoice(PrivacyProfile(Composition::parse(noise), Direction::worst),
                       number(outcomes), Effort{12});
  };
  NoisyChoice laplace = choice("laplace(b=2,sensitivity=2)", "1000");
  CHECK(laplace.epsilon(Rational(0)).bound->value().contains(Rational(1)));
  CHECK(laplace.delta(Real(Rational(1))).bound->value().is_exactly_zero());
  CHECK(certainly_at_most(laplace.epsilon(number("1e-9")).bound->value(), ball("1")));
  NoisyChoice gauss = choice("gaussian(sigma=1)", "1000");
  CHECK(gauss.epsilon(Rational(0)).bound.is_infinite());
  CHECK_THROWS_AS(gauss.renyi(Rational(2)), std::invalid_argument);
  CHECK_THROWS_AS(gauss.delta(Real(number("-0.1"))), std::invalid_argument);
  CHECK_THROWS_AS(gauss.epsilon(Rational(1)), std::invalid_argument);
  NoisyChoice leaking = choice("approximate_dp(epsilon=1,delta=0.01)", "30");
  CHECK(leaking.epsilon(number("1e-3")).bound.is_infinite());
  for (const char* outcomes : {"1", "0", "-3", "2.5", "1e16"}) {
    CHECK_THROWS_AS(choice("gaussian(sigma=1)", outcomes), std::invalid_argument);
  }
}

namespace {

/// Returns the law of a sum of fair coins and the same law shifted by one, in doubles: masses at 0 .. n + 1.
std::pair<std::vector<double>, std::vector<double>> coins(int n) {
  std::vector<double> still(static_cast<size_t>(n) + 2, 0.0), moved = still;
  double share = std::pow(0.5, n);
  for (int x = 0; x <= n; ++x) {
    still[static_cast<size_t>(x)] = moved[static_cast<size_t>(x) + 1] = share;
    share = share * (n - x) / (x + 1);
  }
  return {still, moved};
}

/// The bound for m outcomes by a search over all pairs of many thresholds, in doubles.
class DenseSearch {
 public:
  DenseSearch(int a, int b, int outcomes) : m_(outcomes) {
    constexpr int kSteps = 1200;
    const auto first = coins(a), second = coins(b);
    for (int i = -kSteps; i <= kSteps; ++i) {
      const double t = i / 200.0, odds = std::exp(t);
      double delta = 0;
      for (size_t x = 0; x < first.first.size(); ++x) {
        for (size_t y = 0; y < second.first.size(); ++y) {
          const double P = first.first[x] * second.first[y], Q = first.second[x] * second.second[y];
          delta += std::max(0.0, Q - odds * P);
        }
      }
      odds_.push_back(odds);
      delta_.push_back(delta);
    }
  }
  double bound(double epsilon) const {
    double worst = 0;
    for (int k = 1; k < m_; ++k) worst = std::max(worst, of_events(k, std::exp(epsilon)));
    return worst;
  }

 private:
  double limit(int k, size_t i) const {
    const double excess = delta_[i] - 1 + odds_[i];
    return std::min({1.0, k * delta_[i], delta_[i] + (m_ - k - 1) * excess});
  }
  double of_events(int k, double odds) const {
    double best = 1;
    for (size_t s = 0; s < odds_.size() && odds_[s] <= odds; ++s) {
      const double left = limit(k, s);
      best = std::min(best, left);
      for (size_t t = odds_.size(); t-- > 0 && odds_[t] > odds;) {
        const double share = (odds_[t] - odds) / (odds_[t] - odds_[s]);
        best = std::min(best, share * left + (1 - share) * limit(k, t));
      }
    }
    return best;
  }
  int m_;
  std::vector<double> odds_, delta_;
};

}  // namespace

TEST_CASE("noisy choice: where much of the noise's loss is infinite, as good as a dense search",
          "[quantities][selection][NOISY-CHOICE][slow]") {
  struct Case {
    int a, b, outcomes;
  };
  for (const Case& x : {Case{3, 5, 4}, {2, 2, 3}, {4, 7, 9}}) {
    const std::string noise =
        "binomial(n=" + std::to_string(x.a) + ") * binomial(n=" + std::to_string(x.b) + ")";
    const PrivacyProfile profile(Composition::parse(noise), Direction::worst);
    NoisyChoice choice(profile, Rational(x.outcomes), Effort{12});
    const DenseSearch dense(x.a, x.b, x.outcomes);
    Ball before = ball("1");
    for (const char* epsilon : {"0", "0.05", "0.1", "0.2", "0.5", "1", "3", "9"}) {
      CAPTURE(noise, x.outcomes, epsilon);
      const SelectedValue found = choice.delta(Real(number(epsilon)));
      const double bound = found.bound->value().approximate();
      const double other = dense.bound(number(epsilon).approximate());
      CHECK(bound == Approx(other).epsilon(2e-3));
      CHECK(bound <= other * (1 + 5e-4));
      CHECK(!certainly_less(found.bound->value(), found.attained->value()));
      // The bound does not increase with epsilon.
      CHECK(certainly_at_most(found.bound->value(), before));
      before = (found.bound->value() * ball("1.0001")).upper();
    }
  }
}
