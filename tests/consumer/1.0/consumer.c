/* A program for version 1.0.0 of libplumbline, which calls every function of its header. run compiles it with the header
 * of 1.0.0 and runs it with the present library. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plumbline.h"

static int failures = 0;

static void check(int is_true, const char* what) {
  if (!is_true) {
    printf("FAILED: %s (%s)\n", what, plumbline_error());
    ++failures;
  }
}

static int starts(const char* text, const char* with) {
  return text != NULL && strncmp(text, with, strlen(with)) == 0;
}

static int go_on(void* context) {
  ++*(long*)context;
  return 0;
}

static int stop_at_once(void* context) {
  (void)context;
  return 1;
}

static void check_names(void) {
  size_t i;
  int delta = 0, gaussian = 0, automatic = 0, removed = 0;
  for (i = 0; plumbline_quantity(i) != NULL; ++i) {
    check(plumbline_quantity_summary(i)[0] != 0, "a summary of each quantity");
    if (strcmp(plumbline_quantity(i), "delta") == 0) {
      delta = strcmp(plumbline_quantity_argument(i), "epsilon") == 0;
    }
  }
  for (i = 0; plumbline_mechanism_name(i) != NULL; ++i) {
    check(plumbline_mechanism_summary(i)[0] != 0, "a summary of each mechanism");
    gaussian = gaussian || strcmp(plumbline_mechanism_name(i), "gaussian") == 0;
  }
  for (i = 0; plumbline_engine(i) != NULL; ++i) {
    automatic = automatic || strcmp(plumbline_engine(i), "closed_form") == 0;
  }
  for (i = 0; plumbline_relation(i) != NULL; ++i) {
    if (strcmp(plumbline_relation(i), "remove") == 0) {
      removed = strcmp(plumbline_relation_direction(i), "forward") == 0;
    }
  }
  check(delta && gaussian && automatic && removed, "names of 1.0.0");
}

static void check_answer(plumbline_answer* answer) {
  const char* certificate = NULL;
  check(starts(plumbline_lower(answer), "0.12693673750664394"), "lower");
  check(starts(plumbline_upper(answer), "0.12693673750664394"), "upper");
  check(strchr(plumbline_lower_fraction(answer), '/') != NULL, "lower_fraction");
  check(strchr(plumbline_upper_fraction(answer), '/') != NULL, "upper_fraction");
  check(plumbline_lower_double(answer) <= plumbline_upper_double(answer), "ends as doubles");
  check(plumbline_lower_double(answer) > 0.1269367375 &&
            plumbline_upper_double(answer) < 0.1269367376,
        "doubles");
  check(plumbline_digits(answer)[0] != 0 && plumbline_reached(answer) == 1, "digits");
  check(plumbline_engine_used(answer)[0] != 0, "engine_used");
  check(strstr(plumbline_hypotheses(answer), "\"relation\"") != NULL, "hypotheses");
  check(plumbline_other_hypotheses(answer) == NULL, "no other_hypotheses");
  check(plumbline_warning(answer)[0] == 0, "no warning");
  check(plumbline_certificate(answer, &certificate) == PLUMBLINE_OK, "certificate");
  check(certificate != NULL && strstr(certificate, "plumbline-certificate") != NULL,
        "text of the certificate");
}

static void check_mechanism(void) {
  plumbline_mechanism *gaussian = NULL, *twice = NULL, *product = NULL;
  plumbline_answer *answer = NULL, *answers[2] = {NULL, NULL};
  plumbline_options options;
  const char* at[2] = {"1", "2"};
  size_t failed = 0;
  long polls = 0;
  memset(&options, 0, sizeof options);
  options.direction = "worst";
  options.engine = "auto";
  options.digits = 20;
  options.stop = go_on;
  options.context = &polls;
  check(plumbline_open("gaussian(sigma=1)", &gaussian) == PLUMBLINE_OK, "open");
  check(strcmp(plumbline_expression(gaussian), "gaussian(sigma=1)") == 0, "expression");
  check(plumbline_ask(gaussian, "delta", "1", &options, &answer) == PLUMBLINE_OK, "ask");
  check_answer(answer);
  plumbline_free(answer);
  check(plumbline_ask_all(gaussian, "delta", at, 2, &options, answers, &failed) == PLUMBLINE_OK,
        "ask_all");
  check(failed == 2 && plumbline_lower_double(answers[0]) > plumbline_upper_double(answers[1]),
        "two answers");
  plumbline_free(answers[0]);
  plumbline_free(answers[1]);
  check(plumbline_power(gaussian, "2", &twice) == PLUMBLINE_OK, "power");
  check(plumbline_product(gaussian, twice, &product) == PLUMBLINE_OK, "product");
  check(strcmp(plumbline_expression(product), "gaussian(sigma=1)^3") == 0,
        "expression of a product");
  check(plumbline_ask(gaussian, "delta", "no number", NULL, &answer) == PLUMBLINE_BAD_INPUT,
        "bad input");
  check(plumbline_error()[0] != 0, "error");
  plumbline_close(product);
  plumbline_close(twice);
  plumbline_close(gaussian);
}

/* Returns the answer to a request, or ends this program. */
static plumbline_answer* derived(const plumbline_request* request, const char* direction) {
  plumbline_options options;
  plumbline_answer* answer = NULL;
  memset(&options, 0, sizeof options);
  options.direction = direction;
  if (plumbline_derive(request, &options, &answer) != PLUMBLINE_OK) {
    printf("FAILED: derive %s (%s)\n", request->quantity, plumbline_error());
    exit(1);
  }
  return answer;
}

