/// Above threshold: probabilities of outcomes compared with integrals by quadrature, and the variants of Lyu, Su and
/// Li 2017.
#include "reference/mechanisms/laplace/above_threshold.hpp"

#include <boost/math/distributions/laplace.hpp>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>

#include "reference/arithmetic/constants.hpp"
#include "tests/mechanisms/pair_checks.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

std::vector<Rational> list(const std::vector<const char*>& texts) {
  std::vector<Rational> out;
  for (const char* text : texts) out.push_back(Rational::parse(text));
  return out;
}

double cdf_at(double x, double scale) {
  return cdf(boost::math::laplace_distribution<double>(0, scale), x);
}

/// Returns the probability of the outcome of one query if the noisy threshold is x.
double seen_at(const SparseVector& run, double answer, long what, double x) {
  const double b = run.b_queries.approximate();
  if (b == 0) return (answer >= x) == (what > 0) ? 1 : 0;
  if (what == 0) return cdf_at(x - answer, b);
  if (run.edges.empty()) return 1 - cdf_at(x - answer, b);
  const auto i = static_cast<size_t>(what);
  const double low = i < 2 ? -1e9 : run.edges[i - 2].approximate();
  const double high = i > run.edges.size() ? 1e9 : run.edges[i - 1].approximate();
  return std::max(0.0, cdf_at(high - answer, b) - cdf_at(std::max(x, low) - answer, b));
}

/// Integrates a run with one threshold by steps of 1/4 between -60 and 60, which contain all corners.
double by_quadrature(const SparseVector& run, const std::vector<Rational>& answers,
                     const SparseOutcome& seen) {
  const boost::math::laplace_distribution<double> threshold(run.threshold.approximate(),
                                                            run.b_threshold.approximate());
  double sum = 0;
  for (double from = -60; from < 60; from += 0.25) {
    sum += boost::math::quadrature::gauss_kronrod<double, 15>::integrate(
        [&](double x) {
          double product = pdf(threshold, x);
          for (size_t i = 0; i < seen.size(); ++i) {
            product *= seen_at(run, answers[i].approximate(), seen[i], x);
          }
          return product;
        },
        from, from + 0.25, 0);
  }
  return sum;
}

std::vector<SparseVector> runs() {
  const auto with = [](const char* threshold, const char* queries) {
    return SparseVector{Rational::parse(threshold), Rational::parse(queries),
                        Rational::parse("1/4")};
  };
  SparseVector stops = with("1", "2"), printed = with("2", "1.5"), bare = with("1.5", "0");
  stops.cutoff = 2;
  printed.edges = list({"0.5"});
  SparseVector equal = with("2", "2");  // the rates cancel
  return {with("1", "3"), stops, printed, bare, equal};
}

const char* const kAnswers[] = {"0", "1", "-0.5"};

std::vector<Rational> answers() { return list({std::begin(kAnswers), std::end(kAnswers)}); }

}  // namespace

TEST_CASE("above threshold: outcomes against quadrature, and all of them together",
          "[mechanisms][ABOVE-THRESHOLD]") {
  for (const SparseVector& run : runs()) {
    const auto outcomes = sparse_outcomes(run, answers().size(), 1000);
    REQUIRE(outcomes);
    Ball sum(Bits{128});
    size_t possible = 0;
    for (const SparseOutcome& seen : *outcomes) {
      CHECK(is_whole_outcome(run, answers().size(), seen));
      const auto here = outcome_probability(run, answers(), seen, Bits{128});
      const double other = by_quadrature(run, answers(), seen);
      if (!here) {
        CHECK(other < 1e-12);
        continue;
      }
      ++possible;
      CHECK(here->approximate() == Approx(other).epsilon(1e-9).margin(1e-13));
      sum += *here;
      // The enclosure with few bits contains the one with many bits.
      const Ball few = *outcome_probability(run, answers(), seen, Bits{64}),
                 many = *outcome_probability(run, answers(), seen, Bits{512});
      CHECK(few.contains(many));
      CHECK(many.relative_digits() > 100);
    }
    CHECK(sum.contains(Ball::integer(1, Bits{64})));
    CHECK(sum.relative_digits() > 25);
    CHECK(possible >= 4);
  }
}

TEST_CASE("above threshold: a threshold drawn anew forgets what was before",
          "[mechanisms][above-threshold]") {
  SparseVector run{Rational(1), Rational(2), Rational(0)};
  run.redraw = true;
  const auto at = [&](const std::vector<Rational>& of, const SparseOutcome& seen) {
    return outcome_probability(run, of, seen, Bits{128})->approximate();
  };
  const double first = at(list({"0", "1"}), {0, 1}), second = at(list({"-1", "3"}), {0, 0});
  CHECK(at(list({"0", "1", "-1", "3"}), {0, 1, 0, 0}) == Approx(first * second).epsilon(1e-14));
}

