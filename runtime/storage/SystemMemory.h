//===- SystemMemory.h - memory for the operating system's cache -----------===//
//
// Kernel delivery keeps fetched data in the operating system's memory. Too much
// would push itself out, or memory that others need.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_SYSTEMMEMORY_H
#define FORESLICE_STORAGE_SYSTEMMEMORY_H

#include <cstdint>
#include <string>

namespace foreslice {

/// Bytes that files may take in the operating system's memory at no process's
/// cost: the machine's available memory (MemAvailable), within the limits of
/// this process's memory cgroups, version 1 or 2. Looks below Root. UINT64_MAX
/// where unknown.
uint64_t availableMemory(const std::string &Root = "");

} // namespace foreslice

#endif // FORESLICE_STORAGE_SYSTEMMEMORY_H
