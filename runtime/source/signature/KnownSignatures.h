//===- KnownSignatures.h - the signatures that the user gives -------------===//
//
// FORESLICE_SIGNATURES names a file, which is taken as it is, or a folder, of
// which those files count that are of this program: of its build if there are
// any, else of its name. Read at the first use.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H
#define FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H

#include "signature/SignatureFile.h"

#include <vector>

namespace foreslice {

class KnownSignatures {
public:
  /// Warns of what cannot be read.
  KnownSignatures();

  bool isEmpty() const { return Files.empty(); }
  /// What the Thread-th thread of the process that reads a file is expected to
  /// read, after Opening closes of the file; null if that is not known.
  std::shared_ptr<const PatternSequence>
  readsOf(const std::string &Path, unsigned Thread, unsigned Opening) const;

private:
  void add(const std::string &Path);
  void addFolder(const std::string &Path);

  std::vector<SignatureFile> Files;
  int64_t Rank, Ranks;
};

} // namespace foreslice

#endif // FORESLICE_SOURCE_SIGNATURE_KNOWNSIGNATURES_H
