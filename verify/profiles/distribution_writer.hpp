/// Certified distributions as files that other accountants can load.
#pragma once

#include <optional>
#include <string>

#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// The two directions of the pair; `add` is absent if one distribution serves both, or only one was requested.
struct ExportedPair {
  GridMasses remove;
  std::optional<GridMasses> add{};
  bool one_direction = false;  ///< true if `remove` is the only requested direction
};

/// Returns the JSON of dp_accounting: the fields of its PMF, or {"remove": ..., "add": ...}.
std::string dp_accounting_text(const ExportedPair& pair, ProfileSide side);
/// Returns the text of dp_accounting's protocol buffer for one direction.
std::string message_text(const GridMasses& grid);
/// Returns the JSON of riskcal: the fields of its privacy loss random variables (PLRVs).
std::string riskcal_text(const ExportedPair& pair, ProfileSide side);
/// Returns CSV of loss,mass. Each decimal reads back as a double that is at least the mass (pessimistic) or at most
/// the mass (optimistic).
std::string csv_text(const GridMasses& grid, ProfileSide side);

/// Returns the number nearest to `step` whose multiples by integers up to 2^28 are doubles. With such a step, the
/// losses that prv_accountant computes from the ends of its grid are exact.
Rational short_step(const Rational& step);
/// Returns the masses of one direction for prv_accountant, at losses around 0 up to at least +-span. Their number is
/// even, as the composition in prv_accountant requires. The masses conditioned on a finite loss are rounded to the safe
/// side (PROFILE-CONDITIONED). Throws std::invalid_argument if a loss is not a double.
std::string prv_text(const GridMasses& grid, ProfileSide side, const Rational& span);

}  // namespace plumbline
