//===- RecordReader.h - slice records in a section ------------------------===//
//
// Takes apart the section of SliceRecordFormat.h.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_DUMP_RECORDREADER_H
#define FORESLICE_DRIVER_DUMP_RECORDREADER_H

#include "Model.h"

#include <string_view>

namespace foreslice::dump {

/// The records in the bytes of a section. Throws BadRecord.
std::vector<nlohmann::json> readRecords(std::string_view Section);

} // namespace foreslice::dump

#endif // FORESLICE_DRIVER_DUMP_RECORDREADER_H