static void check_derived(void) {
  static const plumbline_named target[2] = {{"epsilon", "2"}, {"delta", "1e-5"}};
  plumbline_request request;
  plumbline_answer* answer = NULL;
  size_t i;
  memset(&request, 0, sizeof request);
  request.quantity = "calibrate";
  request.mechanism = "gaussian(sigma=?)^4";
  request.numbers = target;
  request.number_count = 2;
  answer = derived(&request, NULL);
  check(plumbline_finding(answer, "safe") != NULL && plumbline_finding(answer, "no such") == NULL,
        "finding");
  for (i = 0; i < plumbline_finding_count(answer); ++i)
    check(plumbline_finding_name(answer, i)[0] != 0, "finding_name");
  plumbline_free(answer);
  memset(&request, 0, sizeof request);
  request.quantity = "divergence";
  request.mechanism = "laplace(b=1)";
  request.other = "gaussian(sigma=1)";
  answer = derived(&request, "worst");
  check(plumbline_other_hypotheses(answer) != NULL, "other_hypotheses");
  plumbline_free(answer);
  memset(&request, 0, sizeof request);
  request.quantity = "moments";
  request.mechanism = "laplace(b=1)";
  answer = derived(&request, "forward");
  check(plumbline_value_count(answer) > 0, "value_count");
  for (i = 0; i < plumbline_value_count(answer); ++i) {
    check(plumbline_value_name(answer, i)[0] != 0, "value_name");
    check(plumbline_value_lower(answer, i)[0] != 0 && plumbline_value_upper(answer, i)[0] != 0,
          "ends of a value");
  }
  plumbline_free(answer);
}

static void check_json(void) {
  plumbline_options options;
  char* reply = NULL;
  memset(&options, 0, sizeof options);
  check(plumbline_call_json(
            "{\"verb\": \"answer\", \"query\": {\"quantity\": \"delta\", \"mechanism\": "
            "\"gaussian(sigma=1)\", \"at\": {\"epsilon\": \"1\"}}}",
            NULL, &reply) == PLUMBLINE_OK,
        "call_json");
  check(reply != NULL && strstr(reply, "\"answer/2\"") != NULL &&
            strstr(reply, "0.12693673750664") != NULL,
        "a reply");
  plumbline_free_text(reply);
  options.stop = stop_at_once;
  check(plumbline_call_json("{\"verb\": \"answer\", \"query\": {\"quantity\": \"delta\", "
                            "\"mechanism\": \"nothing()\", "
                            "\"at\": {\"epsilon\": \"1\"}}}",
                            &options, &reply) == PLUMBLINE_BAD_INPUT,
        "an unknown mechanism");
  check(reply != NULL && strstr(reply, "UNKNOWN_NAME") != NULL, "a code");
  plumbline_free_text(reply);
}

int main(void) {
  check(plumbline_abi() == PLUMBLINE_ABI, "abi");
  check_names();
  check_mechanism();
  check_derived();
  check_json();
  printf("the program for 1.0.0 ran with version %s: %d failures\n", plumbline_version(), failures);
  plumbline_thread_end();
  return failures == 0 ? 0 : 1;
}
