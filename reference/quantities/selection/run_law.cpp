#include "reference/quantities/selection/run_law.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <stdexcept>
#include <vector>

namespace plumbline {
namespace {

/// Returns base^exponent for base >= 0, with 0^0 = 1.
Ball raised(const Ball& base, const Rational& exponent) {
  const Bits p = base.precision();
  if (exponent.is_zero()) return Ball::integer(1, p);
  if (exponent.sign() > 0 && exponent.is_integer()) return power(base, exponent);
  return power(base, Ball(exponent, p));
}

/// Papernot and Steinke 2022, Definition 1: f(x) = ((1 - (1-gamma)x)^-eta - 1)/(gamma^-eta - 1), and log(1 -
/// (1-gamma)x)/log gamma at eta = 0. At x = 1 - u, 1 - (1-gamma)(1-u) = gamma + (1-gamma)u.
constexpr Bits kGammaBits{1024};

class NegativeBinomial final : public RunLaw {
 public:
  NegativeBinomial(const Rational& eta, const Ball& gamma, std::string text)
      : eta_(eta), gamma_(gamma), text_(std::move(text)) {
    const Ball one = Ball::integer(1, kGammaBits);
    rest_ = one - gamma;
    scale_ = eta.is_zero() ? log(gamma) : raised(gamma, -eta) - 1;
    slope_ = eta.is_zero() ? -(rest_ / scale_) : rest_ * Ball(eta, kGammaBits) / scale_;
  }
  std::string text() const override { return text_; }
  Ball below(const Ball& u) const override {
    const Ball at = inner(u);
    return (eta_.is_zero() ? log(at) : raised(at, -eta_) - 1) / scale_.rounded(u.precision());
  }
  Ball weight(const Ball& u) const override {
    return slope_.rounded(u.precision()) * raised(inner(u), -eta_ - Rational(1));
  }

 private:
  Ball inner(const Ball& u) const {
    return gamma_.rounded(u.precision()) + rest_.rounded(u.precision()) * u;
  }
  Rational eta_;
  /// gamma, 1 - gamma, the denominator of f, and the constant factor of f'.
  Ball gamma_, rest_{kGammaBits}, scale_{kGammaBits}, slope_{kGammaBits};
  std::string text_;
};

/// Returns the mean E[K], which is eta (1-gamma)/(gamma (1 - gamma^eta)), or (1/gamma - 1)/log(1/gamma) at eta = 0.
Ball mean_of(const Rational& eta, const Ball& gamma) {
  const Ball rest = Ball::integer(1, kGammaBits) - gamma;
  if (eta.is_zero()) return -(rest / (gamma * log(gamma)));
  return Ball(eta, kGammaBits) * rest /
         (gamma * (Ball::integer(1, kGammaBits) - raised(gamma, eta)));
}

/// Returns the gamma at which E[K] is `mean` > 1, enclosed between numbers at which the mean is certainly larger and
/// certainly smaller. Pr[K = k] is proportional to (1-gamma)^k times a number independent of gamma. Therefore the mean
/// increases with 1-gamma, and is 1 in the limit gamma = 1. Returns nothing if gamma is below the smallest supported
/// value.
std::optional<Ball> gamma_of_mean(const Rational& eta, const Rational& mean,
                                  const Rational& least) {
  if (eta == Rational(1)) return Ball(Rational(1) / mean, kGammaBits);
  const Ball goal(mean, kGammaBits);
  Ball low(least, kGammaBits), high = Ball::integer(1, kGammaBits);
  if (!certainly_less(goal, mean_of(eta, low))) return std::nullopt;
  for (long i = 0; i < kGammaBits.n; ++i) {
    const Ball middle = ((low + high) / 2).midpoint(), here = mean_of(eta, middle);
    if (certainly_less(goal, here)) {
      low = middle;
    } else if (certainly_less(here, goal)) {
      high = middle;
    } else {
      break;
    }
  }
  return Ball::hull(low, high);
}

class Poisson final : public RunLaw {
 public:
  explicit Poisson(const Rational& mu) : mu_(mu) {}
  std::string text() const override { return "poisson(mu=" + mu_.text() + ")"; }
  Ball below(const Ball& u) const override { return exp(-(Ball(mu_, u.precision()) * u)); }
  Ball weight(const Ball& u) const override { return Ball(mu_, u.precision()) * below(u); }

