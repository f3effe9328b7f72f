/// The commands. Each function adds a command to the program. The callback of a command stores its exit code.
#pragma once

#include "app/options/words.hpp"

namespace plumbline {

/// delta, epsilon, tradeoff, rero, bayes, tv: one subcommand per entry of profile_quantities().
void add_quantity_commands(Command& app, int& exit_code);
/// tpr: the largest true positive rate of an attack, which is the power of a test.
void add_tpr_command(Command& app, int& exit_code);
/// dpsgd: a training run described by its usual parameters.
void add_dpsgd_command(Command& app, int& exit_code);
/// federated: a federated training run, in rounds of clients.
void add_federated_command(Command& app, int& exit_code);
/// deployment: the privacy numbers that follow from the record of a deployment.
void add_deployment_command(Command& app, int& exit_code);
void add_divergence_command(Command& app, int& exit_code);
/// gdp: the smallest mu with f >= G_mu.
void add_gdp_command(Command& app, int& exit_code);
/// selection: the best of a random number of runs.
void add_selection_command(Command& app, int& exit_code);
/// bounded-range: several mechanisms of bounded range, at their worst pair of distributions.
void add_bounded_range_command(Command& app, int& exit_code);
void add_calibrate_command(Command& app, int& exit_code);
/// convert: guarantees of one kind, converted to another kind.
void add_convert_command(Command& app, int& exit_code);
/// batch: many questions from a file.
void add_batch_command(Command& app, int& exit_code);
/// moments: moments of the privacy loss; renyi: Renyi divergences.
void add_moments_commands(Command& app, int& exit_code);
/// theorem3: the Berry-Esseen bound on a divergence (Theorem 3 of Kaissis et al. 2024).
void add_berry_esseen_command(Command& app, int& exit_code);
/// compare: the order of two privacy profiles; rero-bound: the reconstruction bound that (epsilon, delta)-DP implies.
void add_compare_command(Command& app, int& exit_code);
/// compose-tv: the composition of steps with bounded total variation (Theorem 2 of Ghazi and Issa 2024).
void add_compose_tv_command(Command& app, int& exit_code);
/// channel: a local mechanism given as a matrix.
void add_channel_command(Command& app, int& exit_code);
/// sensitivity: the sensitivity of matrix mechanisms.
void add_sensitivity_command(Command& app, int& exit_code);
/// amplification: epsilon of matrix mechanisms with random batches.
void add_amplification_command(Command& app, int& exit_code);
/// tv-limit and noisy-sgd: Theorem 3 and Section VI-D of Ghazi and Issa 2024.
void add_tv_papers_commands(Command& app, int& exit_code);
/// judge: compares approximations with certified values.
void add_judge_command(Command& app, int& exit_code);
void add_verify_command(Command& app, int& exit_code);
/// merge: merges the shards of a verify run.
void add_merge_command(Command& app, int& exit_code);
/// claims: judges the answers of other accountants.
void add_claims_command(Command& app, int& exit_code);
/// history: past nightly runs and their regressions.
void add_history_command(Command& app, int& exit_code);
/// site: static pages of judged results.
void add_site_command(Command& app, int& exit_code);
/// plot: certified curves as a plot.
void add_plot_command(Command& app, int& exit_code);
void add_figure_command(Command& app, int& exit_code);
void add_list_command(Command& app, int& exit_code);
/// advisories: findings about released libraries.
void add_advisories_command(Command& app, int& exit_code);
/// certify, check, bundle, dossier and audit.
void add_certificate_commands(Command& app, int& exit_code);
/// help: topics and commands.
void add_help_command(Program& program, int& exit_code);

}  // namespace plumbline
