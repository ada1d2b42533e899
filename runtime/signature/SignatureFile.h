//===- SignatureFile.h - a program's known accesses, in a file ------------===//
//
// A file of foreslice-signature. docs/signature.schema.json describes the form.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SIGNATURE_SIGNATUREFILE_H
#define FORESLICE_SIGNATURE_SIGNATUREFILE_H

#include "signature/Signatures.h"

#include <string_view>

namespace foreslice {

/// Reads by places of datasets, wherever these lie in the file.
struct DatasetReads {
  Datasets Sets;
  std::shared_ptr<const PatternSequence> Reads;
  uint64_t FileBytes = 0; ///< Of the file of the signature.
};

struct SignatureFile : Signatures {
  /// Nothing, with the reason in Why, if the file cannot be read or is no file
  /// of signatures.
  static std::optional<SignatureFile> read(const std::string &Path,
                                           std::string &Why);
  static std::optional<SignatureFile> parse(std::string_view Text,
                                            std::string &Why);
  std::string json() const;

  /// Expected accesses of a rank (of a program without MPI: -1 of 0) to a file,
  /// with places of bytes; null if unknown. A file of the same name in another
  /// folder counts as the same.
  std::shared_ptr<const PatternSequence>
  sequenceFor(int64_t Rank, int64_t NumberOfRanks, std::string_view File,
              SignatureOperation Is, unsigned Thread = 0,
              unsigned Opening = 0) const;
  /// The same reads, with places of datasets.
  std::shared_ptr<const DatasetReads>
  datasetReadsFor(int64_t Rank, int64_t NumberOfRanks, std::string_view File,
                  unsigned Thread = 0, unsigned Opening = 0) const;
  /// The files that a rank is expected to read, in order, by their recorded
  /// names, as far as known.
  std::vector<std::string> filesInOrder(int64_t Rank,
                                        int64_t NumberOfRanks) const;

private:
  enum class Form { Bytes, Datasets };
  const SignatureStream *bestFor(Form F, int64_t Rank, int64_t NumberOfRanks,
                                 std::string_view File, SignatureOperation Is,
                                 unsigned Thread, unsigned Opening) const;
};

} // namespace foreslice

#endif // FORESLICE_SIGNATURE_SIGNATUREFILE_H
