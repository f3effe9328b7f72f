/// The contribution of an event on which the loss is certainly on one side of the threshold.
#pragma once

#include "reference/engines/engine.hpp"

namespace plumbline::direct {

/// Returns the contribution of an event with masses P and Q on which the loss is everywhere above t (`all_above`) or
/// nowhere above t; x = e^t. The numbers are real or complex balls.
template <class Number>
Number settled_answer(Question question, const Number& P, const Number& Q, const Number& x,
                      bool all_above) {
  const Number zero(x.precision());
  switch (question) {
    case Question::delta:
      return all_above ? Q - x * P : zero;
    case Question::one_minus_delta:
      return all_above ? x * P : Q;
    case Question::excess:
      return all_above ? zero : x * P - Q;
    case Question::P_above:
      return all_above ? P : zero;
    case Question::Q_above:
      return all_above ? Q : zero;
    case Question::P_below:
      return all_above ? zero : P;
    case Question::Q_below:
      return all_above ? zero : Q;
  }
  return Number(Ball::indeterminate(x.precision()));
}

}  // namespace plumbline::direct
