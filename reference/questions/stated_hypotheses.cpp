#include "reference/questions/stated_hypotheses.hpp"

#include <functional>
#include <mutex>

#include "reference/arithmetic/running/kept.hpp"
#include "reference/channels/channel_text.hpp"
#include "reference/mechanisms/hypotheses/rules.hpp"
#include "reference/mechanisms/written_hypotheses.hpp"
#include "reference/questions/registry.hpp"
#include "reference/statistics/attack_text.hpp"

namespace plumbline {

namespace {

/// Returns the hypotheses of a text from the cache, or computes them. The computation takes tenths of a second for
/// thousands of factors. For one factor it takes as long as the evaluation of a closed form. An answer needs the
/// hypotheses several times, and the next question usually has the same mechanism.
HypothesesPtr kept(const std::string& text, const std::function<Hypotheses()>& computed) {
  constexpr size_t kMost = 4;
  static KeptFew<std::string, HypothesesPtr> last(kMost);
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  return last.get(text, [&] { return std::make_shared<const Hypotheses>(computed()); });
}

}  // namespace

void keep_hypotheses(const std::string& text, const Hypotheses& hypotheses) {
  kept(text, [&] { return hypotheses; });
}

HypothesesPtr hypotheses_of_text(const std::string& text) {
  if (text.empty() || is_channel_text(text) || is_attack_text(text)) return nullptr;
  return kept(text, [&] { return hypotheses_of_expression(text); });
}

StatedHypotheses stated_hypotheses(const Query& question) {
  StatedHypotheses out{hypotheses_of_text(question.mechanism), hypotheses_of_text(question.other)};
  const Quantity* const quantity = quantity_named(question.quantity);
  if (out.mechanism != nullptr && quantity != nullptr && quantity->selects) {
    out.mechanism = std::make_shared<const Hypotheses>(selection_of(*out.mechanism));
  }
  return out;
}

}  // namespace plumbline
