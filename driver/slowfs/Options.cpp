//===- Options.cpp - the command line of foreslice-slowfs -----------------===//
//
// Times are given in microseconds and rates in megabytes (10^6) a second, as
// people state them; the model wants nanoseconds and bytes.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "CommandLine.h"
#include "Process.h"

#include <cstdint>
#include <filesystem>

using namespace slowfs;
using foreslice::driver::CommandLine;

static constexpr const char *Command = "foreslice-slowfs";

Options slowfs::parseOptions(int Argc, char **Argv) {
  constexpr double Any = 1e9;
  constexpr unsigned MostKb = 1 << 20;
  Options O;
  double ServiceUs = 2000, RoundTripUs = 0, BandwidthMbs = 0, LinkMbs = 0;
  unsigned StripeKb = 64, BlockKb = 0, UntilPid = 0;
  bool NormalPriority = false;
  CommandLine Line(Command,
                   "Mounts a directory as if it lay on a slow disk array.");
  Line.option("--backing", O.FileSystem.Backing, "DIR",
              "the directory that holds the files",
              CommandLine::Existing::Folder);
  Line.option("--mount", O.Mount, "DIR", "where to mount it");
  Line.option("--service-us", ServiceUs, "US",
              "the time that a disk works on a request (2000)", 0, Any);
  Line.option("--disks", O.Service.Disks, "N",
              "disks, each with its own queue (32)", 1, 100000);
  Line.option("--bandwidth-mbs", BandwidthMbs, "MB",
              "MB/s of one disk, 0 for no limit (0)", 0, Any);
  Line.option("--stripe-kb", StripeKb, "KIB",
              "KiB of a file on one disk in a row (64)", 1, MostKb);
  Line.option("--block-kb", BlockKb, "KIB",
              "KiB that files say are best read at once (st_blksize), a power "
              "of 2; 0 for the stripe (0)",
              0, MostKb);
  Line.option("--cached-percent", O.Service.CachedPercent, "PERCENT",
              "of the stripes, those that are in the array's memory and need "
              "no disk (0)",
              0, 100);
  Line.option("--round-trip-us", RoundTripUs, "US",
              "the time of the way to the array and back (0)", 0, Any);
  Line.option("--link-mbs", LinkMbs, "MB",
              "MB/s of the link that all replies share, 0 for no limit (0)", 0,
              Any);
  Line.flag("--delay-writes", O.DelayWrites,
            "delays writes like reads; else they are done at once");
  Line.flag("--kernel-cache", O.FileSystem.KernelCache,
            "lets the kernel cache and read ahead; else direct_io");
  Line.flag("--drop-at-open", O.FileSystem.DropsAtOpen,
            "with --kernel-cache: each open of a file throws away what the "
            "kernel has of it, as on most FUSE file systems");
  Line.flag("--keep-old", O.FileSystem.KeepsOld,
            "with --kernel-cache: the kernel keeps what it has of a file that "
            "has changed in the backing directory");
  Line.option("--read-ahead-kb", O.ReadAheadKb, "KIB",
              "the kernel's readahead, with --kernel-cache (128)", 0, MostKb);
  Line.option("--counts", O.CountsFile, "FILE",
              "at the end, writes counts of requests to this file (JSON)");
  Line.flag("--foreground", O.Foreground,
            "serves in this process and prints a line once mounted; else "
            "returns once mounted and prints the server's process id");
  Line.option("--until-pid", UntilPid, "PID",
              "unmounts when this process has ended", 1, INT32_MAX);
  Line.flag("--no-realtime", NormalPriority,
            "keeps normal priority; else SCHED_FIFO 20 if allowed");
  Line.flag("--self-check", O.SelfCheck,
            "mounts a temporary directory with these options, prints latency "
            "and throughput beside the model's ideal, unmounts");
  Line.parse(Argc, Argv);
  const bool Named = !O.FileSystem.Backing.empty() && !O.Mount.empty();
  const bool NoneNamed = O.FileSystem.Backing.empty() && O.Mount.empty();
  if (O.SelfCheck ? !NoneNamed : !Named)
    foreslice::driver::fatal(
        Command,
        "either --backing DIR and --mount DIR are given, or --self-check");
  O.UntilPid = static_cast<pid_t>(UntilPid);
  O.Realtime = !NormalPriority;
  // The server may work from another directory.
  for (std::string *Path : {&O.FileSystem.Backing, &O.Mount, &O.CountsFile})
    if (!Path->empty())
      *Path = std::filesystem::absolute(*Path);
  O.Service.ServiceNs = static_cast<uint64_t>(ServiceUs * 1e3);
  O.Service.RoundTripNs = static_cast<uint64_t>(RoundTripUs * 1e3);
  O.Service.DiskBandwidth = static_cast<uint64_t>(BandwidthMbs * 1e6);
  O.Service.LinkBandwidth = static_cast<uint64_t>(LinkMbs * 1e6);
  O.Service.StripeBytes = uint64_t{StripeKb} << 10;
  O.FileSystem.BlockBytes = uint64_t{BlockKb ? BlockKb : StripeKb} << 10;
  return O;
}
