//===- Installation.h - where Foreslice's parts are -----------------------===//
//
// Every command finds the plugin and the run-time libraries relative to the
// executable, so the build tree, an installed tree and a moved tree all work.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_INSTALLATION_H
#define FORESLICE_DRIVER_INSTALLATION_H

#include <string>
#include <vector>

namespace foreslice::driver {

class Installation {
public:
  /// Takes the folder of /proc/self/exe for <prefix>/bin.
  Installation();

  const std::string &executable() const { return Executable; }
  const std::string &binDir() const { return BinDir; }
  const std::string &libDir() const { return LibDir; }
  std::string prefix() const;
  /// Holds the commands named clang and clang++.
  std::string clangDir() const { return LibDir + "/foreslice/bin"; }
  std::string plugin() const { return LibDir + "/foreslice/ForeslicePass.so"; }
  /// The run-time library of an MPI family, for links.
  std::string runtime(const std::string &Family) const {
    return LibDir + "/libforeslice_" + Family + ".so";
  }
  /// The folder of files that Fortran sources include and use, for an MPI
  /// family.
  std::string fortranModules(const std::string &Family) const {
    return LibDir + "/foreslice/fortran/" + Family;
  }
  /// The run-time library of programs without MPI.
  std::string plainRuntime() const { return LibDir + "/libforeslice.so"; }
  /// The run-time library of this version of the ABI, loaded by programs:
  /// enough to run programs.
  static std::string loaded(const std::string &Runtime);
  /// The library that foreslice-run loads before programs, and the companion
  /// started beside.
  std::string guest() const { return LibDir + "/libforeslice_guest.so"; }
  std::string companion() const { return clangDir() + "/foreslice-companion"; }
  bool hasRuntime(const std::string &Family) const;
  /// The linker's options by which programs find the run time: a run path, or
  /// none where the loader looks by itself. A program looks into a run path's
  /// folder and twelve folders below, which takes about 30 us.
  std::vector<std::string> runPath() const;

private:
  std::string Executable, BinDir, LibDir;
};

/// The folder of the LLVM 22 that Foreslice was built for: clang, clang++,
/// flang.
std::string configuredClangDir();

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_INSTALLATION_H
