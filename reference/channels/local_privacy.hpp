/// Local differential privacy with total variation (Ghazi and Issa 2024, Section VII). A channel is a row-stochastic
/// matrix, with Q(y | x) in row x and column y.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "reference/arithmetic/ball.hpp"
#include "reference/arithmetic/real.hpp"
#include "reference/arithmetic/running/effort.hpp"

namespace plumbline {

class Channel {
 public:
  /// Parameters that are known from the construction of a channel. If entries are irrational, these parameters decide
  /// comparisons of equal numbers. Balls cannot decide such comparisons.
  struct Known {
    std::optional<Real> epsilon, eta;
  };

  /// Constructs a channel from rows of probabilities of equal length. Throws std::invalid_argument on negative
  /// entries and on rows that do not sum to 1; the message names the row (from 1) and the remedy.
  explicit Channel(std::vector<std::vector<Real>> rows, Known known = {});

  size_t inputs() const { return rows_.size(); }
  size_t outputs() const { return rows_.front().size(); }
  const std::vector<Real>& row(size_t x) const { return rows_[x]; }
  /// Returns true if every entry is a known rational.
  bool rational() const { return rational_; }
  const Known& known() const { return known_; }

 private:
  std::vector<std::vector<Real>> rows_;
  Known known_;
  bool rational_ = true;
};

/// Returns M-ary randomized response (equation 35). Throws std::invalid_argument unless epsilon >= 0 and M >= 2.
Channel randomized_response_channel(const Real& epsilon, long M);
/// Returns the dominating binary channel (equation 28), with the columns 0, 1 and erasure. Throws
/// std::invalid_argument unless 0 <= eta <= (e^eps-1)/(e^eps+1), and epsilon > 0 if eta > 0.
Channel extremal_channel(const Real& epsilon, const Real& eta);
/// Returns the binary mechanism with erasure (equation 31). It first reduces its input y to 1{P1(y) > P0(y)}. The last
/// column is the erasure, which has the same probability for every input.
Channel binary_with_erasure(const std::vector<Rational>& P0, const std::vector<Rational>& P1,
                            const Real& epsilon, const Real& eta);
/// Returns the channel followed by an erasure of probability alpha (one more column). Total variation and every D_f
/// are multiplied by 1 - alpha; epsilon does not change (Section VII-E).
Channel erased(const Channel& channel, const Rational& alpha);

/// A pair of inputs that attains a maximum.
using InputPair = std::pair<size_t, size_t>;

struct LocalPrivacy {
  /// The smallest epsilon of epsilon-LDP; nothing if it is infinite (a zero and a positive entry in one column).
  std::optional<Real> epsilon;
  std::optional<Rational> exact_ratio;  ///< e^epsilon
  /// The inputs for which Q(y|first)/Q(y|second) is largest, with y = ratio_output.
  InputPair ratio_at{0, 0};
  size_t ratio_output = 0;
  Real eta;  ///< the Dobrushin coefficient: the largest total variation between two rows
  InputPair eta_at{0, 0};
  Channel::Known known;
};
LocalPrivacy local_privacy(const Channel& channel);

/// Returns the smallest delta of (epsilon, delta)-LDP: the largest hockey-stick divergence between rows.
Ball local_delta(const Channel& channel, const Real& epsilon, Bits p);

/// Return true if the channel is epsilon-LDP, or has total variation at most eta; nothing if irrational numbers
/// cannot be separated.
std::optional<bool> is_locally_private(const LocalPrivacy& channel, const Real& epsilon);
std::optional<bool> has_total_variation(const LocalPrivacy& channel, const Real& eta);

/// Returns the Le Cam divergence LC_beta(P || Q) = 1 - sum p q/(beta p + (1-beta) q), 0 <= beta <= 1.
Ball le_cam(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& beta);
/// The maximum of LC_beta over beta.
struct LeCamMaximum {
  Ball value, beta;  ///< an enclosure of the maximum; a beta that attains it up to the width of the
                     ///< enclosure
};
LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, Bits p);
/// Returns an enclosure of the maximum from the value and the slope at any b in [0, 1], regardless of the distance of
/// b from the maximiser.
LeCamMaximum le_cam_maximum(const std::vector<Real>& P, const std::vector<Real>& Q, const Ball& b);

/// The contraction coefficient eta_KL = eta_chi2 (equal to that of every operator convex f): the largest Le Cam
/// divergence over pairs of inputs and beta.
struct Contraction {
  Ball value, beta;
  InputPair at{0, 0};
};
/// Returns the contraction coefficient of a channel. If time runs out, returns the enclosure so far, at worst [0, 1].
Contraction contraction_coefficient(const Channel& channel, const Effort& effort);

/// Returns eta (e^eps-1)/(e^eps+1), the largest contraction coefficient of eps-LDP channels with total variation eta
/// (Theorem 5). If there is no epsilon (it is infinite), returns eta.
Ball largest_contraction(const std::optional<Real>& epsilon, const Real& eta, Bits p);

/// Returns 4 eta (e^eps-1)(e^-eps+1) TV(P0,P1)^2, an upper bound of chi2(M0 || M1) (Theorem 6). M0 and M1 are the
/// output distributions for the input distributions P0 and P1, and tv = TV(P0,P1).
Ball chi2_bound(const Real& epsilon, const Real& eta, const Ball& tv, Bits p);
/// Returns eta/(2 (e^eps-1)(e^-eps+1)), a lower bound on D(M0 || M1) of the binary mechanism with erasure divided by
/// its maximum over all channels (equation 41).
Ball erasure_guarantee(const Real& epsilon, const Real& eta, Bits p);

/// Returns the distribution of the output for a distribution of the input.
std::vector<Real> output_law(const Channel& channel, const std::vector<Real>& input);

}  // namespace plumbline
