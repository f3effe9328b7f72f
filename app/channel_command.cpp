/// channel: local differential privacy with total variation of a matrix (Ghazi and Issa 2024, VII).
#include <fmt/core.h>

#include <chrono>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "app/channel_file.hpp"
#include "app/commands.hpp"
#include "app/common_options.hpp"
#include "app/values.hpp"
#include "reference/channels/f_divergence.hpp"
#include "reference/regions/composed_tv.hpp"
#include "verify/base/certified_json.hpp"

namespace plumbline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kViolated = 1, kNotReached = 3;

struct Arguments {
  CommonOptions common;
  std::string file, epsilon, eta, erase;
  std::vector<std::string> functions{"kl", "chi2", "tv"}, p0, p1, deltas_at;
};

/// A value at as many bits as its digits take.
Certified sharp(const std::function<Ball(Bits)>& at, int digits,
                const std::optional<Rational>& most) {
  Certified out{Ball(Bits{64}), "channel", {}, false};
  for (Bits p = bits_for_digits(digits) + 64;; p = Bits{2 * p.n}) {
    out = certified({at(p), {}}, "channel", digits, true);
    out.least = Rational(0);  // divergences, probabilities and their ratios
    out.most = most;
    if (out.reached || p.n > 16 * bits_for_digits(digits).n + 1024) return out;
  }
}

/// Prints a line or an object per value; remembers what was not reached or does not hold.
class Printer {
 public:
  Printer(const CommonOptions& common, std::string file, Poll poll)
      : common_(common),
        file_(std::move(file)),
        poll_(std::move(poll)),
        start_(std::chrono::steady_clock::now()) {}

  /// `value` empty: infinite. `text` for people, `name` for programs.
  void value(const std::string& name, const std::string& text,
             const std::optional<std::function<Ball(Bits)>>& at, Json more = Json::object(),
             const std::string& remark = "", const std::optional<Rational>& most = {}) {
    std::optional<Certified> x;
    poll_();
    if (at) {
      x = sharp(*at, common_.digits, most);
      if (!x->reached) exit_code_ = std::max(exit_code_, kNotReached);
    }
    if (!common_.json) {
      fmt::print("{} = {}{}{}\n", text,
                 x ? interval_text(*x, common_.digits + kSpareDigits) : "infinite", remark,
                 x && !x->reached ? "   NOT REACHED" : "");
      return;
    }
    Json record = {{"quantity", name}, {"channel", file_}};
    record["at"] = Json::object();
    if (x) {
      add_certified(record, *x, common_.digits, seconds());
    } else {
      record["lower"] = "inf";
      record["upper"] = "inf";
      record["reached"] = true;
    }
    for (auto& [key, what] : more.items()) {
      const bool argument = key == "f" || key == "epsilon";
      (argument ? record["at"][key] : record[key]) = what;
    }
    fmt::print("{}\n", record.dump());
  }
  void verdict(const std::string& name, const std::string& text, std::optional<bool> holds) {
    const std::string word = !holds ? "not decided" : *holds ? "holds" : "FAILS";
    if (!holds) exit_code_ = std::max(exit_code_, kNotReached);
    violated_ = violated_ || (holds && !*holds);
    if (common_.json) {
      Json record = {{"quantity", name}, {"channel", file_}, {"verdict", word}};
      fmt::print("{}\n", record.dump());
    } else {
      fmt::print("{}: {}\n", text, word);
    }
  }
  void line(const std::string& text) const {
    if (!common_.json) fmt::print("{}\n", text);
  }
  /// That something fails is certain whatever else is not.
  int exit_code() const { return violated_ ? kViolated : exit_code_; }

 private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

  const CommonOptions& common_;
  std::string file_;
  Poll poll_;
  std::chrono::steady_clock::time_point start_;
  int exit_code_ = 0;
  bool violated_ = false;
};

