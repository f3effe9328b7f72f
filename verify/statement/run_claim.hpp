/// A description of a training run in prose.
#pragma once

#include <optional>

#include "verify/statement/page_claim.hpp"

namespace plumbline::page {

/// The number of steps of a run, its noise, and its sampling of batches. Expressions that describe a run:
///     subsampled_gaussian(sigma=1.1,p=512/60000)^1172, also with group=3
///     random_allocation(sigma=1.1,t=118)^10
///     gaussian(sigma=1.1)^10     a run with shuffled or fixed batches
/// Long numbers are rounded so that the described run is at least as private as the certified one.
struct Run {
  enum class Batches { sampled, allocated, any };
  Batches batches = Batches::any;
  Rational sigma, count, rate{0};
  std::string typed_rate{};  ///< the rate as typed, if it is a quotient such as 512/60000
  std::string steps_of_pass{}, group{"1"};
};

/// Returns the run that an expression describes; nothing for other expressions.
std::optional<Run> run_of(const std::string& typed);
/// Returns a text such as "The run: 1172 steps with the noise multiplier (sigma) 1.1; ...".
std::string run_text(const Run& run);

/// The sentence about the run of a certificate.
class RunClaim : public PageClaim {
 public:
  /// `refuted` is true if an attack refutes a promise about the run.
  RunClaim(size_t certificate, Run run, std::string name, bool refuted)
      : certificate_(certificate),
        run_(std::move(run)),
        name_(std::move(name)),
        refuted_(refuted) {}
  std::string text() const override;
  std::string fault(const Evidence& evidence) const override;
  NamedTexts fields() const override;

 private:
  size_t certificate_;
  Run run_;
  std::string name_;
  bool refuted_;
};

}  // namespace plumbline::page
