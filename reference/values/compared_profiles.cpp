#include "reference/values/compared_profiles.hpp"

namespace plumbline {

std::string kind_name(ComparedRange::Order kind) {
  using Order = ComparedRange::Order;
  switch (kind) {
    case Order::first_larger:
      return "first_larger";
    case Order::second_larger:
      return "second_larger";
    case Order::equal:
      return "equal";
    case Order::crossing:
      return "crossing";
    case Order::undecided:
      return "undecided";
  }
  return "";
}

std::string dominance_name(Dominance verdict) {
  switch (verdict) {
    case Dominance::first_more_private:
      return "first_more_private";
    case Dominance::second_more_private:
      return "second_more_private";
    case Dominance::cross:
      return "cross";
    case Dominance::equal:
      return "equal";
    case Dominance::open:
      return "open";
  }
  return "";
}

Ball crossing_prior(const Ball& epsilon, Bits p) {
  const Ball one = Ball::integer(1, p);
  return one / (one + exp(-epsilon.at(p)));
}

}  // namespace plumbline
