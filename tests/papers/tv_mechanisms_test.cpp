/// Corollary 1, the mechanisms of Section VI and Theorem 7 by linear programming.
#include <algorithm>
#include <array>

#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/regions/tv_region.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::check_meet;
using plumbline::testing::number;
using plumbline::testing::Random;

namespace {

const Rational kOne(1);

/// Returns the trade-off function of Corollary 1: the largest of the five lines.
Ball corollary_one(const Ball& e, const Ball& delta, const Ball& eta, const Ball& a) {
  const Ball one = Ball::integer(1, a.precision()), zero(a.precision());
  return max(max(max(one - delta - exp(e) * a, exp(-e) * (one - delta - a)), one - eta - a), zero);
}

Ball tradeoff_of(const std::string& mechanism, const Rational& alpha) {
  PrivacyProfile profile(Composition::parse(mechanism), Direction::worst);
  return tradeoff(profile, alpha, Effort{15}).value();
}

}  // namespace

TEST_CASE("Corollary 1: the pair of equations 43 and 44 attains it", "[papers][corollary1]") {
  Random random(51);
  for (int i = 0; i < testing::iterations(10); ++i) {
    const double e = random.log_uniform(0.05, 4), d = random.uniform(0, 0.3);
    const std::string epsilon = Random::text(e), delta = i % 3 == 0 ? "0" : Random::text(d);
    const double most =
        number(delta).approximate() + (1 - number(delta).approximate()) * std::tanh(e / 2);
    const double least = number(delta).approximate();
    const std::string eta = Random::text(least + 0.99 * random.uniform(0.1, 1) * (most - least));
    CAPTURE(epsilon, delta, eta);
    for (const char* alpha : {"0", "0.001", "0.05", "0.3", "0.5", "0.77", "0.95", "1"}) {
      const Bits p{128};
      const Ball expected = corollary_one(Ball(number(epsilon), p), Ball(number(delta), p),
                                          Ball(number(eta), p), Ball(number(alpha), p));
      const Ball f = tradeoff_of(
          "total_variation_dp(epsilon=" + epsilon + ",delta=" + delta + ",eta=" + eta + ")",
          number(alpha));
      CHECK(overlaps(f, expected));
      CHECK((f.relative_digits() > 14 || f.magnitude().log_approximate() < -30));
    }
    // One step of Theorem 2, and Remark 1.
    const ComposedTv one({{Real(number(epsilon)), Real(number(delta)), Real(number(eta)), 1}});
    const RegionAnswers answers = region_answers(one, {0, 1}, {}, Effort{20});
    CHECK(overlaps(answers.deltas[0].value(), Ball(number(eta), Bits{128})));
    CHECK(overlaps(answers.deltas[1].value(), Ball(number(delta), Bits{128})));
    const RegionAnswers largest = region_answers(one.without_eta(), {0}, {}, Effort{20});
    check_meet(
        largest.deltas[0].value(),
        largest_total_variation(Ball(number(epsilon), Bits{128}), Ball(number(delta), Bits{128})),
        20);
  }
}

TEST_CASE("Staircase: total variation of VI-C, and it attains its region", "[papers][staircase]") {
  for (const char* epsilon : {"0.2", "1", "3"}) {
    for (const char* gamma : {"0", "0.0139", "0.3", "0.5", "0.8", "1"}) {
      CAPTURE(epsilon, gamma);
      const Bits p{192};
      const Ball e(number(epsilon), p), g(number(gamma), p), one = Ball::integer(1, p);
      const Ball x = exp(-e);
      const Ball front = (one - x) / ((g + x * (one - g)) * 2);
      const Ball printed = number(gamma) < Rational(1, 2) ? front * (g * 2 * (one - x) + x) : front;
      const std::string mechanism =
          "staircase(epsilon=" + std::string(epsilon) + ",gamma=" + gamma + ")";
      PrivacyProfile profile(Composition::parse(mechanism), Direction::forward);
      check_meet(total_variation(profile, Effort{20}).value(), printed, 20);
      for (const char* alpha : {"0.02", "0.2", "0.45", "0.8"}) {
        CHECK(overlaps(tradeoff_of(mechanism, number(alpha)),
                       corollary_one(e, Ball(p), printed, Ball(number(alpha), p))));
      }
    }
  }
  // Outside [0, 1] the printed formula is not a density (E57).
  CHECK_THROWS_WITH(Composition::parse("staircase(epsilon=1,gamma=2)"),
                    Catch::Contains("gamma must be in [0, 1]"));
}

