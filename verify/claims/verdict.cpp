#include "verify/claims/verdict.hpp"

namespace plumbline {

std::string verdict_name(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::sound:
      return "sound";
    case VerdictKind::violated:
      return "violated";
    case VerdictKind::estimate:
      return "estimate";
    case VerdictKind::undecided:
      return "undecided";
    case VerdictKind::unsupported:
      return "unsupported";
    case VerdictKind::broken:
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
