//===- LinkCache.h - slices of whole programs that were made before -------===//
//
// A link that has nothing new makes the slices of its program from the same
// files as the link before. So what a link has made is kept in a folder of the
// user's, by a hash of all that it was made of. FORESLICE_LINK_CACHE names the
// folder, or is "off"; otherwise the folder is foreslice/links in the user's
// folder for caches. What was not asked for in a week is removed, and so is
// what was not asked for the longest where all together is more than a GiB.
//
// Nothing here fails: what cannot be kept is made again.
//
//===----------------------------------------------------------------------===//

#ifndef FORESLICE_DRIVER_LINKCACHE_H
#define FORESLICE_DRIVER_LINKCACHE_H

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace foreslice::driver {

/// A hash of words and of files' contents, in their order.
class ContentHash {
public:
  ContentHash();
  ~ContentHash();
  void add(std::string_view Word);
  /// False if the file cannot be read.
  bool addFile(const std::filesystem::path &Path);
  std::string text() const;

private:
  struct State;
  std::unique_ptr<State> Hash;
};

class LinkCache {
public:
  /// Of a link that is made of what Hash has seen.
  explicit LinkCache(const ContentHash &Hash);

  /// Copies the files of such a link to To, an empty folder; false if there is
  /// none.
  bool fetch(const std::filesystem::path &To) const;
  /// Keeps copies of Files for such links to come.
  void store(const std::vector<std::string> &Files) const;

private:
  std::filesystem::path Folder; ///< Of all links; empty: nothing is kept.
  std::string Key;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKCACHE_H
