#include "verify/claims/reading/beside.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr const char *kPromises = "promises.toml", *kInstallations = "installations.toml";

fs::path folder_of_tables(const std::string& file) {
  const fs::path folder = file == "-" ? fs::path() : fs::path(file).parent_path();
  return folder.filename() == kAgain ? folder.parent_path() : folder;
}

[[noreturn]] void refuse_id(const char* field, const std::string& id, const fs::path& table) {
  std::error_code error;
  const bool exists = fs::exists(table, error);
  const std::string name = table.generic_string();
  throw std::invalid_argument(
      exists ? fmt::format("{}: {} has no '{}'; write [{}] there", field, name, id, id)
             : fmt::format("{}: {} is not there; give its folder with --tables, or leave {} out",
                           field, name, field));
}

}  // namespace

TablesBeside::TablesBeside(const std::string& file, const std::string& given)
    : folder_(given.empty() ? folder_of_tables(file).string() : given) {
  const fs::path folder = folder_;
  std::error_code error;
  if (fs::exists(folder / kPromises, error)) {
    for (auto& [id, basis] : read_promises(folder / kPromises)) {
      promises_.emplace(id, std::make_shared<const Basis>(basis));
    }
  }
  if (fs::exists(folder / kInstallations, error)) {
    installations_ = read_installations(folder / kInstallations);
  }
  if (file != "-") again_ = AskedAgain(file, [this](Claim* claim) { resolve(claim); });
}

void TablesBeside::resolve(Claim* claim) const {
  if (!claim->rests_on.empty()) {
    const auto found = promises_.find(claim->rests_on);
    if (found == promises_.end()) {
      refuse_id("rests_on", claim->rests_on, fs::path(folder_) / kPromises);
    }
    claim->basis = found->second;
  }
  if (!claim->installation.empty() && !installations_.contains(claim->installation)) {
    refuse_id("installation", claim->installation, fs::path(folder_) / kInstallations);
  }
}

}  // namespace plumbline
