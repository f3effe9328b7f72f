# Unity builds: sources of one folder compiled a few at a time, which shares what headers and the
# JSON templates cost. For clean builds; a developer's build compiles each file alone.
# plumbline_unity(TARGET FOLDERS ... ALONE ...): names private to a file must be private to its folder
# in these; files listed as ALONE are compiled so, since they share private names with others.
set(PLUMBLINE_UNITY_SIZE 6)

function(plumbline_unity target)
  if(NOT PLUMBLINE_UNITY)
    return()
  endif()
  cmake_parse_arguments(unity "" "" "FOLDERS;ALONE" ${ARGN})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  foreach(folder IN LISTS unity_FOLDERS)
    file(GLOB sources ${CMAKE_CURRENT_SOURCE_DIR}/${folder}/*.cpp)
    set(count 0)
    foreach(source IN LISTS sources)
      get_filename_component(name ${source} NAME)
      if(NOT ${folder}/${name} IN_LIST unity_ALONE)
        math(EXPR part "${count} / ${PLUMBLINE_UNITY_SIZE}")
        math(EXPR count "${count} + 1")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder}_${part})
      endif()
    endforeach()
  endforeach()
endfunction()
