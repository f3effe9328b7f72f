#include "reference/mechanisms/allocation/block_allocation.hpp"

#include <algorithm>
#include <cmath>

#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/mechanisms/capabilities.hpp"
#include "reference/mechanisms/third_moment_line.hpp"
#include "reference/mechanisms/transform_range.hpp"

namespace plumbline {
namespace {

const LossMeasure& of(const BlockAllocation::Blocks& blocks) { return measure_of(*blocks.epoch); }

/// Returns the bits that are lost by raising to the power `count`.
long power_bits(const Rational& count) {
  return static_cast<long>(std::log2(count.approximate())) + 2;
}

}  // namespace

BlockAllocation::BlockAllocation(std::vector<Blocks> blocks, std::string expression,
                                 std::string identity)
    : blocks_(std::move(blocks)),
      expression_(std::move(expression)),
      identity_(std::move(identity)) {}

void BlockAllocation::offers(Offers* asked) const {
  asked->give<ShownSteps>([this] { return shown_steps(); });
  asked->give<TransformRange>(
      [this] { return TransformRange{[this](const Ball& c) { return log_transform_range(c); }}; });
  asked->give<ThirdMoment>([this] {
    return ThirdMoment{[this](int tilt, const Ball& t, const NoiseRange&, Bits p) {
      return third_moment_by_line(*this, tilt, t, p);
    }};
  });
}

ShownSteps BlockAllocation::shown_steps() const {
  ShownSteps out{nullptr, Rational(0), Real(Rational(0)), Rational(0), {}};
  for (const Blocks& b : blocks_) {
    out.count = out.count + b.count;
    const auto several = b.epoch->offer<ShownSteps>();
    if (!several) {
      out.gaussian = b.epoch;  // a block of one step
      out.hidden_mu_squared =
          out.hidden_mu_squared + gaussian_mu_squared(*b.epoch).value() * b.count;
      continue;
    }
    const ShownSteps& one = *several;
    out.gaussian = one.gaussian;
    out.hidden_mu_squared = out.hidden_mu_squared + one.hidden_mu_squared * b.count;
    for (const ShownSteps::Epochs& e : one.epochs) {
      out.epochs.push_back({e.mu, e.t, e.count * b.count});
    }
    const Rational count = b.count;
    const auto log_one = one.log_choices.log_linear();
    LogLinear all{log_one->offset * count, log_one->logs};
    for (LogLinear::Term& term : all.logs) term.n = term.n * count;
    out.log_choices = out.log_choices + Real(all);
  }
  return out;
}

Ball BlockAllocation::log_transform_range(const Ball& c) const {
  Ball sum(c.precision());
  for (const Blocks& b : blocks_) {
    const Ball count(b.count, c.precision());
    if (const auto known = b.epoch->offer<TransformRange>()) {
      sum += known->log_K(c) * count;
    } else {  // a block of one step: the Gaussian
      sum += c * (c - 1) * Ball(gaussian_mu_squared(*b.epoch).value(), c.precision()) / 2 * count;
    }
  }
  return sum;
}

Ball BlockAllocation::transform(double c, Bits p) const {
  return transform_polled(c, p, [] {});
}

Ball BlockAllocation::transform_polled(double c, Bits p, const Poll& poll) const {
  Ball out = Ball::integer(1, p);
  for (const Blocks& b : blocks_) {
    out = out * power(transform_of(of(b), c, p + power_bits(b.count), poll), b.count);
  }
  return out.rounded(p);
}

LineValues BlockAllocation::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                              const Poll& poll) const {
  LineValues out;
  for (const Blocks& b : blocks_) {
    LineValues line = of(b).transform_on_line(c, D, count, p + power_bits(b.count), poll);
    // The error is stored for reports; the balls already contain it.
    out.quadrature_error =
        out.quadrature_error + line.quadrature_error * UpperBound::of(Ball(b.count, Bits{64}));
    raise(&line.values, b.count, poll);
    if (out.values.size() == 0) {
      out.values = std::move(line.values);
    } else {
      out.values.multiply(line.values);
    }
  }
  return out;
}

// |K| is the product over the blocks, and each block has its own bound.
Ball BlockAllocation::decay(double c, double T, Bits p) const {
  Ball out = Ball::integer(1, p);
  for (const Blocks& b : blocks_) out = out * power(of(b).decay(c, T, p), b.count);
  return out.upper();
}

// One block has the bound C/|y|; each other block is bounded by its value on the real axis.
UpperBound BlockAllocation::algebraic_decay(double c) const {
  return algebraic_decay_polled(c, [] {});
}

UpperBound BlockAllocation::algebraic_decay_polled(double c, const Poll& poll) const {
  const Bits p{64};
  const Blocks& first = blocks_.front();
  Ball others = power(transform_of(of(first), c, p, poll), first.count - Rational(1));
  for (size_t i = 1; i < blocks_.size(); ++i) {
    others = others * power(transform_of(of(blocks_[i]), c, p, poll), blocks_[i].count);
  }
  return algebraic_decay_of(of(first), c, poll) * UpperBound::of(others);
}

double BlockAllocation::log_transform(double c) const {
  double sum = 0;
  for (const Blocks& b : blocks_) sum += b.count.approximate() * of(b).log_transform(c);
  return sum;
}

double BlockAllocation::log_decay(double c, double T) const {
  double sum = 0;
  for (const Blocks& b : blocks_) sum += b.count.approximate() * of(b).log_decay(c, T);
  return sum;
}

}  // namespace plumbline
