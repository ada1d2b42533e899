//===- SystemMemory.h - what the operating system may cache ---------------===//
//
// Kernel delivery keeps what it has fetched in the operating system's memory.
// More than fits there would push itself out, or what others need.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_SYSTEMMEMORY_H
#define FORESLICE_STORAGE_SYSTEMMEMORY_H

#include <cstdint>
#include <string>

namespace foreslice {

/// Bytes that files may take in the operating system's memory without any that
/// processes need: what the machine has available (MemAvailable), and what the
/// limits of this process's memory cgroups leave, of version 1 or 2. Looks
/// below Root. UINT64_MAX where nothing is known.
uint64_t availableMemory(const std::string &Root = "");

} // namespace foreslice

#endif // FORESLICE_STORAGE_SYSTEMMEMORY_H
