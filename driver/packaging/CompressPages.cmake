# Compresses the manual pages of Debian's packages, as Debian's policy demands (12.1).
# CPack runs this script between installation and packages.
if(CPACK_GENERATOR STREQUAL DEB)
  file(GLOB Pages ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*/usr/share/man/man?/*.?)
  if(NOT Pages)
    message(FATAL_ERROR "no manual page is in ${CPACK_TEMPORARY_INSTALL_DIRECTORY}")
  endif()
  execute_process(COMMAND gzip -9n ${Pages} COMMAND_ERROR_IS_FATAL ANY)
endif()
