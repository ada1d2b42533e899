//===- Library.cpp - the program's HDF5 library ---------------------------===//
//
// See Library.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/hdf5/Library.h"

#include "support/Lazy.h"

#include <dlfcn.h>
#include <memory>

namespace foreslice::hdf5 {

template <typename T> static void find(T *&To, const char *Name) {
  To = reinterpret_cast<T *>(dlsym(RTLD_DEFAULT, Name));
}

static bool findAll(Library &L) {
  find(L.H5FD_mpio_init, "H5FD_mpio_init");
  find(L.H5Pget_all_coll_metadata_ops, "H5Pget_all_coll_metadata_ops");
  find(L.H5PTis_valid, "H5PTis_valid");
  find(L.H5PTget_dataset, "H5PTget_dataset");
  find(L.H5PTget_index, "H5PTget_index");
  bool HasAll = true;
#define HDF5_QUERY(Name, Result, Parameters)                                   \
  find(L.Name, #Name);                                                         \
  HasAll &= L.Name != nullptr;
  HDF5_QUERIES
#undef HDF5_QUERY
  return HasAll;
}

const Library *Library::find() {
  static constinit LazyObject<std::pair<Library, bool>> Found;
  const auto *Of = Found.get([] {
    auto New = std::make_unique<std::pair<Library, bool>>();
    New->second = findAll(New->first);
    return New;
  });
  return Of && Of->second ? &Of->first : nullptr;
}

} // namespace foreslice::hdf5
