/// Shared heuristics of a mixture in doubles: the logarithms of the density, of the window and of their growth off the
/// real line, and the table of nodes for sums. No value computed here enters a bound.
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "reference/mechanisms/gaussian/mixture.hpp"

namespace plumbline::mixture::heuristic {

constexpr double kInf = std::numeric_limits<double>::infinity();

/// Returns log w(u), accurately also near zero.
double log_ratio(const MixtureLaw& law, double u);
/// Returns z = mu (u - mu/2), where w = 1 - p + p e^z.
double z_of(const MixtureLaw& law, double u);
/// Returns the log of the factor of MIXTURE-COSINE on Im u = b: cos(b mu/2)^c for c < 0, otherwise 1.
double log_cosine(const MixtureLaw& law, double b, double c);
/// Returns the log of the growth of phi X on Im u = b; +inf if no bound is known.
double log_growth(const MixtureLaw& law, double b);
/// Returns the factor by which the argument of a window decreases on Im u = b.
double widening(const MixtureLaw& law, double b);

/// The nodes of a sum, with all node data that do not depend on c.
struct Table {
  double step = 0;
  std::vector<double> z, l, log_phi, log_X, e;  ///< l = log w, e = p e^z; log_phi includes the
                                                ///< log of the weight h/sqrt(2 pi)
  double missing = 0, missing_slope = 0;        ///< E[1 - X], E[(1 - X)(w - 1)]
  size_t size() const { return z.size(); }
};

/// The table of the law if it has one, otherwise a table created for c.
class TableFor {
 public:
  TableFor(const MixtureLaw& law, double c);
  bool possible() const { return own_ != nullptr; }
  const Table& operator*() const { return *own_; }
  const Table* operator->() const { return own_.get(); }
  const std::shared_ptr<const Table>& shared() const { return own_; }

 private:
  std::shared_ptr<const Table> own_;
};

}  // namespace plumbline::mixture::heuristic
