/// Private selection: the certified bounds compared with the law of the best of K runs, summed over k.
#include "reference/quantities/selection/selection.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "reference/quantities/moments.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/quantities/selection/worst_base.hpp"
#include "tests/share.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

using Wide = boost::multiprecision::cpp_bin_float_50;

constexpr Bits kBits{256};

/// A law of K as an expression, and its probabilities from k = 0 until they are negligible.
struct Law {
  std::string text;
  std::vector<Wide> shares;
};

std::vector<Wide> normalized(std::vector<Wide> shares) {
  const Wide sum = std::accumulate(shares.begin(), shares.end(), Wide(0));
  for (Wide& share : shares) share /= sum;
  return shares;
}

/// Returns shares with share(k+1)/share(k) = ratio(k), starting at `first`.
template <class Ratio>
std::vector<Wide> shares_by(int first, const Ratio& ratio) {
  std::vector<Wide> out(static_cast<size_t>(first), Wide(0));
  Wide share = 1, largest = 1;
  for (int k = first; share > largest * Wide("1e-45"); ++k) {
    out.push_back(share);
    share *= ratio(k);
    if (share > largest) largest = share;
  }
  return normalized(out);
}

Law random_law(Random& random) {
  const std::string gamma = Random::text(random.log_uniform(0.02, 0.9));
  const Wide g(gamma);
  switch (random.integer(0, 4)) {
    case 0:
      return {"geometric(gamma=" + gamma + ")", shares_by(1, [&](int) { return Wide(1 - g); })};
    case 1:
      return {"logarithmic(gamma=" + gamma + ")",
              shares_by(1, [&](int k) { return Wide((1 - g) * k / (k + 1)); })};
    case 2: {
      const std::string eta = Random::text(random.uniform(-0.9, 3));
      const Wide e(eta);
      return {"negative_binomial(eta=" + eta + ",gamma=" + gamma + ")",
              shares_by(1, [&](int k) { return Wide((1 - g) * (k + e) / (k + 1)); })};
    }
    case 3: {
      const std::string mu = Random::text(random.log_uniform(0.3, 20));
      return {"poisson(mu=" + mu + ")",
              shares_by(0, [&](int k) { return Wide(Wide(mu) / (k + 1)); })};
    }
    default: {
      const int n = random.integer(1, 12);
      const std::string p = Random::text(random.uniform(0.05, 0.95));
      const Wide odds = Wide(p) / (1 - Wide(p));
      return {"binomial(n=" + std::to_string(n) + ",p=" + p + ")",
              shares_by(0, [&](int k) { return Wide(odds * (n - k) / (k + 1)); })};
    }
  }
}

using Masses = std::vector<Wide>;

/// Returns the law of the best of K outputs, the best output first: Pr[best is y] = sum_k Pr[K = k] (Pr[none
/// better]^k - Pr[none better, and not y]^k); the last entry is the probability of no run.
Masses best_of(const Masses& base, const Law& law) {
  Masses out;
  Wide left = 1;
  for (const Wide& mass : base) {
    const Wide next = left - mass < 0 ? Wide(0) : Wide(left - mass);
    Wide sum = 0, a = 1, b = 1;
    for (const Wide& share : law.shares) {
      sum += share * (a - b);
      a *= left;
      b *= next;
    }
    out.push_back(sum);
    left = next;
  }
  out.push_back(law.shares[0]);
  return out;
}

Wide hockey_stick(const Masses& q, const Masses& p, const Wide& epsilon) {
  Wide sum = 0;
  const Wide odds = exp(epsilon);
  for (size_t i = 0; i < q.size(); ++i) sum += std::max(Wide(0), Wide(q[i] - odds * p[i]));
  return sum;
}

/// A base with a few outputs, as integer shares of a common total.
struct Base {
  std::string text;
  Masses P, Q;
};

