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

/// Short decimals from lo to hi, both included, that a reader can copy from the file.
std::vector<Rational> linear_grid(double lo, double hi, int n);
std::vector<Rational> log_grid(double lo, double hi, int n);
/// From 0 to 1, denser at the ends, where trade-off functions have the largest curvature.
std::vector<Rational> unit_grid(int n);
/// x to four digits.
Rational rounded(double x);

class FigureWork {
 public:
  /// `say` is called with a description of the current computation; `poll` throws Interrupted to stop the work.
  FigureWork(int points, std::function<void(const std::string&)> say, Poll poll);

  /// The number of points from the command line, or else `standard`.
  int points(int standard) const { return points_ > 0 ? points_ : standard; }

  /// Sets the relative digits of the following values (except divergences). The default is 8, far below the width of a
  /// line.
  void set_digits(int digits) { effort_.digits = digits; }

  /// A quantity of one mechanism at one argument, which is also the x coordinate of the point.
  FigurePoint value(const std::string& quantity, const std::string& mechanism, Direction direction,
                    const Rational& at);
  std::vector<FigurePoint> values(const std::string& quantity, const std::string& mechanism,
                                  Direction direction, const std::vector<Rational>& at);
  /// The quantity of `mechanism` minus that of `other`.
  FigurePoint difference(const std::string& quantity, const std::string& mechanism,
                         const std::string& other, Direction direction, const Rational& at);
  /// An answer from another computation, at the `effort` of this work; `at` in the options of the command line.
  FigurePoint answered(const std::string& quantity, const std::string& mechanism,
                       const std::string& at, const Rational& x, const Certified& value);
  const Effort& effort() const { return effort_; }
  /// Reports the current computation; throws Interrupted if the work is to stop.
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
  /// Delta(mechanism || other), weighted if there is a hyper-prior; x is that of `at`, and `prior` is the prior that
  /// attains the maximum.
  FigurePoint divergence(const std::string& mechanism, const std::string& other,
                         Direction direction, const Rational& x, Ball* prior = nullptr,
                         const Hyperprior* weight = nullptr);

  /// A mechanism with one `?`, calibrated to (epsilon, delta)-DP: the value of `?`, certified to meet the target, and
  /// its enclosure as a point.
  struct Calibrated {
    std::string mechanism;
    Rational parameter;
    FigurePoint point;
  };
  Calibrated calibrated(const std::string& family, const std::string& epsilon,
                        const std::string& delta, const Rational& x);

  /// The crossing of two mechanisms' Bayes errors between `lo` and `hi`, where their difference has opposite signs: the
  /// place as x, the error there as value.
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

/// The point with another x.
FigurePoint at_x(FigurePoint point, const Rational& x);
FigurePoint at_x(FigurePoint point, const FigurePoint& x);

}  // namespace plumbline
