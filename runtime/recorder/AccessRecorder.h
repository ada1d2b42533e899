//===- AccessRecorder.h - records the program's accesses of files ---------===//
//
// Each process has a file of its own in the folder FORESLICE_ACCESSES. The
// accesses of a thread go to the thread's chunk of the file, which is mapped:
// accesses are in the file when the process dies, and take no lock. Memory is
// one chunk for each thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_RECORDER_ACCESSRECORDER_H
#define FORESLICE_RECORDER_ACCESSRECORDER_H

#include "recorder/AccessChunk.h"
#include "support/Mutex.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace foreslice {

class AccessRecorder {
public:
  static AccessRecorder &get();
  AccessRecorder();

  /// Whether accesses are to be recorded.
  bool isOn() const { return On.load(std::memory_order_relaxed); }
  /// The process is rank Rank of MPI_COMM_WORLD.
  void setRank(int Rank, int Ranks) FORESLICE_EXCLUDES(M);
  /// Records A, an access of the calling thread. PathOf gives the path of the
  /// file, and is asked once in a chunk. Keeps errno. Without memory, or room
  /// on the disk, the access counts as lost.
  void note(const RecordedAccess &A, FunctionRef<std::string()> PathOf);

private:
  friend class OwnChunk;
  std::unique_ptr<AccessChunk> obtain() FORESLICE_EXCLUDES(M);
  std::unique_ptr<AccessChunk> append(uint64_t Number) FORESLICE_REQUIRES(M);
  int createFile() FORESLICE_REQUIRES(M);
  void giveBack(std::unique_ptr<AccessChunk> Chunk, bool IsFull)
      FORESLICE_EXCLUDES(M);
  void stop(const std::string &Why) FORESLICE_REQUIRES(M);

  std::atomic<bool> On;
  std::atomic<uint64_t> Lost{0};
  Mutex M;
  std::string Path FORESLICE_GUARDED_BY(M);
  uint64_t Chunks FORESLICE_GUARDED_BY(M) = 0;
  int32_t Rank FORESLICE_GUARDED_BY(M), Ranks FORESLICE_GUARDED_BY(M) = 0;
  /// Chunks of threads that have ended.
  std::vector<std::unique_ptr<AccessChunk>> Unfilled FORESLICE_GUARDED_BY(M);
  /// Chunks that threads write: a rank that becomes known later is set.
  std::vector<AccessChunk *> InUse FORESLICE_GUARDED_BY(M);
};

} // namespace foreslice

#endif // FORESLICE_RECORDER_ACCESSRECORDER_H