Base random_base(Random& random) {
  const int outputs = random.integer(2, 6);
  const double spread = random.log_uniform(0.05, 2);
  std::vector<long> p, q;
  for (int i = 0; i < outputs; ++i) {
    const double mass = random.log_uniform(0.02, 1);
    p.push_back(1 + static_cast<long>(1e4 * mass * std::exp(random.uniform(-spread, spread))));
    q.push_back(1 + static_cast<long>(1e4 * mass * std::exp(random.uniform(-spread, spread))));
  }
  const long P = std::accumulate(p.begin(), p.end(), 0L),
             Q = std::accumulate(q.begin(), q.end(), 0L);
  Base out;
  std::string left, right;
  for (int i = 0; i < outputs; ++i) {
    const auto n = static_cast<size_t>(i);
    const std::string comma = i > 0 ? "," : "";
    left += comma + std::to_string(p[n]) + "/" + std::to_string(P);
    right += comma + std::to_string(q[n]) + "/" + std::to_string(Q);
    out.P.push_back(Wide(p[n]) / P);
    out.Q.push_back(Wide(q[n]) / Q);
  }
  out.text = "finite(P=[" + left + "],Q=[" + right + "])";
  return out;
}

/// Permutes the outputs: sorted by loss with some moved, like the worst orders, or arbitrary.
void shuffle(Random& random, Base* base) {
  std::vector<size_t> order(base->P.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const int kind = random.integer(0, 2);
  std::vector<double> key;
  for (size_t i = 0; i < order.size(); ++i) {
    const double loss = static_cast<double>(Wide(base->Q[i] / base->P[i]));
    key.push_back(kind == 0 ? random.uniform(0, 1) : kind == 1 ? loss : -loss);
  }
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return key[a] < key[b]; });
  Masses p, q;
  for (const size_t i : order) {
    p.push_back(base->P[i]);
    q.push_back(base->Q[i]);
  }
  base->P = p;
  base->Q = q;
}

/// Checks that the exact value is at most the upper end, up to rounding of the independent computation.
void check_at_most(const Wide& truth, const Ball& bound) {
  const Wide upper(bound.decimal_bounds(40).second);
  CAPTURE(truth.str(20), upper.str(20));
  CHECK(truth <= upper + Wide("1e-35"));
}

SelectedValue selected_delta(const std::string& base, const std::string& runs,
                             const std::string& epsilon, Direction direction, int digits = 15) {
  const PrivacyProfile profile(Composition::parse(base), direction);
  Selection selection(profile, RunLaw::parse(runs), Effort{digits});
  return selection.delta(Real(number(epsilon)));
}

}  // namespace

TEST_CASE(
    "selection: no law of a finite base exceeds the bounds",
    "[quantities][selection][SELECTION][SELECTION-RANK][SELECTION-CELLS][SELECTION-RENYI][sweep]") {
  Random random(4071);
  for (int i = 0; i < of_sweep(2, 8); ++i) {
    Base base = random_base(random);
    const Law law = random_law(random);
    const bool forward = random.integer(0, 1) == 0;
    CAPTURE(base.text, law.text, forward);
    const PrivacyProfile profile(Composition::parse(base.text),
                                 forward ? Direction::forward : Direction::reverse);
    Selection selection(profile, RunLaw::parse(law.text), Effort{12});
    const std::string order = Random::text(random.uniform(0.3, 20));
    const Ball renyi = selection.renyi(number(order)).bound->value();
    std::vector<std::pair<std::string, Ball>> bounds;
    for (int k = 0; k < 3; ++k) {
      const std::string epsilon = k == 0 ? "0" : Random::text(random.log_uniform(0.02, 4));
      bounds.emplace_back(epsilon, selection.delta(Real(number(epsilon))).bound->value());
    }
    for (int k = 0; k < 12; ++k) {
      shuffle(random, &base);
      const Masses q = best_of(forward ? base.Q : base.P, law),
                   p = best_of(forward ? base.P : base.Q, law);
      for (const auto& [epsilon, bound] : bounds) {
        check_at_most(hockey_stick(q, p, Wide(epsilon)), bound);
      }
      Wide sum = 0;
      for (size_t y = 0; y < q.size(); ++y) {
        if (p[y] > 0) sum += pow(q[y], Wide(order)) * pow(p[y], 1 - Wide(order));
      }
      if (Wide(order) != 1) check_at_most(log(sum) / (Wide(order) - 1), renyi);
    }
  }
}

