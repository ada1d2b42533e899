//===- Options.cpp - the command line of foreslice-slowfs -----------------===//
//
// Times are given in microseconds and rates in megabytes (10^6) a second, as
// people state them; the model wants nanoseconds and bytes.
//
//===----------------------------------------------------------------------===//

#include "Options.h"

#include <CLI/CLI.hpp>

#include <filesystem>

using namespace slowfs;

std::optional<Options> slowfs::parseOptions(int Argc, char **Argv,
                                            int &ExitCode) {
  Options O;
  double ServiceUs = 2000, RoundTripUs = 0, BandwidthMbs = 0, LinkMbs = 0;
  uint64_t StripeKb = 64, BlockKb = 0;
  CLI::App App{"Mounts a directory as if it lay on a slow disk array.",
               "foreslice-slowfs"};
  App.set_help_flag("-h,--help", "Print this help and exit");
  App.option_defaults()->always_capture_default();

  auto *Backing = App.add_option("--backing", O.FileSystem.Backing,
                                 "Directory that holds the files")
                      ->check(CLI::ExistingDirectory);
  auto *Mount = App.add_option("--mount", O.Mount, "Where to mount it");
  App.add_option("--service-us", ServiceUs, "Time a disk works on a request")
      ->check(CLI::NonNegativeNumber);
  App.add_option("--disks", O.Service.Disks, "Disks, each with its own queue")
      ->check(CLI::Range(1, 100000));
  App.add_option("--bandwidth-mbs", BandwidthMbs,
                 "MB/s of one disk, 0 for no limit")
      ->check(CLI::NonNegativeNumber);
  App.add_option("--stripe-kb", StripeKb, "KiB of a file on one disk in a row")
      ->check(CLI::Range(1, 1 << 30));
  App.add_option("--block-kb", BlockKb,
                 "KiB that files say are best read at once (st_blksize), a "
                 "power of 2; 0 for the stripe")
      ->check(CLI::Range(0, 1 << 20));
  App.add_option("--cached-percent", O.Service.CachedPercent,
                 "Of the stripes, those that are in the array's memory and "
                 "need no disk")
      ->check(CLI::Range(0, 100));
  App.add_option("--round-trip-us", RoundTripUs, "Time of the way to and fro")
      ->check(CLI::NonNegativeNumber);
  App.add_option("--link-mbs", LinkMbs,
                 "MB/s of the link that all replies share, 0 for no limit")
      ->check(CLI::NonNegativeNumber);
  App.add_flag("--delay-writes", O.DelayWrites,
               "Delay writes like reads; else they are done at once");
  App.add_flag("--kernel-cache", O.FileSystem.KernelCache,
               "Let the kernel cache and read ahead; else direct_io");
  App.add_option("--read-ahead-kb", O.ReadAheadKb,
                 "The kernel's readahead, with --kernel-cache");
  App.add_option("--counts", O.CountsFile,
                 "At the end, write counts of requests to this file (JSON)");
  App.add_flag("--foreground", O.Foreground,
               "Serve in this process and print a line once mounted; else "
               "return once mounted and print the server's process id");
  App.add_option("--until-pid", O.UntilPid,
                 "Unmount when this process has ended");
  App.add_flag("!--no-realtime", O.Realtime,
               "Keep normal priority; else SCHED_FIFO 20 if allowed");
  auto *Check = App.add_flag(
      "--self-check", O.SelfCheck,
      "Mount a temporary directory with these options, print latency and "
      "throughput beside the model's ideal, unmount");
  Check->excludes(Backing)->excludes(Mount);

  try {
    App.parse(Argc, Argv);
    if (!O.SelfCheck && (O.FileSystem.Backing.empty() || O.Mount.empty()))
      throw CLI::RequiredError("--backing DIR and --mount DIR");
  } catch (const CLI::ParseError &E) {
    ExitCode = App.exit(E) ? 2 : 0;
    return std::nullopt;
  }
  // The server may work from another directory.
  for (std::string *Path : {&O.FileSystem.Backing, &O.Mount, &O.CountsFile})
    if (!Path->empty())
      *Path = std::filesystem::absolute(*Path);
  O.Service.ServiceNs = static_cast<uint64_t>(ServiceUs * 1e3);
  O.Service.RoundTripNs = static_cast<uint64_t>(RoundTripUs * 1e3);
  O.Service.DiskBandwidth = static_cast<uint64_t>(BandwidthMbs * 1e6);
  O.Service.LinkBandwidth = static_cast<uint64_t>(LinkMbs * 1e6);
  O.Service.StripeBytes = StripeKb << 10;
  O.FileSystem.BlockBytes = (BlockKb ? BlockKb : StripeKb) << 10;
  return O;
}
