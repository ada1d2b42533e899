//===- DataFiles.h - files in the order of their datasets -----------------===//
//
// The order of the data of traced files. The files must be there, as in the
// traced run.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_DATAFILES_H
#define FORESLICE_DRIVER_SIGNATURE_DATAFILES_H

#include "layout/PlaceOrder.h"
#include "signature/PatternTerm.h"

#include <map>
#include <memory>
#include <set>
#include <string>

namespace foreslice::signature {

class DataFiles {
public:
  struct File {
    std::shared_ptr<const PlaceOrder> Order; ///< Null without an order.
    uint64_t Bytes = 0;

    /// An access by bytes, with a place of a dataset; none for metadata.
    std::optional<PatternPoint> placed(PatternPoint Access) const;
    /// For people: the datasets with the numbers Used, and all places.
    std::string text(const std::set<size_t> &Used) const;
  };

  const File &at(const std::string &Path);

private:
  std::map<std::string, File> Files;
};

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_DATAFILES_H