Json inputs(const InputPair& pair) { return {pair.first + 1, pair.second + 1}; }

std::vector<Real> law(const std::string& option, const std::vector<std::string>& texts,
                      size_t count) {
  const std::vector<Rational> values = read_values(option, texts);
  Rational sum(0);
  std::vector<Real> out;
  for (const Rational& x : values) {
    if (x.sign() < 0) {
      throw std::invalid_argument("--" + option + " has the negative probability " + x.text());
    }
    sum = sum + x;
    out.emplace_back(x);
  }
  if (values.size() != count || !(sum == Rational(1))) {
    throw std::invalid_argument(fmt::format(
        "--{} needs one probability for each of the {} inputs, together 1; got {} with sum {}",
        option, count, values.size(), sum.text()));
  }
  return out;
}

/// The largest D_f between rows; nothing where infinite.
std::optional<std::function<Ball(Bits)>> largest_between_rows(const Channel& channel,
                                                              const ConvexFunction& f) {
  for (size_t x = 0; x < channel.inputs(); ++x) {
    for (size_t other = 0; other < channel.inputs(); ++other) {
      if (x != other && !f_divergence(f, channel.row(x), channel.row(other), Bits{64})) return {};
    }
  }
  return [&channel, f](Bits p) {
    Ball best(p);
    for (size_t x = 0; x < channel.inputs(); ++x) {
      for (size_t other = 0; other < channel.inputs(); ++other) {
        if (x == other) continue;
        best = max(best, *f_divergence(f, channel.row(x), channel.row(other), p));
      }
    }
    return best;
  };
}

/// 1 for total variations, which balls may exceed.
std::optional<Rational> largest_value(const ConvexFunction& f) {
  return f.name == "tv" ? std::optional(Rational(1)) : std::nullopt;
}

/// What two laws of the input become (Theorem 6, equation 41, Proposition 2).
void print_two_laws(Printer& printer, const Channel& channel, const LocalPrivacy& local,
                    const std::vector<Real>& P0, const std::vector<Real>& P1,
                    const std::vector<ConvexFunction>& functions) {
  const std::vector<Real> M0 = output_law(channel, P0), M1 = output_law(channel, P1);
  std::optional<Channel> binary;
  if (local.epsilon && !is_locally_private(local, Real(Rational(0))).value_or(false)) {
    std::vector<Rational> p0, p1;
    for (size_t y = 0; y < P0.size(); ++y) {
      p0.push_back(*P0[y].rational());
      p1.push_back(*P1[y].rational());
    }
    binary = binary_with_erasure(p0, p1, *local.epsilon, local.eta);
  }
  printer.line("for the two laws P0, P1 of the input, whose outputs have the laws M0, M1:");
  for (const ConvexFunction& f : functions) {
    const auto print = [&](const std::string& name, const std::string& text,
                           const std::vector<Real>& a, const std::vector<Real>& b) {
      std::optional<std::function<Ball(Bits)>> at;
      if (f_divergence(f, a, b, Bits{64})) {
        at = [&f, &a, &b](Bits p) { return *f_divergence(f, a, b, p); };
      }
      printer.value(name, fmt::format("  {}({})", f.name, text), at, {{"f", f.name}}, "",
                    largest_value(f));
    };
    print("channel-input-divergence", "P0 || P1", P0, P1);
    print("channel-output-divergence", "M0 || M1", M0, M1);
    if (binary) {
      std::vector<Real> B0 = output_law(*binary, P0), B1 = output_law(*binary, P1);
      // The erasure is as likely under both: it adds nothing (f(1) = 0), also where its probability
      // is 0 and only a ball around that is known.
      B0.pop_back();
      B1.pop_back();
      print("channel-binary-erasure-divergence",
            "M0 || M1 of the binary mechanism with erasure, same epsilon and eta", B0, B1);
    }
  }
  const ConvexFunction tv = convex_function("tv");
  if (!local.epsilon) return;
  printer.value("channel-chi2-bound", "  chi2(M0 || M1) is at most (Theorem 6)", [&](Bits p) {
    return chi2_bound(*local.epsilon, local.eta, *f_divergence(tv, P0, P1, p), p);
  });
  if (!binary) return;
  printer.value("channel-erasure-guarantee",
                "  kl of the binary mechanism with erasure over the largest possible is at least "
                "(41)",
                [&](Bits p) { return erasure_guarantee(*local.epsilon, local.eta, p); });
}

