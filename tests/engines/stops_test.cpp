/// An engine that was stopped answers later questions like a fresh one: tested at each of its polls, for each
/// question.
#include "tests/stops.hpp"

#include <time.h>

#include <map>
#include <set>

#include "reference/engines/engine.hpp"
#include "reference/engines/planner.hpp"
#include "reference/quantities/privacy_profile.hpp"
#include "reference/quantities/quantities.hpp"
#include "reference/values/certified.hpp"
#include "tests/every.hpp"
#include "tests/long_work.hpp"
#include "tests/share.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Asked {
  Question question;
  std::string t;
  int digits;
};

/// The questions to an engine in turn: the first one is stopped, then all are asked.
struct Stopped {
  std::string engine, mechanism;
  std::vector<Asked> asked;
};

Enclosure ask(Engine& engine, const Asked& asked, StoppingPoll& poll) {
  return engine.answer(asked.question, Real(number(asked.t)), Effort{asked.digits, poll.poll()});
}

/// The answers of an engine that was not stopped, and the number of polls of the first one.
struct Fresh {
  std::vector<Ball> answers;
  long polls = 0;
};

Fresh fresh(const Stopped& c) {
  Fresh out;
  const auto engine = plan(Composition::parse(c.mechanism), c.engine);
  for (const Asked& asked : c.asked) {
    StoppingPoll poll;
    out.answers.push_back(ask(*engine, asked, poll).value);
    if (out.answers.size() == 1) out.polls = poll.calls();
  }
  return out;
}

/// Checks an engine that is stopped at a poll: all its enclosures contain the value, and those after the stop are as
/// tight as without it.
void check_stopped(const Stopped& c, const Fresh& expected, long at) {
  const auto engine = plan(Composition::parse(c.mechanism), c.engine);
  StoppingPoll stop(at);
  CAPTURE(c.engine, c.mechanism, at, expected.polls);
  CHECK(overlaps(ask(*engine, c.asked.front(), stop).value, expected.answers.front()));
  for (size_t i = 0; i < c.asked.size(); ++i) {
    const Asked& asked = c.asked[i];
    CAPTURE(static_cast<int>(asked.question), asked.t, asked.digits);
    StoppingPoll none;
    const Ball now = ask(*engine, asked, none).value, then = expected.answers[i];
    CAPTURE(now.decimal_bounds(20).first, now.decimal_bounds(20).second);
    CAPTURE(then.decimal_bounds(20).first, then.decimal_bounds(20).second);
    CHECK(overlaps(now, then));
    const double reached = then.relative_digits();
    const double wanted = std::min(reached, static_cast<double>(asked.digits)) - 0.3;
    if (then.contains_zero()) {
      CHECK(now.radius().log_approximate() <= then.radius().log_approximate() + 1);
    } else {
      CHECK(now.relative_digits() >= wanted);
    }
  }
}

long sweep(const Stopped& c, long most, Random& random) {
  const Fresh expected = fresh(c);
  const std::vector<long> points = stop_points(expected.polls, most, random);
  for (const long at : points) check_stopped(c, expected, at);
  return static_cast<long>(points.size());
}

constexpr const char* kSixGaussians =
    "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)*discrete_gaussian(sigma2=5.3)"
    "*discrete_gaussian(sigma2=7.7)*discrete_gaussian(sigma2=9.1)*discrete_gaussian(sigma2=12)";

}  // namespace

TEST_CASE("stops: two lists of points of which only one was made are not read as two",
          "[engines][stops][integer-gaussians][sweep]") {
  const Stopped c{
      "integer_gaussians",
      kSixGaussians,
      {{Question::delta, "2", 6}, {Question::delta, "2", 15}, {Question::delta, "3", 6}}};
  Random random(1);
  const int stops = of_sweep(4, 12);
  CHECK(sweep(c, stops, random) >= stops);
}

