/// `batch`: many questions from a file, answered in order as soon as they are available.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/answers/answer_json.hpp"
#include "app/answers/writer.hpp"
#include "app/commands/commands.hpp"
#include "app/options/common_options.hpp"
#include "app/running/value_answer.hpp"
#include "reference/composition/composition.hpp"
#include "reference/mechanisms/neighbours/neighbours.hpp"
#include "reference/questions/canonical.hpp"
#include "verify/base/exit_code.hpp"
#include "verify/base/progress.hpp"
#include "verify/base/text/safe_text.hpp"
#include "verify/batch/batch.hpp"
#include "verify/records/answer_record.hpp"
#include "verify/records/attack_words.hpp"

namespace plumbline {
namespace {

struct Arguments {
  std::string file;
  CommonOptions common;
  std::string quantity;  ///< quantity of the lines that name no quantity
};

const TextLayout kBatchText = {
    {"value", "{line}  {subject}\n" + std::string(kValueLine)},
    {"infinite", "{line}  {subject}\n{name} = infinite: {why}\n"},
};

/// Returns "epsilon(delta=1e-5)"; for a power that was requested as a true positive rate, "tpr(fpr=1e-3)".
std::string called(const QuestionLine& line) {
  const Query& question = *line.question;
  const std::string quantity = line.as_attack ? "tpr" : question.quantity;
  std::string arguments;
  for (const auto& [name, text] : question.at) {
    arguments += (arguments.empty() ? "" : ",") + (line.as_attack ? "fpr" : name) + "=" + text;
  }
  return arguments.empty() ? quantity : quantity + "(" + arguments + ")";
}

AnswerBuilder numbered(const std::string& kind, const QuestionLine& line) {
  AnswerBuilder out(kind);
  out.add("line", line.line);
  if (!line.id.empty()) {
    const FieldGroup named = fields_of({{"id", nlohmann::ordered_json::parse(line.id)}});
    out.add("id", named.front().field);
  }
  return out;
}

FieldGroup further_values(const Answer& answer, int digits) {
  FieldGroup out;
  for (const NamedValue& one : answer.values) {
    out.push_back({one.name, {EnclosureEnds{one.value, digits}}});
  }
  return out;
}

/// Returns the JSON record of format version 2, preceded by the line number and the id of the question.
std::string record_of(const AnsweredLine& what) {
  using Json = nlohmann::ordered_json;
  Query query = canonical(*what.line.question);
  if (!query.other.empty()) query.other = Composition::parse(query.other).expression();
  RecordContext more{.seconds = what.seconds};
  if (what.line.as_attack) more.context = {{"asked_as", "tpr"}};
  Json out = {{"line", what.line.line}};
  if (!what.line.id.empty()) out["id"] = Json::parse(what.line.id);
  out.update(answer_record(query, *what.answer, more));
  return out.dump(-1, ' ', false, Json::error_handler_t::replace);
}

AnswerRecord answered(const AnsweredLine& what, int json_version) {
  const Query& question = *what.line.question;
  const Answer& found = *what.answer;
  AnswerBuilder out = numbered(is_infinite(found) ? "infinite" : "value", what.line);
  out.aside("name", called(what.line)).add("quantity", question.quantity);
  if (!what.subject.empty()) out.add("mechanism", what.subject);
  if (!question.other.empty()) out.add("other", question.other);
  out.add("direction", direction_name(question.direction)).add("at", text_fields(question.at));
  if (!question.options.empty()) out.add("options", text_fields(question.options));
  out.aside("subject", what.subject.empty() ? question.quantity : what.subject);
  const Extended value = is_infinite(found) ? Extended::infinity(text_of(found.findings, "why"))
                                            : Extended(found.value);
  out.aside("why", text_of(found.findings, "why"));
  out.add("value", EnclosedValue{value, question.digits, what.seconds});
  if (found.prior) out.add("prior", *found.prior);
  if (!found.values.empty()) out.add("values", further_values(found, question.digits));
  if (!found.findings.empty()) out.add("findings", text_fields(found.findings));
  if (!found.word.empty()) out.add("word", found.word);
  if (json_version == 2) out.json(record_of(what));
  return out;
}

/// Returns the record of an error in a line. Programs receive it in order among the answers.
AnswerRecord failed(const AnsweredLine& what, const std::string& why) {
  return numbered("failed", what.line).add("error", why).reached(!what.out_of_time);
}

class BatchAnswers {
 public:
  BatchAnswers(const Arguments& arguments)
      : file_(arguments.file),
        json_version_(arguments.common.format.json_version),
        answers_(format_of(arguments.common.format), kBatchText) {}

