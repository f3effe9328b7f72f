/// All outcomes of the clones' pair in a window, in the order of their losses, with sums from both ends.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "reference/mechanisms/shuffled/deep_tails.hpp"
#include "reference/mechanisms/shuffled/response_sums.hpp"

namespace plumbline {

/// Numbers of clones first .. last: what the sums over them take in, the rest bounded.
struct CloneWindow {
  long first, last;
};

class CloneTable {
 public:
  /// Null where there would be too many outcomes.
  static std::shared_ptr<const CloneTable> make(const Rational& epsilon0, long users,
                                                const CloneWindow& window);

  /// Where the loss is above t: more than share * N of N are ones. Nothing where one of them is open.
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
