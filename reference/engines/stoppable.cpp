#include "reference/engines/stoppable.hpp"

#include <utility>

#include "reference/engines/trivial_bounds.hpp"
#include "reference/mechanisms/poll_here.hpp"

namespace plumbline {
namespace {

class Stoppable final : public Engine {
 public:
  explicit Stoppable(std::unique_ptr<Engine> inner) : inner_(std::move(inner)) {}

  const Engine& inner() const { return *inner_; }
  std::string name() const override { return inner_->name(); }
  std::string explain() const override { return inner_->explain(); }
  NamedTexts parameters() const override { return inner_->parameters(); }
  bool vary() override { return inner_->vary(); }
  Enclosure answer(Question question, const Real& t, const Effort& effort) override {
    return answer_until_stopped(*inner_, question, t, effort);
  }

 private:
  std::unique_ptr<Engine> inner_;
};

}  // namespace

Enclosure answer_until_stopped(Engine& engine, Question question, const Real& t,
                               const Effort& effort) {
  try {
    const PollHere here(effort.poll);
    return engine.answer(question, t, effort);
  } catch (const Interrupted&) {
    return {clipped(question, Ball::indeterminate(bits_for_digits(effort.digits)), t), {}};
  }
}

std::unique_ptr<Engine> stoppable(std::unique_ptr<Engine> engine) {
  return std::make_unique<Stoppable>(std::move(engine));
}

const Engine& within_stoppable(const Engine& engine) {
  const auto* wrapper = dynamic_cast<const Stoppable*>(&engine);
  return wrapper == nullptr ? engine : wrapper->inner();
}

}  // namespace plumbline
