#include "reference/values/hyperprior.hpp"

#include <algorithm>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"

namespace plumbline {
namespace {

class Beta final : public Hyperprior {
 public:
  using Hyperprior::at;
  Beta(const Rational& a, const Rational& b) : a_(a), b_(b) {}
  std::string text() const override { return "beta(" + a_.text() + "," + b_.text() + ")"; }
  bool symmetric() const override { return a_ == b_; }

  Jet at(const Ball& x, const Ball& y, const Rational&) const override {
    const Bits p = x.precision();
    const Ball A(a_ - Rational(1), p), B(b_ - Rational(1), p);
    const Ball value = power_of(x, A) * power_of(y, B) * constant(p);
    const Ball rate = over(A, x) - over(B, y);
    return {value, value * rate, value * (rate * rate - over(A, x * x) - over(B, y * y))};
  }

  // BOUND(BETA-END)
  // Statement.  Let Psi be the density of beta(a, b) and 0 < h < 1. For 0 <= x <= h, min(x, 1-x) Psi(x) is at most
  //                 h^a max(1, (1-h)^(b-1)) / B(a, b).
  //             For 1-h <= x <= 1 the bound holds with a and b exchanged.
  // Needs.      a, b > 0: Hyperprior::parse. h < 1: checked here (indeterminate otherwise).
  // Proof.      min(x, 1-x) Psi(x) <= x Psi(x) = x^a (1-x)^(b-1) / B(a, b). The first factor increases because a > 0.
  //             The second factor is monotone, from 1 at x = 0 to (1-h)^(b-1) at x = h. For the other end replace x
  //             by 1-x.
  // Source.     Elementary.
  std::optional<Ball> end_bound(bool left, const Rational& width, Bits p) const override {
    const Ball a(left ? a_ : b_, p), b(left ? b_ : a_, p);
    const Ball one = Ball::integer(1, p), h(width, p);
    if (width >= Rational(1)) return Ball::indeterminate(p);
    const Ball most = power(h, a) * max(one, power(one - h, b - one)) * constant(p);
    return bound_number<"BETA-END">(most);
  }

 private:
  static Ball power_of(const Ball& x, const Ball& n) {
    if (n.is_exactly_zero()) return Ball::integer(1, x.precision());
    return power(x, n);
  }
  static Ball over(const Ball& n, const Ball& x) { return n.is_exactly_zero() ? n : n / x; }
  /// Returns 1 / B(a, b).
  Ball constant(Bits p) const {
    return exp(log_gamma(Ball(a_ + b_, p)) - log_gamma(Ball(a_, p)) - log_gamma(Ball(b_, p)));
  }

  Rational a_, b_;
};

class UQuadratic final : public Hyperprior {
 public:
  using Hyperprior::at;
  std::string text() const override { return "uquadratic"; }
  bool symmetric() const override { return true; }
  Jet at(const Ball& x, const Ball&, const Rational&) const override {
    const Ball u = x - Ball(Rational(1, 2), x.precision());
    return {square(u) * 12, u * 24, Ball::integer(24, x.precision())};
  }
  std::optional<Ball> end_bound(bool, const Rational&, Bits) const override { return std::nullopt; }
};

class Piecewise final : public Hyperprior {
 public:
  using Hyperprior::at;
  Piecewise(std::vector<Rational> x, std::vector<Rational> y) : x_(std::move(x)), y_(std::move(y)) {
    const auto fail = [](const std::string& what) { throw std::invalid_argument(what); };
    if (x_.size() != y_.size() || x_.size() < 2) {
      fail("piecewise density: needs as many points as heights, at least two");
    }
    if (!x_.front().is_zero() || x_.back() != Rational(1)) {
      fail("piecewise density: the points must go from 0 to 1");
    }
    Rational integral(0);
    for (size_t i = 0; i < x_.size(); ++i) {
      if (y_[i].sign() < 0) fail("piecewise density: height " + y_[i].text() + " is negative");
      if (i == 0) continue;
      if (x_[i] <= x_[i - 1]) fail("piecewise density: the points must increase");
      integral = integral + (x_[i] - x_[i - 1]) * (y_[i] + y_[i - 1]) / Rational(2);
    }
    if (integral != Rational(1)) {
      fail("piecewise density: it integrates to " + integral.text() +
           ", not to 1; divide the heights by that");
    }
  }

  std::string text() const override { return "piecewise(" + list(x_) + "," + list(y_) + ")"; }
  bool symmetric() const override {
    for (size_t i = 0; i < x_.size(); ++i) {
      const size_t j = x_.size() - 1 - i;
      if (x_[i] + x_[j] != Rational(1) || y_[i] != y_[j]) return false;
    }
    return true;
  }
  std::vector<Rational> breakpoints() const override { return {x_.begin() + 1, x_.end() - 1}; }
  Jet at(const Ball& x, const Ball&, const Rational& inside) const override {
    size_t i = 1;
    while (i + 1 < x_.size() && x_[i] < inside) ++i;
    const Bits p = x.precision();
    const Ball slope((y_[i] - y_[i - 1]) / (x_[i] - x_[i - 1]), p);
    return {Ball(y_[i - 1], p) + slope * (x - Ball(x_[i - 1], p)), slope, Ball(p)};
  }
  std::optional<Ball> end_bound(bool, const Rational&, Bits) const override { return std::nullopt; }

 private:
  static std::string list(const std::vector<Rational>& numbers) {
    std::string out = "[";
    for (const Rational& q : numbers) out += (out.size() > 1 ? "," : "") + q.text();
    return out + "]";
  }
  std::vector<Rational> x_, y_;
};

std::vector<Rational> numbers(const std::string& text) {
  std::vector<Rational> out;
  for (size_t start = 0; start <= text.size();) {
    const size_t end = std::min(text.find(',', start), text.size());
    out.push_back(Rational::parse(text.substr(start, end - start)));
    start = end + 1;
  }
  return out;
}

/// Returns the text between `open` and `close`; empty if the text does not have that form.
std::optional<std::string> between(const std::string& text, const std::string& open,
                                   const std::string& close) {
  if (text.size() < open.size() + close.size() || text.rfind(open, 0) != 0) return std::nullopt;
  if (text.compare(text.size() - close.size(), close.size(), close) != 0) return std::nullopt;
  return text.substr(open.size(), text.size() - open.size() - close.size());
}

}  // namespace

std::shared_ptr<const Hyperprior> Hyperprior::parse(const std::string& written) {
  std::string text = written;
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  if (text == "none" || text.empty()) return nullptr;
  if (text == "uquadratic") return std::make_shared<UQuadratic>();
  if (const auto inner = between(text, "beta(", ")")) {
    const std::vector<Rational> n = numbers(*inner);
    if (n.size() != 2 || n[0].sign() <= 0 || n[1].sign() <= 0) {
      throw std::invalid_argument("beta(a,b) needs two positive numbers, got '" + written + "'");
    }
    return std::make_shared<Beta>(n[0], n[1]);
  }
  if (const auto inner = between(text, "piecewise([", "])")) {
    const size_t middle = inner->find("],[");
    if (middle != std::string::npos) {
      return std::make_shared<Piecewise>(numbers(inner->substr(0, middle)),
                                         numbers(inner->substr(middle + 3)));
    }
  }
  throw std::invalid_argument("unknown hyperprior '" + written +
                              "'; use none, beta(0.5,0.5), uquadratic or "
                              "piecewise([0,1/2,1],[0,2,0])");
}

}  // namespace plumbline
