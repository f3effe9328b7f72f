#include "reference/engines/finite/finite.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <ios>
#include <map>

#include "reference/composition/infinite_losses.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite_law.hpp"
#include "reference/engines/planner.hpp"
#include "tests/every.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using plumbline::testing::ball;
using plumbline::testing::kQuestions;
using plumbline::testing::number;
using Wide = boost::multiprecision::cpp_bin_float_100;

namespace {

/// A composition of rational pairs as an exact list: masses under P and Q by ratio.
struct Outcome {
  Rational P, Q;
};

using Pair = std::vector<Outcome>;

std::vector<Outcome> listed(const std::vector<std::pair<Pair, int>>& factors) {
  std::vector<Outcome> all{{Rational(1), Rational(1)}};
  for (const auto& [pair, count] : factors) {
    for (int i = 0; i < count; ++i) {
      std::map<std::pair<bool, Rational>, Outcome> merged;  // key: (P = 0, Q/P)
      for (const Outcome& a : all) {
        for (const Outcome& b : pair) {
          const Rational P = a.P * b.P, Q = a.Q * b.Q;
          Outcome& at = merged[{P.is_zero(), P.is_zero() ? Rational(0) : Q / P}];
          at.P = at.P + P;
          at.Q = at.Q + Q;
        }
      }
      all.clear();
      for (const auto& entry : merged) all.push_back(entry.second);
    }
  }
  return all;
}

/// Returns the exact answer at t = log x.
Rational exact(const std::vector<Outcome>& outcomes, Question question, const Rational& x) {
  Rational sum(0);
  for (const Outcome& o : outcomes) {
    const Rational line = x * o.P;
    const bool above = o.Q > line;
    switch (question) {
      case Question::delta:
        if (above) sum = sum + o.Q - line;
        break;
      case Question::one_minus_delta:
        sum = sum + (above ? line : o.Q);
        break;
      case Question::excess:
        if (!above) sum = sum + line - o.Q;
        break;
      case Question::P_above:
        if (above) sum = sum + o.P;
        break;
      case Question::P_below:
        if (!above) sum = sum + o.P;
        break;
      case Question::Q_above:
        if (above) sum = sum + o.Q;
        break;
      case Question::Q_below:
        if (!above) sum = sum + o.Q;
        break;
    }
  }
  return sum;
}

/// Returns a random pair of d outcomes with small denominators; zeros if 'zeros' is set.
Pair random_pair(testing::Random* random, int d, bool zeros) {
  for (;;) {
    Pair out;
    long P_sum = 0, Q_sum = 0;
    std::vector<long> P, Q;
    for (int i = 0; i < d; ++i) {
      P.push_back(zeros && random->integer(0, 3) == 0 ? 0 : random->integer(1, 6));
      Q.push_back(zeros && random->integer(0, 3) == 0 ? 0 : random->integer(1, 6));
      P_sum += P.back();
      Q_sum += Q.back();
    }
    if (P_sum == 0 || Q_sum == 0) continue;
    for (size_t i = 0; i < P.size(); ++i) {
      out.push_back({Rational(P[i], static_cast<unsigned long>(P_sum)),
                     Rational(Q[i], static_cast<unsigned long>(Q_sum))});
    }
    return out;
  }
}

std::string text_of(const Pair& pair) {
  std::string P, Q;
  for (const Outcome& o : pair) {
    P += (P.empty() ? "" : ",") + o.P.text();
    Q += (Q.empty() ? "" : ",") + o.Q.text();
  }
  return "finite(P=[" + P + "],Q=[" + Q + "])";
}

plumbline::Real log_of(const Rational& x) {
  if (x == Rational(1)) return plumbline::Real(Rational(0));
  return plumbline::Real(LogLinear{Rational(0), {{x, Rational(1)}}});
}

void check_exact(const Ball& value, const Rational& truth, double digits) {
  CAPTURE(value.decimal_bounds(20).first, value.decimal_bounds(20).second, truth.text());
  CHECK(value.contains(truth));
  // An exact zero may be computed as the difference of two equal numbers.
  const bool nothing = truth.is_zero() && value.magnitude().log_approximate() < -65;
  CHECK((value.relative_digits() >= digits || nothing));
}

Ball answer(const std::string& mechanism, Question q, const plumbline::Real& t, int digits = 20) {
  return plan(Composition::parse(mechanism), "finite")->answer(q, t, Effort{digits}).value;
}

}  // namespace

