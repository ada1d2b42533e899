//===- Source.h - knowledge of coming reads -------------------------------===//
//
// A source has a lane of its own in the queue of prefetch requests: requests
// are counted by lane, and at the source's end only the lane's requests go. A
// source that follows several threads has a lane for each thread. Each lane
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
  /// Takes lanes of To, which outlives the source. Name is the name of the
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
  /// The lane of a prefetch thread.
  LaneId laneOf(unsigned Number) const { return Lanes[Number].Id; }
  /// The lane of the calling thread.
  LaneId lane() const { return Lanes[current()].Id; }
  LaneCall call(uint64_t Id) const { return {lane(), Id}; }
  /// The id of the main thread's next call of the file.
  uint64_t next(const CachedFile &File) const {
    return File.Positions.next(lane());
  }
  /// Where the source's own thread waits for calls of the program.
  CallWait &calls() { return Lanes[current()].Calls; }
  /// Has all waiters for calls look again.
  void wake() {
    for (OwnLane &L : Lanes)
      L.Calls.wake();
  }

  // On the thread that makes a call of the program's:

  /// A call that reads or writes the file begins, and the source counts the
  /// call.
  void callBegins(CachedFile &File) {
    OwnLane &L = Lanes[current()];
    File.Positions.callBegins(L.Id);
    L.Calls.callBegan(File, L.Id);
  }
  /// Whether the source counts the thread's calls.
  virtual bool counts() const = 0;
  /// Whether the thread's reads may find pages that the source has asked for.
  virtual bool mayHaveAsked() const = 0;
  /// Whether the source wants the places of counted reads, also while nothing
  /// is asked for.
  virtual bool listens() const { return false; }
  /// Sureness of the source, from 0 to 1, where the source knows the thread's
  /// next reads: the surest source asks, and the others only listen.
  virtual double confidence() const { return 0; }
  /// A counted read begins, after the count. FileSize gives the size of the
  /// file in bytes, at some cost. MayAsk: no surer source knows the next reads,
  /// so this source shall ask. True if the source knows the next reads.
  virtual bool reads(const std::shared_ptr<CachedFile> &File,
                     const Access &Read, FunctionRef<uint64_t()> FileSize,
                     bool MayAsk) {
    (void)File, (void)Read, (void)FileSize, (void)MayAsk;
    return confidence() > 0;
  }
  /// The thread writes these bytes of a file. Stats is null if the run time
  /// does not have the file open. Called only if listensToWrites().
  virtual void writes(FileKey File, ByteRange Written, FileStatistics *Stats) {
    (void)File, (void)Written, (void)Stats;
  }
  virtual bool listensToWrites() const { return false; }
  /// A read of a file that the run time does not have open. True if the source
  /// knows the next reads, so that the file should be opened.
  virtual bool seen(FileKey File, const Access &Read,
                    FunctionRef<std::string()> PathOf) {
    (void)File, (void)Read, (void)PathOf;
    return false;
  }
  /// Whether the thread's next read needs a look, though the source does not
  /// count the read: timesNext() follows then. Cheap.
  virtual bool looksAtNext() { return false; }
  /// Whether the source wants the time of the thread's next read.
  virtual bool timesNext() { return false; }
  /// Whether the place of that read is of use, though the source does not count
  /// the read.
  virtual bool looksAtPlace() const { return false; }
  /// That read is to begin, of a file that is open, if looksAtPlace().
  virtual void looksAt(FileKey File, const Access &Read,
                       FunctionRef<std::string()> PathOf) {
    (void)File, (void)Read, (void)PathOf;
  }
  /// A read of the thread gave Bytes and took Ns, if timesNext() was true; Ns
  /// is UINT64_MAX for a read that was only started and is not in memory.
  virtual void readDone(uint64_t Bytes, uint64_t Ns) { (void)Bytes, (void)Ns; }
  /// A read of the thread was counted in the statistics.
  virtual void readCounted() {}
  /// The program has opened a handle of the file, or closes one.
  virtual void opens(const std::shared_ptr<CachedFile> &File) { (void)File; }
  virtual void closes(const std::shared_ptr<CachedFile> &File) { (void)File; }
  /// closes() for a file that the run time may not have open.
  virtual void closes(FileKey File) { (void)File; }

protected:
  friend class AskedReads;
  friend class SourceData;
  Posting &posting() const { return To; }
  /// Pages are about to be posted in the source's name. Any thread.
  virtual void willAsk() const {}
  /// The source's knowledge has ended: drops the lane's requests.
  void end() { To.endLane(lane()); }
  /// Index of the calling thread's lane.
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