  void take(const AnsweredLine& what) {
    if (what.answer) return answers_.give(answered(what, json_version_));
    const std::string place =
        what.line.line > 0 ? file_ + ":" + std::to_string(what.line.line) : file_;
    const std::string why = what.line.as_attack ? as_attack(what.failed) : what.failed;
    fmt::print(stderr, "{}: {}\n", one_line(place), why);
    contradiction_ = contradiction_ || what.contradiction;
    refused_ = refused_ || !(what.out_of_time || what.contradiction);
    answers_.give(failed(what, why));
  }

  int finish(const BatchRun& run) {
    const int code = answers_.finish();
    if (contradiction_) return kContradiction;
    if (run.interrupted) return kInterrupted;
    return refused_ ? kBadInput : code;
  }

 private:
  std::string file_;
  int json_version_;
  AnswerWriter answers_;
  bool contradiction_ = false, refused_ = false;
};

int run(const Arguments& arguments) {
  Query usual;
  usual.quantity = arguments.quantity;
  usual.direction = direction_of(arguments.common.direction);
  usual.digits = arguments.common.digits;
  usual.engine = arguments.common.engine;
  BatchOptions options;
  options.threads = arguments.common.threads;
  if (arguments.common.timeout > 0) options.seconds = arguments.common.timeout;
  QuestionSource source(arguments.file, std::cin, usual);
  BatchAnswers answers(arguments);
  const BatchRun done =
      answer_batch(source, options, [&](const AnsweredLine& what) { answers.take(what); });
  return answers.finish(done);
}

}  // namespace

void add_batch_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  a->common.threads = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
  Command* command = app.add_subcommand(
      "batch",
      "answer many questions from a file, in its order; each answer is printed when it is known");
  command->add_option("file", a->file, "JSON Lines or CSV; - is standard input")->required();
  command->add_option("--quantity", a->quantity, "quantity of lines that name none");
  command
      ->add_option("--direction", a->common.direction,
                   "direction of lines that name none: forward (remove), reverse (add) or worst "
                   "(add_remove)")
      ->capture_default_str();
  command->add_option("--digits", a->common.digits, "digits of lines that name none")
      ->check(in_range(1, 10000))
      ->capture_default_str();
  command->add_option("--engine", a->common.engine, "engine of lines that name none")
      ->capture_default_str();
  add_format_options(*command, a->common.format, "line");
  add_json_version(*command, a->common.format);
  command
      ->add_option("--threads", a->common.threads,
                   "compositions answered at a time (default: one for each core)")
      ->check(in_range(1, 1024));
  command->add_option("--timeout", a->common.timeout, "seconds for each question (default: 60)")
      ->check(positive_seconds());
  command->footer(
      "Example: echo '{\"quantity\":\"epsilon\",\"mechanism\":\"gaussian(sigma=1)^10\","
      "\"delta\":\"1e-5\"}' | plumbline batch -\n"
      "Exit codes: 0 success, 2 a line cannot be read or makes no sense (the others are "
      "answered), 3 not reached,\n4 certified values contradict each other (a defect of the "
      "program).");
  command->callback([a, &exit_code] { exit_code = run(*a); });
}

}  // namespace plumbline
