//===- ProgramRead.h - a read of the program's, served or not -------------===//
//
// What every front end does with a read: the pages that are cached or on their
// way are copied to the program, and whatever goes wrong before or meanwhile is
// followed by the program's own read of all of it.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_PROGRAMREAD_H
#define FORESLICE_FRONTEND_PROGRAMREAD_H

#include "cache/DemandReads.h"
#include "cache/ReadPlan.h"
#include "frontend/ReadTimer.h"
#include "support/Delay.h"

#include <exception>

namespace foreslice {

/// One read as its front end knows it. On the thread that reads.
class ProgramRead {
public:
  ProgramRead(const std::shared_ptr<CachedFile> &File, void *Buffer)
      : File(File), Buffer(Buffer) {}
  virtual ~ProgramRead() = default;

  /// Says where the read is. False if the cache may not serve it.
  virtual bool plan(ReadPlan &Plan) = 0;
  /// Takes from the plan what the file does not have, if it is known what the
  /// call gives then.
  virtual void trim(ReadPlan &Plan) { (void)Plan; }
  /// The buffer is filled: does what else the call does, as moving a pointer.
  /// False if that is not possible; nothing has happened then.
  virtual bool commit(const ReadPlan &Plan) = 0;
  /// The program's own call. Gives the bytes that it read, if they are wanted.
  virtual uint64_t plain(bool Wanted = true) = 0;
  /// Of the file, in bytes.
  virtual uint64_t fileSize() const { return File->size(); }

  const std::shared_ptr<CachedFile> &File;
  void *const Buffer;
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

/// Copies the read out of Pins and commits it. False if the program's own read
/// is to follow: then nothing was committed.
bool serve(ProgramRead &R, const ReadPlan &Plan, Demand &Pins);
/// Makes a read of a file that the kernel delivers, by Own. Pages are those
/// that it touches, none if they are not known. OnlyStarted: the data may come
/// later.
template <class OwnFn>
void readThroughSystem(CachedFile &File, std::span<const PagePart> Pages,
                       ReadOutcome &Outcome, bool OnlyStarted, OwnFn Own) {
  Passage Passed;
  attempt([&] {
    Passed = runtime().demand().pass(File, Pages);
    return true;
  });
  Own();
  delayPoint();
  Passed.over(OnlyStarted);
  Outcome.OfSystem = Passed.ready();
  Outcome.Found = Passed.found();
  Outcome.ForStorage = Passed.fetchedForIt();
}
/// Whether the program's reads of the file are its own, with kernel delivery.
inline bool isDeliveredByKernel(const CachedFile &File) {
  return File.DeliveredBy == Delivery::Kernel;
}
/// Whether a source may have asked for a read of the file, and asking pays.
inline bool isWorthALook(const CachedFile &File) {
  return sources().mayHaveAsked() && runtime().demand().pays(File);
}
/// Whether the operating system has the first page that Plan needs in memory.
bool isFirstPageInMemory(const ReadPlan &Plan, const CachedFile &File);
/// A read of Plan has been served from Pins.
ReadOutcome servedFrom(const Demand &Pins, const ReadPlan &Plan,
                       const CachedFile &File);

} // namespace foreslice

#endif // FORESLICE_FRONTEND_PROGRAMREAD_H
