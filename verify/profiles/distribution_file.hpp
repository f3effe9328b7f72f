/// Privacy loss distributions of other accountants, read from files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reference/mechanisms/neighbours/direction.hpp"
#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// A distribution or trade-off curve. `direction` is empty if the file names none.
struct StoredDistribution {
  std::optional<Direction> direction;
  LossMasses masses;
  std::vector<PolygonPoint> curve{};  ///< points of a trade-off curve, instead of masses
};

/// Returns the distributions in a text of one of these forms, distinguished by their first characters and fields:
///     loss,mass                                       CSV; `inf` is the infinite loss, numbers are exact
///     {"discretization": 1e-4, "lower_loss": -3, "probs": [...], "infinity_mass": 0}    fields of
///     dp_accounting's dense PMF; in its sparse PMF, "loss_probs": {"-3": 0.1} replaces
///     lower_loss and probs. The loss of index k is k times the discretization.
///     {"remove": {...}, "add": {...}}                 two such objects
///     pessimistic_pmf { min_key: -3 values: 0.1 ... } text of dp_accounting's protocol buffer
///     {"t_min": -1, "t_max": 2, "pmf": [...], "log_pmc_inf": 0}    prv_accountant's: losses at equal distances, the
///     masses given that the loss is finite; "epsilon_error" and "delta_error" shift them to the promised side
///     {"y0": -3, "pmf_Y": [...], "infinity_mass_Y": 0, "discretization": 1e-4, "x0": -2, "pmf_X": [...],
///     "minus_infinity_mass_X": 0}                     riskcal's PLRVs: Y for remove, -X for add (both or only Y)
///     {"alphas": [0, 0.1, 1], "betas": [1, 0.5, 0]}   points of a trade-off curve, joined by lines; or CSV
///     under the names alpha,beta
/// Numbers of JSON and of protocol buffers are doubles. Atoms of mass zero are omitted, and atoms of equal loss are
/// added; masses may be negative because of rounding. `side` is the promised side, to which errors shift the
/// distribution. Throws std::invalid_argument "FILE:LINE: ..." with the defect and the remedy.
std::vector<StoredDistribution> distributions_in(const std::string& text, const std::string& file,
                                                 ProfileSide side = ProfileSide::pessimistic);

/// Reads the distributions of a file; `-` is standard input.
std::vector<StoredDistribution> read_distributions(const std::string& file, ProfileSide side);

}  // namespace plumbline
