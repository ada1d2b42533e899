//===- SliceSource.h - slices as a source ---------------------------------===//
//
// Counts the calls of each thread that has launched a region, from the launch
// to the region's end, in the lane of the serving prefetch thread.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SLICE_SLICESOURCE_H
#define FORESLICE_SOURCE_SLICE_SLICESOURCE_H

#include "source/Source.h"
#include "source/slice/SliceExecution.h"
#include "source/slice/SliceRunner.h"
#include "support/Mutex.h"

namespace foreslice {

class SliceSource final : public Source {
public:
  explicit SliceSource(Posting &To)
      : Source(To, "slices", Settings::get().Runners) {}

  bool counts() const override { return slice_runner::inRegion(); }
  /// Not while the slice is held back.
  bool mayHaveAsked() const override {
    return counts() && !slice_runner::isHeld();
  }
  double confidence() const override { return mayHaveAsked() ? 1 : 0; }
  /// A slice that has asked for this read and no later one, as it waits for
  /// what the program finds, knows the next ones too late, unless there is
  /// none.
  bool reads(const std::shared_ptr<CachedFile> &File, const Access &,
             FunctionRef<uint64_t()>, bool) override {
    return mayHaveAsked() &&
           (File->Positions.isAhead(lane(), 1) ||
            (slice_runner::hasSliceEnded() && File->Positions.isAhead(lane())));
  }
  bool timesNext() override;
  void readDone(uint64_t Bytes, uint64_t Ns) override;
  void readCounted() override;
  void opens(const std::shared_ptr<CachedFile> &File) override;
  void closes(const std::shared_ptr<CachedFile> &File) override;

  /// For front ends, which turn slices' calls into requests: front ends know
  /// what a call asks for. docs/architecture.md
  using Source::posting;

  /// A read that the program will make in a call.
  struct CallAhead {
    uint64_t Id;
    Access Wanted;
  };
  /// The program does not come to the reads asked for in the thread's lane:
  /// asks for Calls instead, as far as there is room.
  void askAnew(CachedFile &File, std::span<const CallAhead> Calls);

  /// The decision at a launch point. While prefetching does not pay, one launch
  /// in 64 tries anew. Known: null if there was no need of the run time yet.
  static LaunchDecision decide(foreslice_region &Region, SliceSource *Known);
  /// The thread launches a region: calls of all files count from 0.
  void launched(SchemeKind Scheme);
  /// The launched region has ended.
  void regionEnded() { end(); }

  /// Whether samples of all files of the program are in memory.
  bool filesAreInMemory() FORESLICE_EXCLUDES(M);

private:
  unsigned current() const override {
    return execution::space() ? execution::number() : slice_runner::number();
  }

  Mutex M;
  /// One entry for each open handle of the program.
  std::vector<std::shared_ptr<CachedFile>> Files FORESLICE_GUARDED_BY(M);
  std::atomic<unsigned> Refused{0};
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SLICE_SLICESOURCE_H
