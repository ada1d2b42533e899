//===- PluginLoader.cpp - the file loaded by compilers --------------------===//
//
// ForeslicePass.so. The plugin proper, beside this file, needs symbols of one
// release of LLVM; another compiler would report an undefined C++ symbol. This
// file needs no symbols, and reports the release.
//
//===----------------------------------------------------------------------===//

#include "PluginHash.h"

#include "llvm/Config/llvm-config.h"
#include "llvm/Plugins/PassPlugin.h"

#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <string>

using llvm::PassPluginLibraryInfo;
using PluginInfo = PassPluginLibraryInfo();

/// Compiler caches know a plugin by the content of this file.
extern "C" const char foreslice_plugin_hash[] = FORESLICE_PLUGIN_HASH;

static std::string bodyPath() {
  Dl_info OwnInfo;
  if (!dladdr(foreslice_plugin_hash, &OwnInfo))
    return "";
  std::string Path = OwnInfo.dli_fname;
  return Path.substr(0, Path.rfind('/') + 1) + FORESLICE_PLUGIN_BODY;
}

/// "LLVM 16.0.6"; older releases do not tell.
static std::string hostRelease() {
  auto *Ask = reinterpret_cast<void (*)(unsigned *, unsigned *, unsigned *)>(
      dlsym(RTLD_DEFAULT, "LLVMGetVersion"));
  if (!Ask)
    return "another LLVM";
  unsigned Parts[3] = {};
  Ask(&Parts[0], &Parts[1], &Parts[2]);
  return "LLVM " + std::to_string(Parts[0]) + "." + std::to_string(Parts[1]) +
         "." + std::to_string(Parts[2]);
}

extern "C" __attribute__((visibility("default"))) PassPluginLibraryInfo
llvmGetPassPluginInfo() {
  if (void *Body = dlopen(bodyPath().c_str(), RTLD_LAZY | RTLD_LOCAL))
    if (auto *Info = reinterpret_cast<PluginInfo *>(
            dlsym(Body, "llvmGetPassPluginInfo")))
      return Info();
  const char *Error = dlerror();
  std::string Why = Error ? Error : "no plugin"; // dlsym overwrites the message
  std::string Host = hostRelease();
  std::fprintf(stderr,
               "foreslice: error: the pass plugin is for clang %d.%d, and this "
               "compiler is of %s (%s)\n",
               LLVM_VERSION_MAJOR, LLVM_VERSION_MINOR, Host.c_str(),
               Why.c_str());
  // The compiler would go on with a second message.
  std::_Exit(EXIT_FAILURE);
}
