/// Choosing contours, steps and truncation points in doubles. Nothing here enters a bound: a bad
/// choice makes an enclosure wide or slow, never wrong.
#pragma once

#include <map>

#include "reference/composition/fourier_line.hpp"

namespace plumbline::fourier {

class ContourChooser {
 public:
  explicit ContourChooser(const Composition& composition) : composition_(composition) {}

  struct Choice {
    Contour contour;
    double log_value = 0;       ///< estimate of log of the answer
    bool out_of_reach = false;  ///< no line within the limit was found to reach the digits
  };

  /// The cheapest contour found for an absolute error of about 10^-digits times the answer, with
  /// at most `most_nodes` nodes. `poll` may throw to abandon the search.
  Choice choose(Question question, double t, double digits, long most_nodes, const Poll& poll);

 private:
  struct Saddle {
    double c, height, variance;  ///< height = log of |K(c) e^{t(sigma-c)} / d(c)|
  };
  struct Region {
    double low, high;  ///< open interval of c without poles, possibly infinite
  };
  double log_transform(double c);
  double log_decay(double c, double T) const;
  double variance(double c);
  double height(Kernel kernel, double t, double c);
  Saddle saddle(Kernel kernel, double t, const Region& region);
  double period(Kernel kernel, double t, double c, double v, double log_tolerance, bool to_right,
                double* at);
  double truncation_point(Kernel kernel, double t, const Saddle& s, double log_tolerance,
                          double most);

  const Composition& composition_;
  std::map<double, double> log_transform_cache_;
  const Poll* poll_ = nullptr;  ///< of the current choice
};

}  // namespace plumbline::fourier
