/// One transform with the lines computed for it so far.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/fourier_contour.hpp"

namespace plumbline::fourier {

class LineCache {
 public:
  /// Maximum number of cached nodes. A node with its weight takes approximately 600 bytes. An answer uses only the
  /// two nearest lines.
  static constexpr size_t kMostKept = 40000;

  explicit LineCache(std::unique_ptr<Transform> transform, size_t most_kept = kMostKept)
      : transform_(std::move(transform)), chooser_(*transform_), most_kept_(most_kept) {}

  /// Returns ContourChooser::log_value().
  double log_value(Question question, double t, const Poll& poll) {
    return chooser_.log_value(question, t, poll);
  }
  ContourChooser::Choice choose(Question question, double t, double log_tolerance, long most_nodes,
                                const Poll& poll) {
    auto choice = chooser_.choose(question, t, log_tolerance, most_nodes, poll);
    if (varied_) choice.contour = perturbed(choice.contour);
    return choice;
  }
  /// Perturbs all contours chosen from now on, for a second computation.
  void vary() { varied_ = true; }

  using Suffices = std::function<bool(const Ball&)>;
  /// Returns the intersection of the enclosures from the lines near t (t_exact rounded) and from the stored bound;
  /// returns at once if an enclosure suffices. Without lines and bound, the enclosure is infinite.
  Enclosure from_lines(Question question, const Real& t_exact, double t, const Suffices& suffices,
                       const Poll& poll);
  /// Returns the enclosure from the chosen line, and caches the line.
  Enclosure from_choice(Question question, const Real& t_exact, double t,
                        const ContourChooser::Choice& choice, const Poll& poll);
  /// Returns true if the line nearest to t is known not to reach `digits` digits; false if its threshold differs from t
  /// by `near` or more. For a tail, a line that missed the digits of the profile is hopeless, too, because the kernel
  /// of the profile decays faster.
  bool hopeless(Kernel kernel, double t, double near, int digits) const;
  void mark_hopeless(Kernel kernel, int digits);

  size_t lines() const { return lines_.size(); }
  /// The contour of the last computed line; there must be one.
  const Contour& last() const { return lines_.front().line.contour(); }

 private:
  struct Cached {
    ContourLine line;
    double t;  ///< the threshold for which the line was chosen
    /// For the profile and for the tails: the number of digits for which the line was computed, if it did not reach
    /// them; otherwise 0.
    int missed_profile = 0, missed_tail = 0;
  };
  /// A point c at which a bound showed that the measure's contribution is negligible, so that no line is needed.
  struct Bounded {
    double c;
    Bits bits;
    Ball transform, mass_P, mass_Q;  ///< K(c), K(0), K(1)
  };
  void keep(ContourLine line, double t);
  const Bounded& bounded(Question question, const Contour& contour, const Poll& poll);

  std::unique_ptr<Transform> transform_;
  ContourChooser chooser_;
  size_t most_kept_;
  std::list<Cached> lines_;
  std::map<Question, Bounded> bounded_;  ///< the last one for each question
  bool varied_ = false;
};

}  // namespace plumbline::fourier
