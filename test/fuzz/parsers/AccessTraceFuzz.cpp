//===- AccessTraceFuzz.cpp - any bytes as a trace of accesses -------------===//
//
// For libFuzzer. A trace is read or refused.
//
//===----------------------------------------------------------------------===//

#include "recorder/AccessTraceReader.h"

#include <algorithm>

using namespace foreslice;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *Data, size_t Size) {
  // Most inputs are shorter than a chunk, of which zeros are the rest.
  std::vector<std::byte> Content((Size + access_format::ChunkBytes - 1) /
                                 access_format::ChunkBytes *
                                 access_format::ChunkBytes);
  std::transform(Data, Data + Size, Content.begin(),
                 [](uint8_t B) { return std::byte(B); });
  try {
    readAccessTrace("input", Content);
  } catch (const BadAccessTrace &) {
    return 0;
  }
  return 0;
}