 private:
  Rational mu_;
};

/// f(x) = (1 - p + p x)^n = (1 - p u)^n.
class Binomial final : public RunLaw {
 public:
  Binomial(const Rational& n, const Rational& p, std::string text)
      : n_(n), p_(p), text_(std::move(text)) {}
  std::string text() const override { return text_; }
  Ball below(const Ball& u) const override { return raised(inner(u), n_); }
  Ball weight(const Ball& u) const override {
    return Ball(n_ * p_, u.precision()) * raised(inner(u), n_ - Rational(1));
  }
  std::optional<Rational> most() const override { return n_; }

 private:
  Ball inner(const Ball& u) const {
    return Ball::integer(1, u.precision()) - Ball(p_, u.precision()) * u;
  }
  Rational n_, p_;
  std::string text_;
};

class Listed final : public RunLaw {
 public:
  explicit Listed(std::vector<Rational> shares) : shares_(std::move(shares)) {}
  std::string text() const override {
    std::string out;
    for (const Rational& share : shares_) out += (out.empty() ? "" : ",") + share.text();
    return "law(probabilities=[" + out + "])";
  }
  Ball below(const Ball& u) const override {
    const Ball x = Ball::integer(1, u.precision()) - u;
    Ball sum(u.precision());
    for (size_t k = shares_.size(); k-- > 0;) sum = sum * x + Ball(shares_[k], u.precision());
    return sum;
  }
  Ball weight(const Ball& u) const override {
    const Ball x = Ball::integer(1, u.precision()) - u;
    Ball sum(u.precision());
    for (size_t k = shares_.size(); k-- > 1;) {
      sum = sum * x + Ball(shares_[k] * Rational(static_cast<long>(k)), u.precision());
    }
    return sum;
  }
  std::optional<Rational> most() const override {
    size_t k = shares_.size() - 1;
    while (shares_[k].is_zero()) --k;
    return Rational(static_cast<long>(k));
  }

 private:
  std::vector<Rational> shares_;
};

[[noreturn]] void refuse_runs(const std::string& text, const std::string& why) {
  throw std::invalid_argument(
      "runs '" + text + "': " + why +
      "; write once(), fixed(n=5), geometric(gamma=0.1), logarithmic(gamma=0.1), "
      "negative_binomial(eta=0.5,gamma=0.1), poisson(mu=10), binomial(n=20,p=0.5) or "
      "law(probabilities=[0,1/2,1/2])");
}

/// Splits `name(a=1,b=[1,2])` into its name and the text of each parameter.
class WrittenRuns {
 public:
  explicit WrittenRuns(const std::string& written) : written_(written) {
    std::string text = written;
    text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
    const size_t open = text.find('(');
    if (open == std::string::npos || text.back() != ')') refuse("parentheses are missing");
    name_ = text.substr(0, open);
    read(text.substr(open + 1, text.size() - open - 2));
  }

  const std::string& name() const { return name_; }
  [[noreturn]] void refuse(const std::string& why) const { refuse_runs(written_, why); }
  bool has(const std::string& parameter) const { return texts_.contains(parameter); }
  Rational take(const std::string& parameter) { return number(text_of(parameter)); }
  std::vector<Rational> take_list(const std::string& parameter) {
    const std::string text = text_of(parameter);
    if (text.size() < 2 || text.front() != '[' || text.back() != ']') {
      refuse(parameter + " is a list, [a,b,...]");
    }
    std::vector<Rational> out;
    for (size_t start = 1; start < text.size();) {
      const size_t end = std::min(text.find(',', start), text.size() - 1);
      out.push_back(number(text.substr(start, end - start)));
      start = end + 1;
    }
    return out;
  }
  void done() const {
    if (!texts_.empty()) refuse("unknown parameter '" + texts_.begin()->first + "'");
  }

 private:
  void read(const std::string& inside) {
    int depth = 0;
    std::string part;
    for (size_t i = 0; i <= inside.size(); ++i) {
      const char c = i < inside.size() ? inside[i] : ',';
      depth += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c != ',' || (depth > 0 && i < inside.size())) {
        part += c;
        continue;
      }
      if (part.empty() && i == inside.size() && texts_.empty()) return;
      const size_t equals = part.find('=');
      if (equals == std::string::npos) refuse("'" + part + "' is no parameter=number");
      if (!texts_.emplace(part.substr(0, equals), part.substr(equals + 1)).second) {
        refuse(part.substr(0, equals) + " is given twice");
      }
      part.clear();
    }
  }
  std::string text_of(const std::string& parameter) {
    const auto found = texts_.find(parameter);
    if (found == texts_.end()) refuse(parameter + " is missing");
    const std::string text = found->second;
    texts_.erase(found);
    return text;
  }
  Rational number(const std::string& text) const {
    try {
      return Rational::parse(text);
    } catch (const std::invalid_argument& e) {
      refuse(e.what());
    }
  }