int run(const Arguments& arguments) {
  const Channel given = read_channel(arguments.file);
  const Channel channel =
      arguments.erase.empty() ? given : erased(given, Rational::parse(arguments.erase));
  std::vector<ConvexFunction> functions;
  for (const std::string& name : arguments.functions) functions.push_back(convex_function(name));
  const bool laws = !arguments.p0.empty() || !arguments.p1.empty();
  std::vector<Real> P0, P1;
  if (laws) {
    P0 = law("p0", arguments.p0, channel.inputs());
    P1 = law("p1", arguments.p1, channel.inputs());
  }
  const Effort effort = effort_of(arguments.common);
  std::optional<Real> epsilon_asked, eta_asked;  // refused before anything is printed
  if (!arguments.epsilon.empty()) epsilon_asked = parse_epsilon(arguments.epsilon);
  if (!arguments.eta.empty()) eta_asked = Real(Rational::parse(arguments.eta));
  Printer printer(arguments.common, arguments.file, effort.poll);
  const LocalPrivacy local = local_privacy(channel);
  printer.line(fmt::format("{}: {} inputs, {} outputs{}", arguments.file, channel.inputs(),
                           channel.outputs(),
                           arguments.erase.empty() ? "" : ", with erasure " + arguments.erase));
  const std::string rows =
      fmt::format("rows {} and {}", local.ratio_at.first + 1, local.ratio_at.second + 1);
  const bool trivial = local.ratio_at.first == local.ratio_at.second;
  const auto as_ball = [](const Real& x) {
    return std::function<Ball(Bits)>([x](Bits p) { return x(p); });
  };
  Json where = {{"inputs", inputs(local.ratio_at)}, {"output", local.ratio_output + 1}};
  if (local.exact_ratio) where["exact_exp"] = local.exact_ratio->text();
  printer.value("channel-epsilon", "epsilon",
                local.epsilon ? std::optional(as_ball(*local.epsilon)) : std::nullopt,
                trivial ? Json::object() : where,
                trivial ? ""
                        : fmt::format("   {}at {}, column {}",
                                      local.exact_ratio && local.epsilon
                                          ? "log(" + local.exact_ratio->text() + "), "
                                          : "",
                                      rows, local.ratio_output + 1));
  Json eta_where = {{"inputs", inputs(local.eta_at)}};
  if (local.eta.rational()) eta_where["exact"] = local.eta.rational()->text();
  printer.value("channel-eta", "eta (total variation, Dobrushin coefficient)", as_ball(local.eta),
                eta_where,
                fmt::format("   {}at rows {} and {}",
                            local.eta.rational() ? local.eta.rational()->text() + ", " : "",
                            local.eta_at.first + 1, local.eta_at.second + 1),
                Rational(1));
  for (const std::string& text : arguments.deltas_at) {
    const Real at = parse_epsilon(text);
    printer.value(
        "channel-delta", "delta(" + text + ")",
        [&channel, at](Bits p) { return local_delta(channel, at, p); }, {{"epsilon", text}}, "",
        Rational(1));
  }
  const bool contracts = channel.inputs() > 1;
  if (contracts) {
    const Contraction contraction = contraction_coefficient(channel, effort);
    printer.value(
        "channel-contraction", "contraction coefficient of kl and chi2",
        [&](Bits) { return contraction.value; },
        {{"inputs", inputs(contraction.at)}, {"beta", contraction.beta.decimal_bounds(15).first}},
        fmt::format("   at rows {} and {}, beta {}", contraction.at.first + 1,
                    contraction.at.second + 1, contraction.beta.decimal_bounds(6).first),
        Rational(1));
    printer.value(
        "channel-contraction-bound", "  at most eta (e^eps-1)/(e^eps+1) (Theorem 5)",
        [&](Bits p) { return largest_contraction(local.epsilon, local.eta, p); }, Json::object(),
        "", Rational(1));
    if (local.epsilon) {
      printer.value(
          "channel-contraction-bound-epsilon", "  at most by epsilon alone (equation 34)",
          [&](Bits p) {
            const Ball e = (*local.epsilon)(p);
            return square(largest_total_variation(e, Ball(p)));
          },
          Json::object(), "", Rational(1));
    }
  }
  for (const ConvexFunction& f : functions) {
    printer.value("channel-divergence", "largest " + f.name + " between rows",
                  largest_between_rows(channel, f), {{"f", f.name}}, "", largest_value(f));
    std::optional<std::function<Ball(Bits)>> bound;
    if (largest_f_divergence(f, local.epsilon, local.eta, Bits{64})) {
      bound = [&](Bits p) { return *largest_f_divergence(f, local.epsilon, local.eta, p); };
    }
    printer.value("channel-divergence-bound", "  at most, by epsilon and eta (Theorem 4)", bound,
                  {{"f", f.name}}, "", largest_value(f));
  }
  if (laws) print_two_laws(printer, channel, local, P0, P1, functions);
  if (epsilon_asked) {
    printer.verdict("channel-is-ldp", arguments.epsilon + "-local differential privacy",
                    is_locally_private(local, *epsilon_asked));
  }
  if (eta_asked) {
    printer.verdict("channel-is-tv", "total variation at most " + arguments.eta,
                    has_total_variation(local, *eta_asked));
  }
  return printer.exit_code();
}

}  // namespace

