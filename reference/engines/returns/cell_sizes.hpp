/// Upper bounds of the modulus of the transform K(s) of the loss at nodes s = c + ikD of a line. A cell is a group of
/// consecutive nodes; one sum over the atoms bounds the transform at all nodes of a cell. Many cells are computed
/// together, so that a node costs a few additions.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "reference/engines/returns/machine_nodes.hpp"
#include "reference/engines/sieve/sieve.hpp"

namespace plumbline::returns {

class CellSizes final : public fourier::NodeCells {
 public:
  explicit CellSizes(const MachineLaw& law);

  Choice choose(long first, long last, double share) override;
  void open(long first, long cells, double share, std::vector<long>* out) override;

  /// Returns upper bounds of |K(c+ikD)|/K(c) for the nodes k of kCells consecutive cells of `length` nodes, starting
  /// at the node `first`: BOUND(RETURNS-CELLS). Infinite if a node is 2^38 or more, or if the processor does not
  /// round to nearest.
  void sizes(long first, long length, std::vector<double>* out);

  static constexpr size_t kCells = 64;

 private:
  struct Step {
    unsigned long count;
    /// For each atom: the fraction of a full turn by which its phase advances from one node to the next, in units of
    /// 2^-64.
    std::vector<std::uint64_t> turns;
    std::vector<float> weights;
    double error;   ///< upper bound of the error of a sum at a node
    double spread;  ///< upper bound of the change of a sum from node to node
    /// Factor e^{i angle} from the middle of the first cell to the middle of each cell: real and imaginary parts,
    /// atom by atom.
    std::vector<float> re, im;
  };
  void set_length(long length);
  double cell_cost() const;
  struct Sums {
    std::array<float, kCells> re, im;
  };
  void add_up(const Step& step, long middle, Sums* out) const;
  double size_of(const Step& step, const Sums& sums, size_t cell) const;
  bool in_reach(long first, long length) const;

  std::vector<Step> steps_;
  long length_ = 0;
  bool usable_ = true;
};

}  // namespace plumbline::returns
