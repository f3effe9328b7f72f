#include "app/commands/judging/sampler_hunt_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/running/reports.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/text/text_file.hpp"
#include "verify/hunt/sampler/sampler_hunt.hpp"

namespace plumbline {
namespace {

const TextLayout kSamplerText = {{"sampler", "{text}"}};

std::vector<Rational> scores_from(const std::string& text) {
  std::vector<Rational> out;
  for (size_t from = 0; from < text.size();) {
    const size_t comma = std::min(text.find(',', from), text.size());
    out.push_back(Rational::parse(text.substr(from, comma - from)));
    from = comma + 1;
  }
  return out;
}

/// Returns the form of the draws: text, or binary integers or doubles according to the distribution.
DrawForm form_of(const HuntArguments& a, const SamplerLaw& law) {
  if (!a.binary) return DrawForm::text;
  return law.of_reals ? DrawForm::binary_doubles : DrawForm::binary_integers;
}

void check_sampler_words(const HuntArguments& a) {
  if (a.promises || !a.space.empty() || a.size > 0) {
    throw std::invalid_argument(
        "hunt --goal sampler judges one law: leave out --promises, --space and --size");
  }
  if (a.command.size() < 2) {
    throw std::invalid_argument(
        "hunt --goal sampler needs a law and the command of a sampler, such as hunt --goal sampler "
        "'discrete_laplace(b=2)' -- python3 sampler.py");
  }
}

SamplerHuntResult result_of(const HuntArguments& a) {
  const SamplerLaw law =
      sampler_law(a.command.front(), {scores_from(a.scores), a.significand, !a.coarse});
  SamplerHuntOptions options;
  options.draws = a.draws;
  options.seconds = a.seconds;
  if (a.start_limit > 0) options.start_seconds = a.start_limit;
  options.form = form_of(a, law);
  if (!a.out.empty()) options.error_file = a.out + "/errors.txt";
  return hunt_sampler(law, {a.command.begin() + 1, a.command.end()}, options);
}

}  // namespace

int run_sampler_hunt(const HuntArguments& a) {
  check_sampler_words(a);
  if (!a.out.empty()) {
    check_output_folder(a.out);
    remove_link(a.out + "/errors.txt");
  }
  const SamplerHuntResult result = result_of(a);
  const int code = sampler_hunt_exit_code(result);
  if (code == kBadInput) {
    fmt::print(stderr, "plumbline: nothing was judged: no draw of the sampler, which {}\n",
               result.silence.empty() ? "printed nothing in time" : result.silence);
    return code;
  }
  const nlohmann::ordered_json record = sampler_hunt_record(result);
  AnswerWriter answers(format_of(a.format), kSamplerText);
  AnswerRecord answer{"sampler", fields_of(record)};
  answer.fields.push_back({"text", {sampler_hunt_text(result)}, true});
  answer.wrong = result.verdict.refuted;
  answers.give(answer);
  answers.finish();
  if (!a.out.empty()) replace_file(a.out + "/sampler.json", record.dump() + "\n");
  return code;
}

}  // namespace plumbline
