//===- Streams.h - the accesses of each process to each file --------------===//
//
// The accesses of traces, by process, file, operation and thread, as loop
// nests.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_STREAMS_H
#define FORESLICE_DRIVER_SIGNATURE_STREAMS_H

#include "recorder/AccessTraceReader.h"
#include "signature/SignatureFile.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace foreslice::signature {

constexpr const char *Command = "foreslice-signature";

/// One access, from any recorder.
struct StreamAccess {
  PatternPoint Point;
  uint64_t StartNs = 0;
  uint64_t TraceBytes = 0; ///< Bytes of the access in the trace.
};

/// Figures of a stream beside the terms.
struct StreamFigures {
  uint64_t Accesses = 0, Bytes = 0, TraceBytes = 0;
  uint64_t Least = UINT64_MAX, Most = 0; ///< Bytes of an access.
  uint64_t BeganNs = 0;                  ///< Begin of the first access.
  /// The number of times between accesses, and the coefficient of variation.
  uint64_t Gaps = 0;
  double Variation = 0;
  /// Accesses in loops of three iterations at least.
  uint64_t InLoops = 0;
};

struct Stream {
  PatternSequence Sequence;
  StreamFigures Figures;
  /// As in SignatureStream.
  Datasets Sets;
  uint64_t FileBytes = 0;
  std::string Note;
};

struct StreamName {
  std::string File;
  SignatureOperation Is;
  unsigned Thread = 0, Opening = 0; ///< As in SignatureStream.
  bool InDatasets = false;          ///< Else places are of bytes.
  auto operator<=>(const StreamName &) const = default;
};

/// The streams of a process.
struct ProcessTrace {
  int64_t Rank = -1, Ranks = 0;
  uint64_t BeganAtNs = 0;
  std::string Program, BuildId;
  uint64_t Lost = 0; ///< Accesses missing in the trace.
  std::map<StreamName, Stream> Streams;
};

/// Visits the chunks of each process's trace, in files and folders. Ends the
/// command if a trace is damaged; warns about a trace without some accesses.
void forEachTrace(const std::vector<std::string> &Paths,
                  FunctionRef<void(const std::vector<TracedChunk> &)> Visit);

/// The place of an access as seen by the run time: bytes of the file, or, if
/// not contiguous, of the stream of a view.
PatternPoint pointOf(const TracedAccess &A);

/// Accesses as loop nests.
Stream streamOf(const std::vector<StreamAccess> &Accesses);

/// The traces in files and folders. Ends the command if there is none, or a
/// trace is damaged. Of several processes with equal rank and number of ranks,
/// the last counts.
std::vector<ProcessTrace> readTraces(const std::vector<std::string> &Paths);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_STREAMS_H
