/// The fields of a deployment's record, by their paths.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace plumbline {

/// Values by path: "privacy_loss.privacy_parameters.epsilon". Entries of a list have the path of the list and their
/// number, from 0: "basic.data_curators.0".
using RecordFields = std::map<std::string, std::string>;

/// Parses the subset of YAML in which records of deployments are written: mappings by indentation, scalars on one line
/// or several, quoted or not, block scalars and lists of scalars. Throws std::invalid_argument "LINE: reason".
RecordFields read_yaml_fields(const std::string& text);

/// Parses TOML. Throws std::invalid_argument "LINE: reason".
RecordFields read_toml_fields(const std::string& text);

}  // namespace plumbline
