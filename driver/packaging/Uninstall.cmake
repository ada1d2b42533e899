# Removes an installed tree: cmake -DPREFIX=FOLDER -P Uninstall.cmake
#
# The files are those of the list that the installation has written, and what Python made of them. Folders go with
# their last file, the prefix too.
file(GLOB Lists ${PREFIX}/*/foreslice/installed-files ${PREFIX}/*/*/foreslice/installed-files)
if(NOT Lists)
  message(FATAL_ERROR "'${PREFIX}' has no list of installed files: nothing is removed; "
    "PREFIX takes the folder that was installed to")
endif()

function(remove_empty Folder)
  file(GLOB Left LIST_DIRECTORIES true ${Folder}/* ${Folder}/.*)
  if(EXISTS ${Folder} AND NOT Left)
    file(REMOVE_RECURSE ${Folder})
    if(NOT Folder STREQUAL PREFIX)
      get_filename_component(Above ${Folder} DIRECTORY)
      remove_empty(${Above})
    endif()
  endif()
endfunction()

get_filename_component(PREFIX ${PREFIX} ABSOLUTE)
foreach(List ${Lists})
  file(STRINGS ${List} Names)
  set(Folders "")
  foreach(Name IN LISTS Names)
    file(REMOVE "${PREFIX}/${Name}")
    get_filename_component(Folder "${PREFIX}/${Name}" DIRECTORY)
    list(APPEND Folders "${Folder}")
    # What Python has made of a module.
    if(Name MATCHES "[.]py$")
      file(REMOVE_RECURSE "${Folder}/__pycache__")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES Folders)
  foreach(Folder IN LISTS Folders)
    remove_empty("${Folder}")
  endforeach()
endforeach()
