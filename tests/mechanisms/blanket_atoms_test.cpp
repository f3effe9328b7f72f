/// Rounds of shuffled answers of few users, compared with sums over all histograms of two rounds, built one answer at
/// a time.
#include "reference/mechanisms/shuffled/blanket_atoms.hpp"

#include <array>
#include <map>

#include "reference/engines/engine.hpp"
#include "reference/engines/finite/finite_law.hpp"
#include "reference/engines/finite/type_laws.hpp"
#include "reference/mechanisms/shuffled/blanket_response.hpp"
#include "reference/mechanisms/shuffled/shuffled_clones.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

const Bits kBits{256};

/// Counts of zeros, ones and other answers.
using Counted = std::array<long, 3>;
using Chances = std::array<Ball, 3>;
using Histograms = std::map<Counted, Ball>;

void add(const Counted& counts, const Ball& mass, Histograms* law) {
  law->emplace(counts, Ball(kBits)).first->second += mass;
}

/// Returns the law after one more answer, which is missing with probability `nothing`.
Histograms plus(const Histograms& law, const Chances& chances, const Ball& nothing) {
  Histograms out;
  for (const auto& [counts, mass] : law) {
    add(counts, mass * nothing, &out);
    for (size_t v = 0; v < chances.size(); ++v) {
      Counted next = counts;
      ++next[v];
      add(next, mass * chances[v], &out);
    }
  }
  return out;
}

struct Round {
  std::vector<Ball> P, Q;
};

/// Returns a round of one user and n - 1 others, who answer with these probabilities and are silent otherwise.
Round round_of(long n, const Chances& other, const Ball& silent, const Chances& user) {
  Histograms law{{Counted{}, Ball::integer(1, kBits)}};
  for (long i = 1; i < n; ++i) law = plus(law, other, silent);
  const Ball none(kBits);
  const Histograms P = plus(law, user, none), Q = plus(law, {user[1], user[0], user[2]}, none);
  Round out;
  for (const auto& [counts, mass] : P) {
    out.P.push_back(mass);
    out.Q.push_back(Q.at(counts));
  }
  return out;
}

/// Returns k-ary randomized response; k need not be an integer.
Round response(long n, const Ball& odds, const Ball& k) {
  const Ball flip = Ball::integer(1, kBits) / (odds + (k - 1)), rest = flip * (k - 2);
  return round_of(n, {flip, flip, rest}, Ball::integer(1, kBits) - flip * k,
                  {flip * odds, flip, rest});
}

Round clones(long n, const Ball& odds) {
  const Ball one = Ball::integer(1, kBits), none(kBits), half = one / (odds * 2);
  return round_of(n, {half, half, none}, one - half * 2,
                  {odds / (odds + 1), one / (odds + 1), none});
}

Ball delta_of_two(const Round& a, const Round& b, const std::string& epsilon) {
  const Ball x = exp(ball(epsilon));
  Ball sum(kBits);
  for (size_t i = 0; i < a.P.size(); ++i) {
    for (size_t j = 0; j < b.P.size(); ++j) {
      sum += max(a.Q[i] * b.Q[j] - x * a.P[i] * b.P[j], Ball(kBits));
    }
  }
  return sum;
}

void check_rounds(const std::string& first, const Round& a, const std::string& second,
                  const Round& b) {
  for (const char* epsilon : {"-0.4", "0", "0.15", "0.7"}) {
    CAPTURE(first, second, epsilon);
    const Ball found = forward_delta(first + "*" + second, epsilon);
    CHECK(overlaps(found, delta_of_two(a, b, epsilon)));
    CHECK(found.relative_digits() >= 15);
  }
}

}  // namespace

TEST_CASE("shuffled blankets: two rounds of few users against all pairs of histograms",
          "[mechanisms][shuffled][BLANKET-ATOMS]") {
  const Ball e = exp(Ball::integer(1, kBits)), k3 = Ball::integer(3, kBits);
  const Round krr = response(4, e, k3), binary = response(5, e, Ball::integer(2, kBits)),
              laplace = response(4, e, sqrt(e) + 1), cloned = clones(5, e);
  const std::string by_krr = "shuffled_krr(epsilon0=1,n=4,k=3)",
                    by_binary = "shuffled_krr(epsilon0=1,n=5,k=2)",
                    by_laplace = "shuffled_laplace(b=1,n=4)",
                    by_clones = "shuffled_clones(epsilon0=1,n=5)";
  check_rounds(by_krr, krr, by_krr, krr);
  check_rounds(by_laplace, laplace, by_krr, krr);
  check_rounds(by_clones, cloned, by_clones, cloned);
  check_rounds(by_binary, binary, by_laplace, laplace);
}

