#include "app/training/dpsgd_words.hpp"

#include "app/training/training_mechanism.hpp"

namespace plumbline {
namespace {

constexpr int kUsualDigits = 6;

/// Adds the targets that replace --sigma.
void add_target_words(Command& command, DpsgdArguments& a) {
  command.add_option(
      "--epsilon", a.epsilon,
      "a target in place of --sigma: the smallest noise with this epsilon at --delta");
  command.add_option("--advantage", a.advantage,
                     "a target in place of --sigma: the smallest noise with this advantage");
  command.add_option("--tpr", a.tpr,
                     "a target in place of --sigma: the smallest noise with which no attack has a "
                     "TPR larger than this at --fpr");
  command.add_option("--gamma", a.gamma,
                     "a target in place of --sigma: the smallest noise with which no "
                     "reconstruction succeeds with a probability larger than this, if blind "
                     "guessing succeeds with probability --kappa");
  command.add_option(
      "--kappa", a.kappa,
      "probability that blind guessing succeeds, for the reconstruction bound (1e-4)");
}

void add_noise_word(Command& command, DpsgdArguments& a) {
  command.add_option("--noise-multiplier,--sigma", a.sigma,
                     "noise multiplier: noise standard deviation / clipping norm");
}

/// Adds the questions: delta, false positive rates, and targets instead of the noise.
void add_question_words(Command& command, DpsgdArguments& a) {
  command.add_option("--delta", a.delta, "target delta")->required();
  command
      .add_option("--fpr", a.fprs,
                  "false positive rates at which attacks' TPR is bounded (0.001 and 0.01 unless "
                  "given), or ranges lo:hi:count:log")
      ->expected(1, -1)
      ->delimiter(',');
  add_target_words(command, a);
}

/// Adds the options for the training of one client, which matters if examples are clipped.
void add_client_words(Command& command, FederatedWords& a) {
  command
      .add_option("--clip", a.clip,
                  "what is clipped: client (the whole update of a client in a round) or example "
                  "(each example's gradient inside a client)")
      ->check(one_of({"client", "example"}))
      ->capture_default_str();
  command.add_option("--examples-per-client", a.examples,
                     "with --clip example: number of examples of a client");
  command.add_option("--local-batch", a.local_batch,
                     "with --clip example: (expected) examples in a local step");
  command
      .add_option("--local-epochs", a.local_epochs,
                  "a client's passes over its examples in a round; used only with --clip example")
      ->capture_default_str();
}

/// Adds clients, rounds, and the neighbouring relation.
void add_round_words(Command& command, FederatedWords& a) {
  command.add_option("--clients,--population,--total-clients", a.clients, "number of clients N");
  command.add_option("--per-round,--clients-per-round,--cohort-size", a.per_round,
                     "(expected) number of clients in a round K");
  command.add_option("--rounds,--num-rounds,--central-iterations", a.rounds, "number of rounds R");
  command.add_option("--rounds-per-client", a.cap,
                     "the cap: maximum number of rounds in which one client takes part");
  command
      .add_option("--unit", a.unit,
                  "what distinguishes neighbours: client (one client with all its examples) or "
                  "example (one example of one client)")
      ->check(one_of({"client", "example"}))
      ->capture_default_str();
}

}  // namespace

Command* add_federated_words(Command& app, DpsgdArguments& arguments, const std::string& before,
                             const std::string& after) {
  DpsgdArguments* const a = &arguments;
  a->common.digits = kUsualDigits;
  a->federated.emplace();
  Command* command = app.add_subcommand(
      "federated", "federated training: the values of `dpsgd`, for clients and rounds");
  add_noise_word(*command, *a);
  add_round_words(*command, *a->federated);
  add_client_words(*command, *a->federated);
  add_question_words(*command, *a);
  command
      ->add_option("--sampling", a->sampling,
                   "how clients are drawn in a round: poisson (each with probability K/N), fixed "
                   "(exactly K of N at random) or any (in any way, with --rounds-per-client)")
      ->check(one_of({"poisson", "fixed", "any"}))
      ->capture_default_str();
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline " + before +
                  "federated --clients 100000 --per-round 1000 --rounds 500 --sigma 1.1 --delta "
                  "1e-6" +
                  after);
  return command;
}

Command* add_dpsgd_words(Command& app, DpsgdArguments& arguments, const std::string& before,
                         const std::string& after) {
  DpsgdArguments* const a = &arguments;
  a->common.digits = kUsualDigits;
  Command* command = app.add_subcommand(
      "dpsgd", "DP-SGD training: epsilon, advantage, attacks' TPR at low FPR, reconstruction");
  add_noise_word(*command, *a);
  command->add_option("--batch-size,--batch", a->batch, "(expected) batch size B");
  command->add_option("--dataset", a->dataset, "number of records N");
  command->add_option("--epochs", a->epochs, "passes over the data E");
  command->add_option("--sampling-rate,--sample-rate", a->rate,
                      "in place of --batch and --dataset: the probability p of a record in a step");
  command->add_option("--loader", a->loader,
                      "in place of --batch, --dataset and --sampling: a JSON file that says how "
                      "batches are drawn (docs/dp-sgd.md, section 9)");
  command->add_option("--steps", a->steps, "in place of --epochs: the number of steps");
  command
      ->add_option("--records-per-user", a->records,
                   "maximum number of records of a user, which are added or removed together "
                   "(Poisson sampling)")
      ->capture_default_str();
  add_question_words(*command, *a);
  command
      ->add_option(
          "--sampling", a->sampling,
          "how batches are drawn: poisson (p = B/N), poisson-loader (p = 1/ceil(N/B); another name "
          "is opacus), fixed-batch (another name is shuffle) or random-allocation")
      ->check(one_of(sampling_names()))
      ->capture_default_str();
  add_common_options(*command, a->common, true);
  command->footer("Example: plumbline " + before +
                  "dpsgd --sigma 1.1 --batch 512 --dataset 60000 --epochs 30 --delta 1e-5" + after);
  return command;
}

}  // namespace plumbline
