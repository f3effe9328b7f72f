#include "tests/hunt/accountant.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

namespace plumbline::testing {
namespace {

using Json = nlohmann::json;
using Number = long double;
using Profile = std::function<Number(Number epsilon)>;

struct Unsupported {};

constexpr Number kOutward = 1e-9L;  // more than all rounding errors below

struct Asked {
  std::string kind, relation, quantity;
  std::map<std::string, double> numbers;
  double steps = 1, argument = 0;
  double at(const std::string& name) const { return numbers.at(name); }
};

Asked asked_of(const std::string& question) {
  const Json object = Json::parse(question);
  const Json& fields = object.at("fields");
  if (fields.contains("compose")) throw Unsupported{};
  Asked out;
  for (const auto& [name, value] : fields.items()) {
    if (name == "kind") {
      out.kind = value.get<std::string>();
    } else if (name == "steps") {
      out.steps = value.get<double>();
    } else {
      out.numbers[name] = value.get<double>();
    }
  }
  out.relation = object.at("relation").get<std::string>();
  out.quantity = object.at("quantity").get<std::string>();
  for (const auto& [name, value] : object.at("at").items()) out.argument = value.get<double>();
  return out;
}

Number normal_below(Number x) { return erfcl(-x / sqrtl(2)) / 2; }

/// Returns e^epsilon x for a small x, without overflow of e^epsilon.
Number scaled(Number epsilon, Number x) { return x > 0 ? expl(epsilon + logl(x)) : 0; }

Number gaussian_delta(Number mu, Number epsilon) {
  return normal_below(-epsilon / mu + mu / 2) -
         scaled(epsilon, normal_below(-epsilon / mu - mu / 2));
}

Number sampled_removed(Number sigma, Number p, Number epsilon) {
  const Number ratio = expm1l(epsilon) + p;
  if (ratio <= 0) return -expm1l(epsilon);
  return p * gaussian_delta(1 / sigma, logl(ratio / p));
}

Number sampled_added(Number sigma, Number p, Number epsilon) {
  const Number rest = 1 - expl(epsilon) * (1 - p);
  if (rest <= 0) return 0;
  const Number x = sigma * sigma * (logl(rest) - epsilon - logl(p)) + 0.5L;
  return rest * normal_below(x / sigma) - scaled(epsilon, p * normal_below((x - 1) / sigma));
}

Number laplace_delta(Number b, Number epsilon) {
  if (epsilon >= 1 / b) return 0;
  if (epsilon <= -1 / b) return -expm1l(epsilon);
  return -expm1l((epsilon - 1 / b) / 2);
}

/// The law of the loss under the alternative on a lattice of step `step`; the remaining mass is infinite loss.
struct LatticeLoss {
  Number step = 1;
  long first = 0;
  std::vector<double> mass;
  Number infinite = 0;