TEST_CASE("finite: every question against exact enumeration, infinities and ties included",
          "[cross][finite][TYPE-SUM][THREE-POINT][BINOMIAL-TAIL][slow]") {
  testing::Random random(311);
  for (int i = 0; i < testing::iterations(120); ++i) {
    std::vector<std::pair<Pair, int>> factors;
    std::string text;
    const int kinds = random.integer(1, 3);
    for (int k = 0; k < kinds; ++k) {
      const int d = random.integer(2, kinds == 1 ? 5 : 3);
      const int count = random.integer(kinds == 1 ? 2 : 1, kinds == 1 ? 12 / d + 3 : 4);
      factors.emplace_back(random_pair(&random, d, i % 3 == 0), count);
      text +=
          (text.empty() ? "" : " * ") + text_of(factors.back().first) + "^" + std::to_string(count);
    }
    CAPTURE(text);
    const std::vector<Outcome> outcomes = listed(factors);
    const auto engine = plan(Composition::parse(text), "auto");
    for (int j = 0; j < 4; ++j) {
      // At an atom of the loss, at 0, and at any threshold.
      Rational x(1);
      const Outcome& o =
          outcomes[static_cast<size_t>(random.integer(0, static_cast<int>(outcomes.size()) - 1))];
      if (j < 2 && o.P.sign() > 0 && o.Q.sign() > 0) x = o.Q / o.P;
      if (j == 3) x = number(testing::Random::text(random.log_uniform(0.01, 100)));
      CAPTURE(x.text());
      for (const Question q : kQuestions) {
        CAPTURE(static_cast<int>(q));
        check_exact(engine->answer(q, log_of(x), Effort{20}).value, exact(outcomes, q, x), 20);
      }
    }
  }
}

TEST_CASE("finite: two- and three-point sums against exact enumeration, ties included",
          "[cross][finite][THREE-POINT][BINOMIAL-WALK][TILTED-WINDOW]") {
  testing::Random random(312);
  for (int i = 0; i < testing::iterations(40); ++i) {
    const int d = random.integer(2, 3);
    Pair pair = random_pair(&random, d, false);
    const int n = d == 2 ? random.integer(20, 120) : random.integer(10, 32);
    const std::vector<Outcome> outcomes = listed({{pair, n}});
    const std::string text = text_of(pair) + "^" + std::to_string(n);
    CAPTURE(text);
    const Outcome& o =
        outcomes[static_cast<size_t>(random.integer(0, static_cast<int>(outcomes.size()) - 1))];
    const Rational x = i % 2 == 0 ? o.Q / o.P : o.Q / o.P * number("1.0001");
    CAPTURE(x.text());
    const auto engine = plan(Composition::parse(text), "auto");
    for (const Question q : kQuestions) {
      CAPTURE(static_cast<int>(q));
      check_exact(engine->answer(q, log_of(x), Effort{25}).value, exact(outcomes, q, x), 25);
    }
  }
}

TEST_CASE("finite: a million randomized responses against a sum in floating point",
          "[cross][finite][BINOMIAL-TAIL]") {
  const int N = 1000000;
  const Wide eps = Wide(1) / 100, high = 1 / (exp(eps) + 1), low = 1 - high;
  for (const int t : {20, 60, 400}) {
    // S = eps (2k - N): sums from the largest relevant loss down to t.
    const int first = (N + 100 * t) / 2 + 1;
    const int last = std::min(N, first + 40000);
    Wide mass = exp(lgamma(Wide(N + 1)) - lgamma(Wide(last + 1)) - lgamma(Wide(N - last + 1)) +
                    last * log(high) + (N - last) * log(low));
    const Wide step = exp(-2 * eps), down = low / high;
    Wide sum = 0, loss = exp(eps * (2 * last - N) - t);
    for (int k = last; k >= first; --k) {
      sum += mass * (loss - 1);
      mass *= down * k / (N - k + 1);
      loss *= step;
    }
    const Wide truth = exp(Wide(t)) * sum;
    const Ball value = answer("randomized_response(epsilon=0.01)^1000000", Question::delta,
                              plumbline::Real(Rational(t)), 25);
    const Ball expected = Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256});
    CAPTURE(t, value.decimal_bounds(28).first, truth.str(30));
    CHECK(value.relative_digits() >= 25);
    CHECK(certainly_less(abs(value / expected - 1), ball("1e-24")));
  }
}

