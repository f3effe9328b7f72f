/* Minimal C program with libplumbline: an answer, an error, a certificate. */
#include <stdio.h>
#include <string.h>

#include "plumbline.h"

static int fail(const char* what) {
  fprintf(stderr, "%s: %s\n", what, plumbline_error());
  return 1;
}

int main(void) {
  plumbline_mechanism* dpsgd = NULL;
  plumbline_answer* delta = NULL;
  plumbline_options options;
  const char* certificate = NULL;
  memset(&options, 0, sizeof options);
  options.digits = 20;

  if (plumbline_open("subsampled_gaussian(sigma=1,p=0.01)^1000", &dpsgd) != PLUMBLINE_OK) {
    return fail("open");
  }
  if (plumbline_ask(dpsgd, "delta", "1.5", &options, &delta) != PLUMBLINE_OK) return fail("ask");
  printf("%s\ndelta(1.5) is in [%s, %s], %s digits, by %s\n", plumbline_expression(dpsgd),
         plumbline_lower(delta), plumbline_upper(delta), plumbline_digits(delta),
         plumbline_engine_used(delta));
  if (!plumbline_reached(delta)) printf("fewer digits than were asked\n");
  if (plumbline_certificate(delta, &certificate) != PLUMBLINE_OK) return fail("certificate");
  printf("a certificate of %lu bytes\n", (unsigned long)strlen(certificate));
  plumbline_free(delta);

  if (plumbline_ask(dpsgd, "epsilon", "2", &options, &delta) != PLUMBLINE_OK) {
    printf("as it should be: %s\n", plumbline_error());
  }
  plumbline_close(dpsgd);
  plumbline_thread_end();
  return 0;
}
