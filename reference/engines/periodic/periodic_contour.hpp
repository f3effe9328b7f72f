/// Chooses periodic contours in doubles. No value computed here enters a bound.
#pragma once

#include <map>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/periodic/periodic_line.hpp"

namespace plumbline::fourier {

class PeriodicChooser {
 public:
  /// Constructs the chooser. `lattice` is that of the composition, with a positive spacing.
  PeriodicChooser(const Composition& composition, const LossLattice& lattice);

  struct Choice {
    PeriodicContour contour;
    bool out_of_reach = false;  ///< no line of at most `most_nodes` nodes reaches the digits
  };

  /// Returns the cheapest contour found for an error of approximately 10^-digits times the answer, with at most
  /// `most_nodes` nodes. `poll` may throw to stop the search.
  Choice choose(Question question, const LatticeThreshold& t, double digits, long most_nodes,
                const Poll& poll);

 private:
  struct Where {
    double t, above;
  };
  struct Region {
    double low, high;  ///< open interval of c without poles, possibly infinite
  };
  struct Candidate {
    double c, height, variance, right, left, period, cost;
  };
  double log_transform(double c);
  double log_ratio(double c, double y) const;
  double height(Kernel kernel, const Where& t, double c);
  double saddle(Kernel kernel, const Where& t, const Region& region);
  double variance(double c);
  double period(Kernel kernel, double t, double c, double scale, double log_tolerance,
                bool to_right, double* at);
  /// Returns a candidate for each region without poles in which the integrand is finite. Stores the approximate log
  /// of the answer in *log_value.
  std::vector<Candidate> saddles(Question question, const Where& where, double* log_value);
  /// Computes the period and the cost of a candidate.
  void weigh(Kernel kernel, const Where& where, double log_tolerance, Candidate* candidate);
  /// Returns the y beyond which the integrand, which is at most e^top, is below the tolerance. The search begins at
  /// `start`.
  double truncation_point(double c, double start, double top, double log_tolerance, double D) const;
  double last_node(Kernel kernel, const Where& where, double log_tolerance, const Candidate& best,
                   double half, PeriodicContour* out);

  const Composition& composition_;
  double h_;
  Rational spacing_;
  std::map<double, double> log_transform_cache_;
  const Poll* poll_ = nullptr;  ///< poll of the current choice
};

/// Returns a second contour for checks: another c between the same poles, more nodes in a period, more bits. It is
/// equally valid.
PeriodicContour perturbed(const PeriodicContour& contour);

}  // namespace plumbline::fourier