void add_channel_command(Command& app, int& exit_code) {
  const auto a = std::make_shared<Arguments>();
  Command* command = app.add_subcommand(
      "channel", "local privacy, total variation and contraction of a row-stochastic matrix");
  command->add_option("file", a->file, "CSV (one row per input) or TOML; - reads CSV")->required();
  const auto list = [&](const std::string& name, std::vector<std::string>& into,
                        const std::string& help) {
    command->add_option("--" + name, into, help)->expected(1, -1)->delimiter(',');
  };
  std::string known;
  for (const std::string& name : convex_function_names()) known += " " + name;
  list("f", a->functions, "divergences, of" + known);
  list("delta-at", a->deltas_at, "epsilons, numbers or log(q): the delta of (epsilon,delta)-LDP");
  list("p0", a->p0, "a law of the input");
  list("p1", a->p1, "another: what the channel makes of the two");
  command->add_option("--erase", a->erase, "erase the output with this probability first");
  command->add_option("--epsilon", a->epsilon,
                      "check epsilon-LDP, a number or log(q); exit code 1 if it fails");
  command->add_option("--eta", a->eta, "check the total variation; exit code 1 if it is larger");
  command->add_option("--digits", a->common.digits, "relative width at most 10^-digits")
      ->check(in_range(1, 1000))
      ->capture_default_str();
  command->add_flag("--json", a->common.json, "one JSON object per value");
  command->add_option("--timeout", a->common.timeout, "seconds; then the program gives up")
      ->check(positive_seconds());
  command->footer("Example: printf '3/4,1/4\\n1/4,3/4\\n' | plumbline channel - --f kl,chi2");
  command->callback([a, &exit_code] {
    try {
      exit_code = run(*a);
    } catch (const Interrupted&) {
      fmt::print(stderr, "plumbline: time ran out; allow more with --timeout, or ask for less\n");
      exit_code = kNotReached;
    }
  });
}

}  // namespace plumbline
