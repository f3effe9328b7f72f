/// Haste is a state of a thread: little time is left and no enclosure is known yet. In haste, the engine that
/// certainly ends soon runs first.
#pragma once

namespace plumbline {

/// Puts the current thread in haste during the lifetime of the object.
class InHaste {
 public:
  InHaste();
  ~InHaste();
  InHaste(const InHaste&) = delete;
  InHaste& operator=(const InHaste&) = delete;

 private:
  bool before_;
};

bool in_haste();

/// Name of the engine that computes one or two digits quickly.
inline constexpr const char* kLattice = "lattice";

}  // namespace plumbline
