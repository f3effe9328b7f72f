#!/usr/bin/env python3
"""Tests that includes.py finds a missing include, in small sources and in those of the project."""

import re
import sys
import unittest

import headers
import includes

COVER = '#include <mpfr.h>\n#include <flint/flint.h>\n'


def found(**sources):
    """Returns the findings in sources whose names have _ for / and end in _cpp or _hpp."""
    texts = {re.sub(r"_(cpp|hpp)$", r".\1", name).replace("_", "/"): text for name, text in sources.items()}
    return list(includes.findings(includes.Tree(texts)))


class SmallSources(unittest.TestCase):
    def one(self, said, **sources):
        lines = found(**sources)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn(said, lines[0])

    def test_a_header_by_way_of_another_does_not_count(self):
        self.one("a/x.cpp:2: fmt::format (fmt) needs #include <fmt/core.h>",
                 a_x_cpp='#include "a/y.hpp"\nauto s = fmt::format("1");\n', a_y_hpp="#include <fmt/core.h>\n")

    def test_the_own_header_counts(self):
        self.assertEqual(found(a_x_cpp='#include "a/x.hpp"\nauto s = fmt::format("1");\n',
                               a_x_hpp="#include <fmt/core.h>\n"), [])

    def test_either_of_two_headers_is_enough(self):
        self.assertEqual(found(a_x_cpp='#include <fmt/format.h>\nauto s = fmt::format("1");\n'), [])
        self.one("needs #include <fmt/format.h>", a_x_cpp='#include <fmt/core.h>\nauto s = fmt::join(a, b);\n')

    def test_a_header_may_declare_forward_and_a_source_may_not(self):
        text = "#include <nlohmann/json_fwd.hpp>\nvoid f(nlohmann::json);\n"
        self.assertEqual(found(a_x_hpp=text), [])
        self.one("needs #include <nlohmann/json.hpp>", a_x_cpp=text)
        self.assertEqual(found(a_x_hpp="namespace CLI {\nclass Option;\n}\nvoid f(CLI::Option*);\n"), [])
        self.one("CLI::App", a_x_hpp="namespace CLI {\nclass Option;\n}\nvoid f(CLI::App*);\n")

    def test_a_name_that_no_row_knows_is_an_error(self):
        self.one("no row of tools/includes/headers.py knows the header of boost::asio::ip",
                 a_x_cpp="using boost::asio::ip;\n")

    def test_comments_and_quoted_texts_are_no_names(self):
        self.assertEqual(found(a_x_cpp='// fmt::format\n/* mpfr_add */ const char* s = "boost::asio";\n'), [])

    def test_each_library_is_looked_for(self):
        for text, library in (("acb_t z;", "FLINT"), ("mpz_t z;", "GMP"), ("mpfr_t x;", "MPFR"),
                              ("boost::math::erfc(1.0);", "Boost"), ("fmt::print(s);", "fmt"),
                              ("nlohmann::json j;", "nlohmann_json"), ("toml::table t;", "toml++")):
            self.assertTrue(any(f"({library})" in line for line in found(a_x_cpp=text + "\n")), library)

    def test_standard_headers_come_by_way_of_the_project_alone(self):
        text = "std::vector<int> v;\n"
        self.one("a/x.cpp:2: std::vector needs #include <vector>", a_x_cpp="#include <algorithm>\n" + text)
        self.assertEqual(found(a_x_cpp='#include "a/y.hpp"\n' + text, a_y_hpp='#include "z.hpp"\n',
                               a_z_hpp="#include <vector>\n"), [])
        self.one("uint64_t needs #include <cstdint>", a_x_cpp="uint64_t n;\n")


class OnePlaceOfFlint(unittest.TestCase):
    def test_a_family_needs_its_header_for_both_releases(self):
        cover = headers.FLINT_COVER.replace("/", "_").replace(".", "_")
        use = {"a_x_cpp": f'#include "{headers.FLINT_COVER}"\nvoid f() {{ _arb_poly_mul(a, b); }}\n'}
        new, old = "#include <flint/arb_poly.h>\n", "#include <arb_poly.h>\n"
        branches = "#if __FLINT_RELEASE >= 30000\n{}#else\n{}#endif\n"
        self.assertEqual(found(**{cover: COVER + branches.format(new, old)}, **use), [])
        for text, release in ((branches.format("", old), "<flint/arb_poly.h> for FLINT 3"),
                              (branches.format(new, ""), "<arb_poly.h> for FLINT 2.9")):
            lines = found(**{cover: COVER + text}, **use)
            self.assertEqual(len(lines), 1, lines)
            self.assertIn(f"_arb_poly_mul of a/x.cpp needs #include {release}", lines[0])

    def test_flint_is_included_nowhere_else(self):
        lines = found(a_x_cpp="#include <flint/fmpz_vec.h>\n")
        self.assertEqual(lines, [f"a/x.cpp: <flint/fmpz_vec.h>: include {headers.FLINT_COVER} instead, "
                                 "which knows both releases"])

    def test_the_longest_family_decides(self):
        self.assertEqual(headers.family_of("_arb_poly_mul"), "arb_poly")
        self.assertEqual(headers.family_of("_arb_vec_init"), "arb")
        self.assertEqual(headers.family_of("acb_calc_integrate"), "acb_calc")
        self.assertEqual(headers.family_of("ARF_RND_NEAR"), "arf")
        self.assertEqual(headers.family_of("slong"), "flint")


class SourcesOfTheProject(unittest.TestCase):
    """Tests that includes.py reports each removed include of another library."""

    @classmethod
    def setUpClass(cls):
        cls.texts = includes.read_tree(includes.ROOT).texts

    def without(self, name, line):
        text = self.texts[name]
        self.assertIn(line, text)
        tree = includes.Tree({**self.texts, name: text.replace(line, "", 1)})
        return list(includes.missing_in(name, includes.silenced(tree.texts[name]), tree.available(name)))

    def test_no_line_of_the_one_place_can_go(self):
        lines = [line + "\n" for line in self.texts[headers.FLINT_COVER].splitlines()
                 if re.match(r"#include <(?!cstdint)", line)]
        self.assertGreater(len(lines), 20)
        small = {name: text for name, text in self.texts.items() if list(headers.LIBRARIES[0].names(text))}
        for line in lines:
            text = self.texts[headers.FLINT_COVER].replace(line, "", 1)
            tree = includes.Tree({**small, headers.FLINT_COVER: text})
            self.assertTrue(list(includes.families_missing(tree)) + list(includes.covers_broken(tree)), line)

    def test_an_include_taken_from_one_source_is_missed(self):
        for name, header in (("reference/arithmetic/vectors/convolution.cpp", f'"{headers.FLINT_COVER}"'),
                             ("tests/approximations/settle.cpp", "<mpfr.h>"),
                             ("verify/approximations/numerics/roots.cpp", "<boost/math/tools/toms748_solve.hpp>"),
                             ("app/answers/number_text.cpp", "<fmt/core.h>"),
                             ("verify/suite/run/merge.cpp", "<nlohmann/json.hpp>")):
            self.assertEqual(self.without(name, ""), [])
            self.assertEqual(len(self.without(name, f"#include {header}\n")), 1, name)


if __name__ == "__main__":
    sys.exit(unittest.main())
