#include "reference/engines/fallback.hpp"

#include <algorithm>
#include <numeric>
#include <optional>

#include "reference/engines/always_known.hpp"
#include "reference/engines/engine.hpp"
#include "reference/engines/haste.hpp"
#include "reference/engines/kept_time.hpp"
#include "reference/engines/sharpened.hpp"
#include "reference/engines/stoppable.hpp"
#include "reference/mechanisms/mechanism_entry.hpp"

namespace plumbline {
namespace {

/// Returns true if the value is below 10^-8600: no engine resolves such small numbers.
bool practically_zero(const Ball& value) {
  constexpr double kLogLeast = -20000;
  return value.is_finite() && UpperBound::of(value).log_approximate() < kLogLeast;
}

class Fallback final : public Engine {
 public:
  Fallback(const Composition& composition, std::vector<Planned> planned)
      : composition_(composition), planned_(std::move(planned)), engines_(planned_.size()) {
    engines_.front() = planned_.front().entry->make(composition_);
  }

  std::string name() const override { return engines_[used_]->name(); }

  std::string explain() const override {
    std::string out;
    for (size_t i = 0; i < engines_.size(); ++i) {
      if (!asked_[i] && (i != used_ || !out.empty())) continue;
      if (!out.empty()) out += "\ntoo few digits; then ";
      out += engines_[i]->explain();
    }
    return out;
  }

  NamedTexts parameters() const override { return engines_[used_]->parameters(); }

  bool vary() override {
    varied_ = true;
    bool any = false;
    for (const auto& engine : engines_) any = (engine && engine->vary()) || any;
    return any;
  }

  /// The bounds of the engine always_known are applied last, even if the time limit has passed: their values do not
  /// depend on the time.
  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Enclosure found = by_engines(question, t, effort);
    const bool known = effort.suffices(found.value) || found.value.relative_digits() >= kFewDigits;
    if (!known && !time_is_kept()) with_known_bounds(question, t, effort, &found);
    return found;
  }

 private:
  static constexpr double kFewDigits = 1;

  /// Queries the engines in turn until one reaches the digits; returns the intersection of their enclosures.
  Enclosure by_engines(Question question, const Real& t, const Effort& effort) {
    std::optional<Enclosure> best;
    for (const size_t i : order(effort)) {
      if (best && (effort.suffices(best->value) || effort.expired())) break;
      if (best && (best->final || practically_zero(best->value))) break;
      // An engine fails if it does not reach the digits and gains few digits over the other engines. After two failures
      // an engine is not queried again. The engine queried first is exempt.
      constexpr int kChances = 2;
      constexpr double kFar = 3;  // digits
      if (i > 0 && failures_[i] >= kChances) continue;
      if (best && best->value.relative_digits() > planned_[i].estimate.digits) continue;
      if (!engines_[i]) {
        engines_[i] = planned_[i].entry->make(composition_);
        if (varied_) engines_[i]->vary();
      }
      asked_[i] = true;
      const Enclosure other = answer_until_stopped(*engines_[i], question, t, effort);
      const double gained =
          other.value.relative_digits() - (best ? std::max(0.0, best->value.relative_digits()) : 0);
      const bool failed = !effort.suffices(other.value) && !(gained > kFar);
      if (failed && !effort.expired()) ++failures_[i];  // more time might have been enough
      if (!best) {
        best = other;
        used_ = i;
        continue;
      }
      const std::string both = engines_[used_]->name() + " and " + engines_[i]->name();
      if (sharpen(&*best, other, question, both)) used_ = i;
    }
    return *best;
  }

  /// Intersects *best with the bounds of the engine always_known, even if the time limit has passed.
  void with_known_bounds(Question question, const Real& t, const Effort& effort, Enclosure* best) {
    if (varied_) return;  // a check must be independent of these bounds
    if (!known_) known_ = make_always_known(composition_);
    if (!known_) return;
    const Enclosure bounds = known_->answer(question, t, effort);
    (void)sharpen(best, bounds, question,
                  engines_[used_]->name() + " and the bounds of always_known");
  }

  /// Returns the order in which engines are queried: by their cost for the requested digits. Engines of equal cost keep
  /// the order of `planned_`. In haste the engine "lattice" comes first: it has one or two digits after some tenths of
  /// a second, while others may have no result after minutes.
  std::vector<size_t> order(const Effort& effort) const {
    std::vector<size_t> out(planned_.size());
    std::iota(out.begin(), out.end(), size_t{0});
    std::stable_sort(out.begin(), out.end(), [&](size_t a, size_t b) {
      const auto cost = [&](size_t i) { return planned_[i].estimate.cost_of(effort.digits); };
      return cost(a) < cost(b);
    });
    if (in_haste()) {
      std::stable_partition(out.begin(), out.end(),
                            [&](size_t i) { return planned_[i].entry->name == kLattice; });
    }
    return out;
  }

  Composition composition_;
  std::vector<Planned> planned_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::unique_ptr<Engine> known_;
  std::vector<int> failures_ = std::vector<int>(planned_.size(), 0);
  std::vector<bool> asked_ = std::vector<bool>(planned_.size(), false);
  size_t used_ = 0;
  bool varied_ = false;
};

}  // namespace

bool chooses_engines(const Engine& engine) {
  return dynamic_cast<const Fallback*>(&within_stoppable(engine)) != nullptr;
}

std::unique_ptr<Engine> make_fallback(const Composition& composition,
                                      std::vector<Planned> engines) {
  return std::make_unique<Fallback>(composition, std::move(engines));
}

}  // namespace plumbline
