/* Plumbline in C: a composition of mechanisms in, certified values out. For other languages, too: no
 * C++ and no FLINT in it, no exception crosses it, all numbers are texts or doubles.
 *
 * Texts are UTF-8 and end with a zero byte. A text that is returned belongs to what it was asked of
 * and lives as long as that; nobody else frees it. Numbers that are passed are exact and may be
 * written in every way of docs/numbers.md: "0.1" is 1/10, "1/3", "1e-5", "log(3)", "0x1.8p-3".
 *
 * Threads: different handles may be used by different threads at the same time. One mechanism is
 * used by one thread at a time; an answer that is only read, by any number (but see
 * plumbline_certificate). Errors are kept for each thread. A thread that ends after a call should
 * call plumbline_thread_end(), which frees the cached data for it.
 *
 * Environment: a call computes in the standard floating-point environment (rounding to nearest,
 * denormal numbers, no traps) whatever modes its thread has, and restores them; `stop` runs in those of
 * the thread. No text depends on the locale of the process. A library that was compiled with options
 * like -ffast-math refuses every call (PLUMBLINE_INTERNAL).
 *
 * Every answer that is returned is correct. A status other than PLUMBLINE_OK says that there is none. */
#ifndef PLUMBLINE_H
#define PLUMBLINE_H

#include <stddef.h>

#if defined(__GNUC__)
#define PLUMBLINE_API __attribute__((visibility("default")))
#else
#define PLUMBLINE_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Changes where a program that was compiled against an older header would break. */
#define PLUMBLINE_ABI 1

typedef enum plumbline_status {
  PLUMBLINE_OK = 0,
  PLUMBLINE_BAD_INPUT = 2,     /* plumbline_error() says what, and what to write */
  PLUMBLINE_STOPPED = 3,       /* `stop` said so before anything was known */
  PLUMBLINE_CONTRADICTION = 4, /* enclosures that do not meet: nothing is certified; report it */
  PLUMBLINE_NO_MEMORY = 5,
  PLUMBLINE_INTERNAL = 6
} plumbline_status;

typedef struct plumbline_mechanism plumbline_mechanism;
typedef struct plumbline_answer plumbline_answer;

/* How to answer. All zero is what the program does without options. */
typedef struct plumbline_options {
  const char* direction; /* "worst" (also NULL), "forward", "reverse", or their relations */
  const char* engine;    /* "auto" (also NULL) or one of plumbline_engine() */
  int digits;            /* relative width at most 10^-digits, 1 to 10000; 0 stands for 15 */
  /* Polled, from the thread of the call: not 0, once, ends the work. The answer then
   * still holds and is not reached, or there is none (PLUMBLINE_STOPPED). May be NULL. */
  int (*stop)(void* context);
  void* context;
} plumbline_options;

/* A number or a word by name. */
typedef struct plumbline_named {
  const char* name;
  const char* text;
} plumbline_named;

/* Any request that a certificate can be about (docs/certificates.md). */
typedef struct plumbline_request {
  /* A quantity, or divergence, comparison, calibrate, renyi, moments, theorem3. */
  const char* quantity;
  const char* mechanism; /* of a calibration with one parameter written ? */
  const char* other;     /* the second mechanism, where there is one, otherwise NULL */
  const char* at;        /* the quantity's argument, where it has one, otherwise NULL */
  /* Of a calibration its target: epsilon and delta, ...; the argument may stand here by its name, in
   * place of at. */
  const plumbline_named* numbers;
  size_t number_count;
  const plumbline_named* words; /* hyperprior, vary */
  size_t word_count;
} plumbline_request;

PLUMBLINE_API const char* plumbline_version(void);
/* PLUMBLINE_ABI of the library that runs. */
PLUMBLINE_API int plumbline_abi(void);

/* One line about this thread's last call that did not end with PLUMBLINE_OK; empty after one that
 * did. Lives until the thread's next call. */
PLUMBLINE_API const char* plumbline_error(void);
/* Frees the cached data for this thread: constants, and the line above. */
PLUMBLINE_API void plumbline_thread_end(void);

/* Reads an expression like "subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=2)". To be closed.
 * What is computed for one question is kept for the next. */
PLUMBLINE_API plumbline_status plumbline_open(const char* expression, plumbline_mechanism** out);
PLUMBLINE_API void plumbline_close(plumbline_mechanism* mechanism); /* NULL does nothing */
/* In canonical form. */
PLUMBLINE_API const char* plumbline_expression(const plumbline_mechanism* mechanism);

/* The first mechanism and the second one together, and a mechanism run `times` times ("10"). Both are new mechanisms, to be
 * closed; those that they are made of stay as they are. */
PLUMBLINE_API plumbline_status plumbline_product(const plumbline_mechanism* first,
                                                 const plumbline_mechanism* second,
                                                 plumbline_mechanism** out);
PLUMBLINE_API plumbline_status plumbline_power(const plumbline_mechanism* mechanism,
                                               const char* times, plumbline_mechanism** out);

/* A quantity (plumbline_quantity) at its argument, NULL for one without. To be freed. */
PLUMBLINE_API plumbline_status plumbline_ask(plumbline_mechanism* mechanism, const char* quantity,
                                             const char* at, const plumbline_options* options,
                                             plumbline_answer** out);
/* Answers many arguments: `out` has room for `count` answers. Where one fails those before it
 * are answered, the others NULL, and *failed, which may be NULL, is its place (count if none). */
PLUMBLINE_API plumbline_status plumbline_ask_all(plumbline_mechanism* mechanism,
                                                 const char* quantity, const char* const* at,
                                                 size_t count, const plumbline_options* options,
                                                 plumbline_answer** out, size_t* failed);
