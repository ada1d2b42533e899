//===- LinkCache.h - a cache of whole programs' slices --------------------===//
//
// A link without changes makes the slices of a program from the files of the
// link before. So the results of a link are kept in a folder of the user, by a
// hash of all inputs. FORESLICE_LINK_CACHE names the folder, or is "off";
// otherwise the folder is foreslice/links in the user's folder for caches.
// Links unused for a week are removed, and beyond a GiB in total, the links
// longest unused.
//
// No failure is an error: a link missing in the cache is made again.
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

/// A hash of words and of files' contents, in order.
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
  /// The cache entry of a link with the inputs in Hash.
  explicit LinkCache(const ContentHash &Hash);

  /// Copies the files of the entry to To, an empty folder; false if there is no
  /// entry.
  bool fetch(const std::filesystem::path &To) const;
  /// Keeps copies of Files as the entry.
  void store(const std::vector<std::string> &Files) const;

private:
  std::filesystem::path Folder; ///< Of all links; empty: nothing is kept.
  std::string Key;
};

} // namespace foreslice::driver

#endif // FORESLICE_DRIVER_LINKCACHE_H
