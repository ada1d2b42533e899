//===- SliceRecordFormat.h - slice records in a file ----------------------===//
//
// Written by the pass, and read by foreslice-dump. The section of an object or
// executable holds records one after the other, maybe with zeros between. A
// record is this header and then a MessagePack map (docs/dump.md lists the
// keys), compressed by zlib if the flag says so. Numbers are little-endian.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_PASSES_RECORD_SLICERECORDFORMAT_H
#define FORESLICE_PASSES_RECORD_SLICERECORDFORMAT_H

#include <cstdint>

namespace foreslice {

inline constexpr char RecordSection[] = ".foreslice.record";
inline constexpr char RecordMagic[] = "FSLICREC";
inline constexpr uint32_t RecordVersion = 1;
inline constexpr uint32_t RecordIsCompressed = 1;
/// Most bytes of a record before compression. Parts too many are left out, and
/// key "left_out" says so: first the dependence graphs, then the accesses, then
/// the regions.
inline constexpr uint64_t MaxRecordBytes = 1 << 20;
/// Offsets in the header: magic, version, flags, bytes that follow, and bytes
/// of the map.
inline constexpr unsigned RecordVersionAt = 8, RecordFlagsAt = 12,
                          RecordStoredAt = 16, RecordRawAt = 24,
                          RecordHeaderBytes = 32;

} // namespace foreslice

#endif // FORESLICE_PASSES_RECORD_SLICERECORDFORMAT_H
