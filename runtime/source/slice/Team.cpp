//===- Team.cpp - the team of OpenMP that a thread is in ------------------===//
//
// See Team.h. Implements foreslice_slice_team_size and _member of the ABI.
//
//===----------------------------------------------------------------------===//

#include "source/slice/Team.h"

#include "foreslice/abi.h"
#include "source/slice/SliceExecution.h"

#include <dlfcn.h>

#define FORESLICE_EXPORT __attribute__((visibility("default")))

namespace foreslice {

/// A function without parameters of the program's OpenMP library; null if the
/// program has none.
static int (*query(const char *Name))() {
  return reinterpret_cast<int (*)()>(dlsym(RTLD_DEFAULT, Name));
}

uint32_t team::size() {
  static int (*const Ask)() = query("omp_get_num_threads");
  int Size = Ask ? Ask() : 1;
  return Size > 0 ? static_cast<uint32_t>(Size) : 1;
}

uint32_t team::member() {
  static int (*const Ask)() = query("omp_get_thread_num");
  int Number = Ask ? Ask() : 0;
  return Number > 0 ? static_cast<uint32_t>(Number) : 0;
}

extern "C" {

FORESLICE_EXPORT uint32_t foreslice_slice_team_size() {
  const Job *For = execution::job();
  return For ? For->TeamSize : 1;
}

FORESLICE_EXPORT uint32_t foreslice_slice_team_member() {
  const Job *For = execution::job();
  return For ? For->TeamMember : 0;
}

} // extern "C"

} // namespace foreslice