TEST_CASE("selection: what one base attains is its law's", "[quantities][selection]") {
  // Order of the outputs: small losses, the event, small losses, the event, the rest.
  const std::string base = "finite(P=[0.1,0.2,0.3,0.4],Q=[0.3,0.3,0.25,0.15])";
  PrivacyProfile profile(Composition::parse(base), Direction::forward);
  const Masses q = {Wide("0.15") / 2, Wide("0.15"), Wide("0.15") / 2, Wide("0.15"), 0};
  const Masses p = {Wide("0.2"), Wide("0.05"), Wide("0.2"), Wide("0.05"), 0};
  const std::vector<BaseBlock> blocks = {{number("0.2"), number("0.05")},
                                         {number("0.4"), number("0.1")}};
  Random random(12);
  for (int i = 0; i < iterations(10); ++i) {
    const Law law = random_law(random);
    CAPTURE(law.text);
    const auto runs = RunLaw::parse(law.text);
    const EventMasses found = event_masses(profile, *runs, blocks, Effort{25});
    const Masses with = best_of(q, law), without = best_of(p, law);
    CHECK(abs(Wide(found.q.decimal_bounds(30).first) - with[1] - with[3]) < Wide("1e-24"));
    CHECK(abs(Wide(found.p.decimal_bounds(30).first) - without[1] - without[3]) < Wide("1e-24"));
    Wide mean = 0;
    for (size_t k = 0; k < law.shares.size(); ++k) mean += law.shares[k] * k;
    CHECK(abs(Wide(runs->mean(kBits).decimal_bounds(40).first) / mean - 1) < Wide("1e-30"));
  }
}

TEST_CASE("selection: pure privacy is known exactly",
          "[quantities][selection][SELECTION-PURE][SELECTION-CELLS][SELECTION-RANK]") {
  const auto pure = [](const std::string& runs, const std::string& base) {
    const PrivacyProfile profile(Composition::parse(base), Direction::forward);
    Selection selection(profile, RunLaw::parse(runs), Effort{15});
    return selection.epsilon(Rational(0));
  };
  const auto check_tight = [](const SelectedValue& found, const Ball& truth) {
    CAPTURE(truth.decimal_bounds(20).first, found.bound->value().decimal_bounds(20).first,
            found.attained->value().decimal_bounds(20).first);
    CHECK(!certainly_less(found.bound->value(), truth));
    CHECK(!certainly_less(truth, found.attained->value()));
    CHECK((found.bound->value() - found.attained->value()).approximate() < 1e-9);
  };
  for (const char* epsilon : {"0.1", "3"}) {
    const std::string base = "randomized_response(epsilon=" + std::string(epsilon) + ")";
    CAPTURE(epsilon);
    const Ball e = ball(epsilon), odds = exp(e);
    for (const char* eta : {"0", "1", "2.5"}) {
      // Smaller than the (2 + eta) epsilon of Liu and Talwar (eta = 1) and Papernot and Steinke.
      const Ball gamma = ball("0.1"), ratio = log((odds + gamma) / (odds * gamma + 1));
      const std::string runs = "negative_binomial(eta=" + std::string(eta) + ",gamma=0.1)";
      const SelectedValue found = pure(runs, base);
      check_tight(found, e + (ball(eta) + 1) * ratio);
      CHECK(certainly_less(found.bound->value(), (ball(eta) + 2) * e));
    }
    // All of n runs agree: n epsilon, which is the maximum.
    for (const long n : {2L, 10L}) {
      check_tight(pure("fixed(n=" + std::to_string(n) + ")", base), e * n);
    }
    CHECK(certainly_at_most(pure("law(probabilities=[0,0,1/2,1/2,0])", base).bound->value(),
                            e * 3 + ball("1e-12")));
    // Poisson: epsilon plus mu times the total variation.
    const Ball variation = (odds - 1) / (odds + 1);
    check_tight(pure("poisson(mu=7)", base), e + variation * 7);
  }
}

