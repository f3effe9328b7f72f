#include "reference/quantities/calibration/refined_calibration.hpp"

namespace plumbline {

Calibration refined_calibration(const Family& family, const PrivacyTarget& target,
                                Direction direction, const std::string& engine,
                                const Effort& effort, SoFar<Calibration> so_far) {
  return refine<Calibration>(
      {[&](const Effort& step) { return calibrate(family, target, direction, engine, step); },
       [](const Calibration& found) { return found.value.reached(); },
       [](const Calibration& found, int digits) {
         Calibration out = found;
         out.value = judged(found.value, digits);
         return out;
       },
       [](const Calibration& before, const Calibration& now) {
         sharper(before.value, now.value);
         return no_wider(before.value.value(), now.value.value()) ? now : before;
       },
       [](const Calibration& found) { return digits_of(found.value); }, std::move(so_far)},
      effort);
}

}  // namespace plumbline
