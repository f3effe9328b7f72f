/// The queries that produce figures: certified points, approximations, calibrated mechanisms.
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

/// Return n numbers from lo to hi, ends included, as short decimals that a reader can copy from the file.
std::vector<Rational> linear_grid(double lo, double hi, int n);
std::vector<Rational> log_grid(double lo, double hi, int n);
/// Returns n numbers from 0 to 1, denser at the ends, where trade-off functions have the largest curvature.
std::vector<Rational> unit_grid(int n);
/// Returns x rounded to four digits.
Rational rounded(double x);

class FigureWork {
 public:
  /// `say` is called with a description of the current computation; `poll` throws Interrupted to stop the work.
  FigureWork(int points, std::function<void(const std::string&)> say, Poll poll);

  /// Returns the number of points from the command line, or else `standard`.
  int points(int standard) const { return points_ > 0 ? points_ : standard; }

  /// Sets the number of relative digits of the following values (except divergences). The default of 8 is far more
  /// precise than the width of a line.
  void set_digits(int digits) { effort_.digits = digits; }

  /// Returns a quantity of one mechanism at one argument, which is also the x coordinate of the point.
  FigurePoint value(const std::string& quantity, const std::string& mechanism, Direction direction,
                    const Rational& at);
  std::vector<FigurePoint> values(const std::string& quantity, const std::string& mechanism,
                                  Direction direction, const std::vector<Rational>& at);
  /// Returns the quantity of `mechanism` minus that of `other`.
  FigurePoint difference(const std::string& quantity, const std::string& mechanism,
                         const std::string& other, Direction direction, const Rational& at);
  /// Returns a point with a value computed elsewhere at the `effort` of this work; `at` is in the syntax of the
  /// command line.
  FigurePoint answered(const std::string& quantity, const std::string& mechanism,
                       const std::string& at, const Rational& x, const Certified& value);
  const Effort& effort() const { return effort_; }
  /// Reports the current computation; throws Interrupted if the work is to stop.
  void begin(const std::string& what) const {
    check();
    say_(what);
  }
  /// Returns the value of an approximate method (such as a CLT) as a point.
  FigurePoint approximation(const std::string& method, const std::string& quantity,
                            const std::string& mechanism, Direction direction, const Rational& at,
                            const std::map<std::string, Rational>& options = {});
  std::vector<FigurePoint> approximations(const std::string& method, const std::string& quantity,
                                          const std::string& mechanism, Direction direction,
                                          const std::vector<Rational>& at);
  /// Returns Delta(mechanism || other), weighted if there is a hyper-prior. x is the x coordinate of the point;
  /// `prior` is set to the prior that attains the maximum.
  FigurePoint divergence(const std::string& mechanism, const std::string& other,
                         Direction direction, const Rational& x, Ball* prior = nullptr,
                         const Hyperprior* weight = nullptr);

  /// A mechanism with one `?`, calibrated to (epsilon, delta)-DP: the expression with the value of `?`, which is
  /// certified to meet the target, and the enclosure of that value as a point.
  struct Calibrated {
    std::string mechanism;
    Rational parameter;
    FigurePoint point;
  };
  Calibrated calibrated(const std::string& family, const std::string& epsilon,
                        const std::string& delta, const Rational& x);

  /// Returns the point between the priors `lo` and `hi` at which the Bayes errors of two mechanisms are equal: the
  /// prior as x, the error as value. The difference of the errors must have opposite signs at `lo` and `hi`.
  FigurePoint crossing(const std::string& mechanism, const std::string& other, const Rational& lo,
                       const Rational& hi);

  int unreached() const { return unreached_; }

 private:
  Certified certify(const std::string& quantity, const std::string& mechanism, Direction direction,
                    const Rational& at);
  FigurePoint certified_point(const Certified& value);
  /// Throws Interrupted if the work is to stop.
  void check() const { effort_.poll(); }

  int points_;
  std::function<void(const std::string&)> say_;
  Effort effort_;
  Session session_;
  int unreached_ = 0;
};

/// Returns the point with another x.
FigurePoint at_x(FigurePoint point, const Rational& x);
FigurePoint at_x(FigurePoint point, const FigurePoint& x);

}  // namespace plumbline
