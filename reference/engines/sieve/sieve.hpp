/// Selects the nodes kD of a long line that matter: those at which all steps of a product, whose losses are countably
/// many, are near the beginning of one of their own periods. The search uses integer arithmetic alone.
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

/// Decay in units of 2^-10 bits: n means 2^{-n/1024}.
constexpr long kUnit = 1024;

/// Upper bounds of many nodes at once, by cells of consecutive nodes.
class NodeCells {
 public:
  /// A choice of cells. The unit of cost is one visit of the search.
  struct Choice {
    long length = 0;  ///< nodes in a cell; 0 if cells are not useful
    double cell = 0;  ///< cost of a cell
    double node = 0;  ///< cost of a node, including the nodes that are inspected one by one
  };
  virtual ~NodeCells() = default;
  /// Chooses the number of nodes of a cell for a search of those nodes of first .. last whose size may exceed
  /// `share`. Later calls of open() use such cells.
  virtual Choice choose(long first, long last, double share) = 0;
  /// Appends the first nodes of those cells in which a size may exceed `share`, among the `cells` cells that start at
  /// the node `first`.
  virtual void open(long first, long cells, double share, std::vector<long>* out) = 0;
};

/// Upper bounds |K(c+ikD)|/K(c) of nodes, which decide which nodes are omitted because they are small; `sum` bounds
/// the sum of all omitted nodes.
struct Faint {
  std::function<double(long)> size;  ///< may be empty: no sizes are known
  double allowed = 0;                ///< allowed share of the sum for each omitted node
  double sum = 0;                    ///< upper bound on the sum of the omitted nodes
  NodeCells* cells = nullptr;        ///< cells with the same sizes; may be null
};

class Sieve {
 public:
  /// Prepares the nodes 0 .. last < 2^44 of step D > 0, known to approximately 200 bits, on the line Re s = c, taken
  /// exactly. A factor is useful only if its decay in a period of its lattice is known or it has heavy atoms.
  Sieve(const Composition& composition, double c, const Ball& D, long last, Bits p,
        const Poll& poll);

  /// Stores runs of nodes of first .. last in *kept, such that |K(c+ikD)|/K(c) <= 2^{-need/1024} at every other node
  /// of first .. last. Returns false if there would be more than `most` runs, or if the search takes too long; *kept
  /// is then unchanged or, with `reached`, contains the runs of first .. *reached. With `faint`, sizes decide too,
  /// and the sum of all omitted nodes is added to faint->sum.
  bool keep(long first, long last, long need, long most, const Poll& poll, std::vector<Run>* kept,
            long* reached = nullptr, Faint* faint = nullptr);

  /// Returns 2^{-need/1024}, the decay of the omitted nodes.
  static Ball share(long need, Bits p);

  /// Sets the maximum number of visits of a search. The default takes approximately two seconds.
  void allow(long visits) { most_visits_ = visits; }

 private:
  static constexpr int kQuickBits = 9, kQuickShift = 64 - kQuickBits;
  /// The decay of one factor within its period. Distances from the beginning of a period are in units of 2^-64
  /// periods.
  struct Comb {
    /// Phase of one node: floor of 2^64 times its share of a period.
    std::uint64_t turn;
    std::vector<std::uint64_t> from;  ///< at a distance of at least from[j] ...
    std::vector<long> cost;           ///< ... the transform has decayed by at least cost[j]
    std::vector<long> quick;          ///< lower bound on the decay, by the first bits of a distance
    long at_least(std::uint64_t distance) const { return quick[distance >> kQuickShift]; }
  };
  /// The distances of a Comb, reduced to few bands.
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
  std::vector<Bands> bands_;       ///< in the current block, in the order of inspection
  std::optional<Rational> alone_;  ///< the multiplicity of the only factor if it has no lattice
  ReturnList list_;
  long visited_ = 0, most_visits_ = 150000000;
};

}  // namespace plumbline::fourier
