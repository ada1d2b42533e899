//===- RankNames.h - a common name for files of single ranks --------------===//
//
// out.0000, out.0001 and so on become one name, out.{rank:4}, if each rank uses
// only the file with the rank's number.
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
  /// For a run of Ranks ranks.
  explicit RankNames(int64_t Ranks) : Ranks(Ranks) {}

  void add(int64_t Rank, const std::string &File);
  /// The common name; valid after all files of all ranks were added.
  std::string nameOf(int64_t Rank, const std::string &File) const;

private:
  static std::vector<std::string> namesFor(int64_t Rank,
                                           const std::string &File);

  const int64_t Ranks;
  std::map<std::string, std::set<int64_t>> Users, Common;
};

} // namespace foreslice::signature

#endif // FORESLICE_DRIVER_SIGNATURE_RANKNAMES_H
