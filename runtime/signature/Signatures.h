//===- Signatures.h - a program's accesses to its files -------------------===//
//
// For each file that the program accesses, the accesses of all ranks, in one
// stream where only numbers differ.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATURES_H
#define FORESLICE_SIGNATURE_SIGNATURES_H

#include "layout/PlaceOrder.h"
#include "signature/PatternSequence.h"
#include "signature/RankNumber.h"

#include <string>

namespace foreslice {

enum class SignatureOperation { Read, Write };

/// A PatternTerm for all ranks.
struct SignatureTerm {
  ShapeRef Shape;
  std::vector<RankNumber> Numbers;
  bool operator==(const SignatureTerm &O) const {
    return sameShape(Shape, O.Shape) && Numbers == O.Numbers;
  }
};

struct SignatureStream {
  /// The path. {rank} stands for the rank, {rank:4} for the rank with zeros in
  /// front.
  std::string File;
  SignatureOperation Is = SignatureOperation::Read;
  std::optional<int64_t> Rank;  ///< Only for this rank.
  std::optional<int64_t> Ranks; ///< Only for this number of ranks.
  /// Number among the threads that access the file, in order of time.
  unsigned Thread = 0;
  unsigned Opening = 0;     ///< Earlier closes of the file by the program.
  unsigned LastOpening = 0; ///< Last opening with the same accesses.
  /// Order of the begins of the process's streams; of the first rank with the
  /// stream. None if unknown.
  std::optional<unsigned> Order;
  int64_t Columns = 1; ///< For numbers with columns and rows.
  /// Where the places are places of datasets; without names, of bytes. Such a
  /// stream comes behind a stream of bytes with the same accesses.
  Datasets Sets;
  uint64_t FileBytes = 0; ///< Beside datasets: the length of the file.
  std::vector<SignatureTerm> Terms;

  // For people:
  std::string Trace, Pattern; ///< In the notation of Byna et al.
  std::string Note;
  uint64_t Accesses = 0, Bytes = 0;
  uint64_t TraceBytes = 0; ///< Size of the accesses in traces.
};

struct Signatures {
  /// Larger files, and files with more terms, are refused.
  static constexpr size_t MostBytes = size_t(16) << 20;
  static constexpr size_t MostTerms = 100'000;
  static constexpr size_t MostNumbers = 1'000'000;
  static constexpr unsigned MostLevels = 64;
  static constexpr size_t MostDatasets = 4096;

  std::string Program, BuildId; ///< The name, and the build id in hexadecimal.
  std::vector<int64_t> Ranks;   ///< Ranks of the observed runs.
  std::vector<SignatureStream> Streams;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATURES_H
