# Finds Open MPI and MPICH side by side, which FindMPI cannot. Makes the
# targets foreslice::mpi_openmpi and foreslice::mpi_mpich of those found and
# lists them in FORESLICE_MPI_FAMILIES; launchers are in
# FORESLICE_LAUNCH_<family>, and the names by which programs need the
# libraries, such as libmpi.so.40, in FORESLICE_MPI_LIBRARY_<family>.
#
# Debian names the wrappers by family; elsewhere the plain name is one of them
# and tells which by the questions it answers.
#
# The standard ABI of MPI 5 is a family of the run time alone, and needs no MPI library
# here: standard/mpi.h has what the run time uses. What is tested of the others is the
# same for it.

# The name of what the linker's options lead to: the file behind the links has
# more numbers in its name.
function(foreslice_find_library_name Out Options)
  set(Name "")
  set(Folders ${Options})
  list(FILTER Folders INCLUDE REGEX "^-L")
  list(TRANSFORM Folders REPLACE "^-L" "")
  foreach(Option ${Options})
    if(NOT Name AND Option MATCHES "^-l(mpi|mpich|mpi_abi)$")
      find_library(Found NAMES ${CMAKE_MATCH_1} HINTS ${Folders} NO_CACHE)
      file(REAL_PATH "${Found}" File)
      # Wheels of Python have scripts of the linker in place of links.
      file(STRINGS "${File}" Script LIMIT_INPUT 1024 REGEX "^(INPUT|GROUP)")
      if("${File} ${Script}" MATCHES "([^/( ]+[.]so[.][0-9]+)[^/]*$")
        set(Name ${CMAKE_MATCH_1})
      endif()
    endif()
  endforeach()
  set(${Out} "${Name}" PARENT_SCOPE)
endfunction()

function(foreslice_find_family Family Question List)
  find_program(FORESLICE_MPICC_${Family} NAMES ${ARGN})
  set(Wrapper ${FORESLICE_MPICC_${Family}})
  if(NOT Wrapper)
    return()
  endif()
  execute_process(COMMAND ${Wrapper} ${Question}
    OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE Result)
  execute_process(COMMAND ${Wrapper} -show
    OUTPUT_VARIABLE Line ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(NOT Result EQUAL 0)
    message(STATUS "Foreslice: no ${Family}")
    return()
  endif()
  separate_arguments(Words UNIX_COMMAND "${Line}")
  set(Includes)
  set(Definitions)
  set(Options)
  foreach(Word ${Words})
    if(Word MATCHES "^-I(.+)")
      list(APPEND Includes ${CMAKE_MATCH_1})
    elseif(Word MATCHES "^-D(MPI_.+)")
      list(APPEND Definitions ${CMAKE_MATCH_1})
    elseif(Word MATCHES "^-[Ll]|^-Wl,-rpath")
      list(APPEND Options ${Word})
    endif()
  endforeach()
  add_library(foreslice::mpi_${Family} INTERFACE IMPORTED GLOBAL)
  target_include_directories(foreslice::mpi_${Family} SYSTEM INTERFACE
    ${Includes})
  target_compile_definitions(foreslice::mpi_${Family} INTERFACE ${Definitions})
  target_link_libraries(foreslice::mpi_${Family} INTERFACE ${Options})
  foreslice_find_library_name(Library "${Options}")
  if(NOT Library)
    message(FATAL_ERROR "'${Wrapper} -show' names no shared library mpi or mpich: ${Line}")
  endif()
  set(FORESLICE_MPI_LIBRARY_${Family} ${Library}
    CACHE INTERNAL "what programs need")
  message(STATUS "Foreslice: ${Family} by ${Wrapper}, ${Library}")
  set(${List} ${${List}} ${Family} CACHE INTERNAL "MPI families found")
  find_program(FORESLICE_LAUNCH_${Family}
    NAMES mpiexec.${Family} mpirun.${Family} mpiexec)
endfunction()

set(FORESLICE_MPI_FAMILIES "" CACHE INTERNAL "MPI families found")
foreslice_find_family(openmpi --showme:version FORESLICE_MPI_FAMILIES mpicc.openmpi mpicc)
# What is compiled for each family is the same: under a sanitizer one will do.
if(NOT (FORESLICE_SANITIZE AND FORESLICE_MPI_FAMILIES))
  foreslice_find_family(mpich -link-info FORESLICE_MPI_FAMILIES mpicc.mpich mpicc)
endif()
if(NOT FORESLICE_SANITIZE)
  add_library(foreslice::mpi_abi INTERFACE IMPORTED GLOBAL)
  target_include_directories(foreslice::mpi_abi SYSTEM INTERFACE
    ${CMAKE_CURRENT_SOURCE_DIR}/standard)
  set(FORESLICE_MPI_LIBRARY_abi libmpi_abi.so.1 CACHE INTERNAL "what programs need")
endif()
if(NOT FORESLICE_MPI_FAMILIES)
  message(STATUS "neither mpicc.openmpi nor mpicc.mpich nor a plain mpicc was found: "
    "MPI programs are not sliced")
endif()
