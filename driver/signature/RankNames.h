//===- RankNames.h - files that each rank has of its own ------------------===//
//
// out.0000, out.0001 and so on are one name, out.{rank:4}, where each rank uses
// its own number and no other's.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_SIGNATURE_RANKNAMES_H
#define FORESLICE_DRIVER_SIGNATURE_RANKNAMES_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace foreslice::signature {

class RankNames {
public:
  /// Of a run of so many ranks.
  explicit RankNames(int64_t Ranks) : Ranks(Ranks) {}

  void add(int64_t Rank, const std::string &File);
  /// After all files of all ranks were added.
  std::string nameOf(int64_t Rank, const std::string &File) const;

private:
  static std::vector<std::string> namesFor(int64_t Rank,
                                           const std::string &File);

  const int64_t Ranks;
  std::map<std::string, std::set<int64_t>> Users, Common;
};

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_RANKNAMES_H
