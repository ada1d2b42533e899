//===- Source.h - who knows of coming reads -------------------------------===//
//
// A source has a lane of its own in the queue of prefetch requests: its
// requests are counted under the lane, and where the source ends only they go.
// A source that follows several threads at once has a lane for each. Each lane
// counts the calls of the program in its own way, and so owns its positions in
// the files.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SOURCE_H
#define FORESLICE_SOURCE_SOURCE_H

#include "cache/CachedFile.h"
#include "cache/Posting.h"
#include "layout/Access.h"
#include "source/CallWait.h"
#include "support/FunctionRef.h"

#include <vector>

namespace foreslice {

class Source {
public:
  /// Takes lanes of To, which outlives the source. The name is that of the
  /// source's counters.
  Source(Posting &To, const char *Name, unsigned Count = 1)
      : To(To), Name(Name), Lanes(Count) {
    for (OwnLane &L : Lanes)
      L.Id = To.addLane(Name);
  }
  virtual ~Source() = default;
  Source(const Source &) = delete;
  Source &operator=(const Source &) = delete;

  const char *name() const { return Name; }
  /// The lane that goes with a prefetch thread.
  LaneId laneOf(unsigned Number) const { return Lanes[Number].Id; }
  /// The lane that goes with the calling thread.
  LaneId lane() const { return Lanes[current()].Id; }
  LaneCall call(uint64_t Id) const { return {lane(), Id}; }
  /// The id that the main thread's next call of the file has.
  uint64_t next(const CachedFile &File) const {
    return File.Positions.next(lane());
  }
  /// Where the source's own thread waits for the calls of the program's.
  CallWait &calls() { return Lanes[current()].Calls; }
  /// Has all that wait for calls look again.
  void wake() {
    for (OwnLane &L : Lanes)
      L.Calls.wake();
  }

  // On the thread that makes a call of the program's:

  /// A call that reads or writes the file begins, and the source counts it.
  void callBegins(CachedFile &File) {
    OwnLane &L = Lanes[current()];
    File.Positions.callBegins(L.Id);
    L.Calls.callBegan(File, L.Id);
  }
  /// Whether the source counts the thread's calls.
  virtual bool counts() const = 0;
  /// Whether the thread's reads may find what the source has asked for.
  virtual bool mayHaveAsked() const = 0;
  /// Whether the source wants to know where the reads that it counts are, also
  /// while it has asked for nothing.
  virtual bool listens() const { return false; }
  /// How sure the source is where it knows what the thread reads next, from 0
  /// to 1: of those that know, the surest asks, and the others only listen.
  virtual double confidence() const { return 0; }
  /// A read that the source counts begins, after it was counted. FileSize gives
  /// the size of the file in bytes, at some cost. MayAsk: no surer source knows
  /// what comes next, so that this one shall ask for that. True if the source
  /// knows.
  virtual bool reads(const std::shared_ptr<CachedFile> &File,
                     const Access &Read, FunctionRef<uint64_t()> FileSize,
                     bool MayAsk) {
    (void)File, (void)Read, (void)FileSize, (void)MayAsk;
    return confidence() > 0;
  }
  /// The thread writes these bytes of a file. Stats is null if the run time has
  /// the file not open. Only told where listensToWrites() says so.
  virtual void writes(FileKey File, ByteRange Written, FileStatistics *Stats) {
    (void)File, (void)Written, (void)Stats;
  }
  virtual bool listensToWrites() const { return false; }
  /// A read of a file that the run time has not open. True if the source knows
  /// what comes next, so that the file should be opened.
  virtual bool seen(FileKey File, const Access &Read,
                    FunctionRef<std::string()> PathOf) {
    (void)File, (void)Read, (void)PathOf;
    return false;
  }
  /// Whether the source wants to know how long the thread's next read takes.
  virtual bool timesNext() { return false; }
  /// A read of the thread gave Bytes and took Ns, if timesNext() was true; Ns
  /// is UINT64_MAX of a read that was only started and is not in memory.
  virtual void readDone(uint64_t Bytes, uint64_t Ns) { (void)Bytes, (void)Ns; }
  /// A read of the thread was counted in the statistics.
  virtual void readCounted() {}
  /// The program has opened a handle of the file, or closes one.
  virtual void opens(const std::shared_ptr<CachedFile> &File) { (void)File; }
  virtual void closes(const std::shared_ptr<CachedFile> &File) { (void)File; }
  /// The same of a file that the run time may not have open.
  virtual void closes(FileKey File) { (void)File; }

protected:
  friend class AskedReads;
  Posting &posting() const { return To; }
  /// What the source knew has ended: so do its requests.
  void end() { To.endLane(lane()); }
  /// Which of its lanes goes with the calling thread.
  virtual unsigned current() const { return 0; }

private:
  Posting &To;
  const char *const Name;
  struct OwnLane {
    LaneId Id = 0;
    CallWait Calls;
  };
  std::vector<OwnLane> Lanes;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SOURCE_H
