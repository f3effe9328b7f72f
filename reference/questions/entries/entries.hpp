/// The entries of the registry: one source file for each quantity, or for each family of quantities that are computed
/// together.
#pragma once

#include <vector>

#include "reference/questions/entry.hpp"

namespace plumbline {

// Return the entry of one quantity: delta, epsilon, ...
Quantity delta_entry();
Quantity epsilon_entry();
Quantity tradeoff_entry();
Quantity rero_entry();
Quantity bayes_entry();
Quantity tv_entry();
Quantity tradeoff_inverse_entry();
Quantity power_entry();
Quantity advantage_entry();
Quantity posterior_entry();
Quantity posterior_belief_entry();
Quantity minimax_entry();
Quantity minimax_prior_entry();
Quantity fixed_point_entry();
Quantity rho_entry();

using QuantityFamily = std::vector<Quantity>;
QuantityFamily whole_entries();          ///< profile, tradeoff_curve
QuantityFamily divergence_entries();     ///< divergence and the prior that attains it
QuantityFamily comparison_entries();     ///< comparison, crossing, crossing_prior
QuantityFamily moment_entries();         ///< moments, v1 to v4, eta, cumulant
QuantityFamily berry_esseen_entries();   ///< theorem3 and its parts
QuantityFamily renyi_entries();          ///< renyi
QuantityFamily calibration_entries();    ///< calibrate
QuantityFamily gaussian_entries();       ///< gdp, gdp_mu
QuantityFamily selection_entries();      ///< selection, choice
QuantityFamily bounded_range_entries();  ///< bounded_range
QuantityFamily tv_step_entries();        ///< composed_delta, ..., worst_tv
QuantityFamily tv_limit_entries();       ///< tv_limit, gaussian_limit_distance, noisy_sgd
QuantityFamily channel_entries();        ///< channel, channel_delta, channel_epsilon, ...
QuantityFamily law_entries();            ///< law_divergence
QuantityFamily guarantee_entries();      ///< rero_bound, rero_line
QuantityFamily audit_entries();          ///< audited_epsilon and other bounds that attacks prove

}  // namespace plumbline