TEST_CASE("selection: where bound and base meet", "[quantities][selection][SELECTION][sweep]") {
  // The worst order has the mass of infinite loss first: no run has it with probability f(1 - delta).
  const SelectedValue mass = selected_delta("approximate_dp(epsilon=0,delta=0.001)",
                                            "geometric(gamma=0.1)", "1", Direction::forward);
  const Ball truth =
      Ball::integer(1, kBits) - RunLaw::parse("geometric(gamma=0.1)")->below(ball("0.001"));
  check_meet(mass.bound->value(), truth, 14);
  check_meet(mass.attained->value(), truth, 14);
  // A single run is the base itself.
  PrivacyProfile gauss(Composition::parse("gaussian(sigma=2)"), Direction::worst);
  const Certified once = delta(gauss, Real(number("1.5")), Effort{15});
  const SelectedValue one = selected_delta("gaussian(sigma=2)", "once()", "1.5", Direction::worst);
  check_meet(one.bound->value(), once.value(), 14);
  CHECK(one.attained->value().approximate() == Approx(once.value().approximate()).epsilon(0.01));
  // In the tails both ends are within a few percent of each other.
  const char* laws[] = {"geometric(gamma=0.1)", "poisson(mu=10)", "logarithmic(gamma=0.05)",
                        "negative_binomial(eta=0.5,gamma=0.01)"};
  int index = 0;
  for (const char* law : laws) {
    if (!of_list(index++, 2)) continue;
    CAPTURE(law);
    const SelectedValue tail = selected_delta("gaussian(sigma=5)", law, "2", Direction::forward, 8);
    const double ratio = (tail.bound->value() / tail.attained->value()).approximate();
    CHECK(ratio >= 1);
    CHECK(ratio < 1.12);
  }
}

