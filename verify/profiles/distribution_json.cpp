#include "verify/profiles/distribution_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "reference/arithmetic/ball.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "verify/base/text/strict_json.hpp"
#include "verify/profiles/mass_collector.hpp"

namespace plumbline {
namespace {

using nlohmann::json;

constexpr int kDeepestDistribution = 4;
/// Number of digits of the mass of infinite loss, if a file states the logarithm of the finite mass.
constexpr int kInfiniteDigits = 60;
constexpr Bits kInfiniteBits{512};

Rational exact_number(const json& value, const std::string& name) {
  if (!value.is_number()) throw std::invalid_argument(name + " must be a number");
  if (value.is_number_float()) return Rational::from_binary64(value.get<double>());
  return Rational::parse(value.dump());
}

const json& member(const json& object, const char* name) {
  const auto at = object.find(name);
  if (at == object.end()) {
    throw std::invalid_argument("has no field " + std::string(name) + "; " + kDistributionForms);
  }
  return *at;
}

Rational number_in(const json& object, const char* name) {
  return exact_number(member(object, name), name);
}

Rational number_or_zero(const json& object, const char* name) {
  return object.contains(name) ? number_in(object, name) : Rational(0);
}

Rational index_in(const json& object, const char* name) {
  const json& value = member(object, name);
  if (!value.is_number_integer()) {
    throw std::invalid_argument(std::string(name) + " must be an integer");
  }
  return exact_number(value, name);
}

Rational step_in(const json& object) {
  const Rational step = number_in(object, "discretization");
  if (step.sign() <= 0) throw std::invalid_argument("discretization must be above 0");
  return step;
}

const json& masses_in(const json& object, const char* name) {
  const json& masses = member(object, name);
  if (!masses.is_array()) {
    throw std::invalid_argument(std::string(name) + " must be an array of numbers");
  }
  return masses;
}

/// Adds masses at the losses loss, loss + step, ...; each mass is multiplied by `factor`.
void add_row(const json& masses, const char* name, Rational loss, const Rational& step,
             const Rational& factor, MassCollector& into) {
  const std::string each = "each of " + std::string(name);
  for (const json& mass : masses) {
    into.add(loss, exact_number(mass, each) * factor);
    loss = loss + step;
  }
}

void add_sparse(const json& masses, const Rational& step, MassCollector& into) {
  if (!masses.is_object()) throw std::invalid_argument("loss_probs must be an object");
  for (const auto& [name, mass] : masses.items()) {
    const Rational index = Rational::parse(name);
    if (!index.is_integer()) throw std::invalid_argument("loss_probs has an index " + name);
    into.add(index * step, exact_number(mass, "each of loss_probs"));
  }
}

LossMasses pmf_masses(const json& object) {
  const Rational step = step_in(object);
  MassCollector collected;
  collected.infinite = number_in(object, "infinity_mass");
  const auto sparse = object.find("loss_probs");
  if (sparse != object.end()) {
    add_sparse(*sparse, step, collected);
  } else {
    add_row(masses_in(object, "probs"), "probs", index_in(object, "lower_loss") * step, step,
            Rational(1), collected);
  }
  return collected.masses();
}

/// Returns 1 - e^{log_pmc_inf} to 60 digits; 0 if the logarithm is 0.
Rational infinite_mass_of(const Rational& logarithm) {
  if (logarithm.is_zero()) return Rational(0);
  const Ball mass = -expm1(Ball(logarithm, kInfiniteBits));
  return decimal_near(mass, kInfiniteDigits);
}

/// Converts the format of prv_accountant: with q as the mass of infinite loss, delta is (1 - q) times the delta of the
/// finite losses, plus q. For the upper end, epsilon_error is added to the finite losses, and delta_error to the delta
/// of the finite losses; for the lower end both are subtracted.
LossMasses prv_masses(const json& object, ProfileSide side) {
  const json& masses = masses_in(object, "pmf");
  if (masses.size() < 2) throw std::invalid_argument("pmf must have at least two masses");
  const Rational q = infinite_mass_of(number_or_zero(object, "log_pmc_inf"));
  const Rational sign(side == ProfileSide::pessimistic ? 1 : -1), rest = Rational(1) - q;
  const Rational first = number_in(object, "t_min"), last = number_in(object, "t_max");
  if (last <= first) throw std::invalid_argument("t_max must be above t_min");
  const Rational step = (last - first) / Rational(static_cast<long>(masses.size()) - 1);
  MassCollector collected;
  collected.infinite = q + sign * rest * number_or_zero(object, "delta_error");
  add_row(masses, "pmf", first + sign * number_or_zero(object, "epsilon_error"), step, rest,
          collected);
  return collected.masses();
}

/// Converts the format of riskcal: Y is the loss of (P, Q) under Q, and X is this loss under P. So -X is the loss of
/// the reversed pair (Q, P) under P, its second distribution.
std::vector<StoredDistribution> plrv_distributions(const json& object) {
  const Rational step = step_in(object), one(1);
  MassCollector remove;
  remove.infinite = number_in(object, "infinity_mass_Y");
  add_row(masses_in(object, "pmf_Y"), "pmf_Y", index_in(object, "y0") * step, step, one, remove);
  std::vector<StoredDistribution> out{{Direction::forward, remove.masses()}};
  if (object.contains("pmf_X")) {
    MassCollector add;
    add.infinite = number_in(object, "minus_infinity_mass_X");
    add_row(masses_in(object, "pmf_X"), "pmf_X", -(index_in(object, "x0") * step), -step, one, add);
    out.push_back({Direction::reverse, add.masses()});
  }
  return out;
}

std::vector<PolygonPoint> curve_points(const json& object) {
  const json &alphas = masses_in(object, "alphas"), &betas = masses_in(object, "betas");
  if (alphas.size() != betas.size()) {
    throw std::invalid_argument("alphas and betas must be as many");
  }
  std::vector<PolygonPoint> out;
  for (size_t i = 0; i < alphas.size(); ++i) {
    out.push_back(
        {exact_number(alphas[i], "each of alphas"), exact_number(betas[i], "each of betas")});
  }
  return out;
}

/// Returns the distributions of the members that are named by a direction; the forward one comes first.
std::vector<StoredDistribution> named_parts(const json& object) {
  std::vector<StoredDistribution> out;
  for (const auto& [name, fields] : object.items()) {
    if (fields.is_object()) out.push_back({direction_of(name), pmf_masses(fields)});
  }
  std::sort(out.begin(), out.end(), [](const StoredDistribution& a, const StoredDistribution& b) {
    return *a.direction == Direction::forward && *b.direction != Direction::forward;
  });
  return out;
}

bool has_named_parts(const json& object) {
  return !object.contains("discretization") &&
         std::any_of(object.begin(), object.end(), [](const json& one) { return one.is_object(); });
}

}  // namespace

std::vector<StoredDistribution> json_distributions(const std::string& text, ProfileSide side) {
  const json object = read_strict_json<json>(text, kDeepestDistribution);
  if (object.contains("alphas")) return {{{}, {}, curve_points(object)}};
  if (has_named_parts(object)) return named_parts(object);
  if (object.contains("pmf_Y")) return plrv_distributions(object);
  if (object.contains("pmf")) return {{{}, prv_masses(object, side)}};
  return {{{}, pmf_masses(object)}};
}

}  // namespace plumbline
