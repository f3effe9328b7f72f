/// Records of deployments: their statements, and the conclusions that follow from the statements alone.
#pragma once

#include <string>
#include <vector>

#include "verify/deployments/fields.hpp"

namespace plumbline {

/// Parameters as a record states them; empty texts if it states none.
struct StatedParameters {
  std::string epsilon{}, delta{}, rho{};

  bool is_empty() const { return epsilon.empty() && delta.empty() && rho.empty(); }
  /// Returns the parameters as text, such as "epsilon = 1, delta = 1e-7".
  std::string text() const;
};

/// A part of a release with its own parameters.
struct DeploymentPart {
  std::string name;
  StatedParameters parameters;
};

/// A record of the deployments registry, or our transcription of one.
struct Deployment {
  std::string name, curators, published, address, note, tier, variant, unit, model, release, access;
  StatedParameters parameters;
  std::vector<DeploymentPart> parts{};
  RecordFields fields{};  ///< all fields of the record, by the paths of the registry

  /// Returns true if the record contains a field of the registry, such as "accounting.composition".
  bool states(const std::string& path) const;
};

/// Parses a record: YAML in the format of the registry, or TOML as in the folder deployments. Throws
/// std::invalid_argument, naming the line or the missing field.
Deployment read_deployment(const std::string& text);

/// The guarantee that stated parameters imply, as an expression of a mechanism.
struct StatedGuarantee {
  std::string expression{};  ///< the class of all mechanisms with the guarantee; empty if none is
                             ///< stated
  std::string sentence{};    ///< the statement of the record from which it follows
  std::string missing{};     ///< the missing statement, without which no number follows
};
StatedGuarantee stated_guarantee(const Deployment& deployment, const StatedParameters& parameters);

/// Returns sentences about statements of the record that contradict each other, as far as this follows without
/// computation: a pure guarantee with a delta, or parts that do not add up.
std::vector<std::string> contradictions_of(const Deployment& deployment);

}  // namespace plumbline
