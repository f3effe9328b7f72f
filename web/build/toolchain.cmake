# WebAssembly with addresses and longs of 64 bits, as on the machines on which the sources are tested. module.py
# converts the linked module to addresses of 32 bits, which every browser supports.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm64)
set(CMAKE_C_COMPILER clang-14)
set(CMAKE_CXX_COMPILER clang++-14)
set(CMAKE_AR llvm-ar-14 CACHE STRING "")
set(CMAKE_RANLIB llvm-ranlib-14 CACHE STRING "")
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLUMBLINE_WEB_SYSROOT)
set(_flags "--target=wasm64-unknown-emscripten --sysroot=${PLUMBLINE_WEB_SYSROOT} -iwithsysroot/include/compat \
-D_LIBCPP_ABI_VERSION=2 -mllvm -disable-lsr -fwasm-exceptions -Wno-unused-command-line-argument")
set(CMAKE_C_FLAGS_INIT "${_flags}")
set(CMAKE_CXX_FLAGS_INIT "${_flags} -fno-threadsafe-statics")
add_compile_options(-fno-pic)  # one module, no shared libraries
set(CMAKE_FIND_ROOT_PATH ${CMAKE_PREFIX_PATH})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
