/// All outcomes of the clones' pair in a window, in the order of their losses, with sums from both ends.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// Numbers of clones first .. last over which sums run; the rest is bounded.
struct CloneWindow {
  long first, last;
};

class CloneTable {
 public:
  /// Returns null if there would be too many outcomes.
  static std::shared_ptr<const CloneTable> make(const Rational& epsilon0, long users,
                                                const CloneWindow& window);

  /// The tails with the condition for a loss above t: more than share * N of N are ones. Returns nothing if one of them
  /// is undecided.
  std::optional<LossTails> above(const Ball& share) const;

 private:
  struct Outcome {
    long ones, all;
    Ball P, Q;
  };

  CloneTable(const Rational& epsilon0, long users, const CloneWindow& window);
  void add(long clones, const Ball& weight, const RandomizedBit& answer);
  void sum();

  std::vector<Outcome> outcomes_;
  std::vector<Ball> P_from_, P_before_, Q_from_, Q_before_;
  Ball outside_;
};

}  // namespace plumbline
