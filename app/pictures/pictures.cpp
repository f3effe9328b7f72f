#include "app/pictures/pictures.hpp"

#include <cstdlib>
#include <filesystem>
#include <stdexcept>

#include "app/running/reports.hpp"
#include "verify/figures/write.hpp"

namespace plumbline {
namespace {

/// A temporary folder, removed when the plot is complete.
class Workshop {
 public:
  Workshop() {
    std::string name = (std::filesystem::temp_directory_path() / "plumbline-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::invalid_argument("cannot make " + name);
    folder_ = name;
  }
  ~Workshop() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  const std::filesystem::path& folder() const { return folder_; }

 private:
  std::filesystem::path folder_;
};

}  // namespace

bool is_vector(const std::string& out) {
  if (out.ends_with(".svg")) return true;
  if (out.ends_with(".png")) return false;
  throw std::invalid_argument("'" + out +
                              "' ends neither in .svg nor in .png; one of them says what to draw");
}

void draw(const Figure& figure, bool vector, const std::string& out) {
  const Workshop workshop;
  write_figure(workshop.folder(), "plot", figure);
  std::vector<std::string> words = {"figures", "--", workshop.folder().string(), "plot"};
  if (vector) words.insert(words.begin() + 1, "--svg");
  if (run_reports(words) != 0) throw std::invalid_argument("no picture was made");
  std::error_code error;
  std::filesystem::copy_file(workshop.folder() / (vector ? "plot.svg" : "plot.png"), out,
                             std::filesystem::copy_options::overwrite_existing, error);
  if (error) throw std::invalid_argument("cannot write '" + out + "': " + error.message());
}

}  // namespace plumbline