  std::string written_, name_;
  std::map<std::string, std::string> texts_;
};

const Rational& least_gamma() {
  static const Rational least = power_of_ten(-12);
  return least;
}

/// Parses n, the number of runs.
Rational count_of(WrittenRuns& runs) {
  const Rational n = runs.take("n");
  if (!n.is_integer() || n.sign() <= 0 || n > power_of_ten(9)) {
    runs.refuse("n must be an integer from 1 to 1e9");
  }
  return n;
}

std::shared_ptr<const RunLaw> listed(WrittenRuns& runs) {
  const std::vector<Rational> shares = runs.take_list("probabilities");
  runs.done();
  Rational sum(0);
  for (const Rational& share : shares) {
    if (share.sign() < 0) runs.refuse("probabilities must not be negative");
    sum = sum + share;
  }
  if (sum != Rational(1)) runs.refuse("the probabilities sum to " + sum.text() + ", not to 1");
  if (shares.front() == Rational(1)) runs.refuse("the mechanism is never run");
  return std::make_shared<Listed>(shares);
}

/// Parses a negative binomial distribution whose second parameter is `gamma` or `mean`. mean = 1 means exactly one run.
std::shared_ptr<const RunLaw> negative_binomial(WrittenRuns& runs) {
  const bool general = runs.name() == "negative_binomial", by_mean = runs.has("mean");
  const Rational eta = general ? runs.take("eta") : Rational(runs.name() == "geometric" ? 1 : 0),
                 given = runs.take(by_mean ? "mean" : "gamma");
  runs.done();
  if (eta <= Rational(-1) || eta > Rational(1000)) runs.refuse("eta must be in (-1, 1000]");
  const std::string text = runs.name() + "(" + (general ? "eta=" + eta.text() + "," : "") +
                           (by_mean ? "mean=" : "gamma=") + given.text() + ")";
  if (by_mean) {
    if (given < Rational(1)) runs.refuse("mean must be at least 1");
    if (given == Rational(1)) return std::make_shared<Binomial>(Rational(1), Rational(1), text);
    const auto gamma = gamma_of_mean(eta, given, least_gamma());
    if (!gamma) runs.refuse("the mean is too large: its gamma is below 1e-12");
    return std::make_shared<NegativeBinomial>(eta, *gamma, text);
  }
  if (given < least_gamma() || given >= Rational(1)) runs.refuse("gamma must be in [1e-12, 1)");
  return std::make_shared<NegativeBinomial>(eta, Ball(given, kGammaBits), text);
}

std::shared_ptr<const RunLaw> poisson(WrittenRuns& runs) {
  const Rational mu = runs.take("mu");
  runs.done();
  if (mu.sign() <= 0 || mu > power_of_ten(9)) runs.refuse("mu must be in (0, 1e9]");
  return std::make_shared<Poisson>(mu);
}

}  // namespace

std::shared_ptr<const RunLaw> RunLaw::parse(const std::string& text) {
  WrittenRuns runs(text);
  const std::string& name = runs.name();
  if (name == "geometric" || name == "logarithmic" || name == "negative_binomial") {
    return negative_binomial(runs);
  }
  if (name == "law") return listed(runs);
  if (name == "poisson") return poisson(runs);
  if (name == "once" || name == "fixed") {
    const Rational n = name == "once" ? Rational(1) : count_of(runs);
    runs.done();
    return std::make_shared<Binomial>(n, Rational(1),
                                      name == "once" ? "once()" : "fixed(n=" + n.text() + ")");
  }
  if (name == "binomial") {
    const Rational n = count_of(runs), p = runs.take("p");
    runs.done();
    if (p.sign() <= 0 || p > Rational(1)) runs.refuse("p must be in (0, 1]");
    return std::make_shared<Binomial>(n, p, "binomial(n=" + n.text() + ",p=" + p.text() + ")");
  }
  refuse_runs(text, "unknown law '" + name + "'");
}

}  // namespace plumbline