TEST_CASE("shuffled blankets: all losses of few users against sums of tails",
          "[mechanisms][shuffled][BLANKET-ATOMS]") {
  for (const long n : {2L, 7L, 30L}) {
    const std::string number_of = ",n=" + std::to_string(n);
    const Mechanism krr = Composition::parse("shuffled_krr(epsilon0=0.7" + number_of + ",k=5)")
                              .factors()
                              .front()
                              .mechanism;
    const Mechanism clones = Composition::parse("shuffled_clones(epsilon0=0.7" + number_of + ")")
                                 .factors()
                                 .front()
                                 .mechanism;
    const BlanketResponse blanket(number("0.7"), n, plumbline::Real(Rational(5)), "pair");
    const ShuffledClones summed(number("0.7"), n);
    REQUIRE(krr->atoms() != nullptr);
    REQUIRE(clones->atoms() != nullptr);
    for (const char* at : {"-0.69", "-0.1", "0", "0.03", "0.5", "0.699"}) {
      CAPTURE(n, at);
      const plumbline::Real t(number(at));
      const auto meet = [](const LossTails& a, const LossTails& b) {
        for (const auto side :
             {&LossTails::P_above, &LossTails::P_below, &LossTails::Q_above, &LossTails::Q_below}) {
          CHECK(overlaps(a.*side, b.*side));
          if (certainly_positive(a.*side)) CHECK((a.*side).relative_digits() >= 25);
        }
      };
      meet(krr->tails(t, kBits), blanket.tails(t, kBits));
      meet(clones->tails(t, kBits), summed.tails(t, kBits));
    }
  }
  CHECK_FALSE(blanket_has_few_losses(31, false));
  CHECK_FALSE(blanket_has_few_losses(121, true));
}

TEST_CASE("finite: sums that no precision tells apart are taken together", "[engines][finite]") {
  // Few losses, in rounds whose sums almost all occur in several ways.
  for (const char* mechanism :
       {"shuffled_clones(epsilon0=1,n=3)^6",
        "shuffled_clones(epsilon0=1,n=2)^3*shuffled_krr(epsilon0=1,n=2,k=2)^3"}) {
    for (const char* epsilon : {"0", "0.5"}) {
      CAPTURE(mechanism, epsilon);
      const Ball found = forward_delta(mechanism, epsilon, "finite");
      CHECK(found.relative_digits() >= 15);
      check_meet(found, forward_delta(mechanism, epsilon, "lattice", 4), 4);
    }
  }
}

TEST_CASE("finite: atoms taken together lie in one ball", "[engines][finite][NEAR-ATOMS]") {
  using finite_sums::Atom;
  const Ball one = Ball::integer(1, kBits), zero(kBits);
  finite_sums::Atoms atoms{{Ball::hull(one, one * 3), one, {}},
                           {Ball::hull(zero, one * 2), one * 2, {}},
                           {one * 7, one, {}}};
  REQUIRE(finite_sums::sort_by_value(&atoms, [] {}));
  REQUIRE(atoms.size() == 2);
  CHECK(atoms[0].value.contains_zero());
  CHECK((atoms[0].value - 3).contains_zero());
  CHECK((atoms[0].mass - 3).contains_zero());
  atoms = {{Ball::hull(zero, one), one, {1}}, {Ball::hull(zero, one), one, {2}}};
  CHECK_FALSE(finite_sums::sort_by_value(&atoms, [] {}));
}

TEST_CASE("finite: a loss between t and a threshold beside it is paid for",
          "[engines][finite][TIE-SHIFT]") {
  // One loss of mass 9/10 under P slightly above t, the other far below; the threshold is slightly above the first
  // loss.
  const Ball one = Ball::integer(1, kBits), P = Ball(Rational(9, 10UL), kBits),
             loss(Rational(1, 20UL), kBits), w(Rational(1, 10UL), kBits), zero(kBits),
             t = loss - w * Ball(Rational(99, 100UL), kBits);
  const Ball Q = P * exp(loss), x = exp(t), delta = Q - x * P;
  const auto found = [&](Question question, const Ball& value) {
    return finite_sums::past_ties(question, value, t, w);
  };
  CHECK(overlaps(found(Question::delta, zero), delta));
  CHECK(overlaps(found(Question::excess, x - 1), delta - 1 + x));
  CHECK(overlaps(found(Question::one_minus_delta, one), one - delta));
}
