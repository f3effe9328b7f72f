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

/// Returns the site-packages folders of an environment: a prefix with bin/python, or a virtual environment.
/// \throws std::invalid_argument if there is no such folder
std::vector<std::filesystem::path> site_packages_of(const std::filesystem::path& prefix);

/// Returns the active environment: VIRTUAL_ENV, or that of the Python that started the program. Empty if there is
/// none.
std::filesystem::path active_environment();

}  // namespace plumbline
