//===- EndRules.h - reads of MPI libraries at the end of a file -----------===//
//
// If a read asks for more bytes than the file has, MPI libraries differ in the
// count and in the move of the pointer (docs/mpiio.md). The behaviour of the
// program's library is learned from reads made by the library.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_ENDRULES_H
#define FORESLICE_FRONTEND_MPIIO_ENDRULES_H

#include "frontend/mpiio/Files.h"

#include <map>

namespace foreslice {

enum class EndRule {
  Unknown,
  MovesByAsked, ///< The count is the file's bytes.
  MovesByRead,  ///< The count is the file's bytes.
  Other,
};

/// By file system and pointer. From all threads.
class EndRules {
public:
  EndRule of(dev_t Device, Pointer From) const {
    MutexLock G(Lock);
    auto Found = Rules.find({Device, From});
    return Found == Rules.end() ? EndRule::Unknown : Found->second;
  }
  void learn(dev_t Device, Pointer From, EndRule R) {
    MutexLock G(Lock);
    Rules.try_emplace({Device, From}, R);
  }

private:
  mutable Mutex Lock;
  std::map<std::pair<dev_t, Pointer>, EndRule> Rules FORESLICE_GUARDED_BY(Lock);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_ENDRULES_H