TEST_CASE("finite: k-fold total-variation DP is Theorem 2 for all j", "[cross][finite]") {
  // Ghazi and Issa 2024, equation 5, evaluated as printed.
  const auto theorem = [](int k, int j, const Wide& eps, const Wide& delta, const Wide& eta) {
    const Wide e = exp(eps), alpha = 1 - (eta - delta) * (1 + e) / ((1 - delta) * (e - 1));
    Wide sum = 0;
    const auto binomial = [](int n, int m) {
      Wide b = 1;
      for (int i = 0; i < m; ++i) b = b * (n - i) / (i + 1);
      return b;
    };
    for (int a = 0; a <= k - j - 1; ++a) {
      for (int l = 0; l <= (k - j - a + 1) / 2 - 1; ++l) {
        sum += binomial(k, a) * binomial(k - a, l) * pow((1 - alpha) / (1 + e), k - a) *
               pow(alpha, a) * (exp((k - l - a) * eps) - exp((l + j) * eps));
      }
    }
    return Wide(1 - pow(1 - delta, k) * (1 - sum));
  };
  const auto check = [&](const std::string& eps, const std::string& delta, const std::string& eta,
                         int k) {
    const std::string text = "total_variation_dp(epsilon=" + eps + ",delta=" + delta +
                             ",eta=" + eta + ")^" + std::to_string(k);
    CAPTURE(text);
    const auto engine = plan(Composition::parse(text), "auto");
    for (int j = 0; j <= k; ++j) {
      const plumbline::Real t{number(eps) * Rational(j)};
      const Wide truth = theorem(k, j, Wide(eps), Wide(delta), Wide(eta));
      const Ball value = engine->answer(Question::delta, t, Effort{25}).value;
      CAPTURE(j, truth.str(30), value.decimal_bounds(30).first);
      const Ball expected = Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256});
      CHECK(certainly_less(abs(value - expected), ball("1e-25")));
      CHECK((value.is_exact() || value.relative_digits() >= 25));
    }
  };
  check("1", "0", "0.32348200814208", 5);
  check("1", "0", "0.3", 1);
  check("0.2", "0.01", "0.05", 17);
  check("0.5", "1e-4", "0.2", 30);
}