TEST_CASE("stops: every engine answers after a stop as one that was not stopped",
          "[engines][stops][sweep]") {
  const std::vector<Asked> usual = {
      {Question::delta, "1/2", 10}, {Question::P_above, "1/3", 8}, {Question::excess, "1/2", 12}};
  const std::vector<std::pair<std::string, std::string>> kept = {
      {"closed_form", "gaussian(sigma=1)^3"},
      {"laplace_sums", "laplace(b=1)^6*laplace(b=2)^4"},
      {"laplace_sums", "truncated_laplace(b=2,bound=30)^2"},
      {"finite", "randomized_response(epsilon=1)^20*binomial(n=3)"},
      {"integer_gaussians",
       "discrete_gaussian(sigma2=30)*discrete_gaussian(sigma2=41)*discrete_gaussian(sigma2=53)"},
      {"direct", "laplace(b=1)*gaussian(sigma=1)"},
      {"direct", "laplace(b=1)^2*gaussian(sigma=1)"},
      {"knots", "subsampled_laplace(b=1,p=0.3)^3"},
      {"knots", "laplace(b=1)^2*subsampled_laplace(b=1,p=0.1)"},
      {"conditioned", "randomized_response(epsilon=1)^5*subsampled_gaussian(sigma=1,p=0.1)"},
      {"conditioned", "skellam(mu=3)^3"},
      {"conditioned", "poisson(mu=4)^2*gaussian(sigma=2)"},
      {"shown_step", "random_allocation(sigma=0.3,t=4)"},
      {"edge", "subsampled_gaussian(sigma=0.3,p=0.1)^3"},
      {"disclosed", "subsampled_gaussian(sigma=0.02,p=0.1)^2*subsampled_gaussian(sigma=1,p=0.1)^9"},
      {"disclosed", "subsampled_laplace(b=0.01,p=0.2)^3*skellam(mu=3)^2"},
      {"fourier", "subsampled_gaussian(sigma=1,p=0.1)^10"},
      {"fourier", "random_allocation(sigma=2,t=5)"},
      {"fourier", "discrete_gaussian(sigma=2)^20"},
      {"bent", "without_replacement(sigma=1,n=20,batch=10)"},
      {"returns", "discrete_gaussian(sigma2=3)*discrete_gaussian(sigma2=4.1)"},
      {"lattice", "laplace(b=1)^2"},
      {"stated", "zcdp(rho=1/2)"},
      {"always_known", "subsampled_gaussian(sigma=1,p=0.1)^3"},
      {"auto", "subsampled(discrete_gaussian(sigma=3),p=0.1)^3"},
      {"auto", "skellam(mu=1)^4"},
      {"auto", "truncated_subsampled_gaussian(sigma=1,p=0.1,n=100,batch=12)^2"}};
  Random random(2);
  std::set<std::string> seen;
  for (const auto& [engine, mechanism] : kept) {
    // One mechanism for each engine; nightly runs have all.
    if (of_sweep(1, 3) == 1 && seen.count(engine) == 1) continue;
    std::vector<Asked> asked = usual;
    // Few digits, so that the engines finish quickly.
    const bool few = engine == "lattice" || engine == "bent";
    if (few || engine == "returns") {
      for (Asked& one : asked) one.digits = few ? 2 : 4;
    }
    if (engine == "stated") asked = {usual.front()};  // it has no law of the loss
    CAPTURE(engine, mechanism);
    // The few engines that finish so quickly that they do not poll.
    const std::set<std::string> short_ones{"closed_form", "laplace_sums", "finite", "always_known",
                                           "stated"};
    const bool asks = short_ones.count(engine) == 0;
    CHECK(sweep({engine, mechanism, asked}, of_sweep(1, 3), random) >= (asks ? 1 : 0));
    seen.insert(engine);
  }
  for (const EngineEntry& entry : engine_registry()) {
    CAPTURE(entry.name);
    CHECK(seen.count(entry.name) == 1);
  }
}

