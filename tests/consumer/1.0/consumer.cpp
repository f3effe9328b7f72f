/// A program for version 1.0.0 of plumbline/plumbline.hpp, which uses every name of it: it goes on compiling and running.
#include <cmath>
#include <iostream>
#include <plumbline/plumbline.hpp>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

namespace api = plumbline::api;
int failures = 0;

void check(bool is_true, const std::string& what) {
  if (is_true) return;
  std::cout << "FAILED: " << what << "\n";
  ++failures;
}

bool contains(const api::CertifiedAnswer& answer, double x) {
  return answer.reached && answer.lower_double <= x && x <= answer.upper_double &&
         !answer.engine.empty() && std::stod(answer.lower) <= x * (1 + 1e-12) &&
         std::stod(answer.upper) >= x * (1 - 1e-12);
}

void check_answers() {
  api::Mechanism mechanism("gaussian(sigma=1)");
  api::Options options;
  long polls = 0;
  options.direction = plumbline::Direction::worst;
  options.digits = 8;
  options.engine = "auto";
  options.stop = [&polls] { return ++polls < 0; };
  check(mechanism.expression() == "gaussian(sigma=1)", "expression");
  check(contains(mechanism.delta("1", options), 0.12693673750664397), "delta");
  check(contains(mechanism.delta(api::Number(1.0), options), 0.12693673750664397),
        "delta at a double");
  check(contains(mechanism.ask("delta", std::string("1"), options), 0.12693673750664397), "ask");
  check(contains(mechanism.ask("advantage", options), std::erf(std::sqrt(0.125))),
        "ask without an argument");
  check(contains(mechanism.total_variation(options), std::erf(std::sqrt(0.125))),
        "total_variation");
  check(mechanism.epsilon("1e-5").reached, "epsilon");
  check(mechanism.tradeoff("0.1").reached && mechanism.rero("0.1").reached &&
            mechanism.bayes("0.5").reached,
        "curves");
  const auto renyi = mechanism.renyi(2);
  check(renyi && renyi->lower_double <= 1 && renyi->upper_double >= 1, "renyi");
  const api::BoundingDouble upper = mechanism.delta("1").upper_double;
  std::ostringstream text;
  text << upper;
  check(text.str() == upper.text() && upper.side() == api::BoundingDouble::Side::above,
        "text of an end");
}

void check_functions() {
  api::Mechanism first("laplace(b=1)"), second("gaussian(sigma=1)");
  const api::DivergenceAnswer divergence = api::divergence(first, second);
  check(divergence.value.reached && divergence.prior.reached, "divergence");
  const api::CalibrationAnswer sigma =
      api::calibrate("gaussian(sigma=?)^4", {{"epsilon", "2"}, {"delta", "1e-5"}});
  check(sigma.value.reached && sigma.safe && sigma.safe_double && *sigma.safe_double > 3.5,
        "calibrate");
  bool delta = false;
  for (const api::NamedQuantity& quantity : api::quantity_names()) {
    delta = delta || (quantity.name == "delta" && quantity.argument == "epsilon" &&
                      !quantity.summary.empty());
  }
  check(delta && !api::engine_names().empty() && !api::mechanism_names().empty(), "names");
}

template <class Error>
bool fails(const std::string& expression, const std::string& epsilon) {
  try {
    api::Mechanism(expression).delta(epsilon);
  } catch (const Error& error) {
    return std::string(error.what()).size() > 1;
  }
  return false;
}

void check_errors() {
  check(fails<plumbline::UnknownName>("gausian(sigma=1)", "1"), "UnknownName");
  check(fails<plumbline::OutOfDomain>("gaussian(sigma=-1)", "1"), "OutOfDomain");
  check(fails<std::invalid_argument>("gaussian(sigma=1)", "one"), "invalid_argument");
  check(std::is_base_of_v<std::invalid_argument, plumbline::NotCovered>, "NotCovered");
  check(std::is_base_of_v<std::logic_error, plumbline::Contradiction>, "Contradiction");
}

}  // namespace

int main() {
  check_answers();
  check_functions();
  check_errors();
  std::cout << "the program for 1.0.0: " << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}