TEST_CASE("finite: composed approximate_dp is Kairouz, Oh, Viswanath and Murtagh, Vadhan",
          "[cross][finite]") {
  // Homogeneous composition: delta = 1 - (1-d)^k (1 - delta_j) for j = k mod 2.
  const int k = 20;
  const Wide eps = Wide(1) / 4, d = Wide("1e-3");
  for (int j = 0; j <= k; j += 2) {
    Wide sum = 0, binomial = 1;
    for (int l = 0; l <= (k - j) / 2 - 1; ++l) {
      sum += binomial * (exp((k - l) * eps) - exp((l + j) * eps));
      binomial = binomial * (k - l) / (l + 1);
    }
    const Wide truth = 1 - pow(1 - d, k) * (1 - sum / pow(1 + exp(eps), k));
    const Ball value = answer("approximate_dp(epsilon=1/4,delta=1e-3)^20", Question::delta,
                              plumbline::Real(Rational(j, 4)), 25);
    CHECK(certainly_less(
        abs(value - Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256})),
        ball("1e-27")));
  }
  // Heterogeneous composition, over all subsets (Murtagh, Vadhan 2016, Theorem 1.5).
  const std::vector<int> tenths{1, 3, 4, 7, 7, 9};
  std::string text;
  for (const int x : tenths) {
    text += (text.empty() ? "" : " * ") + std::string("approximate_dp(epsilon=") +
            std::to_string(x) + "/10,delta=" + std::to_string(x) + "e-5)";
  }
  for (const int t : {0, 5, 17}) {
    Wide sum = 0, scale = 1, rest = 1;
    for (const int x : tenths) {
      scale *= 1 + exp(Wide(x) / 10);
      rest *= 1 - x * Wide("1e-5");
    }
    for (unsigned subset = 0; subset < 64; ++subset) {
      Wide in = 0, out = 0;
      for (size_t i = 0; i < tenths.size(); ++i) {
        (((subset >> i) & 1U) != 0 ? in : out) += Wide(tenths[i]) / 10;
      }
      const Wide gain = exp(in) - exp(Wide(t) / 10) * exp(out);
      if (gain > 0) sum += gain;
    }
    const Wide truth = 1 - rest * (1 - sum / scale);
    const Ball value = answer(text, Question::delta, plumbline::Real(Rational(t, 10)), 25);
    CHECK(value.relative_digits() >= 25);
    CHECK(certainly_less(
        abs(value - Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256})),
        ball("1e-27")));
  }
}

TEST_CASE("finite: three losses against a convolution on their lattice",
          "[cross][finite][THREE-POINT][TILTED-WINDOW]") {
  testing::Random random(313);
  for (int i = 0; i < testing::iterations(12); ++i) {
    const std::string eps = testing::Random::text(random.log_uniform(0.01, 0.5));
    const std::string base =
        "randomized_response(epsilon=" + eps + ",k=" + std::to_string(random.integer(3, 6)) + ")";
    const int n = random.integer(50, 300);
    const Composition c = Composition::parse(base + "^" + std::to_string(n));
    const auto where = c.approximate_location(random.integer(0, 1));
    const plumbline::Real t(
        number(testing::Random::text(where.mean + where.deviation * random.uniform(-6, 6))));
    const Question q = kQuestions[random.integer(0, 6)];
    CAPTURE(base, n, t.approximate(), static_cast<int>(q));
    const Ball one = finite_entry().make(c)->answer(q, t, Effort{20}).value;
    // The exact law on the lattice, by repeated convolution in floating point.
    const Wide x = exp(Wide(eps));
    const int kk = std::stoi(base.substr(base.find("k=") + 2));
    const Wide keep = x / (x + kk - 1), flip = 1 / (x + kk - 1), zero = (kk - 2) / (x + kk - 1);
    std::vector<Wide> law(1, Wide(1));
    for (int step = 0; step < n; ++step) {
      std::vector<Wide> next(law.size() + 2, Wide(0));
      for (size_t m = 0; m < law.size(); ++m) {
        next[m] += law[m] * keep;
        next[m + 1] += law[m] * zero;
        next[m + 2] += law[m] * flip;
      }
      law = next;
    }
    Wide truth = 0;
    const Wide level = exp(Wide(t.rational()->text()));
    for (size_t m = 0; m < law.size(); ++m) {
      const Wide ratio = exp(Wide(eps) * (static_cast<int>(m) - n));
      const bool above = ratio > level;
      const Wide Q = law[m] * ratio;
      switch (q) {
        case Question::delta:
          if (above) truth += Q - level * law[m];
          break;
        case Question::one_minus_delta:
          truth += above ? Wide(level * law[m]) : Q;
          break;
        case Question::excess:
          if (!above) truth += level * law[m] - Q;
          break;
        case Question::P_above:
          if (above) truth += law[m];
          break;
        case Question::P_below:
          if (!above) truth += law[m];
          break;
        case Question::Q_above:
          if (above) truth += Q;
          break;
        case Question::Q_below:
          if (!above) truth += Q;
          break;
      }
    }
    CAPTURE(one.decimal_bounds(25).first, truth.str(30));
    CHECK(one.relative_digits() >= 20);
    const Ball expected = Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256});
    CHECK(certainly_less(abs(one / expected - 1), ball("1e-19")));
  }
}

