//===- Signatures.h - what a program does with its files ------------------===//
//
// For each file that the program accesses, what the accesses were, for all
// ranks at once where these differ by their number only.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATURES_H
#define FORESLICE_SIGNATURE_SIGNATURES_H

#include "signature/PatternSequence.h"
#include "signature/RankNumber.h"

#include <string>

namespace foreslice {

enum class SignatureOperation { Read, Write };

/// As PatternTerm.
struct SignatureTerm {
  ShapeRef Shape;
  std::vector<RankNumber> Numbers;
  bool operator==(const SignatureTerm &O) const {
    return sameShape(Shape, O.Shape) && Numbers == O.Numbers;
  }
};

struct SignatureStream {
  /// Its path. {rank} stands for the rank, and {rank:4} for that with zeros
  /// before it.
  std::string File;
  SignatureOperation Is = SignatureOperation::Read;
  std::optional<int64_t> Rank;  ///< Only that one.
  std::optional<int64_t> Ranks; ///< Only if there are so many.
  unsigned Thread = 0;  ///< Of those that access the file, in order of time.
  unsigned Opening = 0; ///< How often the program had closed the file before.
  unsigned LastOpening = 0; ///< And up to which opening that is the same.
  /// Which of the process's streams begins before which; of the first rank that
  /// has the stream. None if that is not known.
  std::optional<unsigned> Order;
  int64_t Columns = 1; ///< Where numbers have columns and rows.
  std::vector<SignatureTerm> Terms;

  // For people:
  std::string Trace, Pattern; ///< In the notation of Byna et al.
  std::string Note;
  uint64_t Accesses = 0, Bytes = 0;
  uint64_t TraceBytes = 0; ///< That the accesses take in traces.
};

struct Signatures {
  /// Larger files, and such with more terms, are refused.
  static constexpr size_t MostBytes = size_t(16) << 20;
  static constexpr size_t MostTerms = 100'000;
  static constexpr size_t MostNumbers = 1'000'000;
  static constexpr unsigned MostLevels = 64;

  std::string Program, BuildId; ///< The name, and the build id in hexadecimal.
  std::vector<int64_t> Ranks;   ///< Of the runs that it was made from.
  std::vector<SignatureStream> Streams;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATURES_H