/* Any request, with nothing kept from earlier ones. To be freed. */
PLUMBLINE_API plumbline_status plumbline_derive(const plumbline_request* request,
                                                const plumbline_options* options,
                                                plumbline_answer** out);
PLUMBLINE_API void plumbline_free(plumbline_answer* answer); /* NULL does nothing */

/* The exact value lies in [lower, upper]. Decimals, rounded outward; "inf" for both where it is
 * infinite, "-inf" and "inf" where nothing is known. */
PLUMBLINE_API const char* plumbline_lower(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_upper(const plumbline_answer* answer);
/* Returns the numbers as "numerator/denominator"; empty where infinite. */
PLUMBLINE_API const char* plumbline_lower_fraction(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_upper_fraction(const plumbline_answer* answer);
/* The doubles closest to them from outside. Print the decimals above: "%g" rounds a double to the nearest, which may
 * lie on the wrong side. */
PLUMBLINE_API double plumbline_lower_double(const plumbline_answer* answer);
PLUMBLINE_API double plumbline_upper_double(const plumbline_answer* answer);
/* -log10 of the relative width, rounded down to a tenth, or "exact". */
PLUMBLINE_API const char* plumbline_digits(const plumbline_answer* answer);
/* Returns 1 if the requested digits were reached. */
PLUMBLINE_API int plumbline_reached(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_engine_used(const plumbline_answer* answer);

/* The hypotheses under which the number is a statement about the mechanism, as a JSON object with the members relation,
 * group, dominates, attained, public, proof (docs/certificates.md); NULL where the question is about no mechanism. The
 * second function returns those of the second mechanism. */
PLUMBLINE_API const char* plumbline_hypotheses(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_other_hypotheses(const plumbline_answer* answer);
/* One line for people where the number says nothing about a mechanism, because its factors are of unlike neighbours;
 * otherwise empty. */
PLUMBLINE_API const char* plumbline_warning(const plumbline_answer* answer);

/* Further numbers of an answer of plumbline_derive (of moments, say), from 0 on. */
PLUMBLINE_API size_t plumbline_value_count(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_value_name(const plumbline_answer* answer, size_t i);
PLUMBLINE_API const char* plumbline_value_lower(const plumbline_answer* answer, size_t i);
PLUMBLINE_API const char* plumbline_value_upper(const plumbline_answer* answer, size_t i);
/* Returns a further finding (a calibration's `safe` value, a comparison's verdict) by name; NULL where
 * the name is unknown. */
PLUMBLINE_API const char* plumbline_finding(const plumbline_answer* answer, const char* name);
PLUMBLINE_API size_t plumbline_finding_count(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_finding_name(const plumbline_answer* answer, size_t i);

/* The certificate as JSON (docs/certificate.schema.json). For an answer of plumbline_ask the value
 * is derived anew the first time, which takes as long as the question did, asks `stop`, and is not
 * for several threads at once. *out belongs to the answer. */
PLUMBLINE_API plumbline_status plumbline_certificate(plumbline_answer* answer, const char** out);

/* Answers one request in JSON: an object with the member verb, of at most 16 MiB and 32 levels, in which no member occurs
 * twice.
 *   {"verb": "answer", "query": QUERY}             the record of an answer ("schema": "answer/2")
 *   {"verb": "certify", "query": QUERY}            a certificate
 *   {"verb": "check", "certificate": CERTIFICATE}  what a check finds, also of a bundle ("schema": "check/2")
 *   {"verb": "compose", "mechanism": EXPRESSION}   the mechanism in canonical form with its hypotheses
 *   {"verb": "open"}                               {"schema": "session/2", "session": N}
 *   {"verb": "close", "session": N}                ends the session
 * QUERY is a line of `plumbline batch`: quantity, mechanism, other, direction, at, options, digits, engine
 * (docs/batch.md). An answer takes "session": N, to use what earlier answers of that session computed, one call at a time,
 * and "certificate": true, to have the certificate of the same answer as a member. CERTIFICATE is an object, or the text of
 * a file; a check takes "digits" and "seconds", the limit for each certificate. `options` gives the callback `stop`, its digits, engine and direction are not used; it may be NULL.
 * *out is the reply, or, with a status other than PLUMBLINE_OK, {"schema": "error/2", "code", "field", "message",
 * "accepted"}, where code is UNKNOWN_NAME, OUT_OF_DOMAIN, NOT_COVERED, BAD_INPUT, STOPPED, CONTRADICTION, NO_MEMORY or
 * INTERNAL; NULL where there is no memory for it. To be freed by plumbline_free_text(). */
PLUMBLINE_API plumbline_status plumbline_call_json(const char* request,
                                                   const plumbline_options* options, char** out);
PLUMBLINE_API void plumbline_free_text(char* text); /* NULL does nothing */

/* Returns the names by number from 0 on; NULL behind the last. `argument` is empty where there is none. */
PLUMBLINE_API const char* plumbline_quantity(size_t i);
PLUMBLINE_API const char* plumbline_quantity_argument(size_t i);
PLUMBLINE_API const char* plumbline_quantity_summary(size_t i);
PLUMBLINE_API const char* plumbline_engine(size_t i);
PLUMBLINE_API const char* plumbline_mechanism_name(size_t i);
PLUMBLINE_API const char* plumbline_mechanism_summary(size_t i);
/* Which data sets are neighbours (remove, add, add_remove, replace_one, ...) and the direction of a pair
 * that this is. */
PLUMBLINE_API const char* plumbline_relation(size_t i);
PLUMBLINE_API const char* plumbline_relation_direction(size_t i);

#ifdef __cplusplus
}
#endif

#endif
