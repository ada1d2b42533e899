//===- ProgramRead.h - a read of the program's, as its front end knows it -===//
//
// Reads of different front ends differ here, and so do blocking reads, started
// reads and reads of several ranks. Frontend::read() has what all reads have in
// common.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_PROGRAMREAD_H
#define FORESLICE_FRONTEND_PROGRAMREAD_H

#include "cache/ReadPlan.h"
#include "frontend/Runtime.h"

#include <exception>

namespace foreslice {

enum class ReadKind {
  Alone,      ///< One thread makes the read, and waits for the data.
  Collective, ///< Several ranks do, of which all are served or none.
  Started,    ///< The program waits for the data in a later call.
  Split,      ///< Collective; what is not served is only started.
};

/// One read as its front end knows it. On the thread that reads.
class ProgramRead {
public:
  ProgramRead(const std::shared_ptr<CachedFile> &File, void *Buffer,
              ReadKind Kind = ReadKind::Alone)
      : File(File), Buffer(Buffer), Kind(Kind) {}
  virtual ~ProgramRead() = default;

  /// Says where the read is. False if the cache may not serve it.
  virtual bool plan(ReadPlan &Plan) = 0;
  /// Takes from the plan of a read alone what the file does not have, if it is
  /// known what the call gives then.
  virtual void trim(ReadPlan &Plan) { (void)Plan; }
  /// Whether the ranks of a collective read are to agree on who serves it:
  /// else nobody's cache does. Asked once.
  virtual bool votes() { return false; }
  /// The vote: whether the caches of all ranks serve the read. Plan is null if
  /// this rank's must not.
  virtual bool passesVote(const ReadPlan *Plan) {
    (void)Plan;
    return false;
  }
  /// The buffer is filled: does what else the call does, as moving a pointer.
  /// False if that is not possible; nothing has happened then.
  virtual bool commit(const ReadPlan &Plan) = 0;
  /// The program's own call. Gives the bytes that it read, if they are wanted.
  virtual uint64_t plain(bool Wanted = true) = 0;
  /// The same after a vote has passed: the other ranks are served, and no
  /// collective call may follow.
  virtual uint64_t plainAlone() { return plain(); }
  /// Of the file, in bytes.
  virtual uint64_t fileSize() const { return File->size(); }

  bool isCollective() const {
    return Kind == ReadKind::Collective || Kind == ReadKind::Split;
  }
  /// Whether the program's own call may return before the data have come.
  bool onlyStarts() const {
    return Kind == ReadKind::Started || Kind == ReadKind::Split;
  }

  const std::shared_ptr<CachedFile> &File;
  void *const Buffer;
  const ReadKind Kind;
};

/// Does what comes beside the program's read, for which a lack of memory must
/// neither fail nor be made twice. False also if there is no memory.
template <class WorkFn> bool attempt(WorkFn Work) noexcept {
  try {
    return Work();
  } catch (const std::exception &) {
    return false;
  }
}

/// Whether the program's reads of the file are its own, with kernel delivery.
inline bool isDeliveredByKernel(const CachedFile &File) {
  return File.DeliveredBy == Delivery::Kernel;
}
/// Whether a source may have asked for a read of the file, and asking pays.
inline bool isWorthALook(const CachedFile &File) {
  return sources().mayHaveAsked() && runtime().demand().pays(File);
}

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMREAD_H
