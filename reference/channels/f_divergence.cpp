#include "reference/channels/f_divergence.hpp"

#include <stdexcept>

#include "reference/arithmetic/contradiction.hpp"
#include "reference/channels/channel_numbers.hpp"

namespace plumbline {
namespace {

using Limit = std::function<std::optional<Ball>(Bits)>;

Ball one_like(const Ball& t) { return Ball::integer(1, t.precision()); }

Limit infinite() {
  return [](Bits) { return std::optional<Ball>(); };
}
Limit rational(const Rational& q) {
  return [q](Bits p) { return std::optional<Ball>(Ball(q, p)); };
}
Limit half_log_two() {
  return [](Bits p) { return std::optional<Ball>(log(Ball::integer(2, p)) / 2); };
}

Rational parameter(const std::string& text, size_t open) {
  return Rational::parse(text.substr(open + 1, text.size() - open - 2));
}

}  // namespace

std::vector<std::string> convex_function_names() {
  return {"kl",     "reverse_kl",      "chi2",    "tv", "hellinger", "jensen_shannon",
          "le_cam", "hockey_stick(G)", "power(A)"};
}

namespace {

/// Returns the functions without a parameter.
std::vector<ConvexFunction> plain_functions() {
  const Rational zero(0), one(1), half(1, 2);
  return {
      {"kl", "t log t", [](const Ball& t) { return t * log(t) - t + 1; }, rational(one),
       infinite()},
      {"reverse_kl", "-log t", [](const Ball& t) { return t - one_like(t) - log(t); }, infinite(),
       rational(one)},
      {"chi2", "(t-1)^2", [](const Ball& t) { return square(t - one_like(t)); }, rational(one),
       infinite()},
      {"tv", "max(0, t-1)", [](const Ball& t) { return max(t - one_like(t), Ball(t.precision())); },
       rational(zero), rational(one)},
      {"hellinger", "(sqrt(t)-1)^2", [](const Ball& t) { return square(sqrt(t) - one_like(t)); },
       rational(one), rational(one)},
      {"jensen_shannon", "(t log t - (1+t) log((1+t)/2))/2",
       [](const Ball& t) { return (t * log(t) - (t + 1) * log((t + 1) / 2)) / 2; }, half_log_two(),
       half_log_two()},
      {"le_cam", "(t-1)^2/(2(t+1))",
       [](const Ball& t) { return square(t - one_like(t)) / ((t + 1) * 2); }, rational(half),
       rational(half)}};
}

ConvexFunction hockey_stick_function(const Rational& a) {
  if (a < Rational(1)) {
    throw std::invalid_argument("hockey_stick(G) needs G >= 1, got " + a.text());
  }
  return {"hockey_stick(" + a.text() + ")", "max(0, t-" + a.text() + ")",
          [a](const Ball& t) { return max(t - Ball(a, t.precision()), Ball(t.precision())); },
          rational(Rational(0)), rational(Rational(1))};
}

ConvexFunction power_function(const Rational& a) {
  const Rational one(1);
  if (a.sign() <= 0 || a == one) {
    throw std::invalid_argument("power(A) needs A > 0 and not 1 (that is kl), got " + a.text());
  }
  // f(t) = (t^a - 1)/(a(a-1)) - (t-1)/(a-1)
  const Rational scale = one / (a * (a - one));
  return {"power(" + a.text() + ")", "(t^A-1)/(A(A-1))",
          [a, scale, one](const Ball& t) {
            const Bits p = t.precision();
            return (power(t, Ball(a, p)) - one_like(t)) * Ball(scale, p) -
                   (t - one_like(t)) * Ball(one / (a - one), p);
          },
          rational(one / a), a > one ? infinite() : rational(one / (one - a))};
}

}  // namespace

ConvexFunction convex_function(const std::string& name) {
  for (ConvexFunction& f : plain_functions()) {
    if (f.name == name) return std::move(f);
  }
  const size_t open = name.find('(');
  const std::string head = name.substr(0, open);
  if (open != std::string::npos && name.back() == ')') {
    const Rational a = parameter(name, open);
    if (head == "hockey_stick") return hockey_stick_function(a);
    if (head == "power") return power_function(a);
  }
  std::string known;
  for (const std::string& one_name : convex_function_names()) known += " " + one_name;
  throw std::invalid_argument("unknown f-divergence '" + name + "'; known are" + known);
}

std::optional<Ball> f_divergence(const ConvexFunction& f, const std::vector<Real>& P,
                                 const std::vector<Real>& Q, Bits p) {
  Ball sum(p);
  for (size_t y = 0; y < P.size(); ++y) {
    if (is_zero(P[y]) && is_zero(Q[y])) continue;
    if (is_zero(P[y]) || is_zero(Q[y])) {
      const auto limit = is_zero(P[y]) ? f.at_zero(p) : f.at_infinity(p);
      if (!limit) return std::nullopt;
      sum += (is_zero(P[y]) ? Q[y] : P[y])(p) * *limit;
    } else if (P[y].rational() && Q[y].rational()) {
      sum += Q[y](p) * f.value(Ball(*P[y].rational() / *Q[y].rational(), p));
    } else {
      const Ball q = Q[y](p);
      sum += q * f.value(P[y](p) / q);
    }
  }
  if (certainly_negative(sum)) {
    throw Contradiction("an f-divergence is at most " + sum.decimal_bounds(25).second +
                        ", and at least 0 by definition");
  }
  return max(sum, Ball(p));
}

std::optional<Ball> largest_f_divergence(const ConvexFunction& f,
                                         const std::optional<Real>& epsilon, const Real& eta,
                                         Bits p) {
  if (is_zero(eta)) return Ball(p);
  if (!epsilon) {
    const auto zero = f.at_zero(p), infinity = f.at_infinity(p);
    if (!zero || !infinity) return std::nullopt;
    return eta(p) * (*zero + *infinity);
  }
  const Ball e = (*epsilon)(p);
  return eta(p) * (f.value(exp(e)) + exp(e) * f.value(exp(-e))) / expm1(e);
}

}  // namespace plumbline
