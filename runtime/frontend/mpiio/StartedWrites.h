//===- StartedWrites.h - writes whose end is another call -----------------===//
//
// The end of a nonblocking write is the call that completes its request: the
// write is found by the request then. The end of a split write is a call on the
// file.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_MPIIO_STARTEDWRITES_H
#define FORESLICE_FRONTEND_MPIIO_STARTEDWRITES_H

#include "frontend/mpiio/Files.h"
#include "frontend/mpiio/Mpi.h"
#include "support/Mutex.h"

#include <atomic>
#include <memory>
#include <vector>

namespace foreslice {

class StartedWrite {
public:
  virtual ~StartedWrite() = default;
  /// The write is over. Status is null if the write failed, or nobody knows.
  virtual void ended(MPI_Status *Status) = 0;
  /// The end will not be seen.
  virtual void abandon() = 0;
  virtual const OpenFile &file() const = 0;
};

/// Nonblocking writes under way, by request.
class StartedWrites {
public:
  /// Whether no write is under way: then calls on requests are the MPI
  /// library's.
  static bool none() { return Count.load(std::memory_order_relaxed) == 0; }
  /// Room for one more: each fetch of a page looks at all writes under way.
  bool hasRoom() const { return Count.load() < Most; }
  void add(MPI_Request Request, std::shared_ptr<StartedWrite> Write);
  /// The last write with this request.
  std::shared_ptr<StartedWrite> find(MPI_Request Request) const;
  /// As StartedWrite::ended().
  void ended(const std::shared_ptr<StartedWrite> &Write, MPI_Status *Status);
  /// All writes of the handle are over.
  void endAll(const OpenFile &File);

private:
  struct Entry {
    MPI_Request Request;
    std::shared_ptr<StartedWrite> Write;
  };

  static constexpr size_t Most = 64;
  /// Found without the front end: calls on requests take as long as a message.
  static constinit inline std::atomic<size_t> Count{0};
  mutable Mutex Lock;
  std::vector<Entry> Writes FORESLICE_GUARDED_BY(Lock);
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_MPIIO_STARTEDWRITES_H
