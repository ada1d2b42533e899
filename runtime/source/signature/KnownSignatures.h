//===- KnownSignatures.h - the signatures that the user gives -------------===//
//
// FORESLICE_SIGNATURES names a file or a folder. A file counts for any program.
// In a folder, files of this build of the program count; if there are none,
// files of a program with this name. The files are read at the first use.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H
#define FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H

#include "signature/SignatureFile.h"

#include <vector>

namespace foreslice {

class KnownSignatures {
public:
  /// The signatures of FORESLICE_SIGNATURES. Warns of unreadable files.
  KnownSignatures();
  /// For rank Rank of Ranks; without MPI, -1 of 0.
  KnownSignatures(std::vector<SignatureFile> Files, int64_t Rank, int64_t Ranks)
      : Files(std::move(Files)), Rank(Rank), Ranks(Ranks) {}

  bool isEmpty() const { return Files.empty(); }
  /// Expected reads of the Thread-th thread of the process that reads a file,
  /// after Opening closes of the file; null if unknown.
  std::shared_ptr<const PatternSequence>
  readsOf(const std::string &Path, unsigned Thread, unsigned Opening) const;
  /// The same reads by places of datasets; null if unknown.
  std::shared_ptr<const DatasetReads> datasetReadsOf(const std::string &Path,
                                                     unsigned Thread,
                                                     unsigned Opening) const;
  /// Whether any reads are known by places of datasets.
  bool haveDatasets() const;
  /// The files that the process is expected to read, in order.
  std::vector<std::string> filesInOrder() const;

private:
  void add(const std::string &Path);
  void addFolder(const std::string &Path);

  std::vector<SignatureFile> Files;
  int64_t Rank, Ranks;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H
