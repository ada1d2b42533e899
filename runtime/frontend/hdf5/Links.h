//===- Links.h - the links of a group -------------------------------------===//
//
// A group keeps its links in the header, in a table of symbols (the first
// format), or, where there are many, in a heap with an index of names (the
// format of 1.8). HDF5 File Format Specification, version 3.0, sections III.A,
// III.B, III.D, III.G, IV.A.2. The bytes are not trusted.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_FRONTEND_HDF5_LINKS_H
#define FORESLICE_FRONTEND_HDF5_LINKS_H

#include "frontend/hdf5/ByteReader.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace foreslice::hdf5 {

struct Link {
  std::string Name;
  uint64_t Header = NoAddress; ///< NoAddress: not a hard link.
  uint64_t Order = 0; ///< The number by creation, if the group keeps it.
};
/// In the order of the names.
using LinkList = std::vector<Link>;

/// The links of groups that were looked up, by the groups' headers. A file that
/// may change needs new ones.
using KnownLinks = std::map<uint64_t, std::shared_ptr<const LinkList>>;

/// All links of the group with the header Group; null if the object is not a
/// group, is damaged, or has too many links.
std::shared_ptr<const LinkList> linksOf(uint64_t Base, uint64_t Group,
                                        ReadFn Read);

/// Whether the object with the header Header has links, or may have some.
bool isGroup(uint64_t Base, uint64_t Header, ReadFn Read);

/// The target of one link, with no more reads than needed. Known has the links
/// of groups whose index of names was read before.
std::optional<uint64_t> findLink(uint64_t Base, uint64_t Group,
                                 std::string_view Name, ReadFn Read,
                                 KnownLinks &Known);

} // namespace foreslice::hdf5

#endif // FORESLICE_FRONTEND_HDF5_LINKS_H
