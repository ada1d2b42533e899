//===- JobNetwork.cpp - messages between the nodes of a job ---------------===//
//
// See JobNetwork.h.
//
//===----------------------------------------------------------------------===//

#include "frontend/mpiio/JobNetwork.h"
#include "frontend/Runtime.h"

#include "share/job/JobPages.h"
#include "share/network/Interfaces.h"
#include "support/Settings.h"
#include "support/Statistics.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <numeric>
#include <pthread.h>
#include <string>

namespace foreslice {

namespace {

/// An address to listen on, or why there is none.
struct Network {
  IpAddress Address;
  char Why[160] = {};
};

/// Facts of a rank for the others.
struct Hello {
  Endpoint Contact;
  int FirstOfNode;
  uint64_t PageSize; ///< 0 on a rank without a shared cache.
};

/// Most time that a rank waits for another; a slower home is asked no more.
constexpr std::chrono::milliseconds Patience{1000};

/// Set once, by connect().
struct Connected {
  NodesOfRanks NodeOf; ///< By the first rank of the node.
  std::unique_ptr<JobPages> Pages;
  std::unique_ptr<Messenger> Net; ///< Calls Pages once peers are known.
};
Connected *TheJob = nullptr;

void setWhy(Network &N, const std::string &Why) {
  snprintf(N.Why, sizeof N.Why, "%s", Why.c_str());
}

/// Collective over the first ranks of all nodes.
Network agreeOnNetwork(MPI_Comm Firsts) {
  int Rank = 0, Count = 1;
  PMPI_Comm_rank(Firsts, &Rank);
  PMPI_Comm_size(Firsts, &Count);
  std::vector<std::byte> Mine = serialize(localAddresses());
  int Length = static_cast<int>(Mine.size());
  std::vector<int> Lengths(static_cast<size_t>(Count));
  PMPI_Gather(&Length, 1, MPI_INT, Lengths.data(), 1, MPI_INT, 0, Firsts);
  std::vector<int> Starts(Lengths.size());
  std::exclusive_scan(Lengths.begin(), Lengths.end(), Starts.begin(), 0);
  std::vector<std::byte> All(static_cast<size_t>(Starts.back()) +
                             static_cast<size_t>(Lengths.back()));
  PMPI_Gatherv(Mine.data(), Length, MPI_BYTE, All.data(), Lengths.data(),
               Starts.data(), MPI_BYTE, 0, Firsts);
  std::vector<Network> Out(Rank == 0 ? Lengths.size() : 0);
  if (Rank == 0) {
    std::vector<std::vector<InterfaceAddress>> Nodes;
    Nodes.reserve(Lengths.size());
    for (size_t I = 0; I < Lengths.size(); ++I)
      Nodes.push_back(parseAddresses(std::span(All).subspan(
                                         static_cast<size_t>(Starts[I]),
                                         static_cast<size_t>(Lengths[I])))
                          .value_or(std::vector<InterfaceAddress>()));
    const std::string &Only = Settings::get().Network;
    CommonNetwork Found =
        findCommonNetwork(Nodes, Only == "any" ? std::string() : Only);
    for (size_t I = 0; I < Out.size(); ++I)
      if (Found.Addresses.empty())
        setWhy(Out[I], Found.Why);
      else
        Out[I].Address = Found.Addresses[I];
  }
  Network N;
  PMPI_Scatter(Out.data(), sizeof N, MPI_BYTE, &N, sizeof N, MPI_BYTE, 0,
               Firsts);
  return N;
}

/// Collective over MPI_COMM_WORLD.
Network agreeOnNetwork(const NodeRanks &Node) {
  MPI_Comm Firsts;
  Network N;
  PMPI_Comm_split(MPI_COMM_WORLD, Node.Rank == 0 ? 0 : MPI_UNDEFINED,
                  Node.First, &Firsts);
  if (Firsts != MPI_COMM_NULL) {
    N = agreeOnNetwork(Firsts);
    PMPI_Comm_free(&Firsts);
  }
  PMPI_Bcast(&N, sizeof N, MPI_BYTE, 0, Node.Comm);
  return N;
}

Secret agreeOnSecret(int Rank) {
  Secret S;
  if (Rank == 0)
    S = Secret::random();
  PMPI_Bcast(S.Bytes.data(), static_cast<int>(S.Bytes.size()), MPI_BYTE, 0,
             MPI_COMM_WORLD);
  return S;
}

void note(const std::string &Why) {
  Statistics::get().note("the nodes do not share their caches: " + Why);
}

/// The reason against sharing; empty if the ranks share.
std::string whyNot(std::span<const Hello> All) {
  for (const Hello &H : All) {
    auto Rank = " on rank " + std::to_string(&H - All.data());
    if (H.PageSize == 0)
      return "FORESLICE_SHARE or FORESLICE_DISABLE says so" + Rank +
             ", or its node has no memory in common";
    if (H.PageSize != All.front().PageSize)
      return "FORESLICE_PAGE_SIZE differs" + Rank;
    if (H.Contact.Port == 0)
      return "no socket" + Rank;
  }
  if (All.front().PageSize > 4 * RemotePages::MostBytes)
    return "FORESLICE_PAGE_SIZE is above 4M";
  return "";
}

} // namespace

void job_network::connect(const NodeRanks &Node, NodeDirectory *Directory) {
  int Rank = 0, Size = 1;
  PMPI_Comm_rank(MPI_COMM_WORLD, &Rank);
  PMPI_Comm_size(MPI_COMM_WORLD, &Size);
  bool Takes = Directory && Settings::get().Share == Sharing::Job;
  Network N = agreeOnNetwork(Node);
  Secret Key = agreeOnSecret(Rank);
  Hello Mine{
      {N.Address, 0}, Node.First, Takes ? Directory->grid().pageSize() : 0};
  auto Job = std::make_unique<Connected>();
  std::string Why = N.Why;
  if (Takes && Why.empty()) {
    Messenger::Config C{
        .Key = Key, .Rank = Rank, .Address = N.Address, .Deadline = Patience};
    runtime(); // has called the constructors of the messenger's library
    Job->Net = Messenger::listen(
        C,
        [Job = Job.get()](int From, uint8_t Type,
                          std::span<const std::byte> Bytes, Reply To) {
          Job->Pages->handle(From, Type, Bytes, std::move(To));
        },
        Why);
  }
  Mine.Contact.Port = Job->Net ? Job->Net->port() : 0;
  std::vector<Hello> All(static_cast<size_t>(Size));
  PMPI_Allgather(&Mine, sizeof Mine, MPI_BYTE, All.data(), sizeof Mine,
                 MPI_BYTE, MPI_COMM_WORLD);
  std::string WhyAll = whyNot(All);
  if (!WhyAll.empty()) {
    if (Takes)
      note(Why.empty() ? WhyAll : Why);
    return;
  }
  std::vector<Endpoint> Peers;
  std::vector<int> NodeOf;
  for (const Hello &H : All) {
    Peers.push_back(H.Contact);
    NodeOf.push_back(H.FirstOfNode);
  }
  Job->NodeOf = std::make_shared<const std::vector<int>>(std::move(NodeOf));
  Job->Pages =
      std::make_unique<JobPages>(*Directory, *Job->Net, Job->NodeOf, Rank);
  Adaptive &Adapts = runtime().adaptive();
  Job->Pages->onTold(
      [&Adapts](std::span<const std::byte> Message) { Adapts.hear(Message); });
  if (!Job->Net->setPeers(std::move(Peers)))
    note("no thread for messages"); // as others will find out
  runtime().control().connect(*Job->Pages);
  Adapts.connect(
      [Pages = Job->Pages.get()](std::span<const std::byte> Message) {
        Pages->tell(Message);
      });
  TheJob = Job.release();
  pthread_atfork(nullptr, nullptr, [] { TheJob->Net->abandon(); });
}

std::vector<int> job_network::ranksOfSeveralNodes(MPI_Comm Comm) {
  std::vector<int> Ranks;
  if (!TheJob)
    return Ranks;
  MPI_Group Some, World;
  int Size = 0;
  PMPI_Comm_size(Comm, &Size);
  PMPI_Comm_group(Comm, &Some);
  PMPI_Comm_group(MPI_COMM_WORLD, &World);
  std::vector<int> Of(static_cast<size_t>(Size));
  std::iota(Of.begin(), Of.end(), 0);
  Ranks.resize(Of.size());
  PMPI_Group_translate_ranks(Some, Size, Of.data(), World, Ranks.data());
  PMPI_Group_free(&Some);
  PMPI_Group_free(&World);
  auto Node = [&](int Rank) {
    return (*TheJob->NodeOf)[static_cast<size_t>(Rank)];
  };
  bool OneNode = std::ranges::all_of(
      Ranks, [&](int Rank) { return Node(Rank) == Node(Ranks.front()); });
  if (OneNode)
    Ranks.clear();
  return Ranks;
}

void job_network::countMessages() {
  if (!TheJob)
    return;
  const MessengerStatistics &S = TheJob->Net->statistics();
  Statistics &Out = Statistics::get();
  Out.add(RunCounter::MessagesSent, S.MessagesSent);
  Out.add(RunCounter::MessagesForeign, S.ForeignConnections);
  Out.add(RunCounter::MessagesMalformed, S.MalformedFrames);
}

} // namespace foreslice
