#include "verify/report/axis_names.hpp"

#include <map>

namespace plumbline {
namespace {

using Names = std::map<std::string, std::string>;

std::string look_up(const Names& names, const std::string& name) {
  const auto it = names.find(name);
  return it == names.end() ? name : it->second;
}

}  // namespace

std::string argument_label(const std::string& name) {
  static const Names names = {{"epsilon", "ε (nats)"},
                              {"delta", "δ (probability)"},
                              {"alpha", "α, false alarms (probability)"},
                              {"beta", "β, misses (probability)"},
                              {"kappa", "κ, success without the output (probability)"},
                              {"prior", "π, prior of no membership (probability)"},
                              {"order", "order of the Rényi divergence"}};
  return look_up(names, name);
}

std::string parameter_label(const std::string& name) {
  static const Names names = {{"N", "number of compositions N"},
                              {"sensitivity", "effect size (sensitivity per unit of noise)"},
                              {"sigma", "noise multiplier σ (noise per unit of sensitivity)"},
                              {"b", "noise scale b (per unit of sensitivity)"},
                              {"p", "sampling rate p (probability)"},
                              {"epsilon", "ε of a step (nats)"},
                              {"delta", "δ of a step (probability)"}};
  return look_up(names, name);
}

std::string quantity_label(const std::string& name) {
  static const Names names = {{"delta", "δ(ε) (probability)"},
                              {"epsilon", "ε(δ) (nats)"},
                              {"tradeoff", "f(α), misses (probability)"},
                              {"rero", "γ, reconstruction (probability)"},
                              {"bayes", "R, minimum Bayes error (probability)"},
                              {"divergence", "Δ (probability)"},
                              {"tv", "total variation (probability)"}};
  return look_up(names, name);
}

std::string quantity_words(const std::string& name) {
  static const Names names = {
      {"delta", "the privacy profile δ"},     {"epsilon", "ε"},
      {"tradeoff", "the trade-off function"}, {"rero", "the chance of reconstruction γ"},
      {"bayes", "the minimum Bayes error"},   {"divergence", "the Δ-divergence"},
      {"tv", "the total variation"}};
  return look_up(names, name);
}

}  // namespace plumbline
