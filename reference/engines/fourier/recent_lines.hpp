/// The last lines of the calling thread for products of many different steps. If a schedule has a few more steps than
/// before, only the transforms of the new steps are computed, because BOUND(MACHINE-LINE) holds on any contour.
#pragma once

#include <list>
#include <memory>
#include <optional>

#include "reference/engines/engine.hpp"
#include "reference/engines/fourier/machine_line.hpp"

namespace plumbline::fourier {

/// A line, and the query for which its contour was chosen.
struct DesignedLine {
  Question question;
  double t, log_enough;
  MachineLine line;

  bool fine() const { return !line.contour().fine.empty(); }
  /// Returns the approximate change of the logarithm of the answer between the line's threshold t and the threshold
  /// `at`.
  double distance(double at) const;
  /// Returns true if the line is expected to have digits of the answer to a query.
  bool serves(Question asked, double at, double enough, bool needs_fine) const;
};

class RecentLines {
 public:
  /// Products of fewer distinct factors are not stored: their lines are computed in milliseconds.
  static constexpr size_t kFewestFactors = 128;

  /// Returns the lines of the calling thread.
  static RecentLines& here();

  /// Stores a line of the product.
  void store(std::shared_ptr<const MachineCounts> product, const DesignedLine& line);

  /// Returns a line of the product that is expected to answer a query at t. It is computed from a stored line of the
  /// product or of a large part of the product. Returns nothing if there is no such stored line.
  std::optional<DesignedLine> extended(const MachineProduct& product, Question question, double t,
                                       const Effort& effort, bool fine) const;

  void forget() { lines_.clear(); }

 private:
  struct Stored {
    std::shared_ptr<const MachineCounts> product;
    DesignedLine line;
  };
  std::list<Stored> lines_;  ///< the latest first
};

}  // namespace plumbline::fourier
