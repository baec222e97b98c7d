# SPDX-License-Identifier: MIT
# tools/graze: the command line program. All but its main function is a library, which the tests use.
# tests/tools/test_<name>.c -> tools_<name>.
find_package(EXPAT REQUIRED)
find_package(ZLIB)
find_package(Threads REQUIRED)
file(GLOB GRAZE_TOOL_SOURCES CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tools/graze/*.c)
list(FILTER GRAZE_TOOL_SOURCES EXCLUDE REGEX "/main\\.c$")
add_library(graze-tool-parts STATIC ${GRAZE_TOOL_SOURCES})
target_include_directories(graze-tool-parts PUBLIC ${PROJECT_SOURCE_DIR}/tools/graze)
target_link_libraries(graze-tool-parts PUBLIC graze-double-static)
target_link_libraries(graze-tool-parts PRIVATE EXPAT::EXPAT Threads::Threads)
if(ZLIB_FOUND)
  target_compile_definitions(graze-tool-parts PRIVATE TOOL_HAVE_ZLIB)
  target_link_libraries(graze-tool-parts PRIVATE ZLIB::ZLIB)
endif()
graze_warning_flags(graze-tool-parts)

if(GRAZE_BUILD_TESTS)
  file(GLOB GRAZE_TOOL_TESTS CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/tests/tools/test_*.c)
  foreach(source ${GRAZE_TOOL_TESTS})
    get_filename_component(name ${source} NAME_WE)
    string(REGEX REPLACE "^test_" "tools_" target ${name})
    add_executable(${target} ${source})
    target_link_libraries(${target} PRIVATE graze-tool-parts graze-oracle-double)
    graze_warning_flags(${target})
    add_dependencies(graze-tests ${target})
    add_test(NAME ${target} COMMAND ${target})
    set_tests_properties(${target} PROPERTIES LABELS "unit;tools"
      ENVIRONMENT "GRAZE_TEST_DATA=${PROJECT_SOURCE_DIR}/tests/data")
  endforeach()
endif()

add_executable(graze-tool ${PROJECT_SOURCE_DIR}/tools/graze/main.c)
set_target_properties(graze-tool PROPERTIES OUTPUT_NAME graze RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/tools)
target_link_libraries(graze-tool PRIVATE graze-tool-parts)
graze_warning_flags(graze-tool)

if(GRAZE_BUILD_TESTS)
  add_test(NAME tools_cli COMMAND ${PROJECT_SOURCE_DIR}/tests/tools/cli.sh $<TARGET_FILE:graze-tool> ${PROJECT_SOURCE_DIR})
  set_tests_properties(tools_cli PROPERTIES LABELS "unit;tools")
  add_dependencies(graze-tests graze-tool)
endif()

include(GNUInstallDirs)
install(TARGETS graze-tool RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${PROJECT_SOURCE_DIR}/tools/graze/share/graze.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES ${PROJECT_SOURCE_DIR}/tools/graze/share/graze.bash
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME graze)
