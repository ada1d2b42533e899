//===- Streams.h - what each process did with each file -------------------===//
//
// The accesses of traces, by process, file, operation and thread, as the loop
// nests that they are.
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

/// One access, whoever has written it down.
struct StreamAccess {
  PatternPoint Point;
  uint64_t StartNs = 0;
  uint64_t TraceBytes = 0; ///< What it takes in the trace.
};

/// What is said of a stream beside its terms.
struct StreamFigures {
  uint64_t Accesses = 0, Bytes = 0, TraceBytes = 0;
  uint64_t Least = UINT64_MAX, Most = 0; ///< Bytes of an access.
  uint64_t BeganNs = 0;                  ///< When the first access began.
  /// Of the times from access to access: how many there are, and their
  /// coefficient of variation.
  uint64_t Gaps = 0;
  double Variation = 0;
  /// That are in loops of three iterations at least.
  uint64_t InLoops = 0;
};

struct Stream {
  PatternSequence Sequence;
  StreamFigures Figures;
};

struct StreamName {
  std::string File;
  SignatureOperation Is;
  unsigned Thread = 0, Opening = 0; ///< As in SignatureStream.
  auto operator<=>(const StreamName &) const = default;
};

/// What a process did.
struct ProcessTrace {
  int64_t Rank = -1, Ranks = 0;
  uint64_t BeganAtNs = 0;
  std::string Program, BuildId;
  uint64_t Lost = 0; ///< Accesses that could not be written down.
  std::map<StreamName, Stream> Streams;
};

/// Visits the chunks of each process's trace, in files and folders. Ends the
/// command if a trace is damaged; warns if one lacks accesses.
void forEachTrace(const std::vector<std::string> &Paths,
                  FunctionRef<void(const std::vector<TracedChunk> &)> Visit);

/// Where the run time sees an access, too: as bytes of the file, or where these
/// are not contiguous, of the stream of a view.
PatternPoint pointOf(const TracedAccess &A);

/// The nests that accesses are.
Stream streamOf(const std::vector<StreamAccess> &Accesses);

/// The traces in files and folders. Ends the command if there is none, or one
/// is damaged. Of several processes of one rank, and of the same number of
/// ranks, the last counts.
std::vector<ProcessTrace> readTraces(const std::vector<std::string> &Paths);

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_STREAMS_H
