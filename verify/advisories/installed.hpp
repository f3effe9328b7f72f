/// The installed distributions of a Python environment.
#pragma once

#include <filesystem>
#include <vector>

#include "verify/advisories/advisory.hpp"

namespace plumbline {

/// Returns the distributions of a site-packages folder (NAME-VERSION.dist-info and NAME.egg-info), in the order of
/// their names.
/// \throws std::invalid_argument if the path is not a folder
std::vector<Distribution> installed_in(const std::filesystem::path& site_packages);

/// Returns the site-packages folders of an environment. `prefix` is the root of a virtual environment, or another
/// folder that contains lib/python3*.
/// \throws std::invalid_argument if there is no such folder
std::vector<std::filesystem::path> site_packages_of(const std::filesystem::path& prefix);

/// Returns the root folder of the active environment: the value of VIRTUAL_ENV, or the environment of the Python that
/// started the program. Empty if there is none.
std::filesystem::path active_environment();

}  // namespace plumbline
