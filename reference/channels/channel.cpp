/// Construction of channels, including those named in papers.
#include <stdexcept>
#include <string>

#include "reference/arithmetic/constants.hpp"
#include "reference/channels/channel_numbers.hpp"
#include "reference/channels/local_privacy.hpp"

namespace plumbline {
namespace {

void check_epsilon(const Real& epsilon) {
  if (at_most(Real(kZero), epsilon).value_or(false)) return;
  throw std::invalid_argument("epsilon must be at least 0, got " +
                              (epsilon.rational() ? epsilon.rational()->text()
                                                  : epsilon(Bits{64}).decimal_bounds(10).first));
}

}  // namespace

Channel::Channel(std::vector<std::vector<Real>> rows, Known known)
    : rows_(std::move(rows)), known_(std::move(known)) {
  if (rows_.empty() || rows_.front().empty()) {
    throw std::invalid_argument("the channel has no entries; write one row per input");
  }
  for (size_t x = 0; x < rows_.size(); ++x) {
    const std::string place = "row " + std::to_string(x + 1);
    if (rows_[x].size() != rows_.front().size()) {
      throw std::invalid_argument(place + " has " + std::to_string(rows_[x].size()) +
                                  " entries, row 1 has " + std::to_string(rows_.front().size()) +
                                  "; write one entry per output, 0 where it never occurs");
    }
    bool exact = true;
    Rational sum(0);
    Ball ball(Bits{128});
    for (size_t y = 0; y < rows_[x].size(); ++y) {
      const Real& entry = rows_[x][y];
      const bool negative =
          entry.rational() ? entry.rational()->sign() < 0 : certainly_negative(entry(Bits{128}));
      if (negative) {
        throw std::invalid_argument(place + ", column " + std::to_string(y + 1) +
                                    ": the negative probability " +
                                    (entry.rational() ? entry.rational()->text() : "given") +
                                    "; probabilities are at least 0");
      }
      exact = exact && entry.rational();
      if (exact) sum = sum + *entry.rational();
      ball += entry(Bits{128});
    }
    rational_ = rational_ && exact;
    if (exact ? !(sum == kOne) : !ball.contains(kOne)) {
      throw std::invalid_argument(place + " sums to " +
                                  (exact ? sum.text() : ball.decimal_bounds(10).first) +
                                  ", not to 1; write exact numbers such as 1/3");
    }
  }
}

Channel randomized_response_channel(const Real& epsilon, long M) {
  if (M < 2) throw std::invalid_argument("k must be at least 2, got " + std::to_string(M));
  check_epsilon(epsilon);
  const auto entry = [&](bool same) {
    // The entries are e^eps/(e^eps + M - 1) and 1/(e^eps + M - 1).
    if (const auto x = epsilon.log_linear(); x && x->offset.is_zero() && x->logs.size() <= 1) {
      const bool one = x->logs.empty() || x->logs[0].n == kOne;
      const Rational E = x->logs.empty() ? kOne : x->logs[0].q;
      if (one) return Real((same ? E : kOne) / (E + Rational(M - 1)));
    }
    return Real([epsilon, M, same](Bits p) {
      const Ball E = exp(epsilon(p + 16));
      return ((same ? E : Ball::integer(1, p + 16)) / (E + (M - 1))).at(p);
    });
  };
  const Real same = entry(true), other = entry(false);
  std::vector<std::vector<Real>> rows(static_cast<size_t>(M));
  for (size_t x = 0; x < rows.size(); ++x) {
    for (size_t y = 0; y < rows.size(); ++y) rows[x].push_back(x == y ? same : other);
  }
  return Channel(std::move(rows), {epsilon, std::nullopt});
}

Channel extremal_channel(const Real& epsilon, const Real& eta) {
  check_epsilon(epsilon);
  if (is_zero(eta)) return Channel({{kZero, kZero, kOne}, {kZero, kZero, kOne}});
  const auto refuse = [&](const std::string& what) {
    throw std::invalid_argument(what + ", got " + eta(Bits{64}).decimal_bounds(10).first);
  };
  if (at_most(epsilon, Real(kZero)).value_or(true)) refuse("eta must be 0 for epsilon = 0");
  std::vector<Real> shares;  // the probabilities of 0, of 1 and of the erasure
  const auto x = epsilon.log_linear();
  if (x && x->offset.is_zero() && x->logs.size() == 1 && x->logs[0].n == kOne && eta.rational()) {
    const Rational E = x->logs[0].q, h = *eta.rational(), rest = E - kOne;
    shares = {Real(h * E / rest), Real(h / rest), Real(kOne - h * (E + kOne) / rest)};
  } else {
    const auto share = [&](long of_E, long of_one) {
      return [epsilon, eta, of_E, of_one](Bits p) {
        const Ball e = epsilon(p + 16);
        return (eta(p + 16) * (exp(e) * of_E + of_one) / expm1(e)).at(p);
      };
    };
    const auto ends = share(1, 1);
    shares = {Real(share(1, 0)), Real(share(0, 1)), Real([ends](Bits p) {
                Ball best = Ball::integer(1, p) - ends(p);
                for (Bits wide = p + 64; wide.n < 4 * p.n + 4096; wide = Bits{2 * wide.n}) {
                  if (best.relative_digits() * 3.3 >= static_cast<double>(p.n) - 4) break;
                  best = (Ball::integer(1, wide) - ends(wide)).at(p);
                }
                return best;
              })};
  }
  if (!at_most(Real(kZero), shares[2]).value_or(true) ||
      !at_most(Real(kZero), eta).value_or(true)) {
    refuse("eta must be in [0, (e^epsilon-1)/(e^epsilon+1) = " +
           half_tanh(epsilon(Bits{64})).decimal_bounds(10).first + "...]");
  }
  return Channel({{shares[0], shares[1], shares[2]}, {shares[1], shares[0], shares[2]}},
                 {epsilon, eta});
}

Channel binary_with_erasure(const std::vector<Rational>& P0, const std::vector<Rational>& P1,
                            const Real& epsilon, const Real& eta) {
  const Channel extremal = extremal_channel(epsilon, eta);
  std::vector<std::vector<Real>> rows;
  for (size_t y = 0; y < P0.size(); ++y) rows.push_back(extremal.row(P1[y] > P0[y] ? 1 : 0));
  return Channel(std::move(rows));
}

Channel erased(const Channel& channel, const Rational& alpha) {
  if (alpha.sign() < 0 || alpha > kOne) {
    throw std::invalid_argument("the erasure probability must be in [0, 1], got " + alpha.text());
  }
  std::vector<std::vector<Real>> rows;
  for (size_t x = 0; x < channel.inputs(); ++x) {
    std::vector<Real> row;
    for (const Real& entry : channel.row(x)) {
      row.push_back(combination({{Real(kOne - alpha), entry}}));
    }
    row.emplace_back(alpha);
    rows.push_back(std::move(row));
  }
  if (alpha == kOne) return Channel(std::move(rows));
  Channel::Known known = channel.known();
  if (known.eta) known.eta = combination({{Real(kOne - alpha), *known.eta}});
  return Channel(std::move(rows), std::move(known));
}

std::vector<Real> output_law(const Channel& channel, const std::vector<Real>& input) {
  if (input.size() != channel.inputs()) {
    throw std::invalid_argument("the law of the input has " + std::to_string(input.size()) +
                                " probabilities, the channel " + std::to_string(channel.inputs()) +
                                " rows");
  }
  std::vector<Real> out;
  for (size_t y = 0; y < channel.outputs(); ++y) {
    std::vector<std::pair<Real, Real>> terms;
    for (size_t x = 0; x < channel.inputs(); ++x) terms.emplace_back(input[x], channel.row(x)[y]);
    out.push_back(combination(terms));
  }
  return out;
}

}  // namespace plumbline
