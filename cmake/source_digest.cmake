# Writes OUT, a C++ file with a digest of the sources below ROOT that decide what a run gives. Two
# builds with the same digest answer a case the same way; how results are shown is not part of it.
file(GLOB_RECURSE sources RELATIVE ${ROOT} ${ROOT}/reference/*.cpp ${ROOT}/reference/*.hpp
     ${ROOT}/verify/*.cpp ${ROOT}/verify/*.hpp)
list(FILTER sources EXCLUDE REGEX "^verify/(report|figures|certificates|history|site|advisories)/")
list(SORT sources)
set(text "")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} digest)
  string(APPEND text "${source} ${digest}\n")
endforeach()
string(SHA256 digest "${text}")
string(SUBSTRING ${digest} 0 16 digest)
file(WRITE ${OUT} "#include \"verify/base/build_identity.hpp\"\n\n"
     "namespace plumbline {\n\nconst char* source_digest() { return \"${digest}\"; }\n\n"
     "}  // namespace plumbline\n")
