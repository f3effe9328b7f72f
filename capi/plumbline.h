/* C interface of Plumbline: certified values of compositions of mechanisms. The interface is also for other
 * languages: it exposes no C++ and no FLINT types, no exception crosses it, and all numbers are texts or doubles.
 *
 * Texts are UTF-8 and end with a zero byte. A returned text belongs to the object that was queried and lives as long
 * as that object; the caller does not free it. Numbers in arguments are exact and may have every form of
 * docs/numbers.md: "0.1" (which is 1/10), "1/3", "1e-5", "log(3)", "0x1.8p-3".
 *
 * Threads: different threads may use different handles at the same time. Only one thread at a time may use a
 * mechanism. Any number of threads may read one answer (for an exception see plumbline_certificate). Each thread has
 * its own error message. A thread that ends after a call should call plumbline_thread_end(), which frees the cached
 * data of the thread.
 *
 * Environment: a call sets the standard floating-point environment (rounding to nearest, denormal numbers, no traps)
 * and restores the mode of the calling thread at its end; `stop` runs in the mode of the calling thread. No text
 * depends on the locale of the process. A library compiled with options like -ffast-math rejects every call
 * (PLUMBLINE_INTERNAL).
 *
 * Every returned answer is correct. If the status is not PLUMBLINE_OK, the failed query returns no answer. */
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

/* This number changes if programs that were compiled with an older header would break. */
#define PLUMBLINE_ABI 1

typedef enum plumbline_status {
  PLUMBLINE_OK = 0,
  PLUMBLINE_BAD_INPUT = 2,     /* plumbline_error() names the fault and the remedy */
  PLUMBLINE_STOPPED = 3,       /* `stop` ended the work before any result was known */
  PLUMBLINE_CONTRADICTION = 4, /* two disjoint enclosures: nothing is certified; report it */
  PLUMBLINE_NO_MEMORY = 5,
  PLUMBLINE_INTERNAL = 6
} plumbline_status;

typedef struct plumbline_mechanism plumbline_mechanism;
typedef struct plumbline_answer plumbline_answer;

/* Options of a query. If all members are zero, they mean the defaults of the program. */
typedef struct plumbline_options {
  const char* direction; /* "worst" (also NULL), "forward", "reverse", or a relation */
  const char* engine;    /* "auto" (also NULL) or one of plumbline_engine() */
  int digits;            /* relative width at most 10^-digits, 1 to 10000; 0 means 15 */
  /* Cancellation callback, polled from the calling thread; return nonzero to stop. The answer is then correct with
   * fewer digits (plumbline_reached), or there is no answer (PLUMBLINE_STOPPED). May be NULL. */
  int (*stop)(void* context);
  void* context;
} plumbline_options;

/* A number or an option, by name. */
typedef struct plumbline_named {
  const char* name;
  const char* text;
} plumbline_named;

/* A request of any kind that has certificates (docs/certificates.md). */
typedef struct plumbline_request {
  /* A name of plumbline_quantity(), or divergence, comparison, calibrate, renyi, moments, theorem3. */
  const char* quantity;
  const char* mechanism; /* expression; in a calibration, one parameter is ? */
  const char* other;     /* the second mechanism; NULL if the quantity has none */
  const char* at;        /* the quantity's argument; NULL if it has none */
  /* The target of a calibration (epsilon and delta, ...); otherwise the argument by its name, instead of `at`. */
  const plumbline_named* numbers;
  size_t number_count;
  const plumbline_named* words; /* options: hyperprior, vary */
  size_t word_count;
} plumbline_request;

PLUMBLINE_API const char* plumbline_version(void);
/* Returns PLUMBLINE_ABI of the loaded library. */
PLUMBLINE_API int plumbline_abi(void);

/* Returns one line about the error of this thread's last call; empty if that call returned PLUMBLINE_OK. The text
 * lives until the thread's next call. */
PLUMBLINE_API const char* plumbline_error(void);
/* Frees the cached data of this thread: constants and the error message. */
PLUMBLINE_API void plumbline_thread_end(void);