namespace {

/// Returns the processor time of this thread in seconds.
double own_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Returns the longest time without a poll in the first seconds of an answer.
double longest_gap(const char* engine, const char* mechanism, const Asked& asked) {
  const double enough = of_sweep(1, 8);
  const double begin = own_seconds();
  double last = begin, longest = 0;
  const Poll poll = [&] {
    const double now = own_seconds();
    longest = std::max(longest, now - last);
    last = now;
    if (now - begin > enough) throw Interrupted();
  };
  const auto made = plan(Composition::parse(mechanism), engine);
  made->answer(asked.question, Real(number(asked.t)), Effort{asked.digits, poll});
  return std::max(longest, own_seconds() - last);
}

}  // namespace

TEST_CASE("stops: engines poll within their longest stages", "[engines][stops][sweep]") {
  constexpr double kMost = 0.4;  // approximately 0.2 on an idle machine
  const struct {
    const char *engine, *mechanism;
    Asked asked;
  } cases[] = {
      {"conditioned", "skellam(mu=3)^8", {Question::delta, "1", 25}},
      {"fourier", "subsampled_gaussian(sigma=1,p=0.1)^20", {Question::delta, "2", 250}},
      {"knots", "subsampled_laplace(b=1,p=0.1)^2", {Question::P_above, "0.05", 250}},
      {"lattice", "without_replacement(sigma=2,n=1000,batch=10)^100", {Question::delta, "0.1", 15}},
      // Long sums over a line, and many sums at one contour.
      {"fourier", "random_allocation(sigma=0.1,t=1000)", {Question::excess, "-28", 15}},
      {"fourier", "random_allocation(sigma=0.1,t=1000)", {Question::P_above, "28", 10}},
  };
  for (const auto& c : cases) {
    CAPTURE(c.engine, c.mechanism);
    CHECK(longest_gap(c.engine, c.mechanism, c.asked) < kMost);
  }
}

TEST_CASE("stops: every engine ends soon after a limit of time", "[engines][stops][slow]") {
  constexpr double kLimit = 0.1, kSoon = 0.5;  // seconds of its own processor time
  std::set<std::string> seen;
  for (const LongWork& work : long_work()) {
    CAPTURE(work.engine, work.mechanism);
    PrivacyProfile profile(Composition::parse(work.mechanism), Direction::forward, work.engine);
    const double begin = own_seconds();
    const Poll poll = [&] {
      if (own_seconds() - begin > kLimit) throw Interrupted();
    };
    const Rational at = number(work.at);
    const Effort effort{work.digits, poll};
    const Ball found = work.quantity == "bayes" ? bayes_error(profile, at, effort).value()
                                                : profile.delta(Real(at), effort).value;
    CHECK(own_seconds() - begin < kLimit + kSoon);
    CHECK((found.contains_zero() || found.is_finite()));
    seen.insert(work.engine);
  }
  for (const EngineEntry& entry : engine_registry()) {
    CAPTURE(entry.name);
    CHECK(seen.contains(entry.name));
  }
}

TEST_CASE(
    "stops: an answer of digits far below the gap between coins shown and guessed is not sought",
    "[engines][disclosed]") {
  // The value is negligible compared with the gap of 10^-12: other engines compute it.
  const Composition composition = Composition::parse(
      "gaussian_mixture(sigma=3.54365407509955,shifts=[0,1,2],weights=[0.9,0.07,0.03])^7"
      "*subsampled_gaussian(sigma=0.0641688,p=0.9)^2415");
  const double begin = own_seconds();
  const Ball value =
      plan(composition, "disclosed")
          ->answer(Question::one_minus_delta, Real(number("3.4761")), Effort{9, [] {}})
          .value;
  CHECK(own_seconds() - begin < 1);
  CHECK(certainly_at_most(value, ball("1e-8")));
}