namespace {

/// Returns max c x subject to A x = b, x >= 0, exactly, by trying every basis.
std::optional<Rational> linear_program(const std::vector<std::vector<Rational>>& A,
                                       const std::vector<Rational>& b,
                                       const std::vector<Rational>& c) {
  const size_t m = A.size(), n = c.size();
  std::optional<Rational> best;
  std::vector<bool> chosen(n, false);
  std::fill(chosen.begin(), chosen.begin() + static_cast<long>(m), true);
  do {
    std::vector<size_t> columns;
    for (size_t i = 0; i < n; ++i) {
      if (chosen[i]) columns.push_back(i);
    }
    std::vector<std::vector<Rational>> M(m);
    for (size_t r = 0; r < m; ++r) {
      for (const size_t column : columns) M[r].push_back(A[r][column]);
      M[r].push_back(b[r]);
    }
    bool regular = true;
    for (size_t k = 0; k < m && regular; ++k) {
      size_t pivot = k;
      while (pivot < m && M[pivot][k].is_zero()) ++pivot;
      regular = pivot < m;
      if (!regular) break;
      std::swap(M[k], M[pivot]);
      for (size_t r = 0; r < m; ++r) {
        if (r == k || M[r][k].is_zero()) continue;
        const Rational factor = M[r][k] / M[k][k];
        for (size_t i = k; i <= m; ++i) M[r][i] = M[r][i] - factor * M[k][i];
      }
    }
    if (!regular) continue;
    Rational value(0);
    bool feasible = true;
    for (size_t k = 0; k < m && feasible; ++k) {
      const Rational x = M[k][m] / M[k][k];
      feasible = x.sign() >= 0;
      value = value + c[columns[k]] * x;
    }
    if (feasible && (!best || value > *best)) best = value;
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return best;
}

}  // namespace

TEST_CASE("Theorem 7: OPT by rational linear programs, three inputs", "[papers][channel]") {
  // Extremal channels have columns proportional to patterns in {1, E}^3 (Kairouz, Oh, Viswanath 2016, Theorem 2).
  // With total variation at most eta these columns alone give a feasible value, which is at least that of the
  // erasure, eta (E+1)/(E-1) OPT, as (42) states for the optimum.
  Random random(52);
  for (int i = 0; i < testing::iterations(3); ++i) {
    const Rational E = kOne + Rational(random.integer(1, 20)) / Rational(7);
    const Rational share = Rational(random.integer(1, 9)) / Rational(10);
    const Rational eta = share * (E - kOne) / (E + kOne);
    std::array<Rational, 3> P0, P1;
    Rational s0(0), s1(0);
    for (size_t x = 0; x < 3; ++x) {
      P0[x] = Rational(random.integer(1, 9));
      P1[x] = Rational(random.integer(1, 9));
      s0 = s0 + P0[x];
      s1 = s1 + P1[x];
    }
    std::vector<std::vector<Rational>> A(3), B(6);
    std::vector<Rational> chi2;
    const auto zero = Rational(0);
    for (unsigned pattern = 0; pattern < 8; ++pattern) {
      std::array<Rational, 3> column;
      Rational m0(0), m1(0);
      for (size_t x = 0; x < 3; ++x) {
        column[x] = (pattern >> x & 1U) != 0 ? E : kOne;
        A[x].push_back(column[x]);
        B[x].push_back(column[x]);
        m0 = m0 + P0[x] / s0 * column[x];
        m1 = m1 + P1[x] / s1 * column[x];
      }
      chi2.push_back((m0 - m1) * (m0 - m1) / m1);
      // TV of rows x and x+1: half the sum of absolute differences.
      for (size_t x = 0; x < 3; ++x) {
        const Rational difference = column[x] - column[(x + 1) % 3];
        B[3 + x].push_back(difference.sign() < 0 ? -difference / Rational(2)
                                                 : difference / Rational(2));
      }
    }
    std::vector<Rational> c = chi2;
    for (size_t slack = 0; slack < 3; ++slack) {
      c.push_back(zero);
      for (size_t r = 0; r < 6; ++r) B[r].push_back(r == 3 + slack ? kOne : zero);
    }
    const auto OPT = linear_program(A, {kOne, kOne, kOne}, chi2);
    const auto refined = linear_program(B, {kOne, kOne, kOne, eta, eta, eta}, c);
    REQUIRE(OPT);
    REQUIRE(refined);
    CAPTURE(E.text(), share.text(), OPT->text(), refined->text());
    CHECK(*refined <= *OPT);
    CHECK(*refined >= share * *OPT);
  }
}
