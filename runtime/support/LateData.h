//===- LateData.h - data that the loader does not relocate ----------------===//
//
// Tables and virtual tables that only a run time at work needs: layout.ld.in
// says which. To relocate the data touches a page for each 4 KiB, so
// defer_relocations.py has taken the relocations from the loader.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_SUPPORT_LATEDATA_H
#define FORESLICE_SUPPORT_LATEDATA_H

namespace foreslice {

/// Relocates the data, the first time in a process and the process's forked
/// children. Throws std::bad_alloc where the system refuses. Any thread.
void relocateLateData();

} // namespace foreslice

#endif // FORESLICE_SUPPORT_LATEDATA_H
