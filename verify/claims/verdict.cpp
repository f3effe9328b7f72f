#include "verify/claims/verdict.hpp"

namespace plumbline {

std::string verdict_name(ClaimVerdict verdict) {
  switch (verdict) {
    case ClaimVerdict::sound:
      return "sound";
    case ClaimVerdict::violated:
      return "violated";
    case ClaimVerdict::estimate:
      return "estimate";
    case ClaimVerdict::undecided:
      return "undecided";
    case ClaimVerdict::unsupported:
      return "unsupported";
    case ClaimVerdict::broken:
      break;
  }
  return "broken";
}

std::string grade_name(ViolationGrade grade) {
  switch (grade) {
    case ViolationGrade::last_digits:
      return "last_digits";
    case ViolationGrade::numerical:
      return "numerical";
    case ViolationGrade::material:
      return "material";
    case ViolationGrade::none:
      break;
  }
  return "";
}

}  // namespace plumbline
