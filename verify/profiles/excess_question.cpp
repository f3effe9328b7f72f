#include "verify/profiles/excess_question.hpp"

#include <stdexcept>

#include "reference/questions/whole_texts.hpp"
#include "verify/profiles/distribution_parts.hpp"

namespace plumbline {
namespace {

void set_distribution(const StoredDistribution& part, const ExcessPromise& promise, Query* out) {
  const bool curve = !part.curve.empty();
  if (curve && promise.from) {
    throw std::invalid_argument(
        "--from is about epsilons; a trade-off curve is judged between its points");
  }
  if (!curve && promise.points) throw std::invalid_argument("--points is about trade-off curves");
  out->quantity = curve ? "tradeoff_curve" : "profile";
  out->options = curve ? NamedTexts{{"points", points_text(part.curve)}}
                       : NamedTexts{{"distribution", masses_text(part.masses)}};
  if (promise.side == ProfileSide::optimistic) out->options.emplace_back("side", "optimistic");
  if (promise.points) out->options.emplace_back("between", "nothing");
  out->at.clear();
  if (promise.from) out->at = {{"from", promise.from->text()}};
}

}  // namespace

std::vector<Query> excess_questions(const Query& asked, const std::vector<StoredDistribution>& all,
                                    const ExcessPromise& promise) {
  const auto parts = parts_for(all, asked.direction);
  std::vector<Query> out;
  for (const StoredDistribution& part : parts) {
    out.push_back(asked);
    out.back().direction = part_direction(parts, part, asked.direction);
    set_distribution(part, promise, &out.back());
  }
  return out;
}

}  // namespace plumbline
