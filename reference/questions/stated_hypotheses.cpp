#include "reference/questions/stated_hypotheses.hpp"

#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"
#include "reference/questions/registry.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {
namespace {

std::shared_ptr<const Hypotheses> hypotheses_of_text(const std::string& text) {
  if (text.empty() || is_channel_text(text) || is_attack_text(text)) return nullptr;
  return std::make_shared<const Hypotheses>(hypotheses_of_expression(text));
}

}  // namespace

StatedHypotheses stated_hypotheses(const Query& question) {
  StatedHypotheses out{hypotheses_of_text(question.mechanism), hypotheses_of_text(question.other)};
  const Quantity* const quantity = quantity_named(question.quantity);
  if (out.mechanism != nullptr && quantity != nullptr && quantity->selects) {
    out.mechanism = std::make_shared<const Hypotheses>(selection_of(*out.mechanism));
  }
  return out;
}

}  // namespace plumbline