TEST_CASE("finite: many losses and different factors against a convolution on their lattice",
          "[cross][finite][TYPE-SUM]") {
  // Losses in units of 1/2: 2x - 4 for discrete Laplace with b = 2, and -1, 0, 1 for k-ary response.
  struct Case {
    int laplace, response;
  };
  for (const auto& [n, m] : {Case{60, 0}, Case{25, 40}, Case{1, 300}, Case{130, 7}}) {
    std::string text = "discrete_laplace(b=2,sensitivity=4)^" + std::to_string(n);
    if (m > 0) text += " * randomized_response(epsilon=1/2,k=5)^" + std::to_string(m);
    const Wide q = exp(Wide(-1) / 2), x = exp(Wide(1) / 2);
    std::vector<Wide> law{Wide(1)};
    const auto convolve = [&](const std::vector<Wide>& step) {
      std::vector<Wide> next(law.size() + step.size() - 1, Wide(0));
      for (size_t i = 0; i < law.size(); ++i) {
        for (size_t j = 0; j < step.size(); ++j) next[i + j] += law[i] * step[j];
      }
      law = next;
    };
    const Wide end = 1 / (1 + q), inner = (1 - q) / (1 + q);
    const Wide zero = 0;
    for (int i = 0; i < n; ++i) {
      convolve({end, zero, inner * q, zero, inner * q * q, zero, inner * q * q * q, zero,
                end * q * q * q * q});
    }
    for (int i = 0; i < m; ++i) convolve({x / (x + 4), 3 / (x + 4), 1 / (x + 4)});
    const auto engine = plan(Composition::parse(text), "finite");
    for (const int t : {-3, 0, 10, n + m / 3}) {
      Wide delta = 0, P_below = 0;
      for (size_t i = 0; i < law.size(); ++i) {
        const int loss = static_cast<int>(i) - 4 * n - m;  // in units of 1/2
        if (loss > 2 * t) delta += law[i] * (exp(Wide(loss) / 2) - exp(Wide(t)));
        if (loss <= 2 * t) P_below += law[i];
      }
      CAPTURE(text, t);
      const auto check = [&](Question question, const Wide& truth) {
        const Ball value = engine->answer(question, plumbline::Real(Rational(t)), Effort{20}).value;
        const Ball expected = Ball(number(truth.str(60, std::ios_base::scientific)), Bits{256});
        CHECK(value.relative_digits() >= 20);
        CHECK(certainly_less(abs(value / expected - 1), ball("1e-19")));
      };
      check(Question::delta, delta);
      check(Question::P_below, P_below);
    }
  }
}

TEST_CASE("finite: binomial tails and walks", "[finite][BINOMIAL-TAIL][BINOMIAL-WALK]") {
  testing::Random random(314);
  const Poll poll = [] {};
  for (int i = 0; i < testing::iterations(40); ++i) {
    const long n = random.integer(1, 400);
    const Rational r = number(testing::Random::text(random.uniform(0.01, 0.99)));
    const Bits p{192};
    const Binomial law{n, Ball(r, p), Ball(Rational(1) - r, p)};
    // Exact masses, summed from the largest loss.
    std::vector<Rational> tail(static_cast<size_t>(n) + 2, Rational(0));
    const Rational s = Rational(1) - r;
    Rational mass = power(r, n);
    for (long k = n; k >= 0; --k) {
      tail[static_cast<size_t>(k)] = tail[static_cast<size_t>(k) + 1] + mass;
      if (k > 0) mass = mass * Rational(k) / Rational(n - k + 1) * s / r;
    }
    const long k = random.integer(0, static_cast<int>(n));
    CAPTURE(n, r.text(), k);
    const Rational truth = tail[static_cast<size_t>(k)];
    const Ball value = law.at_least(k, 20, poll);
    CHECK(value.contains(truth));
    CHECK(value.relative_digits() >= 19);
    const Ball bound = law.bound_at_least(k);
    CHECK(certainly_at_most(Ball(truth, p).lower(), bound));
    if (static_cast<double>(k) > 1.2 * static_cast<double>(n) * r.approximate() + 10) {
      CHECK(certainly_less(bound, Ball(truth, p) * 20));  // not excessively loose
    }
    // Updates from (n, k) to other points agree with a new sum.
    BinomialWalk walk(law.r, law.s, 40, poll);
    long m = n, at = k;
    for (int step = 0; step < 60; ++step) {
      const int move = random.integer(0, 3);
      if (move == 0) ++m;
      if (move == 1 && m > 0) --m;
      if (move == 2 && m > 0) {
        --m;
        --at;
      }
      if (move == 3) {
        ++m;
        ++at;
      }
      walk.move(m, at);
      const Ball fresh = Binomial{m, law.r, law.s}.at_least(at, 40, poll);
      CHECK(overlaps(walk.tail(), fresh));
      CHECK(certainly_less(abs(walk.tail() - fresh), ball("1e-30")));
    }
  }
}

