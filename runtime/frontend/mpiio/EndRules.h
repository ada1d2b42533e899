//===- EndRules.h - what the MPI library does at the end of a file --------===//
//
// Where a read asks for more than its file has, MPI libraries do not agree on
// what they count and how far they move the pointer (docs/mpiio.md). What the
// program's library does is learned from reads that it makes itself.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_ENDRULES_H
#define FORESLICE_FRONTEND_MPIIO_ENDRULES_H

#include "frontend/mpiio/Files.h"

#include <map>

namespace foreslice {

enum class EndRule {
  Unknown,
  MovesByAsked, ///< It counts the bytes of the file.
  MovesByRead,  ///< The same.
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
