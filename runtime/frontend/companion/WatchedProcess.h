//===- WatchedProcess.h - a process with a guest --------------------------===//
//
// Takes the records of the guest in a process, and learns from the records.
// Streams of stdio read unseen: while the process waits, the kernel says where
// the descriptors of streams stand. No data from the guest is trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_COMPANION_WATCHEDPROCESS_H
#define FORESLICE_FRONTEND_COMPANION_WATCHEDPROCESS_H

#include "frontend/companion/MappedReads.h"
#include "frontend/posix/watch/FileLearner.h"
#include "guest/Segment.h"
#include "source/hint/Hint.h"

#include <array>
#include <list>
#include <map>
#include <memory>

namespace foreslice {

/// The processor's clock in nanoseconds of CLOCK_MONOTONIC.
class TickClock {
public:
  TickClock() : First(now()) {}
  /// Compares both clocks again: a longer run is more exact. Waits if the clock
  /// was made just now.
  void look();

  /// The time at Ticks, and the duration of Ticks.
  uint64_t timeOf(uint64_t Ticks) const;
  uint64_t nsOf(uint64_t Ticks) const;

private:
  struct Moment {
    uint64_t Ticks, Ns;
  };
  static Moment now();

  const Moment First;
  double TicksPerNs = 0;
};

/// Whether the process has ended. PidFd is the process's descriptor, or -1 if
/// the system has none.
bool hasEnded(int Pid, int PidFd);

class WatchedProcess {
public:
  /// Attached at the place Number. The arguments outlive the object.
  WatchedProcess(uint32_t Number, const guest::Place &Where,
                 guest::Process &Slot, const TickClock &Clock);
  ~WatchedProcess();
  WatchedProcess(const WatchedProcess &) = delete;
  WatchedProcess &operator=(const WatchedProcess &) = delete;

  /// Whether the process has a guest: the number of a process in another
  /// namespace means another process here.
  static bool isGuest(int Pid);
  uint32_t number() const { return Number; }
  int pid() const { return Pid; }
  bool hasEnded() const { return foreslice::hasEnded(Pid, PidFd); }
  /// Whether the guest waits for the end to be told.
  bool hasLeft() const { return Where.State.load() == guest::Slot::Left; }
  /// The process is the first one of the program, which starts.
  void starts() { FileLearner::starts(Learner); }
  /// Takes the guest's records. True if there were any.
  bool takeRecords();
  bool hasRecords() const;
  /// Looks at the positions of streams with unseen reads, if the process waits,
  /// and at mappings. Returns at once if called too often. True if the process
  /// has come further in a mapping or a stream.
  bool look(uint64_t NowNs);
  /// Whether a file is open for the process, or about to be closed.
  bool hasFiles() const;
  /// Closes the files chosen by Which.
  void letGo(FunctionRef<bool(const FileKey &)> Which);

private:
  struct OpenFile {
    uint32_t State; ///< Of the descriptor, at the last look.
    LearnedFile Learned;
    std::string Path;
    uint64_t Size = 0;
    bool IsStream = false;
    uint64_t StreamAt = 0;  ///< Position in pieces, at the last look.
    uint64_t ToldNs = 0;    ///< Time of a read told by the guest.
    uint64_t ReadTo = 0;    ///< End of the last reads in a row.
    bool HasWaited = false; ///< One of these reads was slow.
    /// The file was expected to be read to the end.
    bool IsGuessed = false;
    /// The learned facts come from another, closed descriptor of the file.
    bool IsKept = false;
    /// The process has closed the file lately, and opened the file again.
    bool IsReopened = false;
    /// The first file that the process has told of, perhaps after some reads.
    bool IsFirst = false;
  };
  /// A file that the process is likely to open again.
  struct ClosedFile {
    OpenFile File;
    uint64_t ClosedNs;
  };
  /// A record and the following text.
  struct Told {
    guest::What Is;
    unsigned Descriptor;
    uint32_t State;
    int64_t Offset;
    uint64_t Bytes, Ticks, Took;
    std::string Text;
  };

  bool wantsAll() const;
  bool take(uint64_t &Number, uint64_t End);
  Told copy(uint64_t Number) const;
  uint64_t waitedBehindSeek(unsigned Descriptor);
  void handle(const Told &R);
  std::string absolute(const std::string &Path) const;
  std::string linkOf(unsigned Descriptor) const;
  OpenFile *find(unsigned Descriptor, uint32_t State);
  OpenFile *open(unsigned Descriptor, uint32_t State);
  OpenFile *add(unsigned Descriptor, OpenFile New);
  void mark(unsigned Descriptor, uint32_t State, uint32_t Bits, bool Set);
  void passMapped();
  void readDone(unsigned Descriptor, uint32_t State,
                const FileLearner::Made &Read);
  void expectRest(OpenFile &File, uint64_t Begin);
  void noteInARow(OpenFile &File, const FileLearner::Made &Read);
  void removed(FileKey Key);
  void unmounts(dev_t Device);
  void close(std::map<unsigned, OpenFile>::iterator It);
  bool keep(std::map<unsigned, OpenFile>::iterator It);
  bool keepBy(unsigned Descriptor, OpenFile &Closed);
  void takeKept(OpenFile &New);
  bool keepClosed(std::map<unsigned, OpenFile>::iterator It);
  bool takeClosed(OpenFile &New);
  void addUntold(OpenFile &File) const;
  void end(OpenFile File);
  void endClosed(FunctionRef<bool(const ClosedFile &)> Which);
  void countBlocked(uint64_t NowNs);
  bool streamCame(unsigned Descriptor, OpenFile &File, int64_t Position,
                  uint64_t NowNs);
  void streamEnds(unsigned Descriptor, uint32_t State, int64_t Position,
                  uint64_t NowNs);
  bool lookAtStreams(uint64_t NowNs);
  void closeUnseen();

  const uint32_t Number;
  const guest::Place &Where;
  guest::Process &Slot;
  const TickClock &Clock;
  const int Pid;
  int PidFd;
  const std::string Folder; ///< In /proc.
  std::shared_ptr<FileLearner> Learner;
  std::map<unsigned, OpenFile> Files; ///< By descriptor.
  std::list<ClosedFile> Closed;       ///< The last closed one last.
  std::array<FileKey, 16> LatelyClosed{};
  size_t ClosedSoFar = 0;
  MappedReads Mapped;
  bool HasToldOfFile = false;
  size_t FollowedFiles = 0;
  /// Whether a file may be guessed to be read to the end: no large file was
  /// closed. Else there is an order of files.
  bool GuessesWhole = true;
  uint64_t HoleSinceNs = 0; ///< Time of a begun record without an end.
  // How long the process waits, at the last look.
  int Schedule; ///< The process's file in /proc.
  const uint64_t BegunNs;
  uint64_t LookedNs, BusyNs = 0, PassedNs = 0, BlockedNs = 0;
  uint64_t CheckedNs = 0;
  bool Waits = false;
  /// Reads of streams told by seeks, since the last look and before.
  uint64_t SeekReads = 0, SeekReadsBefore = 0;
};

} // namespace foreslice

#endif // FORESLICE_FRONTEND_COMPANION_WATCHEDPROCESS_H
