/// The C interface compared with the library, and its response to invalid input.
#include <atomic>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "capi/plumbline.h"
#include "reference/api/plumbline.hpp"
#include "tests/support.hpp"

using namespace plumbline;
using namespace plumbline::testing;

namespace {

struct Free {
  void operator()(plumbline_answer* a) const { plumbline_free(a); }
  void operator()(plumbline_mechanism* m) const { plumbline_close(m); }
};
using Answer = std::unique_ptr<plumbline_answer, Free>;
using Opened = std::unique_ptr<plumbline_mechanism, Free>;

Opened opened(const std::string& expression) {
  plumbline_mechanism* out = nullptr;
  REQUIRE(plumbline_open(expression.c_str(), &out) == PLUMBLINE_OK);
  return Opened(out);
}

Answer asked(const Opened& m, const char* quantity, const char* at,
             const plumbline_options& options = {}) {
  plumbline_answer* out = nullptr;
  const plumbline_status status = plumbline_ask(m.get(), quantity, at, &options, &out);
  INFO(quantity << ": " << plumbline_error());
  REQUIRE(status == PLUMBLINE_OK);
  return Answer(out);
}

Answer derived(const plumbline_request& request, const plumbline_options& options = {}) {
  plumbline_answer* out = nullptr;
  const plumbline_status status = plumbline_derive(&request, &options, &out);
  INFO(request.quantity << ": " << plumbline_error());
  REQUIRE(status == PLUMBLINE_OK);
  return Answer(out);
}

std::string error_of(plumbline_status expected, plumbline_status status) {
  CHECK(status == expected);
  return plumbline_error();
}

}  // namespace

TEST_CASE("C: every quantity answers as the library does", "[capi]") {
  Random random(31);
  for (int round = 0; round < iterations(3); ++round) {
    const std::string expression =
        "subsampled_gaussian(sigma=" + Random::text(random.log_uniform(0.8, 2)) +
        ",p=" + Random::text(random.log_uniform(0.01, 0.3)) + ")^" +
        std::to_string(random.integer(2, 40));
    const Opened m = opened(expression);
    api::Mechanism mechanism(expression);
    CHECK(plumbline_expression(m.get()) == mechanism.expression());
    for (size_t i = 0; plumbline_quantity(i) != nullptr; ++i) {
      const std::string name = plumbline_quantity(i), argument = plumbline_quantity_argument(i);
      if (name == "minimax_prior") continue;  // takes seconds each time
      const std::string at = argument.empty()        ? ""
                             : argument == "delta"   ? "1e-4"
                             : argument == "epsilon" ? "1/2"
                                                     : "1/5";
      CAPTURE(expression, name, at);
      plumbline_options options{};
      options.digits = 12;
      options.direction = "forward";
      api::Options same;
      same.digits = 12;
      same.direction = Direction::forward;
      const api::CertifiedAnswer expected = mechanism.ask(name, at, same);
      const Answer found = asked(m, name.c_str(), at.empty() ? nullptr : at.c_str(), options);
      CHECK(plumbline_lower(found.get()) == expected.lower);
      CHECK(plumbline_upper(found.get()) == expected.upper);
      CHECK(plumbline_lower_double(found.get()) == expected.lower_double);
      CHECK(plumbline_upper_double(found.get()) == expected.upper_double);
      CHECK((plumbline_reached(found.get()) != 0) == expected.reached);
      CHECK(plumbline_engine_used(found.get()) == expected.engine);
      const std::string low = plumbline_lower_fraction(found.get());
      CHECK(low.find('/') != std::string::npos);
      CHECK(Rational::parse(low) == Rational::parse(expected.lower));
    }
  }
}

TEST_CASE("C: fractions are the decimals", "[capi]") {
  const Opened m = opened("gaussian(sigma=0.05)");
  for (const char* epsilon : {"0", "-3", "250", "1000", "1/3"}) {
    const Answer delta = asked(m, "delta", epsilon);
    CAPTURE(epsilon, plumbline_lower(delta.get()));
    CHECK(Rational::parse(plumbline_lower_fraction(delta.get())) ==
          Rational::parse(plumbline_lower(delta.get())));
    CHECK(Rational::parse(plumbline_upper_fraction(delta.get())) ==
          Rational::parse(plumbline_upper(delta.get())));
  }
}

