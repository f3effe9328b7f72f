/// Certified distributions as files that other accountants load.
#pragma once

#include <optional>
#include <string>

#include "reference/values/loss_masses.hpp"

namespace plumbline {

/// The pair's two directions; `add` is absent where one distribution serves both, or one was asked alone.
struct ExportedPair {
  GridMasses remove;
  std::optional<GridMasses> add{};
  bool one_direction = false;  ///< `remove` is that of the direction asked, whichever it is
};

/// dp_accounting's JSON: the fields of its PMF, or {"remove": ..., "add": ...}.
std::string dp_accounting_text(const ExportedPair& pair, ProfileSide side);
/// The text of dp_accounting's protocol buffer, of one direction.
std::string message_text(const GridMasses& grid);
/// riskcal's PLRVs.
std::string riskcal_text(const ExportedPair& pair, ProfileSide side);
/// CSV of loss,mass: decimals that are not below the masses, or not above them, and read back as these doubles.
std::string csv_text(const GridMasses& grid, ProfileSide side);

/// The step next to this one whose multiples up to 2^28 are doubles: prv_accountant computes its losses from the
/// ends.
Rational short_step(const Rational& step);
/// prv_accountant's masses of one direction, on an even number of losses around 0 as its composition wants them, to
/// at least +-span. The masses given a finite loss are rounded to the safe side (PROFILE-CONDITIONED). Throws
/// std::invalid_argument where a loss is no double.
std::string prv_text(const GridMasses& grid, ProfileSide side, const Rational& span);

}  // namespace plumbline
