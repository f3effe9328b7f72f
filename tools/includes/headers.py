"""The tables of tools/includes: the headers that declare the names of libraries.

A library has a pattern that finds its names in a source, and rows. The first row whose pattern matches the start of a
name says which headers declare it: any of them is enough. A name without a row is an error, so these tables are
complete; that of the standard library need not be.
"""

import re
from typing import NamedTuple


class Row(NamedTuple):
    """Headers that declare names; `forward` are enough for a header that only passes the type on."""

    pattern: str
    headers: tuple
    forward: tuple = ()


class Library(NamedTuple):
    """A library's names in a source, and the rows that say where they are declared.

    A source without any of the texts in `hints` has none of the names: searching for a text is much faster.
    """

    name: str
    hints: tuple
    found: re.Pattern
    rows: tuple

    def names(self, text):
        """Returns the matches of the library's names in a text without comments."""
        return self.found.finditer(text) if any(hint in text for hint in self.hints) else ()


# The only file that includes FLINT, and so GMP and MPFR; it has the headers of each family for both releases.
FLINT_COVER = "reference/arithmetic/flint.hpp"

# Headers of the project that replace headers of a library: each must include them directly.
COVERS = {
    FLINT_COVER: ("flint/flint.h", "mpfr.h"),
    "verify/approximations/numerics/mpfr_cover.hpp": ("mpreal.h",),
    "verify/approximations/numerics/wide_number.hpp": ("boost/multiprecision/cpp_bin_float.hpp",),
}

# Families of functions of FLINT: the prefix of their names is that of their header. FLINT 3 has all of them in
# flint/; earlier releases have those of Arb outside. The longest prefix decides.
ARB_FAMILIES = (
    "acb", "acb_calc", "acb_dft", "acb_dirichlet", "acb_elliptic", "acb_hypgeom", "acb_mat", "acb_modular",
    "acb_poly", "arb", "arb_calc", "arb_fmpz_poly", "arb_hypgeom", "arb_mat", "arb_poly", "arf", "mag")
FLINT_FAMILIES = (
    "flint", "fmpq", "fmpq_mat", "fmpq_poly", "fmpq_vec", "fmpz", "fmpz_factor", "fmpz_lll", "fmpz_mat", "fmpz_mod",
    "fmpz_mod_poly", "fmpz_poly", "fmpz_vec", "nmod", "nmod_mat", "nmod_poly", "nmod_vec")


def family_of(name):
    """Returns the family that declares a name of FLINT, such as arb_poly for _arb_poly_mul."""
    bare = name.lstrip("_").lower()
    fitting = [f for f in ARB_FAMILIES + FLINT_FAMILIES if bare == f or bare.startswith(f + "_")]
    return max(fitting, key=len, default="flint")


BOOST = "boost/math/"
JSON = "nlohmann/json.hpp"
JSON_FORWARD = ("nlohmann/json_fwd.hpp", JSON)
FMT = ("fmt/core.h", "fmt/format.h")