TEST_CASE("above threshold: the pair is that of all outcomes", "[mechanisms][above-threshold]") {
  for (const SparseVector& run : runs()) {
    const auto P_list = answers(), Q_list = list({"1", "0.5", "-0.75"});
    const auto outcomes = *sparse_outcomes(run, P_list.size(), 1000);
    const Mechanism pair = above_threshold(run, P_list, Q_list, {});
    CAPTURE(pair->expression());
    check_round_trip(pair->expression());
    std::vector<std::pair<double, double>> masses;
    for (const SparseOutcome& seen : outcomes) {
      masses.emplace_back(by_quadrature(run, P_list, seen), by_quadrature(run, Q_list, seen));
    }
    for (const char* epsilon : {"0", "0.4", "1.1"}) {
      double truth = 0;
      for (const auto& [P, Q] : masses) {
        truth += std::max(0.0, Q - std::exp(number(epsilon).approximate()) * P);
      }
      const Ball delta = forward_delta(pair->expression(), epsilon);
      CHECK(delta.relative_digits() > 12);
      CHECK(delta.approximate() == Approx(truth).epsilon(1e-8));
      // A single outcome reveals no more than the list.
      const std::string one = above_threshold(run, P_list, Q_list, outcomes.front())->expression();
      check_round_trip(one);
      CHECK(forward_delta(one, epsilon).approximate() <= truth * (1 + 1e-8));
    }
  }
}

TEST_CASE("above threshold: the broken variants are refuted, the sound one is not",
          "[mechanisms][above-threshold]") {
  const std::string apart = ",answers=[0,0,0,0,0,0],others=[1,1,1,-1,-1,-1],seen=[0,0,0,1,1,1]";
  // Algorithm 1 for epsilon 1, half of it for the threshold; Algorithm 4, whose noise does not grow with the cutoff;
  // Algorithm 6, without a cutoff.
  const auto delta_at_one = [](const std::string& text) {
    PrivacyProfile profile(Composition::parse("above_threshold(" + text + ")"), Direction::worst,
                           "auto");
    return profile.delta(Real(kOne), Effort{12}).value.approximate();
  };
  CHECK(delta_at_one("b_threshold=2,b_queries=12,cutoff=3" + apart) == 0);
  CHECK(delta_at_one("b_threshold=4,b_queries=4/3,cutoff=3" + apart) > 1e-3);
  CHECK(delta_at_one("b_threshold=2,b_queries=2" + apart) > 1e-3);
  // Algorithm 5: no noise on the queries, which makes an outcome impossible.
  CHECK(delta_at_one("b_threshold=2,b_queries=0,answers=[1,0],others=[0,1],seen=[0,1]") ==
        Approx((1 - std::exp(-0.5)) / 2).epsilon(1e-12));
  // Algorithm 3: it prints the noisy answers above the threshold.
  const std::string printed =
      "b_threshold=2,b_queries=2,cutoff=1,edges=[-0.01,0.01],answers=[1,1,1,1,1,1,0],"
      "others=[0,0,0,0,0,0,1],seen=[0,0,0,0,0,0,2]";
  CHECK(delta_at_one(printed) > 0);
  CHECK(delta_at_one("b_threshold=2,b_queries=4,answers=[0,0],others=[1,1],cutoff=1") == 0);
}

TEST_CASE("above threshold: never more than attained", "[mechanisms][above-threshold]") {
  const std::string text =
      "above_threshold(b_threshold=1,b_queries=2,answers=[0,1],others=[1,0],cutoff=1)";
  const HypothesesPtr h = read_open_expression(text).front().hypotheses();
  CHECK(stated_attainment(*h) == Attained::family);
  CHECK_FALSE(is_dominating(*h));
  for (const char* bad :
       {"b_threshold=0,b_queries=1,answers=[0],others=[1]",
        "b_threshold=1,b_queries=-1,answers=[0],others=[1]",
        "b_threshold=1,b_queries=1,answers=[0],others=[1,2]",
        "b_threshold=1,b_queries=1,answers=[0,0],others=[1,2],cutoff=0",
        "b_threshold=1,b_queries=1,answers=[0,0],others=[1,2],cutoff=1,seen=[1,0]",
        "b_threshold=1,b_queries=1,answers=[0,0],others=[1,2],seen=[2,0]",
        "b_threshold=1,b_queries=1,answers=[0,0],others=[1,2],redraw=maybe",
        "b_threshold=1,b_queries=1,answers=[0,0],others=[1,2],edges=[1,1]",
        "b_threshold=1,b_queries=1,answers=[0,0,0,0,0,0,0,0,0,0,0],"
        "others=[1,1,1,1,1,1,1,1,1,1,1]"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(Composition::parse(std::string("above_threshold(") + bad + ")"),
                    std::invalid_argument);
  }
  CHECK(forward_delta("above_threshold(b_threshold=1,b_queries=1,answers=[0,0],others=[0,0])", "0")
            .is_exactly_zero());
}
