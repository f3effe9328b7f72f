#include "reference/engines/fallback.hpp"

#include "reference/engines/sharpened.hpp"

namespace plumbline {
namespace {

class Fallback final : public Engine {
 public:
  Fallback(const Composition& composition, std::vector<const EngineEntry*> entries)
      : composition_(composition), entries_(std::move(entries)), engines_(entries_.size()) {
    engines_.front() = entries_.front()->make(composition_);
  }

  std::string name() const override { return engines_[used_]->name(); }

  std::string explain() const override {
    std::string out;
    for (size_t i = 0; i < engines_.size(); ++i) {
      if (!engines_[i]) continue;
      if (!out.empty()) out += "\nnot enough digits; then ";
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

  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    Enclosure best = engines_.front()->answer(question, t, effort);
    used_ = 0;
    for (size_t i = 1; i < entries_.size(); ++i) {
      if (effort.suffices(best.value) || effort.expired()) break;
      // An engine that did not get there twice will not be asked a third time.
      constexpr int kChances = 2;
      if (failures_[i] >= kChances) continue;
      if (!engines_[i]) {
        engines_[i] = entries_[i]->make(composition_);
        if (varied_) engines_[i]->vary();
      }
      const Enclosure other = engines_[i]->answer(question, t, effort);
      if (!effort.suffices(other.value)) ++failures_[i];
      const std::string both = engines_[used_]->name() + " and " + engines_[i]->name();
      if (sharpen(&best, other, question, both)) used_ = i;
    }
    return best;
  }

 private:
  Composition composition_;
  std::vector<const EngineEntry*> entries_;
  std::vector<std::unique_ptr<Engine>> engines_;
  std::vector<int> failures_ = std::vector<int>(entries_.size(), 0);
  size_t used_ = 0;
  bool varied_ = false;
};

}  // namespace

std::unique_ptr<Engine> make_fallback(const Composition& composition,
                                      std::vector<const EngineEntry*> entries) {
  if (entries.size() == 1) return entries.front()->make(composition);
  return std::make_unique<Fallback>(composition, std::move(entries));
}

}  // namespace plumbline