TEST_CASE("C: an answer states the hypotheses of its mechanism, and warns of a mixed pair",
          "[capi]") {
  const Opened one = opened("gaussian(sigma=1,relation=replace)^2");
  const Answer delta = asked(one, "delta", "1");
  const auto stated = nlohmann::json::parse(plumbline_hypotheses(delta.get()));
  CHECK(stated["relation"] == "replace_one");
  CHECK(stated["dominates"] == true);
  CHECK(plumbline_other_hypotheses(delta.get()) == nullptr);
  CHECK(std::string(plumbline_warning(delta.get())).empty());
  const Opened mixed =
      opened("gaussian(sigma=1,relation=replace)*subsampled_gaussian(sigma=1,p=0.1)");
  const Answer number = asked(mixed, "delta", "1");
  CHECK(nlohmann::json::parse(plumbline_hypotheses(number.get()))["relation"] == "mixed");
  CHECK_THAT(plumbline_warning(number.get()), Catch::Contains("subsampled_gaussian"));

  const auto request = [](const char* quantity, const char* mechanism, const char* other,
                          const char* at) {
    return plumbline_request{quantity, mechanism, other, at, nullptr, 0, nullptr, 0};
  };
  const Answer two =
      derived(request("divergence", "laplace(b=1)", "subsampled_gaussian(sigma=1,p=0.5)", nullptr));
  CHECK(nlohmann::json::parse(plumbline_hypotheses(two.get()))["relation"] == "any");
  CHECK(nlohmann::json::parse(plumbline_other_hypotheses(two.get()))["relation"] == "add_remove");
  const Answer attack = derived(
      request("audited_epsilon", "trials(tp=140,fn=860,fp=2,tn=998,confidence=0.95,split=0.5)",
              nullptr, "1e-5"));
  CHECK(plumbline_hypotheses(attack.get()) == nullptr);
}

TEST_CASE("C: infinity is an answer", "[capi]") {
  const Opened m = opened("approximate_dp(epsilon=1,delta=0.1)");
  const Answer epsilon = asked(m, "epsilon", "0.01");
  CHECK(std::string(plumbline_lower(epsilon.get())) == "inf");
  CHECK(std::isinf(plumbline_upper_double(epsilon.get())));
  CHECK(plumbline_lower_fraction(epsilon.get()) == std::string());
  CHECK(plumbline_reached(epsilon.get()) == 1);
  const char* certificate = nullptr;
  CHECK(plumbline_certificate(epsilon.get(), &certificate) == PLUMBLINE_BAD_INPUT);
  CHECK(certificate == nullptr);
  plumbline_request renyi{};
  renyi.quantity = "renyi";
  renyi.mechanism = "approximate_dp(epsilon=1,delta=0.1)";
  renyi.at = "2";
  CHECK(std::string(plumbline_lower(derived(renyi).get())) == "inf");
}

TEST_CASE("C: requests of two mechanisms, calibrations and their certificates", "[capi]") {
  plumbline_request request{};
  request.quantity = "divergence";
  request.mechanism = "gaussian(sigma=1)";
  request.other = "laplace(b=1)";
  plumbline_options six{};
  six.digits = 6;
  const Answer divergence = derived(request, six);
  CHECK(plumbline_lower_double(divergence.get()) <= 0.005272208869670);
  CHECK(plumbline_upper_double(divergence.get()) >= 0.005272208869669);
  CHECK(plumbline_finding(divergence.get(), "prior") != nullptr);

  const plumbline_named target[] = {{"epsilon", "1"}, {"delta", "1e-5"}};
  plumbline_request calibrate{};
  calibrate.quantity = "calibrate";
  calibrate.mechanism = "gaussian(sigma=?)";
  calibrate.numbers = target;
  calibrate.number_count = 2;
  const Answer sigma = derived(calibrate);
  const char* safe = plumbline_finding(sigma.get(), "safe");
  REQUIRE(safe != nullptr);
  const Opened member = opened("gaussian(sigma=" + std::string(safe) + ")");
  CHECK(plumbline_upper_double(asked(member, "delta", "1").get()) <= 1e-5);
  const char* certificate = nullptr;
  REQUIRE(plumbline_certificate(sigma.get(), &certificate) == PLUMBLINE_OK);
  CHECK(std::string(certificate).find("\"plumbline") != std::string::npos);

  const auto refused = [&](const char* name) {
    const plumbline_named unknown[] = {{"epsilon", "1"}, {name, "1e-5"}};
    calibrate.numbers = unknown;
    plumbline_answer* none = nullptr;
    return error_of(PLUMBLINE_BAD_INPUT, plumbline_derive(&calibrate, nullptr, &none));
  };
  CHECK(refused("detla") == "calibrate takes no number 'detla'; did you mean 'delta'?");
  CHECK(refused("gamma").find("; got epsilon and gamma") != std::string::npos);

  plumbline_request moments{};
  moments.quantity = "moments";
  moments.mechanism = "gaussian(sigma=1)^3";
  plumbline_options forward{};
  forward.direction = "forward";
  const Answer found = derived(moments, forward);
  CHECK(plumbline_value_count(found.get()) > 3);
  CHECK(plumbline_value_name(found.get(), 0) == std::string("v2"));
  CHECK(plumbline_value_lower(found.get(), 1000) == nullptr);
}

TEST_CASE("C: the certificate of a requested value", "[capi]") {
  const Opened m = opened("gaussian(sigma=2)^50");
  const Answer delta = asked(m, "delta", "1");
  const char* certificate = nullptr;
  REQUIRE(plumbline_certificate(delta.get(), &certificate) == PLUMBLINE_OK);
  CHECK(std::string(certificate).find(plumbline_lower(delta.get())) != std::string::npos);
  const Answer irrational = asked(m, "delta", "log(3)");
  CHECK(error_of(PLUMBLINE_BAD_INPUT, plumbline_certificate(irrational.get(), &certificate))
            .find("rational") != std::string::npos);
}