TEST_CASE("selection: the larger profile alone, for all bases that have it",
          "[quantities][selection][SELECTION][SELECTION-RANK][SELECTION-PURE][sweep]") {
  Random random(2218);
  for (int i = 0; i < of_sweep(1, 6); ++i) {
    // Two outcomes: the test has level a and type II error b. The trade-off function of the larger of both profiles
    // has corners (a, b) and (b, a): a symmetric base of three outcomes.
    const long total = 1000, a = random.integer(30, 450), b = random.integer(30, 450);
    const auto share = [&](long n) { return std::to_string(n) + "/" + std::to_string(total); };
    const std::string text = "finite(P=[" + share(a) + "," + share(total - a) + "],Q=[" +
                             share(total - b) + "," + share(b) + "])";
    const long low = std::min(a, b), high = std::max(a, b);
    Base symmetric;
    for (const long n : {low, high - low, total - high}) symmetric.P.push_back(Wide(n) / total);
    symmetric.Q = {symmetric.P[2], symmetric.P[1], symmetric.P[0]};
    const Law law = random_law(random);
    CAPTURE(text, law.text);
    const PrivacyProfile profile(Composition::parse(text), Direction::worst);
    Selection all(profile, RunLaw::parse(law.text), Effort{12}, BaseKnown::larger_profile);
    Selection pair(profile, RunLaw::parse(law.text), Effort{12});
    const Extended pure = all.epsilon(Rational(0)).bound;
    for (const char* epsilon : {"0", "0.4", "1.1", "2"}) {
      const Ball bound = all.delta(Real(number(epsilon))).bound->value();
      const SelectedValue less = pair.delta(Real(number(epsilon)));
      CHECK(!certainly_less(bound, less.attained->value()));
      for (int k = 0; k < 12; ++k) {
        shuffle(random, &symmetric);
        const Masses q = best_of(symmetric.Q, law), p = best_of(symmetric.P, law);
        check_at_most(hockey_stick(q, p, Wide(epsilon)), bound);
        if (!pure) continue;
        for (size_t y = 0; y < q.size(); ++y) {
          if (p[y] > 0) check_at_most(log(q[y] / p[y]), pure->value());
        }
      }
    }
    CHECK_THROWS_AS(all.renyi(Rational(2)), std::invalid_argument);
  }
  // An example in which the larger profile requires more than the pair itself, and attains it.
  const PrivacyProfile profile(Composition::parse("finite(P=[0.522,0.478],Q=[0.074,0.926])"),
                               Direction::worst);
  const auto runs = RunLaw::parse("geometric(gamma=0.1)");
  Selection all(profile, runs, Effort{12}, BaseKnown::larger_profile),
      pair(profile, runs, Effort{12});
  CHECK(pair.epsilon(Rational(0)).bound->value().approximate() == Approx(3.1206).epsilon(1e-4));
  CHECK(all.epsilon(Rational(0)).bound->value().approximate() == Approx(4.4130).epsilon(1e-4));
  CHECK(all.epsilon(Rational(0)).attained->value().approximate() == Approx(4.4130).epsilon(1e-4));
}

TEST_CASE("selection: nothing beyond the pure bound",
          "[quantities][selection][SELECTION-PURE][sweep]") {
  int index = 0;
  for (const char* base : {"laplace(b=1)", "randomized_response(epsilon=1,k=2)",
                           "finite(P=[0.522,0.478],Q=[0.074,0.926])"}) {
    if (!of_list(index++, 3)) continue;
    CAPTURE(base);
    const PrivacyProfile profile(Composition::parse(base), Direction::worst);
    Selection selection(profile, RunLaw::parse("geometric(gamma=0.1)"), Effort{12});
    const Ball pure = selection.epsilon(Rational(0)).bound->value();
    const Real after = Real::exactly((pure + ball("1e-9")).upper()),
               before = Real::exactly((pure - ball("1e-9")).lower());
    CHECK(selection.delta(after).bound->value().is_exactly_zero());
    CHECK(certainly_positive(selection.delta(before).bound->value()));
    const SelectedValue found = selection.epsilon(number("1e-9"));
    CHECK(certainly_at_most(found.bound->value(), pure));
    CHECK(certainly_positive(found.attained->value()));
  }
}

TEST_CASE("selection: no more than as many runs cost as there may be",
          "[quantities][selection][SELECTION-PURE][SELECTION-RENYI]") {
  const Composition base = Composition::parse("randomized_response(epsilon=1)");
  const PrivacyProfile profile(base, Direction::worst);
  for (const char* runs : {"fixed(n=3)", "binomial(n=3,p=1)", "law(probabilities=[0,0,0,1])"}) {
    CAPTURE(runs);
    Selection selection(profile, RunLaw::parse(runs), Effort{12});
    const SelectedValue found = selection.epsilon(number("1e-12"));
    CHECK(certainly_at_most(found.bound->value(), ball("3.000001")));
    CHECK(certainly_at_most(ball("2.9999"), found.attained->value()));
    CHECK(selection.delta(number("3.001")).bound->value().is_exactly_zero());
    const Extended one = plumbline::renyi(base, Rational(2), Direction::worst, Effort{12});
    const Ball all = one.value().value() * 3, several = selection.renyi(Rational(2)).bound->value();
    CHECK(certainly_at_most(several, all + ball("1e-9")));
    // The worst order of two outputs: either all three runs have the worse output or not.
    const Ball odds = exp(ball("1")), q = odds / (odds + 1), p = ball("1") / (odds + 1);
    const Ball cube_q = q * q * q, cube_p = p * p * p, rest_q = ball("1") - cube_q,
               rest_p = ball("1") - cube_p;
    CHECK(certainly_at_most(log(cube_q * cube_q / cube_p + rest_q * rest_q / rest_p), several));
  }
}

