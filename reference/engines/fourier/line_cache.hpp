/// One transform with the lines computed for it so far.
#pragma once

#include <list>
#include <memory>

#include "reference/engines/fourier/fourier_contour.hpp"

namespace plumbline::fourier {

class LineCache {
 public:
  explicit LineCache(std::unique_ptr<Transform> transform)
      : transform_(std::move(transform)), chooser_(*transform_) {}

  /// See ContourChooser.
  double log_value(Question question, double t, const Poll& poll) {
    return chooser_.log_value(question, t, poll);
  }
  ContourChooser::Choice choose(Question question, double t, double log_tolerance, long most_nodes,
                                const Poll& poll) {
    auto choice = chooser_.choose(question, t, log_tolerance, most_nodes, poll);
    if (varied_) choice.contour = perturbed(choice.contour);
    return choice;
  }
  /// From now on the contours chosen are moved off their places.
  void vary() { varied_ = true; }

  /// The sharpest of the enclosures from the lines near t (t_exact rounded); at once when its
  /// radius is at most `enough`. Without any line, an infinite one.
  Enclosure from_lines(Question question, const Real& t_exact, double t, const UpperBound& enough);
  /// The enclosure from the line chosen, which is kept.
  Enclosure from_choice(Question question, const Real& t_exact, double t,
                        const ContourChooser::Choice& choice, const Poll& poll);
  /// Whether a line for `t` was out of reach when as few digits as `digits` were asked nearby: of
  /// the profile, or also of a tail, whose kernel decays less, if it is a tail that is asked.
  bool hopeless(Kernel kernel, double t, double near, int digits) const;
  void mark_hopeless(Kernel kernel, int digits);

  size_t lines() const { return lines_.size(); }
  /// The line computed last; there must be one.
  const Contour& last() const { return lines_.front().line.contour(); }

 private:
  struct Cached {
    Line line;
    double t;  ///< designed for this threshold
    /// Digits that it was built for and could not reach; 0 if it did.
    int missed_profile = 0, missed_tail = 0;
  };
  void keep(Line line, double t);

  std::unique_ptr<Transform> transform_;
  ContourChooser chooser_;
  std::list<Cached> lines_;
  bool varied_ = false;
};

}  // namespace plumbline::fourier
