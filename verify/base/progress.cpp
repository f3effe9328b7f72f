#include "verify/base/progress.hpp"

#include <fmt/format.h>

#include "verify/base/text/safe_text.hpp"

namespace plumbline {
namespace {

/// Maximum length of a line. A longer line would wrap on a narrow terminal, and then it cannot be overwritten.
constexpr size_t kWidth = 79;

}  // namespace

void Progress::show(size_t done, const std::string& current) {
  if (kind_ == Display::none || !is_due()) return;
  std::string line = total_ > 0 ? fmt::format("[{}/{}]", done, total_) : fmt::format("[{}]", done);
  if (done > 0 && done < total_) {
    const double each = watch_.seconds() / static_cast<double>(done);
    line += fmt::format(" about {:.0f} s left", each * static_cast<double>(total_ - done));
  }
  line += "  " + one_line(current);
  if (kind_ == Display::log) {
    out_ << line << std::endl;
  } else {
    write(line);
  }
}

bool Progress::is_due() {
  if (kind_ == Display::terminal) return true;
  constexpr double kBetweenLines = 10;
  const double now = watch_.seconds();
  if (now - logged_ < kBetweenLines) return false;
  logged_ = now;
  return true;
}

void Progress::clear() {
  if (kind_ != Display::terminal || width_ == 0) return;
  write("");
  out_ << '\r' << std::flush;
}

void Progress::write(std::string line) {
  line = line.substr(0, kWidth);
  const size_t shown = line.size();
  if (line.size() < width_) line.append(width_ - line.size(), ' ');
  out_ << '\r' << line << std::flush;
  width_ = shown;
}

}  // namespace plumbline
