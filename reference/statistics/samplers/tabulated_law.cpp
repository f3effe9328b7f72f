#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/bound.hpp"
#include "reference/statistics/samplers/integer_line.hpp"

namespace plumbline {
namespace {

constexpr Bits kTableBits{128};
constexpr long kMostIntegers = 1L << 20;
/// Integers whose mass is below about e^-48 times the mass at the mean are omitted.
constexpr double kTableDepth = 48;

class TabulatedLaw final : public IntegerLineLaw {
 public:
  explicit TabulatedLaw(std::shared_ptr<const IntegerLaw> law) : law_(std::move(law)) {
    start_ = edge(-1);
    stop_ = edge(1);
    masses_ = law_->masses(start_, stop_, kTableBits);
    before_.emplace_back(kTableBits);
    for (const Ball& mass : masses_) before_.push_back(before_.back() + mass);
    beyond_ = mass_beyond();
    if (!(beyond_ <= UpperBound::of(Ball(Rational::parse("1e-9"), kTableBits)))) refuse();
  }

  UpperBound mass(std::optional<double> above, std::optional<double> at_most) const override {
    const size_t from = above ? place(*above) : 0, to = at_most ? place(*at_most) : masses_.size();
    const Ball inside = from < to ? before_[to] - before_[from] : Ball(kTableBits);
    return UpperBound::of(inside) + beyond_;
  }
  std::pair<double, double> range() const override {
    return {static_cast<double>(start_) - 1, static_cast<double>(stop_)};
  }
  UpperBound residue_mass(long residue, long modulus) const override {
    Ball sum(kTableBits);
    const long offset = ((residue - start_) % modulus + modulus) % modulus;
    for (size_t i = static_cast<size_t>(offset); i < masses_.size();
         i += static_cast<size_t>(modulus)) {
      sum += masses_[i];
    }
    return UpperBound::of(sum) + beyond_;
  }
  UpperBound repetition() const override {
    Ball sum(kTableBits);
    for (const Ball& mass : masses_) sum += square(mass);
    return UpperBound::of(sum) + beyond_;
  }
  std::optional<long> first() const override { return law_->first(); }
  std::optional<long> last() const override { return law_->last(); }

 private:
  /// Returns the outermost integer with non-negligible mass, below the mean (sign < 0) or above it.
  long edge(int sign) const {
    const auto centre = static_cast<long>(law_->mean());
    long step = 1 + static_cast<long>(law_->deviation()), at = centre;
    const double most = law_->log_mass(static_cast<double>(centre));
    const std::optional<long> end = sign < 0 ? law_->first() : law_->last();
    const auto is_heavy = [&](long x) {
      return !(end && sign * x > sign * *end) &&
             law_->log_mass(static_cast<double>(x)) > most - kTableDepth;
    };
    while (is_heavy(at + sign * step)) {
      at += sign * step;
      if (std::labs(at - centre) > kMostIntegers / 2) refuse();
    }
    for (; step > 0; step /= 2) {
      if (is_heavy(at + sign * step)) at += sign * step;
    }
    return at;
  }
  [[noreturn]] static void refuse() {
    throw std::invalid_argument(
        "the law has more than 2^20 likely integers, too many to judge; use a sampler with a "
        "smaller scale");
  }
  // BOUND(TABLE-BEYOND)
  // Statement.  P(X < first or X > last) = 1 - sum of the masses from first to last, which is at most b = 1 - the
  //             lower end of that sum. Every set of integers has at most the masses of its integers in the table plus
  //             b. Two independent draws are equal with probability at most the sum of the squares in the table plus
  //             b.
  // Needs.      The balls contain the masses of a probability law: IntegerLaw.
  // Proof.      The masses of all integers sum to 1. Two draws that are equal and beyond the table have probability
  //             at most P(X beyond)^2 <= P(X beyond).
  // Source.     Elementary.
  UpperBound mass_beyond() const {
    const Ball rest = Ball::integer(1, kTableBits) - before_.back();
    return bound<"TABLE-BEYOND">(UpperBound::of(max(rest.upper(), Ball(kTableBits))));
  }
  /// Returns the number of integers in the table that are at most x.
  size_t place(double x) const {
    const double n = std::floor(x) - static_cast<double>(start_) + 1;
    return static_cast<size_t>(std::clamp(n, 0.0, static_cast<double>(masses_.size())));
  }

  std::shared_ptr<const IntegerLaw> law_;
  long start_ = 0, stop_ = 0;
  std::vector<Ball> masses_, before_;  ///< before_[i]: the sum of the first i masses
  UpperBound beyond_;
};

}  // namespace

std::unique_ptr<const IntegerLineLaw> tabulated_law(std::shared_ptr<const IntegerLaw> law) {
  return std::make_unique<TabulatedLaw>(std::move(law));
}

}  // namespace plumbline
