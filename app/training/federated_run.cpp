#include "app/training/federated_run.hpp"

#include <fmt/core.h>

#include <cmath>
#include <stdexcept>

#include "app/running/values.hpp"
#include "app/training/neighbour_words.hpp"

namespace plumbline {
namespace {

const Rational kOneClient(1);

/// The numbers of a federated run.
struct Federation {
  std::string sigma;
  Rational clients, per_round, rounds, cap;
  bool is_capped = false, is_example = false;

  std::string rate() const { return per_round.text() + "/" + clients.text(); }
  bool is_everyone() const { return per_round == clients; }
  /// Returns true if a client may take part in every round.
  bool is_uncapped() const { return !is_capped || cap == rounds; }
  /// Returns true if each client takes part in every round.
  bool is_always() const { return is_everyone() && is_uncapped(); }
};

Rational whole(const std::string& option, const std::string& text, long least = 1) {
  if (text.empty()) {
    throw std::invalid_argument("--" + option +
                                " is missing; for example: plumbline federated --clients 100000 "
                                "--per-round 1000 --rounds 500 --sigma 1.1 --delta 1e-6");
  }
  const Rational value = read_value(option, text);
  whole_number(option, value, least, 12);
  return value;
}

Federation read_federation(const FederatedWords& words, const std::string& sigma) {
  Federation out;
  out.sigma = sigma;
  out.clients = whole("clients", words.clients);
  out.per_round = whole("per-round", words.per_round);
  out.rounds = whole("rounds", words.rounds, 0);
  if (out.per_round > out.clients) {
    throw std::invalid_argument("--per-round must be no more than --clients, got " +
                                out.per_round.text() + " of " + out.clients.text());
  }
  out.is_capped = !words.cap.empty();
  if (out.is_capped) out.cap = whole("rounds-per-client", words.cap);
  if (out.is_capped && out.cap > out.rounds) out.cap = out.rounds;
  out.is_example = words.unit == "example";
  return out;
}

std::string repeated(const std::string& mechanism, const Rational& times) {
  return times == kOneClient ? mechanism : mechanism + "^" + times.text();
}

/// Returns the mechanism of one round in which a client participates with certainty.
std::string plain_round(const Federation& run, const std::string& relation) {
  return "gaussian(sigma=" + run.sigma + relation + ")";
}

std::string exchanged(const Federation& run) { return run.is_example ? ",relation=replace" : ""; }

/// Returns the sentence about neighbours that differ in a client, or in an example of a client.
std::string neighbours(const Federation& run, const std::string& client) {
  if (!run.is_example) return " Neighbours differ in one client with all its examples, " + client;
  return " Neighbours differ in one example of one client, which may change that client's update "
         "into any other within the clipping norm: a client exchanged for another.";
}

std::string federated_public() {
  return "the number of rounds, the probability and what the sums are divided by are public, the "
         "same for both, even where they were computed from the number of clients.";
}

/// Returns true if the bound from the cap alone is smaller than the bound from the sampling, by an estimate with the
/// variances of the losses. Both bounds are valid.
bool is_cap_smaller(const Federation& run) {
  if (!run.is_capped) return false;
  if (run.sigma == "?") return run.cap < run.rounds * run.per_round / run.clients;
  const double sigma = Rational::parse(run.sigma).approximate(),
               rate = (run.per_round / run.clients).approximate();
  const double drawn = rate * rate * run.rounds.approximate() * std::expm1(1 / (sigma * sigma));
  return run.cap.approximate() / (sigma * sigma) < drawn;
}

std::string capped_note(const Federation& run) {
  return fmt::format("the cap is what counts here: {} rounds at most, in whichever rounds",
                     run.cap.text());
}

// With a cap C, a client below the cap participates with probability K/N, and a client that has reached the cap with
// probability 0. So its probability in a round, given the outputs of earlier rounds, is at most K/N. A pair sampled at
// a larger rate dominates a pair sampled at a smaller rate. Therefore the pair of the uncapped run dominates. The pair
// of C rounds in which the client participates with certainty dominates as well, because every set of rounds in which
// the client can participate has at most C rounds. Neither pair is known to be attained with a cap: with some
// probability a client is drawn in fewer rounds, or at a rate that depends on the earlier rounds.
TrainingMechanism poisson_clients(const Federation& run) {
  const std::string drawn = run.is_everyone() ? plain_round(run, exchanged(run))
                                              : "subsampled_gaussian(sigma=" + run.sigma +
                                                    ",p=" + run.rate() + exchanged(run) + ")";
  const std::string client = "added or removed; " + federated_public();
  const std::string assumes = fmt::format(
      "Poisson sampling of clients: each client is in each round with probability K/N = {}, "
      "independently of all else; {} rounds.",
      run.rate(), run.rounds.text());
  const std::string other =
      "a server that draws exactly K clients a round, as Flower and simulations of TFF do, is "
      "--sampling fixed";
  if (is_cap_smaller(run)) {
    return {repeated(plain_round(run, exchanged(run)), run.cap), assumes + neighbours(run, client),
            capped_note(run), run.is_always()};
  }
  return {repeated(drawn, run.rounds), assumes + neighbours(run, client),
          run.is_everyone() ? "" : other, run.is_uncapped()};
}

TrainingMechanism fixed_clients(const Federation& run) {
  std::string assumes = fmt::format(
      "Rounds of exactly {} of {} clients, drawn at random without replacement in each of {} "
      "rounds, independently of other rounds.",
      run.per_round.text(), run.clients.text(), run.rounds.text());
  const std::string client =
      "exchanged for another client: the number of clients is the same and public.";
  assumes += neighbours(run, client);
  const std::string everyone = plain_round(run, ",relation=replace");
  const std::string drawn = "without_replacement(sigma=" + run.sigma + ",n=" + run.clients.text() +
                            ",batch=" + run.per_round.text() + ")";
  if (is_cap_smaller(run)) {
    return {repeated(everyone, run.cap), assumes, capped_note(run), run.is_always()};
  }
  return {repeated(run.is_everyone() ? everyone : drawn, run.rounds), assumes, "",
          run.is_uncapped()};
}

/// Returns the run with any selection of clients: by availability, by their devices, by the server.
TrainingMechanism chosen_clients(const Federation& run) {
  const Rational times = run.is_capped ? run.cap : run.rounds;
  const std::string assumes = fmt::format(
      "Clients are chosen in any way that does not depend on their data; each takes part in {} "
      "rounds at most.",
      times.text());
  return {
      repeated(plain_round(run, run.is_example ? ",relation=replace" : kZeroOut), times),
      assumes + neighbours(run, "whose updates count as zero in one of them."),
      run.is_capped ? "" : "a cap, --rounds-per-client C, is what bounds a client's rounds here"};
}

/// Returns the run with local training in which each example is clipped; each local step samples examples of one
/// client. The pair counts `rounds` rounds: the cap, or all rounds of the run. It is attained if some client
/// participates in so many rounds. This holds if every client always participates, or if the selection may be arbitrary
/// (`chosen`).
TrainingMechanism local_training(const FederatedWords& words, const Federation& run, bool chosen) {
  const Rational examples = whole("examples-per-client", words.examples),
                 batch = whole("local-batch", words.local_batch),
                 epochs = read_value("local-epochs", words.local_epochs);
  if (batch > examples) {
    throw std::invalid_argument("--local-batch must be no more than --examples-per-client, got " +
                                batch.text() + " of " + examples.text());
  }
  const Rational steps = -floor(-(epochs * examples / batch)),
                 rounds = run.is_capped ? run.cap : run.rounds;
  whole_number("local-epochs", steps, 1, 12);
  const std::string rate = batch.text() + "/" + examples.text();
  const std::string step = batch == examples
                               ? plain_round(run, "")
                               : "subsampled_gaussian(sigma=" + run.sigma + ",p=" + rate + ")";
  return {repeated(step, steps * rounds),
          fmt::format("DP-SGD inside each client: an example is in a local step with probability "
                      "{}, independently of all else; {} steps a round, in {} rounds at most. "
                      "Neighbours differ in one example of one client, added or removed; the "
                      "number of steps, the sampling rate and what the sums are divided by are "
                      "public.",
                      rate, steps.text(), rounds.text()),
          "nothing is gained here from the choice of clients, which the server knows",
          chosen || run.is_always()};
}

/// Throws if an option of local training has no effect.
void check_local(const FederatedWords& words) {
  if (words.examples.empty() && words.local_batch.empty()) return;
  throw std::invalid_argument(
      "--examples-per-client and --local-batch describe clients that clip each example: add --unit "
      "example --clip example, or leave them out, as one clipped update counts whole, after "
      "however "
      "many local epochs");
}

}  // namespace

TrainingMechanism federated_mechanism(const FederatedWords& words, const std::string& sampling,
                                      const std::string& sigma) {
  const Federation run = read_federation(words, sigma);
  if (words.clip == "example") {
    if (run.is_example) return local_training(words, run, sampling == "any");
    throw std::invalid_argument(
        "--clip example bounds one example, and nothing bounds a client then: use --unit example, "
        "or --clip client");
  }
  check_local(words);
  const Rational epochs = read_value("local-epochs", words.local_epochs);
  if (epochs.sign() <= 0)
    throw std::invalid_argument("--local-epochs must be above 0, got " + epochs.text());
  TrainingMechanism out = sampling == "fixed" ? fixed_clients(run)
                          : sampling == "any" ? chosen_clients(run)
                                              : poisson_clients(run);
  out.assumes +=
      " Each update is clipped as a whole before it is summed, so local epochs do not count.";
  return out;
}

}  // namespace plumbline
