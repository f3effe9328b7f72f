/// Which of the nodes kD of a long line matter: those at which all steps of a product whose losses are
/// countably many are near the beginning of one of their own periods. Found in whole numbers alone.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "reference/composition/composition.hpp"
#include "reference/engines/sieve/return_list.hpp"

namespace plumbline::fourier {

/// Consecutive nodes first .. last.
struct Run {
  long first, last;
};

/// Decay in units of 2^-10 bits: n stands for 2^{-n/1024}.
constexpr long kUnit = 1024;

/// Sizes of many nodes at once: of cells of consecutive ones.
class NodeCells {
 public:
  /// Costs count looks at a comb.
  struct Choice {
    long length = 0;  ///< nodes in a cell; 0 where cells are of no use
    double cell = 0;  ///< what a cell costs
    double node = 0;  ///< what a node costs, with those looked at one by one
  };
  virtual ~NodeCells() = default;
  /// Returns the number of nodes of a cell, to find those of first .. last at which a size may be above `share`.
  /// open() is about such cells from then on.
  virtual Choice choose(long first, long last, double share) = 0;
  /// Appends the first nodes of those cells in which a size may be above `share`, among `cells`
  /// cells from the node `first` on.
  virtual void open(long first, long cells, double share, std::vector<long>* out) = 0;
};

/// How large |K(c+ikD)|/K(c) is at a node, at most. Nodes that are faint are summed here and not kept, and so
/// is what all others that are not kept come to.
struct Faint {
  std::function<double(long)> size;  ///< may be empty: none then
  double allowed = 0;                ///< what they may come to, for each node passed
  double sum = 0;                    ///< what they come to, at most
  NodeCells* cells = nullptr;        ///< of the same sizes, or none
};

class Sieve {
 public:
  /// For the nodes 0 .. last < 2^44 of step D > 0, known to 200 bits or so, on the line Re s = c, meant
  /// exactly. A factor knows its decay in a period of its lattice, or has heavy atoms, or is of no use
  /// here.
  Sieve(const Composition& composition, double c, const Ball& D, long last, Bits p,
        const Poll& poll);

  /// Puts runs of nodes of first .. last into *kept, such that at every other of them
  /// |K(c+ikD)|/K(c) <= 2^{-need/1024}. False where these would be more than `most`, or take too
  /// long to find: *kept is then as it was or, with `reached`, has those of first .. *reached. With
  /// `faint` sizes decide too, and what all nodes that are not kept come to together is added there.
  bool keep(long first, long last, long need, long most, const Poll& poll, std::vector<Run>* kept,
            long* reached = nullptr, Faint* faint = nullptr);

  /// 2^{-need/1024}: what is left out has decayed to this.
  static Ball share(long need, Bits p);

  /// How many looks a walk may take; what it takes without is about two seconds.
  void allow(long visits) { most_visits_ = visits; }

 private:
  static constexpr int kQuickBits = 9, kQuickShift = 64 - kQuickBits;
  /// Something of a period. Distances from the beginning of one are in units of 2^-64 periods.
  struct Comb {
    std::uint64_t turn;               ///< of one step: floor of its share of a period, times 2^64
    std::vector<std::uint64_t> from;  ///< at this distance and more ...
    std::vector<long> cost;           ///< ... the transform has decayed so far
    std::vector<long> quick;          ///< by the first bits of a distance: so far at least
    long at_least(std::uint64_t distance) const { return quick[distance >> kQuickShift]; }
  };
  /// A comb's distances in few bands.
  struct Bands {
    std::uint64_t turn;
    std::vector<std::uint64_t> from;
    std::vector<long> cost;
  };
  struct Walk;
  template <class Decay>
  void add_comb(const Ball& step, const Ball& spacing, long last, const Decay& cost_at_share);
  void add_pairs(const Factor& factor, double c, const Ball& step, long last, Bits p,
                 const Poll& poll);
  long sum_needed(long need) const;
  void choose_bands(long need);
  bool from_list(long first, long last, long need, Walk* walk);
  void descend(size_t level, long first, long last, long need, Walk* walk);
  void finish(long first, long last, Walk* walk);
  bool passes(long k, long need);
  void finish_by_sizes(long first, long last, Walk* walk);
  bool by_cells(long first, long last, Walk* walk);
  double visits_by_combs(long first, long last, const Walk& walk);

  std::vector<Comb> combs_;
  std::vector<Bands> bands_;       ///< in the current block, in the order they are looked at
  std::optional<Rational> alone_;  ///< the count of the only factor, where its decay is by pairs
  ReturnList list_;
  long visited_ = 0, most_visits_ = 150000000;
};

}  // namespace plumbline::fourier