/* Parses an expression like "subsampled_gaussian(sigma=1,p=0.01)^10000 * laplace(b=2)". The caller closes the
 * mechanism by plumbline_close(). The mechanism caches computed data for further queries. */
PLUMBLINE_API plumbline_status plumbline_open(const char* expression, plumbline_mechanism** out);
PLUMBLINE_API void plumbline_close(plumbline_mechanism* mechanism); /* NULL does nothing */
/* Returns the expression in canonical form. */
PLUMBLINE_API const char* plumbline_expression(const plumbline_mechanism* mechanism);

/* Compose the two mechanisms, or one mechanism `times` times ("10"). *out is a new mechanism, which the caller
 * closes; the arguments do not change. */
PLUMBLINE_API plumbline_status plumbline_product(const plumbline_mechanism* first,
                                                 const plumbline_mechanism* second,
                                                 plumbline_mechanism** out);
PLUMBLINE_API plumbline_status plumbline_power(const plumbline_mechanism* mechanism,
                                               const char* times, plumbline_mechanism** out);

/* Computes a quantity (plumbline_quantity) at its argument `at`, NULL if the quantity has none. The caller frees *out
 * by plumbline_free(). */
PLUMBLINE_API plumbline_status plumbline_ask(plumbline_mechanism* mechanism, const char* quantity,
                                             const char* at, const plumbline_options* options,
                                             plumbline_answer** out);
/* Computes a quantity at `count` arguments; `out` is an array of `count` answers. If a computation fails, the earlier
 * answers are valid and the others NULL. *failed is the index of the failed argument, or `count`; `failed` may be
 * NULL. */
PLUMBLINE_API plumbline_status plumbline_ask_all(plumbline_mechanism* mechanism,
                                                 const char* quantity, const char* const* at,
                                                 size_t count, const plumbline_options* options,
                                                 plumbline_answer** out, size_t* failed);
/* Answers any request, without cached data of earlier requests. The caller frees *out by plumbline_free(). */
PLUMBLINE_API plumbline_status plumbline_derive(const plumbline_request* request,
                                                const plumbline_options* options,
                                                plumbline_answer** out);
PLUMBLINE_API void plumbline_free(plumbline_answer* answer); /* NULL does nothing */

/* Return the ends of [lower, upper], which contains the exact value, as decimals rounded outward. Both are "inf" if
 * the value is infinite; they are "-inf" and "inf" if nothing is known. */
