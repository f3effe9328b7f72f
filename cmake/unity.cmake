# Unity builds: sources of one folder compiled a few at a time, which shares what headers and the
# JSON templates cost. For clean builds; a developer's build compiles each file alone.
# plumbline_unity(TARGET FOLDERS ...): names private to a file must be private to its folder in these.
set(PLUMBLINE_UNITY_SIZE 6)

function(plumbline_unity target)
  if(NOT PLUMBLINE_UNITY)
    return()
  endif()
  cmake_parse_arguments(unity "" "" "FOLDERS" ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(folder IN LISTS unity_FOLDERS)
    file(GLOB sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    set(count 0)
    foreach(source IN LISTS sources)
      math(EXPR part "${count} / ${PLUMBLINE_UNITY_SIZE}")
      math(EXPR count "${count} + 1")
      string(REPLACE "/" "_" group ${folder}_${part})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
  endforeach()
endfunction()