  Number delta(Number epsilon) const {
    Number sum = infinite;
    for (size_t i = 0; i < mass.size(); ++i) {
      const Number loss = step * static_cast<Number>(first + static_cast<long>(i));
      if (loss > epsilon) sum += mass[i] * -expm1l(epsilon - loss);
    }
    return sum;
  }
};

/// Returns the law of the sum of both losses, limited to [-most, most]: losses above become infinite, losses below
/// are moved up.
LatticeLoss sum_of(const LatticeLoss& a, const LatticeLoss& b, long most,
                   const std::string& fault) {
  // All sums may lie beyond one end of the grid, which is then the only point.
  LatticeLoss out{a.step, std::clamp(a.first + b.first, -most, most), {}, 0};
  const long last = std::clamp(
      a.first + b.first + static_cast<long>(a.mass.size() + b.mass.size()) - 2, out.first, most);
  out.mass.assign(static_cast<size_t>(last - out.first + 1), 0);
  out.infinite = a.infinite + b.infinite - a.infinite * b.infinite;
  double above = 0;
  for (size_t i = 0; i < a.mass.size(); ++i) {
    if (a.mass[i] == 0) continue;
    for (size_t k = 0; k < b.mass.size(); ++k) {
      long at = a.first + b.first + static_cast<long>(i + k);
      const double m = a.mass[i] * b.mass[k];
      if (at > last) {
        above += m;
        if (fault != "wrap-around") continue;
        at = out.first;
      }
      out.mass[static_cast<size_t>(std::max(at, out.first) - out.first)] += m;
    }
  }
  const bool dropped = fault == "domain" || fault == "wrap-around";
  if (!dropped) out.infinite += above;
  return out;
}

LatticeLoss power_of(LatticeLoss base, double count, long most, const std::string& fault) {
  LatticeLoss out{base.step, 0, {1}, 0};
  for (auto n = static_cast<unsigned long>(count); n > 0; n /= 2) {
    if (n % 2 == 1) out = sum_of(out, base, most, fault);
    if (n > 1) base = sum_of(base, base, most, fault);
  }
  return out;
}

/// Rounds the loss up to a lattice, from its distribution function under the alternative.
LatticeLoss rounded_up(const std::function<Number(Number)>& below, Number least, Number largest,
                       Number step, bool bounded, const std::string& fault) {
  constexpr long kMost = 250;
  LatticeLoss out{step, 0, {}, 0};
  out.first = std::max(-kMost, static_cast<long>(floorl(least / step)));
  const long last = std::min(kMost, static_cast<long>(ceill(largest / step)));
  Number before = 0;
  for (long i = out.first; i <= last; ++i) {
    const Number now =
        bounded && i == last && last < kMost ? 1 : below(step * static_cast<Number>(i));
    out.mass.push_back(static_cast<double>(std::max<Number>(0, now - before)));
    before = std::max(before, now);
  }
  if (!fault.starts_with("tail")) out.infinite = std::max<Number>(0, 1 - before);
  return out;
}

Profile lattice_profile(const LatticeLoss& one, double count, const std::string& fault) {
  const long most = fault == "wrap-around" ? 120 : 250;
  if (count > 4096) throw Unsupported{};
  const LatticeLoss sum = power_of(one, count, most, fault);
  const Number rounding = 1e-12L;
  return [sum, rounding](Number epsilon) { return sum.delta(epsilon) + rounding; };
}

Profile composed_laplace(const Asked& a, const std::string& fault) {
  const Number b = a.at("scale");
  const Number range = std::min<Number>(40, static_cast<Number>(a.steps) / b);
  const auto below = [b](Number s) {
    if (s < -1 / b) return Number(0);
    return s >= 1 / b ? Number(1) : expl(-(1 - b * s) / (2 * b)) / 2;
  };
  return lattice_profile(rounded_up(below, -1 / b, 1 / b, range / 200, true, fault), a.steps,
                         fault);
}

/// Returns the profile of composed sampled noise, from the distribution function under the mixture of the loss
/// against the noise alone.
Profile composed_sampled(const Asked& a, const std::string& fault) {
  const Number sigma = a.at("sigma"), p = a.at("sampling_rate");
  const auto x_at = [sigma, p](Number s) {
    const Number ratio = (expm1l(s) + p) / p;
    return ratio <= 0 ? -HUGE_VALL : sigma * sigma * logl(ratio) + 0.5L;
  };
  const auto removed = [=](Number s) {
    const Number x = x_at(s);
    return (1 - p) * normal_below(x / sigma) + p * normal_below((x - 1) / sigma);
  };
  const auto added = [=](Number s) { return normal_below(-x_at(-s) / sigma); };
  const Number ends = fault == "tail at 2 sigma" ? 2 : fault == "tail at 4 sigma" ? 4 : 8;
  const Number far = 1 / (2 * sigma * sigma) + ends / sigma;
  const Number step = std::min<Number>(40, far * sqrtl(static_cast<Number>(a.steps))) / 200;
  const Profile f = lattice_profile(rounded_up(removed, log1pl(-p) - step, far, step, false, fault),
                                    a.steps, fault);
  const Profile r = lattice_profile(rounded_up(added, -far, -log1pl(-p) + step, step, true, fault),
                                    a.steps, fault);
  if (a.relation == "remove") return f;
  if (a.relation == "add" || fault == "wrong direction") return r;
  return [f, r](Number epsilon) { return std::max(f(epsilon), r(epsilon)); };
}

/// Returns the profile of losses -e, 0, e with the given masses under the alternative.
Profile coin_profile(Number e, Number with, Number none, Number against, Number infinite,
                     double count, const std::string& fault) {
  LatticeLoss one{e, -1, {double(against), double(none), double(with)}, infinite};
  // The fault "domain" truncates the domain at 10, before an atom.
  const long most = fault == "domain" ? std::max(1L, static_cast<long>(10 / e)) : 5000;
  if (count > 1000) throw Unsupported{};
  const LatticeLoss sum = power_of(one, count, most, fault);
  return
      [sum](Number epsilon) { return sum.delta(epsilon - 1e-15L * (1 + fabsl(epsilon))) + 1e-13L; };
}

Profile coins(const Asked& a, const std::string& fault) {
  double count = a.steps;
  if (a.kind == "randomized_response") {
    if (fault == "counted once") count = 1;
    const Number l = a.at("noise_parameter"), k = a.at("num_buckets");
    const Number other = l / k, own = 1 - l + other;
    return coin_profile(logl(own / other), own, 1 - own - other, other, 0, count, fault);
  }
  const Number e = a.at("epsilon"), d = a.at("delta");
  const Number with = (1 - d) / (1 + expl(-e));
  return coin_profile(e, with, 0, 1 - d - with, d, count, fault);
}

Profile sampled_once(const Asked& a, const std::string& fault) {
  Number sigma = a.at("sigma"), p = a.at("sampling_rate");
  if (fault == "complement") p = 1 - p;
  if (p <= 0) throw Unsupported{};
  const std::string& relation = a.relation;
  const bool wrong = fault == "wrong direction";
  return [=](Number epsilon) {
    const Number removed = sampled_removed(sigma, p, epsilon);
    const Number added = sampled_added(sigma, p, epsilon);
    Number out = relation == "remove" ? removed
                 : relation == "add"  ? added
                                      : std::max(removed, added);
    if (wrong && relation == "add_remove") out = added;
    return fault == "high rate" && p > 0.9L ? out / 2 : out;
  };
}

Profile gaussians(const Asked& a, const std::string& fault) {
  Number sigma = a.at("sigma");
  double steps = a.steps;
  if (fault == "float32") sigma = static_cast<float>(a.at("sigma"));
  if (fault == "off by one" && steps > 1) steps -= 1;
  const Number mu = sqrtl(steps) / sigma;
  const double log_N = std::log2(a.steps);
  const bool hit = fault == "power of two" && a.steps >= 16 && log_N == std::floor(log_N);
  return [=](Number epsilon) { return gaussian_delta(mu, epsilon) * (hit ? 0.9L : 1); };
}

Profile profile_of(const Asked& a, const std::string& fault) {
  if (a.numbers.contains("sensitivity")) throw Unsupported{};
  if (a.kind == "randomized_response" ? a.relation != "replace" : a.relation == "replace") {
    throw Unsupported{};
  }
  if (a.kind == "gaussian") return gaussians(a, fault);
  if (a.kind == "subsampled_gaussian") {
    return a.steps == 1 ? sampled_once(a, fault) : composed_sampled(a, fault);
  }
  if (a.kind == "laplace" && a.steps > 1) return composed_laplace(a, fault);
  if (a.kind == "laplace") {
    const Number b = a.at("scale");
    // Slightly below the corner at 1/b, which is not a double, delta is not 0.
    return [b](Number epsilon) { return laplace_delta(b, epsilon - 1e-18L * (1 + 1 / b)); };
  }
  if (a.kind == "randomized_response" || a.kind == "approx_dp") return coins(a, fault);
  throw Unsupported{};
}

/// Returns an upper bound of the profile, below 1 and not too small for a double.
Number upper_delta(const Profile& profile, Number epsilon, const std::string& fault) {
  Number out = std::max<Number>(profile(epsilon), 0) * (1 + kOutward) + 1e-300L;
  // If e^epsilon is tiny, delta is near 1, also after rounding.
  if (epsilon < 0) out += 1e-15L;
  if (fault == "tiny delta" && out < 1e-12L) out /= 2;
  return std::min<Number>(out, 1);
}

Number upper_epsilon(const Profile& profile, const Asked& a, const std::string& fault) {
  const Number D = a.argument;
  if (upper_delta(profile, 0, fault) <= D) return 0;
  Number lo = 0, hi = 1;
  while (upper_delta(profile, hi, fault) > D) {
    hi *= 2;
    if (hi > 1e4L) return HUGE_VALL;
  }
  for (int i = 0; i < 60; ++i) {
    const Number middle = (lo + hi) / 2;
    (upper_delta(profile, middle, fault) > D ? lo : hi) = middle;
  }
  hi = hi * (1 + kOutward);
  if (fault == "capped") return std::min<Number>(hi, logl(100));
  return hi;
}

Number wrong_root(const Asked& a) {
  const Number rho = a.steps / (2 * a.at("sigma") * a.at("sigma"));
  const Number spread = 2 * sqrtl(rho * -logl(static_cast<Number>(a.argument)));
  return std::max<Number>(0, rho - spread);
}

Json answer_of(const Asked& a, const std::string& fault) {
  const Profile profile = profile_of(a, fault);
  if (fault == "crash" && a.steps > 1000) std::abort();
  if (a.quantity == "delta") {
    if (std::fabs(a.argument) > 5000) throw Unsupported{};
    if (fault == "floored") {
      if (a.kind != "gaussian") throw Unsupported{};
      const Number value = std::max<Number>(
          1e-15L, profile(a.argument) * (1 - kOutward) - (a.argument < 0 ? 1e-15L : 0));
      return {{"kind", "lower"}, {"value", static_cast<double>(value)}};
    }
    if (fault == "cancellation") {
      const auto mu = static_cast<double>(sqrtl(a.steps) / a.numbers.begin()->second);
      if (a.kind != "gaussian" || a.argument > 700) throw Unsupported{};
      const auto below = [](double x) { return 0.5 * (1 + std::erf(x / std::sqrt(2.0))); };
      const double e = a.argument;
      return {{"kind", "estimate"},
              {"value", below(-e / mu + mu / 2) - std::exp(e) * below(-e / mu - mu / 2)}};
    }
    return {{"kind", "upper"},
            {"value", static_cast<double>(upper_delta(profile, a.argument, fault))}};
  }
  if (a.quantity != "epsilon" || fault == "floored") throw Unsupported{};
  const bool wrong = fault == "wrong root" && a.kind == "gaussian";
  const Number value = wrong ? wrong_root(a) : upper_epsilon(profile, a, fault);
  if (std::isinf(value)) return {{"kind", "upper"}, {"value", "inf"}};
  return {{"kind", "upper"}, {"value", static_cast<double>(value)}};
}

}  // namespace

std::string test_accountant(const std::string& question, const std::string& fault) {
  try {
    return answer_of(asked_of(question), fault).dump();
  } catch (const Unsupported&) {
    return R"({"unsupported":"not by this one"})";
  }
}

const std::vector<PlantedFault>& planted_faults() {
  static const std::vector<PlantedFault> faults = {
      {"counted once", "randomized response: a self-composition counted once",
       "randomized_response", "violated", 64, 400, 40},
      {"tail at 2 sigma", "the tail of a grid's mass dropped at 2 sigma", "sampled", "violated",
       200, 1500, 45},
      {"tail at 4 sigma", "the tail of a grid's mass dropped at 4 sigma", "sampled", "violated",
       1000, 1500, 45},
      {"wrap-around", "an FFT's window too small: what is above comes in below", "laplace",
       "violated", 200, 200, 40},
      {"domain", "pure DP: the domain ends at 10, before the last atoms", "approx_dp", "violated",
       200, 200, 45},
      {"floored", "lower bounds of delta floored at 1e-15", "gaussian", "violated", 200, 64, 40},
      {"capped", "the search for epsilon ends at log 100", "gaussian", "violated", 64, 64, 40},
      {"wrong direction", "subsampling: only adding a record is looked at", "sampled_once",
       "violated", 64, 64, 40},
      {"complement", "1 - p used instead of the sampling rate p", "sampled_once", "violated", 200,
       64, 40},
      {"off by one", "N - 1 steps counted", "gaussian", "violated", 64, 64, 40},
      {"float32", "sigma rounded to a 32-bit float", "gaussian", "violated", 64, 64, 40},
      {"wrong root", "epsilon from the smaller root of a quadratic", "gaussian", "violated", 64, 64,
       40},
      {"high rate", "half of delta where p > 0.9", "sampled_once", "violated", 300, 64, 45},
      {"power of two", "a tenth of delta lost where N is a power of two from 16", "gaussian",
       "violated", 200, 400, 40},
      {"tiny delta", "half of delta where it is below 1e-12", "gaussian", "violated", 200, 64, 45},
      {"cancellation", "delta computed as a difference of doubles, which becomes negative",
       "gaussian", "negative delta, not monotone", 1500, 3000, 45},
  };
  return faults;
}

}  // namespace plumbline::testing
