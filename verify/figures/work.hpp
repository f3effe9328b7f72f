/// The queries of the makers of figures: certified points, approximations beside them, calibrated
/// mechanisms.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "reference/arithmetic/running/effort.hpp"
#include "reference/questions/session.hpp"
#include "reference/values/hyperprior.hpp"
#include "verify/figures/figure.hpp"

namespace plumbline {

class Certified;

/// Short decimals from lo to hi, both included: they can be read off the file and typed again.
std::vector<Rational> linear_grid(double lo, double hi, int n);
std::vector<Rational> log_grid(double lo, double hi, int n);
/// From 0 to 1, denser at the ends, where trade-off functions bend.
std::vector<Rational> unit_grid(int n);
/// x to four digits.
Rational rounded(double x);

class FigureWork {
 public:
  /// `say` is told what is being computed; `poll` throws Interrupted to end the work.
  FigureWork(int points, std::function<void(const std::string&)> say, Poll poll);

  /// As requested on the command line, or else `standard`.
  int points(int standard) const { return points_ > 0 ? points_ : standard; }

  /// Relative digits of what follows (divergences aside): 8, far below the width of a line, unless
  /// set.
  void set_digits(int digits) { effort_.digits = digits; }

  /// A quantity of one mechanism at one argument, which is also the x of the point.
  FigurePoint value(const std::string& quantity, const std::string& mechanism, Direction direction,
                    const Rational& at);
  std::vector<FigurePoint> values(const std::string& quantity, const std::string& mechanism,
                                  Direction direction, const std::vector<Rational>& at);
  /// The quantity of `mechanism` less that of `other`.
  FigurePoint difference(const std::string& quantity, const std::string& mechanism,
                         const std::string& other, Direction direction, const Rational& at);
  /// An answer that was found elsewhere, at the `effort` of this work; `at` in the options of the
  /// command line.
  FigurePoint answered(const std::string& quantity, const std::string& mechanism,
                       const std::string& at, const Rational& x, const Certified& value);
  const Effort& effort() const { return effort_; }
  /// Tells what is being computed; throws Interrupted when the work is to end.
  void begin(const std::string& what) const {
    check();
    say_(what);
  }
  /// Returns the point of a judged approximation.
  FigurePoint approximation(const std::string& method, const std::string& quantity,
                            const std::string& mechanism, Direction direction, const Rational& at,
                            const std::map<std::string, Rational>& options = {});
  std::vector<FigurePoint> approximations(const std::string& method, const std::string& quantity,
                                          const std::string& mechanism, Direction direction,
                                          const std::vector<Rational>& at);
  /// Delta(mechanism || other), weighted where a hyper-prior is given; x is that of `at`, and
  /// `prior` tells where the maximum is.
  FigurePoint divergence(const std::string& mechanism, const std::string& other,
                         Direction direction, const Rational& x, Ball* prior = nullptr,
                         const Hyperprior* weight = nullptr);

  /// A mechanism with one `?`, calibrated to (epsilon, delta)-DP: what replaces the `?`, certified
  /// to meet the target, and its enclosure as a point.
  struct Calibrated {
    std::string mechanism;
    Rational parameter;
    FigurePoint point;
  };
  Calibrated calibrated(const std::string& family, const std::string& epsilon,
                        const std::string& delta, const Rational& x);

  /// Two mechanisms' Bayes errors meet between `lo` and `hi`, where their difference has opposite
  /// signs: the place as x, the error there as value.
  FigurePoint crossing(const std::string& mechanism, const std::string& other, const Rational& lo,
                       const Rational& hi);

  int unreached() const { return unreached_; }

 private:
  Certified certify(const std::string& quantity, const std::string& mechanism, Direction direction,
                    const Rational& at);
  FigurePoint certified_point(const Certified& value);
  /// Throws Interrupted when the work is to end.
  void check() const { effort_.poll(); }

  int points_;
  std::function<void(const std::string&)> say_;
  Effort effort_;
  Session session_;
  int unreached_ = 0;
};

/// The point moved to another x.
FigurePoint at_x(FigurePoint point, const Rational& x);
FigurePoint at_x(FigurePoint point, const FigurePoint& x);

}  // namespace plumbline
