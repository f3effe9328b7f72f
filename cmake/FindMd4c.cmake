# Finds md4c-html, which turns Markdown into HTML. Defines the target Md4c::Html.
find_path(MD4C_INCLUDE_DIR md4c-html.h)
find_library(MD4C_HTML_LIBRARY md4c-html)
find_library(MD4C_LIBRARY md4c)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Md4c REQUIRED_VARS MD4C_HTML_LIBRARY MD4C_LIBRARY MD4C_INCLUDE_DIR)
if(Md4c_FOUND AND NOT TARGET Md4c::Html)
  add_library(Md4c::Html INTERFACE IMPORTED)
  set_target_properties(Md4c::Html PROPERTIES
                        INTERFACE_INCLUDE_DIRECTORIES "${MD4C_INCLUDE_DIR}"
                        INTERFACE_LINK_LIBRARIES "${MD4C_HTML_LIBRARY};${MD4C_LIBRARY}")
endif()