PLUMBLINE_API const char* plumbline_lower(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_upper(const plumbline_answer* answer);
/* Return the ends as "numerator/denominator"; empty if infinite. */
PLUMBLINE_API const char* plumbline_lower_fraction(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_upper_fraction(const plumbline_answer* answer);
/* Return the nearest double that is not above the lower end, and the nearest double that is not below the upper end.
 * For output use the decimals above: "%g" rounds a double to the nearest, possibly to the wrong side. */
PLUMBLINE_API double plumbline_lower_double(const plumbline_answer* answer);
PLUMBLINE_API double plumbline_upper_double(const plumbline_answer* answer);
/* Returns -log10 of the relative width, rounded down to one decimal, or "exact". */
PLUMBLINE_API const char* plumbline_digits(const plumbline_answer* answer);
/* Returns 1 if the requested digits were reached. */
PLUMBLINE_API int plumbline_reached(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_engine_used(const plumbline_answer* answer);

/* Returns the hypotheses under which the number is a statement about the mechanism, as a JSON object with the members
 * relation, group, dominates, attained, public, proof (docs/certificates.md); NULL if the request has no mechanism.
 * plumbline_other_hypotheses is about the second mechanism of the request. */
PLUMBLINE_API const char* plumbline_hypotheses(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_other_hypotheses(const plumbline_answer* answer);
/* Returns a one-line warning if the number implies nothing about a mechanism, because its factors have different
 * neighbouring relations; otherwise an empty text. */
PLUMBLINE_API const char* plumbline_warning(const plumbline_answer* answer);

/* Further numbers of an answer of plumbline_derive, for example of moments; `i` counts from 0. */
PLUMBLINE_API size_t plumbline_value_count(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_value_name(const plumbline_answer* answer, size_t i);
PLUMBLINE_API const char* plumbline_value_lower(const plumbline_answer* answer, size_t i);
PLUMBLINE_API const char* plumbline_value_upper(const plumbline_answer* answer, size_t i);
/* Returns a further result by name, for example the `safe` value of a calibration or the verdict of a comparison;
 * NULL if the name is unknown. */
PLUMBLINE_API const char* plumbline_finding(const plumbline_answer* answer, const char* name);
PLUMBLINE_API size_t plumbline_finding_count(const plumbline_answer* answer);
PLUMBLINE_API const char* plumbline_finding_name(const plumbline_answer* answer, size_t i);

/* Returns the certificate as JSON (docs/certificate.schema.json). For an answer of plumbline_ask, the first call
 * derives the value again: it takes as long as the query, polls `stop`, and only one thread at a time may make it.
 * *out belongs to the answer. */
PLUMBLINE_API plumbline_status plumbline_certificate(plumbline_answer* answer, const char** out);

/* Answers one request in JSON: an object with the member verb, of at most 16 MiB and 32 levels, in which no member
 * occurs twice.
 *   {"verb": "answer", "query": QUERY}             returns the record of an answer ("schema": "answer/2")
 *   {"verb": "certify", "query": QUERY}            returns a certificate
 *   {"verb": "check", "certificate": CERTIFICATE}  checks a certificate or a bundle ("schema": "check/2")
 *   {"verb": "compose", "mechanism": EXPRESSION}   returns the mechanism in canonical form with its hypotheses
 *   {"verb": "open"}                               returns {"schema": "session/2", "session": N}
 *   {"verb": "close", "session": N}                ends the session
 * QUERY is a line of `plumbline batch`: quantity, mechanism, other, direction, at, options, digits, engine
 * (docs/batch.md). CERTIFICATE is an object, or the text of a file. Further members of "answer": "session": N reuses
 * the data that earlier answers of that session computed, one call at a time; "certificate": true adds the
 * certificate of the same answer as a member. Further members of "check": "digits", and "seconds", the limit for each
 * certificate. `options` may be NULL. It only supplies the callback `stop`; its digits, engine and direction are
 * ignored. *out is the reply. If the status is not PLUMBLINE_OK, the reply is {"schema": "error/2", "code", "field",
 * "message", "accepted"}, where code is UNKNOWN_NAME, OUT_OF_DOMAIN, NOT_COVERED, BAD_INPUT, STOPPED, CONTRADICTION,
 * NO_MEMORY or INTERNAL; *out is NULL if memory is exhausted. The caller frees *out by plumbline_free_text(). */
PLUMBLINE_API plumbline_status plumbline_call_json(const char* request,
                                                   const plumbline_options* options, char** out);
PLUMBLINE_API void plumbline_free_text(char* text); /* NULL does nothing */

/* Return the i-th name, argument name or summary, i from 0; NULL after the last one. The argument name is empty if
 * the quantity has no argument. */
PLUMBLINE_API const char* plumbline_quantity(size_t i);
PLUMBLINE_API const char* plumbline_quantity_argument(size_t i);
PLUMBLINE_API const char* plumbline_quantity_summary(size_t i);
PLUMBLINE_API const char* plumbline_engine(size_t i);
PLUMBLINE_API const char* plumbline_mechanism_name(size_t i);
PLUMBLINE_API const char* plumbline_mechanism_summary(size_t i);
/* Return the i-th neighbouring relation (remove, add, add_remove, replace_one, ...), and the corresponding direction
 * of a pair. */
PLUMBLINE_API const char* plumbline_relation(size_t i);
PLUMBLINE_API const char* plumbline_relation_direction(size_t i);

#ifdef __cplusplus
}
#endif

#endif