TEST_CASE("selection: never above what all the runs together cost",
          "[quantities][selection][SELECTION-RUNS]") {
  struct Setting {
    const char *base, *runs, *all, *delta;
  };
  for (const auto& [base, runs, all, D] :
       {Setting{"gaussian(sigma=4)", "fixed(n=10)", "gaussian(sigma=4)^10", "1e-6"},
        Setting{"laplace(b=10)", "fixed(n=40)", "laplace(b=10)^40", "1e-5"},
        Setting{"gaussian(sigma=1)", "binomial(n=2,p=1)", "gaussian(sigma=1)^2", "1e-6"}}) {
    CAPTURE(base, runs);
    PrivacyProfile profile(Composition::parse(base), Direction::worst),
        together(Composition::parse(all), Direction::worst);
    Selection selection(profile, RunLaw::parse(runs), Effort{8});
    const SelectedValue found = selection.epsilon(number(D));
    const Ball most = epsilon(together, number(D), Effort{12}).value().value();
    CHECK(certainly_at_most(found.bound->value(), most + ball("1e-6")));
    CHECK(certainly_at_most(found.attained->value(), found.bound->value()));
    const SelectedValue at = selection.delta(Real(number("0.5")));
    CHECK(certainly_at_most(at.bound->value(),
                            together.delta(Real(number("0.5")), Effort{12}).value + ball("1e-8")));
    CHECK(certainly_at_most(at.attained->value(), at.bound->value()));
  }
}

TEST_CASE("selection: what is attained where delta is moderate", "[quantities][selection][sweep]") {
  // For one run the event contains only the largest losses, so the whole profile is attained.
  const PrivacyProfile profile(Composition::parse("gaussian(sigma=2)"), Direction::worst);
  Selection once(profile, RunLaw::parse("once()"), Effort{10});
  PrivacyProfile direct(Composition::parse("gaussian(sigma=2)"), Direction::worst);
  int index = 0;
  for (const char* delta : {"0.1", "0.01"}) {
    if (!of_list(index++, 2)) continue;
    const double truth = epsilon(direct, number(delta), Effort{10})->value().approximate();
    CHECK(once.epsilon(number(delta)).attained->value().approximate() ==
          Approx(truth).epsilon(0.01));
  }
  Selection many(profile, RunLaw::parse("geometric(gamma=0.1)"), Effort{10});
  CHECK(many.epsilon(number("0.1")).attained->value().approximate() > 0.9);
}

TEST_CASE("selection: epsilon is where delta is met", "[quantities][selection][SELECTION]") {
  for (const char* law : {"geometric(gamma=0.1)", "poisson(mu=5)"}) {
    const PrivacyProfile profile(Composition::parse("laplace(b=3)^4 * gaussian(sigma=4)"),
                                 Direction::forward);
    Selection selection(profile, RunLaw::parse(law), Effort{10});
    const SelectedValue found = selection.epsilon(number("1e-5"));
    const Ball e = found.bound->value();
    CHECK(found.bound->reached());
    const Real before = Real::exactly((e.lower() - ball("1e-6")).midpoint()),
               after = Real::exactly((e.upper() + ball("1e-6")).midpoint());
    CHECK(certainly_less(ball("1e-5"), selection.delta(before).bound->value()));
    CHECK(certainly_less(selection.delta(after).bound->value(), ball("1e-5")));
    // At slightly less than the attained epsilon, one base has more than delta.
    const Ball least = found.attained->value();
    CHECK(certainly_less(least, e));
    const Real there = Real::exactly((least - ball("1e-3")).midpoint());
    CHECK(certainly_less(ball("1e-5"), selection.delta(there).attained->value()));
  }
}

