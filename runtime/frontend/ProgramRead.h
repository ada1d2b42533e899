//===- ProgramRead.h - a read of the program, as the front end knows it ---===//
//
// The differences between reads: front ends, blocking and started reads, reads
// of several ranks. Frontend::read() has the common part.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_PROGRAMREAD_H
#define FORESLICE_FRONTEND_PROGRAMREAD_H

#include "cache/ReadPlan.h"
#include "frontend/Runtime.h"
#include "support/FunctionRef.h"

#include <exception>

namespace foreslice {

class DataOrder;

enum class ReadKind {
  Alone,      ///< One thread makes the read, and waits for the data.
  Collective, ///< Several ranks read; all or none are served.
  Started,    ///< The program waits for the data in a later call.
  Split,      ///< Collective; an unserved read is only started.
};

/// One read, as the front end knows it. On the reading thread.
class ProgramRead {
public:
  ProgramRead(const std::shared_ptr<CachedFile> &File, void *Buffer,
              ReadKind Kind = ReadKind::Alone)
      : File(File), Buffer(Buffer), Kind(Kind) {}
  virtual ~ProgramRead() = default;

  /// Finds the place of the read. False if the cache may not serve the read.
  virtual bool plan(ReadPlan &Plan) = 0;
  /// Whether no page of the pool may be served at the moment: others may write
  /// unseen.
  virtual bool isHeld() const { return false; }
  /// Removes bytes behind the file's end from the plan of a read alone, if the
  /// result of the call is known then.
  virtual void trim(ReadPlan &Plan) { (void)Plan; }
  /// Whether the ranks of a collective read vote on serving: otherwise no cache
  /// serves the read. Asked once.
  virtual bool votes() { return false; }
  /// The vote: whether the caches of all ranks serve the read. Plans gives the
  /// plan, null if this rank's cache must not serve.
  virtual bool passesVote(FunctionRef<const ReadPlan *()> Plans) {
    (void)Plans;
    return false;
  }
  /// The buffer is filled: does the other effects of the call, as moving a
  /// pointer. False if impossible; then nothing has happened.
  virtual bool commit(const ReadPlan &Plan) = 0;
  /// The program's own call. Returns the bytes read, if Wanted.
  virtual uint64_t plain(bool Wanted = true) = 0;
  /// The program's own call after a successful vote: the other ranks are
  /// served, and no collective call may follow.
  virtual uint64_t plainAlone() { return plain(); }
  /// Size of the file in bytes.
  virtual uint64_t fileSize() const { return File->size(); }

  bool isCollective() const {
    return Kind == ReadKind::Collective || Kind == ReadKind::Split;
  }
  /// Whether the program's own call may return before the data.
  bool onlyStarts() const {
    return Kind == ReadKind::Started || Kind == ReadKind::Split;
  }
  /// Whether there may be a copy of what the program has written.
  bool looksForWritten() const {
    return MayServe && DemandReads::keepsWritten(*File);
  }
  WrittenPages::For whoReads() const {
    return isCollective() ? WrittenPages::For::Voters
                          : WrittenPages::For::Anybody;
  }

  const std::shared_ptr<CachedFile> &File;
  void *const Buffer;
  const ReadKind Kind;
  /// The order in which sources may see a pattern of reads; null if nobody
  /// looks.
  DataOrder *Order = nullptr;
  bool IsExpected = false; ///< A source has known the next reads.
  bool IsWritten = false;  ///< The cache has a copy of what was written.
  bool MayServe = true;    ///< Whether the cache may serve the read.
};

/// Does work beside the program's read. Out of memory, the program's read must
/// neither fail nor repeat: the result is then false.
template <class WorkFn> bool attempt(WorkFn Work) noexcept {
  try {
    return Work();
  } catch (const std::exception &) {
    return false;
  }
}

/// Whether the program reads the file without the cache: kernel delivery.
inline bool isDeliveredByKernel(const CachedFile &File) {
  return File.DeliveredBy == Delivery::Kernel;
}
/// Whether a source may have asked for reads of the file, and asking pays.
inline bool isWorthALook(const CachedFile &File) {
  return sources().mayHaveAsked() && runtime().demand().pays(File);
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMREAD_H
