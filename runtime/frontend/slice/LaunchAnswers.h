//===- LaunchAnswers.h - answers of libraries to launches -----------------===//
//
// A launch asks a library for what the program has open. The packet of the
// slice has the number of the answer. Any thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_SLICE_LAUNCHANSWERS_H
#define FORESLICE_FRONTEND_SLICE_LAUNCHANSWERS_H

#include "support/Mutex.h"

#include <cstdint>
#include <deque>
#include <memory>

namespace foreslice {

template <class T> class LaunchAnswers {
public:
  /// The number of New, from 1 on.
  uint64_t add(std::shared_ptr<const T> New) FORESLICE_EXCLUDES(M) {
    MutexLock Lock(M);
    if (All.size() == Most) {
      All.pop_front();
      ++First;
    }
    All.push_back(std::move(New));
    return First + All.size() - 1;
  }
  /// Null for 0, and if too many newer answers exist.
  std::shared_ptr<const T> find(uint64_t Number) FORESLICE_EXCLUDES(M) {
    MutexLock Lock(M);
    return Number >= First && Number - First < All.size() ? All[Number - First]
                                                          : nullptr;
  }

private:
  /// Launches are many, and slices few.
  static constexpr size_t Most = 1024;

  Mutex M;
  std::deque<std::shared_ptr<const T>> All FORESLICE_GUARDED_BY(M);
  uint64_t First FORESLICE_GUARDED_BY(M) = 1; ///< The number of All's first.
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_SLICE_LAUNCHANSWERS_H
