# What functions of the libraries do, as bitcode in the pass: makes NAME.inc of
# library/NAME.cpp, an array of bytes, for each name.
add_custom_target(LibraryBodies)
function(foreslice_add_bodies)
  file(GLOB Headers CONFIGURE_DEPENDS
    ${CMAKE_CURRENT_SOURCE_DIR}/library/*.h ${PROJECT_SOURCE_DIR}/passes/copy/library/*.h
    ${PROJECT_SOURCE_DIR}/runtime/include/foreslice/*.h)
  foreach(Name ${ARGN})
    # Bitcode has the path by which its source was called: no folder of this machine.
    set(Source library/${Name}.cpp)
    set(Bitcode ${CMAKE_CURRENT_BINARY_DIR}/${Name}.bc)
    set(Bytes ${CMAKE_CURRENT_BINARY_DIR}/library/${Name}.inc)
    add_custom_command(OUTPUT ${Bytes}
      COMMAND ${LLVM_TOOLS_BINARY_DIR}/clang++ -std=c++20 -O1 -fno-exceptions
        -Wall -Wextra -Werror -I${PROJECT_SOURCE_DIR}/runtime/include
        -I${PROJECT_SOURCE_DIR}/passes -emit-llvm -c ${Source} -o ${Bitcode}
      COMMAND ${CMAKE_COMMAND} -DFILE=${Bitcode} -DOUTPUT=${Bytes}
        -P ${PROJECT_SOURCE_DIR}/passes/EmbedBodies.cmake
      DEPENDS ${Source} ${Headers} ${PROJECT_SOURCE_DIR}/passes/EmbedBodies.cmake
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    list(APPEND Made ${Bytes})
  endforeach()
  file(RELATIVE_PATH Room ${PROJECT_SOURCE_DIR}/passes ${CMAKE_CURRENT_SOURCE_DIR})
  string(REPLACE "/" "_" Room ${Room})
  add_custom_target(LibraryBodies_${Room} DEPENDS ${Made})
  add_dependencies(LibraryBodies LibraryBodies_${Room})
endfunction()
