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

static bool findAll(Library &L) {
  bool HasAll = true;
#define HDF5_QUERY(Name, Result, Parameters)                                   \
  L.Name = reinterpret_cast<Result(*) Parameters>(dlsym(RTLD_DEFAULT, #Name)); \
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