LIBRARIES = (
    Library("FLINT",
            ("arb_", "acb_", "arf_", "mag_", "fmp", "nmod_", "flint_", "FLINT", "slong", "ulong", "ARF_"),
            re.compile(r"\b_?(?:a[cr]b|arf|mag|fmp[zq]|nmod|flint)_\w+|\b__FLINT_\w+|\b(?:slong|ulong)\b|\bARF_\w+"),
            (Row("", ("flint/flint.h",)),)),
    Library("GMP", ("mpz_", "mpn_", "mpq_", "mpf_", "mp_", "gmp_", "GMP"), re.compile(r"\b(?:mp[znqf]|mp)_\w+|\b__GMP_\w+|\bgmp_\w+"),
            (Row("", ("gmp.h", "mpfr.h", "mpreal.h", "flint/flint.h")),)),
    Library("MPFR", ("mpfr_", "MPFR_"), re.compile(r"\bmpfr_\w+|\bMPFR_\w+"), (Row("", ("mpfr.h", "mpreal.h")),)),
    Library("MPFR C++", ("mpfr::", "mpreal"), re.compile(r"\bmpfr::\w+|\bmpreal\b"), (Row("", ("mpreal.h",)),)),
    Library("Boost", ("boost", "BOOST"), re.compile(r"\bboost(?:::\w+)+|\bBOOST_\w+"), (
        Row(r"BOOST_(LIB_)?VERSION", ("boost/version.hpp",)),
        Row(r"boost::multiprecision", ("boost/multiprecision/cpp_bin_float.hpp",)),
        Row(r"boost::random::sobol", ("boost/random/sobol.hpp",)),
        Row(r"boost::math::constants", (BOOST + "constants/constants.hpp",)),
        Row(r"boost::math::policies", (BOOST + "policies/policy.hpp",)),
        Row(r"boost::math::detail$", (BOOST + "special_functions/erf.hpp",)),  # whose initialiser is specialised
        Row(r"boost::math::quadrature::gauss_kronrod", (BOOST + "quadrature/gauss_kronrod.hpp",)),
        Row(r"boost::math::quadrature::gauss", (BOOST + "quadrature/gauss.hpp",)),
        Row(r"boost::math::quadrature::tanh_sinh", (BOOST + "quadrature/tanh_sinh.hpp",)),
        Row(r"boost::math::(cdf|complement|quantile|pdf)", (
            BOOST + "distributions/laplace.hpp", BOOST + "distributions/normal.hpp",
            BOOST + "distributions/non_central_chi_squared.hpp")),
        Row(r"boost::math::laplace_distribution", (BOOST + "distributions/laplace.hpp",)),
        Row(r"boost::math::normal_distribution", (BOOST + "distributions/normal.hpp",)),
        Row(r"boost::math::non_central_chi_squared", (BOOST + "distributions/non_central_chi_squared.hpp",)),
        Row(r"boost::math::(erf|erfc|erfc_inv|erf_inv)$", (BOOST + "special_functions/erf.hpp",)),
        Row(r"boost::math::expm1", (BOOST + "special_functions/expm1.hpp",)),
        Row(r"boost::math::log1p", (BOOST + "special_functions/log1p.hpp",)),
        Row(r"boost::math::(gamma_|tgamma|lgamma)", (BOOST + "special_functions/gamma.hpp",)),
        Row(r"boost::math::(isfinite|isnan)", (BOOST + "special_functions/fpclassify.hpp",)),
        Row(r"boost::math::tools::(eps_tolerance|toms748_solve)", (BOOST + "tools/toms748_solve.hpp",)),
    )),
    Library("fmt", ("fmt::",), re.compile(r"\bfmt::\w+"), (
        Row(r"fmt::(format|print|arg|runtime|string_view|format_string|format_to|vformat)$", FMT),
        Row(r"fmt::(join|to_string|memory_buffer)$", ("fmt/format.h",)),
        Row(r"fmt::(gmtime|localtime)$", ("fmt/chrono.h",)),
        Row(r"fmt::(output_file|ostream)$", ("fmt/os.h",)),
    )),
    Library("nlohmann_json", ("nlohmann",), re.compile(r"\bnlohmann(?:::\w+)+"), (
        Row(r"nlohmann::(ordered_)?json$", (JSON,), JSON_FORWARD),
        Row(r"nlohmann::", (JSON,)),
    )),
    Library("toml++", ("toml::",), re.compile(r"\btoml::\w+"), (Row("", ("toml++/toml.h",)),)),
    Library("CLI11", ("CLI::",), re.compile(r"\bCLI::\w+"), (Row("", ("CLI/CLI.hpp",)),)),
    Library("Google Benchmark", ("benchmark::", "BENCHMARK"),
            re.compile(r"\bbenchmark::\w+|\bBENCHMARK(?:_\w+)?\b"),
            (Row("", ("benchmark/benchmark.h",)),)),
)

