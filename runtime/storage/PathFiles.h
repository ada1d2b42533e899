//===- PathFiles.h - files that are open by name only ---------------------===//
//
// Slices open files ahead of the program by O_PATH descriptors, to which no
// locks belong. An open takes the lowest number from before the kernel looks
// the name up, which the program would notice that opens something meanwhile.
// So the descriptors are in a table that the program does not see, where the
// kernel has that (support/DescriptorTable.h), and otherwise moved up.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_STORAGE_PATHFILES_H
#define FORESLICE_STORAGE_PATHFILES_H

#include <string>
#include <sys/stat.h>

/// Numbers stand for files among these functions only, but for descriptors of
/// the program's table, which stand for themselves. Any thread but the
/// program's.
namespace foreslice::path_files {

/// The number, and what fstat(2) says; or -1.
int open(const char *Name, struct stat &Is);
void close(int Number);
/// A path to the file, for threads with the program's table.
std::string linkOf(int Number);

} // namespace foreslice::path_files

#endif // FORESLICE_STORAGE_PATHFILES_H
