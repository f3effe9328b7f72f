#include "verify/hunt/hunt_log.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void refuse_log(const std::string& file, const std::string& what) {
  throw std::invalid_argument(file + ": " + what);
}

}  // namespace

std::string HuntLog::key_of(const Setting& setting, bool neighbours) {
  return setting_json(setting).dump() + (neighbours ? "+" : "");
}

void HuntLog::read(std::ifstream& in, const std::string& file, const std::string& title) {
  bool first = true;
  for (std::string line; std::getline(in, line);) {
    // Only the last line may be incomplete, if the run was killed.
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_discarded()) continue;
    try {
      if (std::exchange(first, false)) {
        if (entry.at("hunt").get<std::string>() != title) {
          refuse_log(file, "is the log of another hunt (" + entry.at("hunt").get<std::string>() +
                               "); give another file");
        }
        continue;
      }
      std::vector<Examined> answers;
      for (const Json& one : entry.at("answers")) answers.push_back(examined_of(one));
      known_[key_of(setting_of(entry.at("setting")), entry.at("neighbours").get<bool>())] =
          std::move(answers);
    } catch (const Json::exception&) {
      refuse_log(file, "is no log of a hunt; give another file");
    }
  }
}

HuntLog::HuntLog(const std::string& file, const std::string& title) {
  if (file.empty()) return;
  std::ifstream in(file);
  const bool fresh = !in || in.peek() == std::ifstream::traits_type::eof();
  if (!fresh) read(in, file, title);
  out_.open(file, std::ios::app);
  if (!out_) refuse_log(file, "cannot be written");
  if (fresh) {
    out_ << Json{{"hunt", title}}.dump() << '\n' << std::flush;
  } else {
    out_ << '\n';  // ends a line that may be incomplete
  }
}

std::optional<std::vector<Examined>> HuntLog::find(const Setting& setting, bool neighbours) const {
  if (known_.empty()) return std::nullopt;
  const auto at = known_.find(key_of(setting, neighbours));
  return at == known_.end() ? std::nullopt : std::optional(at->second);
}

void HuntLog::add(const Setting& setting, bool neighbours, const std::vector<Examined>& answers) {
  if (!out_.is_open()) return;
  Json list = Json::array();
  for (const Examined& one : answers) list.push_back(examined_json(one));
  const Json entry = {
      {"setting", setting_json(setting)}, {"neighbours", neighbours}, {"answers", list}};
  const std::string line = entry.dump(-1, ' ', false, Json::error_handler_t::replace);
  const std::lock_guard<std::mutex> lock(mutex_);
  out_ << line << '\n' << std::flush;
}

}  // namespace plumbline
