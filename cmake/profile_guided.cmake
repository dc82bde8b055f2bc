# Profile-guided optimization (BINLOGDUMP_PROFILE_GUIDED): a first build in the folder profile/ of the build counts how often it
# takes which way while it reads the logs of testdata/bench; the second one, which is installed, is compiled for those counts.
# They hold for the exact sources, so that each change of one makes both builds anew.

set(profiled_libraries binlogdump_core binlogdump_io binlogdump_print binlogdump_pipeline)
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release" OR sanitizers)
  message(FATAL_ERROR "BINLOGDUMP_PROFILE_GUIDED needs g++, a release build, and no sanitizers")
endif()

if(BINLOGDUMP_RECORD_PROFILE)
  foreach(library IN LISTS profiled_libraries)
    target_compile_options(${library} PRIVATE -fprofile-generate=${BINLOGDUMP_RECORD_PROFILE}
      -fprofile-prefix-path=${CMAKE_BINARY_DIR} -fprofile-update=prefer-atomic)
  endforeach()
  target_link_options(binlogdump PRIVATE -fprofile-generate)
  return()
endif()

set(profile_build ${CMAKE_BINARY_DIR}/profile)
set(profile ${profile_build}/counts)
file(GLOB_RECURSE profiled_sources CONFIGURE_DEPENDS include/*.h include/*.def src/*.h src/*.cpp)
file(GLOB profile_logs CONFIGURE_DEPENDS testdata/bench/*.000001)
add_custom_command(OUTPUT ${profile_build}/recorded
  COMMAND ${CMAKE_COMMAND} -E echo "Building for the profile"
  COMMAND ${CMAKE_COMMAND} -S ${CMAKE_SOURCE_DIR} -B ${profile_build} -G ${CMAKE_GENERATOR}
    -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
    -DCMAKE_PREFIX_PATH=${CMAKE_PREFIX_PATH}
    -DBINLOGDUMP_STATIC=${BINLOGDUMP_STATIC} -DBINLOGDUMP_TESTS=OFF -DBINLOGDUMP_RECORD_PROFILE=${profile} --log-level=WARNING
  COMMAND ${CMAKE_COMMAND} --build ${profile_build} --target binlogdump
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${profile}
  COMMAND ${CMAKE_COMMAND} -DPROGRAM=${profile_build}/binlogdump "-DLOGS=${profile_logs}"
    -P ${CMAKE_CURRENT_LIST_DIR}/record_profile.cmake
  COMMAND ${CMAKE_COMMAND} -E touch ${profile_build}/recorded
  DEPENDS ${profiled_sources} ${profile_logs} CMakeLists.txt cmake/profile_guided.cmake cmake/record_profile.cmake
  USES_TERMINAL VERBATIM)

foreach(library IN LISTS profiled_libraries)
  target_compile_options(${library} PRIVATE -fprofile-use=${profile} -fprofile-prefix-path=${CMAKE_BINARY_DIR}
    # What the logs do not lead through is optimized as without a profile, and not for its size.
    -fprofile-partial-training -Wno-missing-profile
    # Copies of lengths that the profile has seen are not made by `rep movs`, whose start takes longer than they do.
    -mmemcpy-strategy=unrolled_loop:64:noalign,libcall:-1:noalign)
  get_target_property(sources ${library} SOURCES)
  set_property(SOURCE ${sources} APPEND PROPERTY OBJECT_DEPENDS ${profile_build}/recorded)
endforeach()
# With a profile it is known which calls between the files are worth inlining; without, this makes a slower program.
set_target_properties(${profiled_libraries} binlogdump PROPERTIES INTERPROCEDURAL_OPTIMIZATION ON)
