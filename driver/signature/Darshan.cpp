//===- Darshan.cpp - signatures of logs of Darshan ------------------------===//
//
// See Darshan.h. foreslice_darshan.py takes the log apart.
//
//===----------------------------------------------------------------------===//

#include "Darshan.h"

#include "Fit.h"
#include "Installation.h"
#include "Notation.h"
#include "Process.h"
#include "RankNames.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace foreslice::signature {

using driver::fatal;
using nlohmann::json;

static SignatureOperation operationOf(const json &J) {
  return J.at("operation") == "read" ? SignatureOperation::Read
                                     : SignatureOperation::Write;
}

/// The streams of each rank.
static std::vector<ProcessTrace> processesOf(const json &Log) {
  std::map<int64_t, ProcessTrace> ByRank;
  const int64_t Ranks = Log.at("ranks");
  for (const json &J : Log.at("streams")) {
    std::vector<StreamAccess> Accesses;
    for (const json &A : J.at("accesses"))
      Accesses.push_back({{0, A.at(0), A.at(1), 0}, A.at(2), 0});
    const int64_t Rank = J.at("rank");
    ProcessTrace &P = ByRank[Rank];
    // A log of one process may be of a program without MPI.
    P.Rank = Ranks > 1 ? Rank : -1;
    P.Ranks = Ranks > 1 ? Ranks : 0;
    P.Program = Log.at("program");
    P.Streams.emplace(StreamName{J.at("file"), operationOf(J)},
                      streamOf(Accesses));
  }
  std::vector<ProcessTrace> All;
  All.reserve(ByRank.size());
  for (auto &[Rank, P] : ByRank)
    All.push_back(std::move(P));
  return All;
}

namespace {

/// The counters of a file, over all ranks with the file.
struct Counted {
  uint64_t Accesses = 0, Bytes = 0, InRow = 0, Records = 0;
  int64_t Stride = 0, Size = 0;
  uint64_t Strides = 0, Sizes = 0; ///< Occurrences of Stride and Size.
  bool Again = false;              ///< More bytes than in the file.

  void add(const json &J) {
    Accesses += J.at("accesses").get<uint64_t>();
    Bytes += J.at("bytes").get<uint64_t>();
    InRow += J.at("in_row").get<uint64_t>();
    ++Records;
    Stride = J.at("stride");
    Size = J.at("size");
    Strides += J.at("strides").get<uint64_t>();
    Sizes += J.at("sizes").get<uint64_t>();
    // Of a record of all ranks, nobody knows how often each has been there.
    Again |= J.at("rank") >= 0 &&
             J.at("bytes").get<int64_t>() > J.at("end").get<int64_t>() + 1;
  }

  std::string spatial() const {
    const uint64_t Follow = Accesses - std::min(Accesses, Records);
    if (Follow == 0)
      return "No spatial pattern";
    if (2 * InRow > Follow)
      return "Contiguous";
    if (2 * Strides > Follow && Stride != 0)
      return "Non-contiguous, fixed strided";
    return "Random, as far as counters show";
  }
};

} // namespace

/// Pattern signatures alone.
static SignatureFile patternsOf(const json &Log) {
  SignatureFile F;
  F.Program = Log.at("program");
  F.Ranks.push_back(Log.at("ranks"));
  std::map<std::pair<std::string, SignatureOperation>, Counted> Files;
  RankNames Names(F.Ranks[0]);
  for (const json &J : Log.at("counters"))
    Names.add(J.at("rank"), J.at("file"));
  for (const json &J : Log.at("counters"))
    Files[{Names.nameOf(J.at("rank"), J.at("file")), operationOf(J)}].add(J);
  for (const auto &[Name, C] : Files) {
    SignatureStream S;
    S.File = Name.first;
    S.Is = Name.second;
    S.Accesses = C.Accesses;
    S.Bytes = C.Bytes;
    S.Pattern = patternSignature(S.Is, C.spatial(),
                                 C.Again ? "repetitive" : "single occurrence",
                                 C.Bytes / std::max<uint64_t>(C.Accesses, 1),
                                 C.Sizes >= C.Accesses, "unknown");
    S.Note = "Counters do not tell where accesses were: there is nothing to "
             "read ahead by.";
    F.Streams.push_back(std::move(S));
  }
  return F;
}

SignatureFile readDarshanLog(const std::string &Path) {
  const driver::Installation Here;
  int Status = 0;
  const std::string Text = driver::outputOf(
      {"/usr/bin/env", "python3",
       Here.libDir() + "/foreslice/signature/foreslice_darshan.py", Path},
      &Status);
  if (Status != 0)
    fatal(Command, "python3, which reads logs of Darshan, cannot be run");
  try {
    const json Log = json::parse(Text);
    if (Log.contains("error"))
      fatal(Command, Log.at("error"));
    if (!Log.at("streams").empty())
      return fit(processesOf(Log));
    if (!Log.at("counters").empty())
      return patternsOf(Log);
  } catch (const std::exception &Error) {
    fatal(Command, "'" + Path + "': " + Error.what());
  }
  fatal(Command, "'" + Path + "' has no read or write of a file");
}

} // namespace foreslice::signature