TEST_CASE("selection: below the published bounds", "[quantities][selection][slow]") {
  // Papernot and Steinke 2022, Theorem 2, at the best of many orders; Koskela, Redberg and Wang 2024: E[K]
  // delta(epsilon - (1 + eta) log(e^t + (1-gamma)/gamma delta(t))), at the best of many t.
  const std::string base = "gaussian(sigma=3)";
  const double gamma = 0.05, eta = 1, mean = 1 / gamma, mu2 = 1. / 9;
  const PrivacyProfile profile(Composition::parse(base), Direction::worst);
  Selection selection(profile, RunLaw::parse("geometric(gamma=0.05)"), Effort{10});
  double constant = HUGE_VAL;
  for (double order = 1.01; order < 1000; order *= 1.01) {
    constant = std::min(constant, (1 - 1 / order) * order * mu2 / 2 - std::log(gamma) / order);
  }
  for (const char* order : {"2", "8", "32"}) {
    const double a = std::stod(order);
    const double theirs = a * mu2 / 2 + (1 + eta) * constant + std::log(mean) / (a - 1);
    CHECK(selection.renyi(number(order)).bound->value().approximate() < theirs);
  }
  PrivacyProfile direct(Composition::parse(base), Direction::worst);
  const auto delta_at = [&](double t) {
    return direct.delta(Real(Rational::from_binary64(t)), Effort{10}).value.approximate();
  };
  for (const char* epsilon : {"1.5", "3", "4"}) {
    double best = HUGE_VAL;
    for (double t = 0; t < 2; t += 0.02) {
      const double shift = (1 + eta) * std::log(std::exp(t) + (1 - gamma) / gamma * delta_at(t));
      best = std::min(best, mean * delta_at(std::stod(epsilon) - shift));
    }
    CHECK(selection.delta(Real(number(epsilon))).bound->value().approximate() < best);
  }
}

TEST_CASE("selection: laws by their mean", "[quantities][selection]") {
  Random random(811);
  for (int i = 0; i < iterations(10); ++i) {
    const std::string mean = Random::text(random.log_uniform(1.01, 500)),
                      eta = Random::text(random.uniform(-0.9, 4));
    CAPTURE(mean, eta);
    for (const std::string& law : {"geometric(mean=" + mean + ")", "logarithmic(mean=" + mean + ")",
                                   "negative_binomial(eta=" + eta + ",mean=" + mean + ")"}) {
      const auto runs = RunLaw::parse(law);
      CHECK(runs->text() == law);
      const Ball found = runs->mean(Bits{256});
      CHECK(overlaps(found, ball(mean)));
      CHECK(found.relative_digits() > 60);
    }
    const auto by_mean = RunLaw::parse("geometric(mean=" + mean + ")"),
               by_gamma =
                   RunLaw::parse("geometric(gamma=" + (Rational(1) / number(mean)).text() + ")");
    CHECK(overlaps(by_mean->weight(ball("0.3")), by_gamma->weight(ball("0.3"))));
    CHECK(overlaps(by_mean->below(ball("0.3")), by_gamma->below(ball("0.3"))));
  }
  CHECK(RunLaw::parse("logarithmic(mean=1)")->weight(ball("0.7")).contains(Rational(1)));
  for (const char* law : {"geometric(mean=0.5)", "logarithmic(mean=1e12)",
                          "geometric(mean=2,gamma=0.5)", "negative_binomial(mean=3)"}) {
    CHECK_THROWS_AS(RunLaw::parse(law), std::invalid_argument);
  }
}

