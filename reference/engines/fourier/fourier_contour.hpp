/// Chooses contours, steps and truncation points in doubles. No value computed here enters a bound: a bad choice makes
/// an enclosure wide or slow, never wrong.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier_line.hpp"

namespace plumbline::fourier {

class ContourChooser {
 public:
  /// Constructs a chooser; the transform must outlive it.
  explicit ContourChooser(const Transform& transform) : transform_(transform) {}

  struct Choice {
    Contour contour;
    /// Estimated log of the answer.
    double log_value = 0;
    /// True if no integral is needed, because the Chernoff bound at contour.c is below the tolerance.
    bool negligible = false;
    /// True if no contour within the limit of nodes reaches the tolerance.
    bool out_of_reach = false;
  };

  /// Returns an estimate of the log of the measure's contribution to the answer. If the answer is tiny, the estimate is
  /// that of an upper bound of this contribution.
  double log_value(Question question, double t, const Poll& poll);

  /// Returns the cheapest contour found for an absolute error of approximately e^log_tolerance, with at most
  /// `most_nodes` nodes. `poll` may throw to abandon the search.
  Choice choose(Question question, double t, double log_tolerance, long most_nodes,
                const Poll& poll);

 private:
  struct Saddle {
    /// height = log of |K(c) e^{t(sigma-c)} / d(c)|. K is the transform; fourier_kernel.hpp defines sigma and d of a
    /// kernel.
    double c, height, variance;
  };
  struct Region {
    double low, high;  ///< open interval of c without poles, possibly infinite
  };
  struct Landscape {
    std::vector<Saddle> saddles;  ///< one for each region
    /// Index of the region in which the contour integral is the answer itself, without cancellation.
    size_t natural = 0;
    double log_value = 0;
  };
  struct Wish {
    Kernel kernel;
    double t, log_tolerance;
    long most_nodes;
  };
  struct Candidate {
    Saddle saddle;
    double right = 0, left = 0, to_right = 0, to_left = 0, period = 0, cost = 0;
  };
  /// A vertical line through a candidate, and its truncation point T.
  struct LineChoice {
    const Candidate* at = nullptr;
    double step = 0, T = 0;
    bool out_of_reach = false;
  };
  const Landscape& landscape(Question question, double t);
  const Saddle* negligible(const Wish& wish, const std::vector<Saddle>& saddles);
  /// Returns lines Re s = c < 0 on which nodes are computed by convolution (ConvolvedLine), the cheapest first; none
  /// at low precision.
  std::vector<Candidate> convolved(const Wish& wish, double log_value);
  std::vector<Candidate> candidates(const Wish& wish, const std::vector<Saddle>& saddles);
  LineChoice shortest(const Wish& wish, const std::vector<Candidate>& candidates);
  /// Moves the points left and right of the line, at which the aliases are bounded, to where the transform is finite.
  /// Returns the new step.
  double bounded_step(const Wish& wish, const LineChoice& line, Contour* contour);
  /// Stores the contour of a line in *choice. `main` is the saddle of the region in which the integral is the answer
  /// itself.
  void fill(const Wish& wish, const LineChoice& line, double log_masses, const Saddle& main,
            Choice* choice);
  double log_transform(double c);
  double log_decay(double c, double T) const;
  double variance(double c);
  double height(Kernel kernel, double t, double c);
  Saddle saddle(Kernel kernel, double t, const Region& region);
  Saddle saddle_at(Kernel kernel, double t, double c);
  /// Returns the shortest period 2 pi / step for which the aliases on one side are below the tolerance. Stores in *at
  /// the best point x for the bound of the aliases, at a distance of at most e^farthest from c.
  double period(Kernel kernel, double t, double c, double v, double log_tolerance, bool to_right,
                double farthest, double* at);
  double truncation_point(Kernel kernel, double t, const Saddle& s, double log_tolerance,
                          double most);

  const Transform& transform_;
  std::map<double, double> log_transform_cache_;
  std::map<std::pair<Question, double>, Landscape> landscapes_;
  const Poll* poll_ = nullptr;  ///< poll of the current choice
};

/// Returns a second contour for checks: another c between the same poles, a finer step, a longer line and more bits.
/// The result is an equally valid contour.
Contour perturbed(const Contour& contour);

}  // namespace plumbline::fourier