TEST_CASE("C: bad input is a status and a line", "[capi]") {
  plumbline_mechanism* none = nullptr;
  CHECK_FALSE(error_of(PLUMBLINE_BAD_INPUT, plumbline_open("gauss(sigma=1)", &none)).empty());
  CHECK(none == nullptr);
  CHECK(error_of(PLUMBLINE_BAD_INPUT, plumbline_open(nullptr, &none)) == "expression is NULL");
  CHECK(error_of(PLUMBLINE_BAD_INPUT, plumbline_open("gaussian(sigma=1)", nullptr)) ==
        "out is NULL");
  const Opened m = opened("gaussian(sigma=1)");
  CHECK(std::string(plumbline_error()).empty());
  plumbline_answer* answer = nullptr;
  plumbline_options options{};
  const auto ask = [&](const char* quantity, const char* at) {
    return error_of(PLUMBLINE_BAD_INPUT, plumbline_ask(m.get(), quantity, at, &options, &answer));
  };
  CHECK_FALSE(ask("gamma", "1").empty());
  CHECK_FALSE(ask("delta", nullptr).empty());
  CHECK_FALSE(ask("delta", "one").empty());
  CHECK_FALSE(ask("tv", "1").empty());
  CHECK_FALSE(ask("epsilon", "2").empty());
  CHECK_FALSE(ask(nullptr, "2").empty());
  options.digits = -1;
  CHECK_FALSE(ask("delta", "1").empty());
  options.digits = 0;
  options.direction = "sideways";
  CHECK_FALSE(ask("delta", "1").empty());
  options.direction = nullptr;
  options.engine = "magic";
  CHECK_FALSE(ask("delta", "1").empty());
  CHECK(answer == nullptr);
  plumbline_request request{};
  request.quantity = "divergence";
  request.mechanism = "gaussian(sigma=1)";
  CHECK_FALSE(error_of(PLUMBLINE_BAD_INPUT, plumbline_derive(&request, nullptr, &answer)).empty());
}

TEST_CASE("C: many arguments at once, up to the first that fails", "[capi]") {
  const Opened m = opened("gaussian(sigma=1)");
  const char* at[] = {"1", "2", "three", "4"};
  plumbline_answer* answers[4] = {};
  size_t failed = 0;
  CHECK(plumbline_ask_all(m.get(), "delta", at, 4, nullptr, answers, &failed) ==
        PLUMBLINE_BAD_INPUT);
  CHECK(failed == 2);
  CHECK(answers[2] == nullptr);
  CHECK(plumbline_lower_double(answers[0]) > plumbline_upper_double(answers[1]));
  plumbline_free(answers[0]);
  plumbline_free(answers[1]);
}

TEST_CASE("C: stopping", "[capi]") {
  const Opened m = opened("subsampled_gaussian(sigma=0.7,p=0.3)^5 * laplace(b=3)^4");
  plumbline_options options{};
  options.digits = 40;
  options.stop = [](void*) { return 1; };
  plumbline_answer* answer = nullptr;
  const plumbline_status status = plumbline_ask(m.get(), "delta", "1", &options, &answer);
  if (status == PLUMBLINE_OK) {
    CHECK(plumbline_reached(answer) == 0);
  } else {
    CHECK(status == PLUMBLINE_STOPPED);
  }
  plumbline_free(answer);
}

TEST_CASE("C: saying stop once is enough", "[capi]") {
  const Opened m = opened("subsampled_gaussian(sigma=0.7,p=0.3)^5 * laplace(b=3)^4");
  int calls = 0;
  plumbline_options options{};
  options.digits = 60;
  options.context = &calls;
  options.stop = [](void* context) { return ++*static_cast<int*>(context) == 3 ? 1 : 0; };
  plumbline_answer* answer = nullptr;
  if (plumbline_ask(m.get(), "delta", "1", &options, &answer) == PLUMBLINE_OK) {
    CHECK(plumbline_reached(answer) == 0);
  }
  CHECK(calls == 3);
  plumbline_free(answer);
}

TEST_CASE("C: different mechanisms in different threads", "[capi]") {
  std::atomic<int> right{0};
  const auto work = [&](int i) {
    const std::string expression = "gaussian(sigma=" + std::to_string(i + 1) + ")";
    plumbline_mechanism* m = nullptr;
    plumbline_answer* a = nullptr;
    if (plumbline_open(expression.c_str(), &m) == PLUMBLINE_OK &&
        plumbline_ask(m, "tv", nullptr, nullptr, &a) == PLUMBLINE_OK) {
      const double truth = std::erf(1 / (2 * std::sqrt(2.0) * (i + 1)));
      if (std::fabs(plumbline_lower_double(a) - truth) < 1e-14) ++right;
    }
    plumbline_free(a);
    plumbline_close(m);
    plumbline_thread_end();
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back(work, i);
  for (std::thread& t : threads) t.join();
  CHECK(right == 4);
}
