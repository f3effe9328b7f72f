#include "reference/mechanisms/matrix/several_runs.hpp"

#include <cmath>

#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/mechanisms/allocation/shown_steps.hpp"
#include "reference/mechanisms/transform_range.hpp"

namespace plumbline {
namespace {

/// Returns the number of bits lost by raising to the power N.
long bits_of_power(const Rational& count) {
  return static_cast<long>(std::log2(count.approximate())) + 2;
}

}  // namespace

SeveralRuns::SeveralRuns(std::vector<Runs> runs, std::string expression, std::string identity)
    : runs_(std::move(runs)), expression_(std::move(expression)), identity_(std::move(identity)) {}

void SeveralRuns::offers(Offers* asked) const {
  if (runs_.size() != 1 || !(runs_.front().count == Rational(1))) return;
  const DominatingPair& one = *runs_.front().one;
  asked->give<ShownSteps>([&] { return one.offer<ShownSteps>(); });
  asked->give<TransformRange>([&] { return one.offer<TransformRange>(); });
}

// The smallest loss of the product is the sum of the smallest losses; there is none if the losses of one run are
// unbounded below.
std::optional<Real> SeveralRuns::smallest_loss() const {
  std::vector<std::pair<Real, Rational>> parts;
  for (const Runs& r : runs_) {
    const auto least = r.one->smallest_loss();
    if (!least) return std::nullopt;
    parts.emplace_back(*least, r.count);
  }
  return Real([parts](Bits p) {
    Ball sum(p);
    for (const auto& [loss, count] : parts) sum += loss(p) * Ball(count, p);
    return sum;
  });
}

Ball SeveralRuns::transform(double c, Bits p) const {
  Ball out = Ball::integer(1, p);
  for (const Runs& r : runs_) {
    out = out * power(measure_of(*r.one).transform(c, p + bits_of_power(r.count)), r.count);
  }
  return out.rounded(p);
}

LineValues SeveralRuns::transform_on_line(double c, const Ball& D, size_t count, Bits p,
                                          const Poll& poll) const {
  LineValues out;
  for (const Runs& r : runs_) {
    LineValues line =
        measure_of(*r.one).transform_on_line(c, D, count, p + bits_of_power(r.count), poll);
    // The error is stored for reports; the balls already contain it.
    out.quadrature_error =
        out.quadrature_error + line.quadrature_error * UpperBound::of(Ball(r.count, Bits{64}));
    raise(&line.values, r.count, poll);
    if (out.values.size() == 0) {
      out.values = std::move(line.values);
    } else {
      out.values.multiply(line.values);
    }
  }
  return out;
}

// The modulus |K| of the transform is the product of the moduli of the runs, which are bounded separately.
Ball SeveralRuns::decay(double c, double T, Bits p) const {
  Ball out = Ball::integer(1, p);
  for (const Runs& r : runs_) out = out * power(measure_of(*r.one).decay(c, T, p), r.count);
  return out.upper();
}

// The transform of the first run decays like C/|y|; the transforms of the other runs are at most their values on the
// real axis.
UpperBound SeveralRuns::algebraic_decay(double c) const {
  const Bits p{64};
  const LossMeasure& first = measure_of(*runs_.front().one);
  Ball others = power(first.transform(c, p), runs_.front().count - Rational(1));
  for (size_t i = 1; i < runs_.size(); ++i) {
    others = others * power(measure_of(*runs_[i].one).transform(c, p), runs_[i].count);
  }
  return first.algebraic_decay(c) * UpperBound::of(others);
}

double SeveralRuns::log_transform(double c) const {
  double sum = 0;
  for (const Runs& r : runs_) {
    sum += r.count.approximate() * measure_of(*r.one).log_transform(c);
  }
  return sum;
}

double SeveralRuns::log_decay(double c, double T) const {
  double sum = 0;
  for (const Runs& r : runs_) sum += r.count.approximate() * measure_of(*r.one).log_decay(c, T);
  return sum;
}

}  // namespace plumbline
