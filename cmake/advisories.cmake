# Writes OUT, a C++ file with the texts of the advisories in ROOT/advisories, in the order of their names.
file(GLOB files ${ROOT}/advisories/PLA-*.json)
list(SORT files)
set(text "// Made from advisories/PLA-*.json by cmake/advisories.cmake.\n#include \"verify/advisories/advisory.hpp\"\n\nnamespace plumbline {\n\nconst std::vector<const char*>& advisory_texts() {\n  static const std::vector<const char*> all = {\n")
foreach(file IN LISTS files)
  file(READ ${file} json)
  string(APPEND text "R\"ADVISORY(${json})ADVISORY\",\n")
endforeach()
file(WRITE ${OUT} "${text}  };\n  return all;\n}\n\n}  // namespace plumbline\n")
