#include "reference/engines/returns/return_line.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "reference/arithmetic/bound.hpp"
#include "reference/arithmetic/heuristics.hpp"
#include "reference/arithmetic/vectors/polled.hpp"
#include "reference/engines/returns/cell_sizes.hpp"
#include "reference/engines/returns/node_sizes.hpp"
#include "reference/engines/sieve/alias_sides.hpp"

namespace plumbline::returns {
namespace {

constexpr Bits kBits{96};      // precision of bounds
constexpr double kGrowth = 2;  // ratio of the end of a block of nodes to its beginning

using fourier::Faint;
using fourier::Kernel;
using fourier::Run;
using fourier::Sieve;

Ball product_at(const Composition& composition, double x, Bits p) {
  Ball out = Ball::integer(1, p);
  for (const Factor& f : composition.factors()) {
    out = out * power(measure_of(*f.mechanism).transform(x, p), f.count);
  }
  return out;
}

/// Returns the number of bits lost by raising node values to powers, and by phases up to Im s = y.
long lost_bits(const Composition& composition, double y) {
  return static_cast<long>(std::log2(composition.steps().approximate() * std::max(1.0, y))) + 12;
}

Ball size_of(const ComplexBall& z) { return z.magnitude().ball(kBits); }

}  // namespace

ReturnLine::ReturnLine(const Composition& composition, const ReturnContour& contour,
                       const Poll& poll)
    : contour_(contour),
      transform_c_(kBits),
      transform_right_(kBits),
      transform_left_(kBits),
      left_out_(kBits),
      left_widths_(kBits),
      sizes_(kBits),
      totals_(kBits),
      mass_P_(contour.bits),
      mass_Q_(contour.bits) {
  if (!(contour.step > 0) || !std::isfinite(contour.step) || contour.last < 1 ||
      !std::isfinite(contour.c) || contour.c == 0 || contour.c == 1) {
    throw std::invalid_argument("a contour needs a step > 0, two nodes or more, and c not 0 or 1");
  }
  const Bits wide = kBits + lost_bits(composition, 1);
  transform_c_ = product_at(composition, contour.c, wide);
  transform_right_ = product_at(composition, contour.right, wide);
  transform_left_ = product_at(composition, contour.left, wide);
  mass_P_ = product_at(composition, 0, contour.bits);
  mass_Q_ = product_at(composition, 1, contour.bits);
  poll();
  if (std::isfinite(contour.wide)) {
    if (auto law = MachineLaw::of(composition, contour_.c, contour_.step, poll)) {
      law_ = std::make_unique<MachineLaw>(std::move(*law));
    }
  }
  choose(composition, poll);
  evaluate_all(composition, poll);
}

/// Computes nodes near the real axis in balls, and the others in machine numbers if these are available.
void ReturnLine::evaluate_all(const Composition& composition, const Poll& poll) {
  const double far = std::max(contour_.wide, 4 * (1 + std::fabs(contour_.c)));
  if (law_ != nullptr) {
    wide_ = std::make_unique<MachineNodes<long double>>(*law_);
    plain_ = std::make_unique<MachineNodes<double>>(*law_);
  }
  const CutKernel cut = kernel();
  for (const Run& run : runs_) {
    const double y = static_cast<double>(run.first) * contour_.step * (1 - 0x1p-50);
    if (law_ == nullptr || y < far || run.last >= MachineLaw::kMostNode) {
      evaluate(composition, run, poll);
    } else if (y < std::max(contour_.plain, far)) {
      wide_->add(run, cut, poll);
    } else {
      plain_->add(run, cut, poll);
    }
  }
  runs_ = {};
  if (law_ == nullptr) return;
  sizes_ += transform_c_ * (wide_->sizes() + plain_->sizes()).ball(kBits);
  totals_ += transform_c_ * (wide_->totals() + plain_->totals()).ball(kBits);
}

/// Returns the decay, in units of 1/kUnit bits, at which a node of a block may be omitted. The allowed sum of a block's
/// omitted nodes is proportional to y, because most nodes that have not decayed have a large y.
long ReturnLine::need_from(long first) const {
  const double y = std::max(1.0, static_cast<double>(first) * contour_.step);
  const double Y = contour_.step * static_cast<double>(contour_.last + 1);
  // Weight of a block: (D/pi) count/y^2, or the size of the kernel near the axis. `part` is the block's share of the
  // allowed sum of omitted nodes.
  const double c = contour_.c;
  const double weight = first == 0 ? kGrowth / std::fabs(c * (c - 1)) : (kGrowth - 1) / y;
  const double part = (1 - 1 / kGrowth) * std::min(1.0, kGrowth * y / Y);
  const double depth = std::log(weight / (M_PI * part)) - contour_.log_small;
  return static_cast<long>(std::ceil(std::max(1.0, depth / kLn2) * fourier::kUnit));
}

/// Chooses the nodes that are summed, block by block; farther blocks may omit more.
void ReturnLine::choose(const Composition& composition, const Poll& poll) {
  const double D = contour_.step, c = contour_.c;
  Sieve sieve(composition, c, Ball::from_binary64(D, kBits), contour_.last, Bits{64}, poll);
  sieve.allow(contour_.most_visits);
  Faint faint;
  std::unique_ptr<CellSizes> cells;
  if (law_ != nullptr) {
    faint.size = [sizes = NodeSizes(*law_)](long k) { return sizes.at(k); };
    cells = std::make_unique<CellSizes>(*law_);
    faint.cells = cells.get();
  }
  std::vector<Left> left;
  bool ends = false;
  for (long first = 0; first <= contour_.last && !ends; first = last_ + 1) {
    const double end = std::ceil(kGrowth * std::max(1.0, static_cast<double>(first) * D) / D);
    const long last = std::min(contour_.last, std::max(first, static_cast<long>(end)));
    const long need = need_from(first);
    const size_t before = runs_.size();
    // If there are too many nodes, the line ends at `reached`. If `reached` is close to the beginning of the block, the
    // line ends before the block.
    long reached = last;
    const long most = contour_.most_nodes - static_cast<long>(size_);
    faint.allowed = 2 * std::exp2(-static_cast<double>(need) / fourier::kUnit);
    faint.sum = 0;
    ends = !sieve.keep(first, last, need, most, poll, &runs_, &reached, &faint);
    if (ends && reached < first + (last - first) / 16) {
      runs_.resize(before, {0, 0});
      break;
    }
    for (size_t i = before; i < runs_.size(); ++i) {
      size_ += static_cast<size_t>(runs_[i].last - runs_[i].first) + 1;
    }
    left.push_back({first, exact(faint.sum, kBits)});
    last_ = reached;
  }
  count_left(left);
}

/// Bounds the sums over the omitted nodes of all blocks. The bound uses two facts about the kernel of the proof
/// RETURNS-CUT: |p| + |2b k/(N Y)| is at most 1.01 + |2b|/Y, and e decreases (p, b, k, N, Y and e are defined there).
void ReturnLine::count_left(const std::vector<Left>& left) {
  const Ball D = Ball::from_binary64(contour_.step, kBits);
  const Ball c = Ball::from_binary64(contour_.c, kBits);
  const Ball nearest = Ball::integer(1, kBits) / abs(c * (c - 1));
  const CutKernel cut = kernel();
  const Ball added = cut.flat(kBits) * exact(1.0625, kBits) + abs(cut.slope(kBits));
  Ball weights(kBits), sizes(kBits), widths(kBits);  // relative to K(c)
  for (const Left& block : left) {
    const Ball far = block.first == 0 ? nearest : Ball::integer(1, kBits) / square(D * block.first);
    sizes += block.size;
    widths += block.size * cut.width(block.first, kBits);
    weights += block.size * (min(far, nearest) + added);
  }
  left_out_ = weights * transform_c_;
  sizes_ = totals_ = sizes * transform_c_ * 2;
  left_widths_ = widths * transform_c_ * 2;
}

void ReturnLine::evaluate(const Composition& composition, const Run& run, const Poll& poll) {
  const double far = static_cast<double>(run.last) * contour_.step;
  const size_t count = static_cast<size_t>(run.last - run.first) + 1;
  // For large y, fewer bits suffice, because the kernel is small.
  const double near = static_cast<double>(run.first) * contour_.step;
  const long spare = static_cast<long>(2 * std::log2(std::max(1.0, near))) - 16;
  constexpr long kFewest = 40;
  const Bits bits{std::max(kFewest, contour_.bits.n - std::max(0L, spare))};
  const Bits p = bits + lost_bits(composition, far);
  const Ball D = Ball::from_binary64(contour_.step, p), start = D * run.first;
  ComplexVector K;
  for (const Factor& f : composition.factors()) {
    ComplexVector values =
        measure_of(*f.mechanism).transform_on_segment(contour_.c, start, D, count, p, poll);
    raise(&values, f.count, poll);
    if (K.size() == 0) {
      K = std::move(values);
    } else {
      K.multiply(values);
    }
  }
  const Ball c = Ball::from_binary64(contour_.c, p);
  const CutKernel cut = kernel();
  ComplexVector widths = K;
  for (size_t k = 0; k < count; ++k) {
    const long node = run.first + static_cast<long>(k);
    const Ball size = size_of(K[k]) * (node == 0 ? 1 : 2);
    sizes_ += size * (last_ + 1 - node) / (last_ + 1);
    totals_ += size;
    const ComplexBall s(c, D * node);
    widths.set(k, K[k] * cut.width(node, p));
    K.set(k, K[k] * (fourier::reciprocal_denominator(Kernel::profile, s) + cut.added(node, p)));
  }
  segments_.push_back({run.first, std::move(K), std::move(widths)});
  poll();
}

Enclosure ReturnLine::answer(Question question, const Real& t_exact, const Poll& poll) const {
  if (last_ < 1) return {Ball::indeterminate(kBits), {}};
  const Bits p = contour_.bits +
                 static_cast<long>(std::log2(static_cast<double>(size_ + 1)) +
                                   std::log2(contour_.step * static_cast<double>(last_) + 2)) +
                 16;
  const Ball t = t_exact(p), c = Ball::from_binary64(contour_.c, p), pi = Ball::pi(p);
  const Ball D = Ball::from_binary64(contour_.step, p);
  const auto turn = [&](long k) { return exp(ComplexBall(Ball(p), -(D * k * t))); };
  const ComplexBall one_step = turn(1);
  // The terms of k and -k are conjugate, and the term of k = 0 is counted once.
  const auto twice = [&](const ComplexVector& values, long first) {
    const Ball both = (power_sum(values, one_step, p, poll) * turn(first)).real() * 2;
    return first == 0 ? both - values[0].real() : both;
  };
  Ball sum(p), widths(p);
  for (const Segment& s : segments_) {
    sum += twice(s.values, s.first);
    widths += twice(s.widths, s.first);
  }
  if (law_ != nullptr) {
    const Ball fine = t_exact(Bits{288});
    for (const NodeSums& part :
         {wide_->sums(fine, kernel(), p, poll), plain_->sums(fine, kernel(), p, poll)}) {
      sum += transform_c_ * part.values;
      widths += transform_c_ * part.widths;
    }
  }
  const Ball growth = exp(t * (Ball::integer(1, p) - c)), scale = growth * D / (pi * 2);
  const UpperBound lost =
      UpperBound::of(scale * left_out_ * 2) +
      UpperBound::of(growth *
                     kernel().error(transform_c_, {widths + left_widths_, totals_, sizes_}));
  Enclosure out{Ball(p), {}};
  out.budget.truncation = lost;
  const Ball alias = fourier::alias_sides(
      {contour_.c, contour_.left, contour_.right}, transform_left_, transform_right_,
      {mass_P_, mass_Q_}, Kernel::profile, pi * 2 / D, t, &out.budget.discretisation);
  const Ball series = sum * scale;
  out.budget.rounding = series.radius();
  out.value = fourier::from_region(question, contour_.c, widen(series - alias, lost), t,
                                   {mass_P_, mass_Q_});
  return out;
}

}  // namespace plumbline::returns