TEST_CASE("finite: what is left out of a window is within its bound", "[finite][TILTED-WINDOW]") {
  testing::Random random(315);
  const Poll poll = [] {};
  for (int i = 0; i < testing::iterations(40); ++i) {
    const long n = random.integer(10, 3000);
    const Ball r = Ball(number(testing::Random::text(random.uniform(0.001, 0.999))), Bits{160});
    const double digits = random.uniform(1, 40);
    const auto w = finite_sums::count_range(n, r, ball("1", Bits{160}) - r, digits, Bits{160});
    const Binomial law{n, r, ball("1", Bits{160}) - r};
    const Binomial reverse{n, law.s, law.r};
    const Ball outside =
        law.at_least(w.high + 1, 20, poll) + reverse.at_least(n - w.low + 1, 20, poll);
    CAPTURE(n, r.approximate(), digits, w.low, w.high);
    CHECK(certainly_at_most(outside.lower(), w.outside.upper()));
    if (w.low > 0 || w.high < n) {
      CHECK(outside.log_approximate() / std::log(10) < -digits + 0.5);
      CHECK(w.outside.log_approximate() < std::log(50.0) + outside.log_approximate());
    }
  }
}

TEST_CASE("finite: far tails keep their digits", "[finite][TILTED-WINDOW]") {
  // delta is between e^-x and its square here: only the tilted window resolves it.
  for (const auto& [mechanism, t] :
       {std::pair{"randomized_response(epsilon=0.01,k=5)^1000000", "600"},
        std::pair{"randomized_response(epsilon=1,k=5)^1000000", "600000"},
        std::pair{"randomized_response(epsilon=1)^1000", "990"},
        std::pair{"finite(P=[0.1,0.2,0.7],Q=[0.3,0.2,0.5])^100000", "30000"}}) {
    CAPTURE(mechanism, t);
    for (const Question q : {Question::delta, Question::P_above, Question::Q_above}) {
      const Ball value = answer(mechanism, q, plumbline::Real(number(t)), 15);
      CHECK(value.relative_digits() >= 15);
      CHECK(value.log_approximate() < -250);
    }
    const Ball rest = answer(mechanism, Question::excess, plumbline::Real(number(t)), 15);
    CHECK(rest.relative_digits() >= 15);
  }
}

TEST_CASE("finite: what it does not cover is refused", "[finite]") {
  const auto refusal = [](const char* text) {
    return finite_entry().refusal(Composition::parse(text));
  };
  CHECK(refusal("randomized_response(epsilon=1)^1000000").empty());
  CHECK(refusal("randomized_response(epsilon=1,k=3)^1000000").empty());
  CHECK_FALSE(refusal("randomized_response(epsilon=1)^2 * gaussian(sigma=1)").empty());
  using Catch::Contains;
  CHECK_THAT(refusal("discrete_laplace(b=7,sensitivity=10)^100000"), Contains("too many"));
  CHECK_THAT(refusal("randomized_response(epsilon=1)^100000000000000000"), Contains("10^15"));
  CHECK_THROWS_WITH(plan(Composition::parse("finite(P=[0.5,0.5],Q=[0.2,0.8])^2"), "fourier"),
                    Contains("does not decay"));
}