# Names of the standard library, without std::, by header. These may come by way of headers of the project, but not by
# way of other libraries or of other standard headers, which change from one compiler to the next. The table need not
# be complete: a name that it does not have is not checked.
STANDARD = {
    "algorithm": """adjacent_find all_of any_of binary_search clamp copy copy_if copy_n count count_if equal equal_range
        fill fill_n find find_if for_each generate includes is_permutation is_sorted lexicographical_compare lower_bound
        make_heap max max_element merge min min_element minmax_element mismatch none_of nth_element partition
        partition_point pop_heap prev_permutation push_heap replace reverse rotate set_difference set_intersection
        shuffle sort sort_heap stable_partition stable_sort transform unique upper_bound""",
    "any": "any any_cast",
    "array": "array to_array",
    "atomic": "atomic atomic_bool atomic_flag memory_order_relaxed",
    "bit": "bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero has_single_bit popcount rotl rotr",
    "bitset": "bitset",
    "cctype": "isalnum isalpha isdigit isprint isspace isupper isxdigit tolower toupper",
    "cfenv": "fegetround fesetround",
    "charconv": "chars_format from_chars to_chars",
    "chrono": "chrono",
    "cmath": """acos asinh atan atan2 cbrt copysign cos cosh erf erfc exp exp2 expm1 fabs floor fma fmod frexp hypot
        ilogb isfinite isinf isnan isnormal ldexp lgamma llround log log10 log1p log2 logb lrint lround nan nearbyint
        nextafter pow rint round scalbn signbit sin sinh sqrt tan tanh tgamma trunc""",
    "compare": "partial_ordering strong_ordering weak_ordering",
    "complex": "complex polar",
    "concepts": "convertible_to derived_from floating_point integral invocable same_as signed_integral unsigned_integral",
    "condition_variable": "condition_variable condition_variable_any",
    "csignal": "raise sig_atomic_t signal",
    "cstdint": "int8_t int16_t int32_t int64_t intptr_t uint8_t uint16_t uint32_t uint64_t uintmax_t uintptr_t",
    "cstdio": """FILE fclose ferror fflush fgetc fgets fopen fprintf fputs fread fwrite perror printf rename rewind
        snprintf tmpfile""",
    "cstdlib": "_Exit abort atof atoi exit free getenv labs llabs malloc strtod strtol strtoll system",
    "cstring": "memcmp memcpy memmove memset strchr strcmp strerror strlen",
    "ctime": "clock clock_t gmtime localtime strftime time time_t timespec",
    "deque": "deque",
    "exception": "current_exception exception exception_ptr make_exception_ptr rethrow_exception uncaught_exceptions",
    "filesystem": "filesystem",
    "fstream": "fstream ifstream ofstream",
    "functional": "bit_or cref function greater greater_equal hash invoke less minus multiplies plus ref reference_wrapper",
    "future": "async future promise",
    "initializer_list": "initializer_list",
    "iomanip": "setfill setprecision setw",
    "ios": "ios ios_base streamoff streamsize",
    "iostream": "cerr cin clog cout",
    "istream": "istream ws",
    "iterator": """back_inserter inserter istream_iterator istreambuf_iterator make_move_iterator make_reverse_iterator
        ostream_iterator ostreambuf_iterator""",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": """addressof dynamic_pointer_cast enable_shared_from_this make_shared make_unique shared_ptr
        static_pointer_cast unique_ptr weak_ptr""",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock try_to_lock unique_lock",
    "new": "bad_alloc launder nothrow",
    "numbers": "numbers",
    "numeric": "accumulate gcd inner_product iota lcm midpoint partial_sum reduce",
    "optional": "make_optional nullopt nullopt_t optional",
    "ostream": "endl flush ostream",
    "queue": "priority_queue queue",
    "random": """bernoulli_distribution exponential_distribution mt19937 mt19937_64 normal_distribution random_device
        uniform_int_distribution uniform_real_distribution""",
    "regex": "regex regex_match regex_replace regex_search smatch sregex_iterator",
    "set": "multiset set",
    "shared_mutex": "shared_lock shared_mutex",
    "source_location": "source_location",
    "span": "span",
    "sstream": "istringstream ostringstream stringstream",
    "stack": "stack",
    "stdexcept": "domain_error invalid_argument length_error logic_error out_of_range overflow_error runtime_error",
    "stop_token": "stop_source stop_token",
    "string": "getline stod stoi stol stold stoll stoul stoull string to_string",
    "string_view": "string_view",
    "system_error": "errc error_code generic_category system_error",
    "thread": "jthread this_thread thread",
    "tuple": "apply forward_as_tuple make_tuple tie tuple",
    "type_traits": """common_type_t conditional_t decay_t enable_if_t false_type invoke_result_t is_abstract_v
        is_aggregate_v is_arithmetic_v is_assignable_v is_base_of_v is_constructible_v is_convertible_v
        is_copy_assignable_v is_copy_constructible_v is_default_constructible_v is_floating_point_v is_integral_v
        is_nothrow_move_assignable_v is_nothrow_move_constructible_v is_same is_same_v is_trivially_destructible_v
        is_void_v remove_cvref_t remove_reference_t true_type type_identity_t underlying_type_t void_t""",
    "typeindex": "type_index",
    "typeinfo": "bad_cast type_info",
    "unordered_map": "unordered_map",
    "unordered_set": "unordered_set",
    "utility": "as_const cmp_less declval exchange forward index_sequence make_index_sequence make_pair move pair swap",
    "variant": "get_if holds_alternative monostate variant visit",
    "vector": "vector",
}

# Further headers that declare the names of a header, by the standard or in every library.
CONTAINERS = ("array", "deque", "map", "set", "span", "string", "unordered_map", "unordered_set", "vector")
STREAMS = ("fstream", "iomanip", "iostream", "sstream")
ALSO = {
    "cmath": ("complex",),
    "exception": ("stdexcept",),
    "initializer_list": CONTAINERS,
    "ios": STREAMS + ("istream", "ostream"),
    "istream": STREAMS + ("iosfwd",),
    "iterator": CONTAINERS,
    "new": ("memory",),
    "ostream": STREAMS + ("iosfwd",),
    "string": ("regex", "sstream", "stdexcept"),
    "string_view": ("string",),
    "system_error": ("charconv", "filesystem"),
    "utility": CONTAINERS + ("algorithm", "functional", "memory", "optional", "tuple", "variant"),
}
