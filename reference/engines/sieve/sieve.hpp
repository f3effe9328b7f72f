/// Selects the nodes c + ikD (k an integer) of a long line Re s = c at which the transform K has not decayed. The loss
/// of each step has countably many values. At the selected nodes, the transform of each step is near the beginning of
/// one of its own periods. The search uses integer arithmetic alone.
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

/// Upper bounds of the sizes (see Faint) of many nodes at once. A cell is a number of consecutive nodes with one bound.
class NodeCells {
 public:
  /// A choice of cells. The unit of cost is one visit of the search.
  struct Choice {
    long length = 0;  ///< nodes in a cell; 0 if cells are not useful
    double cell = 0;  ///< cost of a cell
    double node = 0;  ///< mean cost per node: its part of `cell`, and single inspections
  };
  virtual ~NodeCells() = default;
  /// Chooses the number of nodes of a cell, for a search that lists those nodes of first .. last whose size may exceed
  /// `share`. Later calls of open() use cells of this length.
  virtual Choice choose(long first, long last, double share) = 0;
  /// Considers `cells` consecutive cells, the first of which starts at the node `first`. Appends the first node of
  /// each cell in which a size may exceed `share`.
  virtual void open(long first, long cells, double share, std::vector<long>* out) = 0;
};

/// The data with which a search may omit nodes at which the transform is small. The size of a node is an upper bound of
/// |K(c+ikD)|/K(c).
struct Faint {
  std::function<double(long)> size;  ///< size of the node k; empty if sizes are unknown
  double allowed = 0;          ///< allowed sum of the sizes of omitted nodes, per node searched
  double sum = 0;              ///< upper bound of the sum of the sizes of all omitted nodes
  NodeCells* cells = nullptr;  ///< bounds the same sizes by cells; may be null
};

class Sieve {
 public:
  /// Prepares the nodes 0 .. last < 2^44 of step D > 0 on the line Re s = c. D is known to approximately 200 bits,
  /// and c is exact. A factor is used only if its decay in a period of its lattice is known or it has heavy_losses().
  Sieve(const Composition& composition, double c, const Ball& D, long last, Bits p,
        const Poll& poll);

  /// Stores runs of nodes of first .. last in *kept, such that |K(c+ikD)|/K(c) <= 2^{-need/1024} at every other node
  /// of first .. last. Returns false if more than `most` nodes would be stored, or if the search takes too long;
  /// *kept is then unchanged or, with `reached`, contains the runs of first .. *reached. With `faint`, nodes may also
  /// be omitted because of their sizes, and the sum of the sizes of all omitted nodes is added to faint->sum.
  bool keep(long first, long last, long need, long most, const Poll& poll, std::vector<Run>* kept,
            long* reached = nullptr, Faint* faint = nullptr);

  /// Returns 2^{-need/1024}, the decay of the omitted nodes.
  static Ball share(long need, Bits p);

  /// Sets the maximum number of visits of a search. The default takes approximately two seconds.
  void allow(long visits) { most_visits_ = visits; }

 private:
  static constexpr int kQuickBits = 9, kQuickShift = 64 - kQuickBits;
  /// The decay of one factor within its period. Distances are those from the nearest beginning of a period, in units
  /// of 2^-64 periods.
  struct Comb {
    /// Distance from one node to the next: floor of 2^64 times the number of periods.
    std::uint64_t turn;
    std::vector<std::uint64_t> from;  ///< distances, increasing
    std::vector<long> cost;           ///< lower bound of the decay at distances from from[j] on
    std::vector<long> quick;          ///< the same bound, by the first bits of a distance
    long at_least(std::uint64_t distance) const { return quick[distance >> kQuickShift]; }
  };
  /// A Comb, reduced to few distances. A band is the range between two of them.
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
  std::vector<Bands> bands_;  ///< bands for the current block of nodes, in the order of inspection
  std::optional<Rational> alone_;  ///< the multiplicity of the only factor if it has no lattice
  ReturnList list_;
  long visited_ = 0, most_visits_ = 150000000;
};

}  // namespace plumbline::fourier
