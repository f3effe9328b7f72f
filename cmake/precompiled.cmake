# plumbline_precompiled(TARGET HEADERS...): what most files of the target include is parsed once. Each
# file still includes what it needs: CI, the sanitizers and the fuzzers build without this.
function(plumbline_precompiled target)
  if(PLUMBLINE_PRECOMPILED)
    target_precompile_headers(${target} PRIVATE ${ARGN})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      target_compile_options(${target} PRIVATE -fpch-preprocess)  # for ccache
    endif()
  endif()
endfunction()
