# Packages of what is installed, by CPack: Debian's, one for each component, and an
# archive of the whole tree. `make packages` and `make release` make them.
#
# A folder's install rules are of the component in CMAKE_INSTALL_DEFAULT_COMPONENT_NAME.
set(CPACK_PACKAGE_NAME foreslice)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_VENDOR Foreslice)
string(TOLOWER ${CMAKE_SYSTEM_NAME} System)
set(CPACK_PACKAGE_FILE_NAME foreslice-${PROJECT_VERSION}-${System}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_PACKAGE_CONTACT "The Foreslice authors <foreslice@localhost>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR}/packages)
set(CPACK_GENERATOR DEB TXZ)
set(CPACK_THREADS 0)
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/CompressPages.cmake)
# Not site: module files, and the list of `make uninstall`.
set(CPACK_COMPONENTS_ALL compiler runtime companion tools docs)
if(TARGET foreslice-opt)
  list(APPEND CPACK_COMPONENTS_ALL mlir)
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs that are packaged depend on the run time that they were linked with.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
# The commands of one package run those of another: all have one version.
function(describe_package Component Name)
  string(TOUPPER ${Component} Upper)
  set(CPACK_DEBIAN_${Upper}_PACKAGE_NAME ${Name} PARENT_SCOPE)
  cmake_parse_arguments(Package "" "SUMMARY;ABOUT;DEPENDS;RECOMMENDS;SUGGESTS" "" ${ARGN})
  set(CPACK_COMPONENT_${Upper}_DESCRIPTION
    "${Package_SUMMARY}\n${Package_ABOUT}" PARENT_SCOPE)
  foreach(Field DEPENDS RECOMMENDS SUGGESTS)
    set(CPACK_DEBIAN_${Upper}_PACKAGE_${Field} "${Package_${Field}}" PARENT_SCOPE)
  endforeach()
endfunction()
set(Same "(= ${PROJECT_VERSION})")
# What the run time loads by name, and does without: empty where archives are linked in.
set(Loaded "")
foreach(File ${FORESLICE_LOADED_FILES})
  execute_process(COMMAND dpkg-query -S ${File} OUTPUT_VARIABLE Owner ERROR_QUIET)
  if(Owner MATCHES "^([^:]+):")
    string(APPEND Loaded ", ${CMAKE_MATCH_1}")
  endif()
endforeach()
set(Runtime libforeslice${FORESLICE_ABI_VERSION})
describe_package(runtime ${Runtime}
  SUMMARY "run time of programs that read their files ahead"
  ABOUT "What programs need that were linked with -fprefetch-slice. Needs no MPI library
by itself: what it calls is the program's."
  RECOMMENDS "foreslice-companion ${Same}${Loaded}"
  SUGGESTS "foreslice-tools ${Same}")
# A package by itself: it has no version in its path, and run times of several versions
# of the ABI lie side by side.
describe_package(companion foreslice-companion
  SUMMARY "reads files ahead beside programs"
  ABOUT "The process that foreslice-run, and programs with slices and without MPI,
start to learn what they read and to read it ahead.")
describe_package(compiler foreslice-clang
  SUMMARY "clang that makes programs read their files ahead"
  ABOUT "clang 22 with -fprefetch-slice, the MPI wrappers over it, and foreslice-dump."
  DEPENDS "${Runtime} ${Same}, clang-22"
  RECOMMENDS "lld-22, foreslice-doc ${Same}"
  SUGGESTS "libopenmpi-dev | libmpich-dev, flang-22")
describe_package(tools foreslice-tools
  SUMMARY "reads files ahead for programs as they are, and shows the gain"
  ABOUT "foreslice-run, foreslice-hint, foreslice-report, foreslice-signature,
foreslice-calibrate, foreslice-top, and slow storage to try programs on."
  DEPENDS "${Runtime} ${Same}, foreslice-companion ${Same}, python3:any"
  RECOMMENDS "python3-matplotlib, fuse3, foreslice-doc ${Same}"
  SUGGESTS "foreslice-clang ${Same}")
describe_package(mlir foreslice-opt
  SUMMARY "mlir-opt for the access summaries of foreslice-dump"
  ABOUT "Reads and transforms what foreslice-dump --format=mlir prints.")
describe_package(docs foreslice-doc
  SUMMARY "documentation of Foreslice"
  ABOUT "The pages about the use and the design of Foreslice.")
configure_file(prerm.in prerm @ONLY FILE_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_TOOLS_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_BINARY_DIR}/prerm)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DOCS_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCS_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCS_PACKAGE_SHLIBDEPS OFF)

# Where Debian looks for the licence of each package.
foreach(Component ${CPACK_COMPONENTS_ALL})
  string(TOUPPER ${Component} Upper)
  install(FILES ${PROJECT_SOURCE_DIR}/LICENSE RENAME copyright COMPONENT ${Component}
    EXCLUDE_FROM_ALL DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${CPACK_DEBIAN_${Upper}_PACKAGE_NAME})
endforeach()

include(CPack)