TEST_CASE("selection: what is not a law or a question is refused in one line",
          "[quantities][selection]") {
  for (const char* runs :
       {"", "geometric", "geometric()", "geometric(gamma=0)", "geometric(gamma=1)",
        "geometric(gamma=0.1,eta=2)", "geometric(gamma=0.1,gamma=0.2)", "poisson(mu=-1)",
        "binomial(n=1.5,p=0.1)", "negative_binomial(eta=-1,gamma=0.1)", "sometimes(n=3)",
        "law(probabilities=[0.5,0.6])", "law(probabilities=[1])", "law(probabilities=0.5)",
        "fixed(n=0)", "geometric(gamma=x)", "binomial(n=3)"}) {
    CAPTURE(runs);
    CHECK_THROWS_AS(RunLaw::parse(runs), std::invalid_argument);
  }
  for (const char* runs : {"once()", "fixed(n=5)", "geometric(gamma=0.1)", "logarithmic(gamma=0.1)",
                           "negative_binomial(eta=-0.5,gamma=0.1)", "poisson(mu=2.5)",
                           "binomial(n=20,p=0.5)", "law(probabilities=[0,0.5,0.5])"}) {
    CHECK(RunLaw::parse(runs)->text() == runs);
  }
  CHECK_THROWS_AS(selected_delta("gaussian(sigma=1)", "once()", "-1", Direction::worst),
                  std::invalid_argument);
  CHECK_THROWS_AS(selected_delta("gaussian(sigma=1)", "once()", "-1e-400", Direction::worst),
                  std::invalid_argument);
  const PrivacyProfile profile(Composition::parse("gaussian(sigma=1)"), Direction::worst);
  Selection selection(profile, RunLaw::parse("poisson(mu=2)"), Effort{8});
  CHECK(selection.epsilon(Rational(0)).bound.is_infinite());
  CHECK_THROWS_AS(selection.epsilon(Rational(1)), std::invalid_argument);
  CHECK_THROWS_AS(selection.renyi(Rational(0)), std::invalid_argument);
}

TEST_CASE("selection: a stated guarantee costs at most what all runs together cost",
          "[quantities][selection][SELECTION-RUNS]") {
  struct Setting {
    const char *base, *runs, *all, *member;
  };
  for (const auto& [base, runs, all, member] :
       {Setting{"zcdp(rho=0.01)", "fixed(n=2)", "zcdp(rho=0.02)", "gaussian(sigma2=50)"},
        Setting{"zcdp(rho=1/8)", "binomial(n=5,p=0.5)", "zcdp(rho=5/8)", "gaussian(sigma2=4)"},
        Setting{"rdp(orders=[2,8],bounds=[1/25,4/25])", "law(probabilities=[0,1/2,0,1/2])",
                "rdp(orders=[2,8],bounds=[3/25,12/25])", "gaussian(sigma2=25)"}}) {
    CAPTURE(base, runs);
    const auto law = RunLaw::parse(runs);
    PrivacyProfile profile(Composition::parse(base), Direction::worst),
        together(Composition::parse(all), Direction::worst),
        one(Composition::parse(member), Direction::forward);
    Selection selection(profile, law, Effort{8}), of_member(one, law, Effort{6});
    const Ball plain = epsilon(together, number("1e-6"), Effort{8}).value().value();
    const SelectedValue found = selection.epsilon(number("1e-6"));
    CHECK(certainly_at_most(found.bound->value(), plain + ball("1e-6")));
    CHECK(found.attained->value().is_exactly_zero());
    // A Gaussian satisfies the guarantee, and selection from it costs at most as much.
    const Ball less = of_member.epsilon(number("1e-6")).attained->value();
    CHECK(certainly_positive(less));
    CHECK(certainly_at_most(less, found.bound->value()));
    const Ball delta = selection.delta(number("1")).bound->value();
    CHECK(certainly_at_most(
        delta, plumbline::delta(together, Real(number("1")), Effort{8}).value() + ball("1e-9")));
  }
}
