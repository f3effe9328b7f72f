#include "reference/questions/asked_tradeoff.hpp"

namespace plumbline {

AskedTradeoff::AskedTradeoff(const Query& question, const Effort& effort)
    : profile_(Composition::parse(question.mechanism), question.direction, question.engine),
      values_(profile_, effort) {}

}  // namespace plumbline
