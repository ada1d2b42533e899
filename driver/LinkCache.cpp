//===- LinkCache.cpp - a cache of whole programs' slices ------------------===//
//
// See LinkCache.h. A link's files are in a folder named by the hash. The folder
// is filled under another name and then renamed, so a concurrent link sees all
// files or none.
//
//===----------------------------------------------------------------------===//

#include "LinkCache.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <fstream>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace foreslice::driver {

namespace fs = std::filesystem;

struct ContentHash::State {
  XXH3_state_t Of;
};

ContentHash::ContentHash() : Hash(std::make_unique<State>()) {
  XXH3_128bits_reset(&Hash->Of);
}

ContentHash::~ContentHash() = default;

void ContentHash::add(std::string_view Word) {
  uint64_t Size = Word.size(); // Makes different lists of words differ.
  XXH3_128bits_update(&Hash->Of, &Size, sizeof Size);
  XXH3_128bits_update(&Hash->Of, Word.data(), Word.size());
}

bool ContentHash::addFile(const fs::path &Path) {
  std::ifstream In(Path, std::ios::binary);
  std::array<char, 1 << 16> Part;
  while (In) {
    In.read(Part.data(), Part.size());
    add({Part.data(), static_cast<size_t>(In.gcount())});
  }
  return In.eof();
}

std::string ContentHash::text() const {
  XXH128_canonical_t Bytes;
  XXH128_canonicalFromHash(&Bytes, XXH3_128bits_digest(&Hash->Of));
  std::string Text;
  for (unsigned char Byte : Bytes.digest)
    for (int Digit : {Byte >> 4, Byte & 15})
      Text += "0123456789abcdef"[Digit];
  return Text;
}

/// Empty if nothing is to be kept.
static fs::path cacheFolder() {
  auto Value = [](const char *Variable) {
    const char *Text = std::getenv(Variable);
    return std::string(Text ? Text : "");
  };
  if (std::string OwnName = Value("FORESLICE_LINK_CACHE"); !OwnName.empty())
    return OwnName == "off" ? fs::path() : fs::path(OwnName);
  // The standard for such folders ignores relative paths.
  if (fs::path Caches = Value("XDG_CACHE_HOME"); Caches.is_absolute())
    return Caches / "foreslice" / "links";
  fs::path Home = Value("HOME");
  return Home.empty() ? Home : Home / ".cache" / "foreslice" / "links";
}

LinkCache::LinkCache(const ContentHash &Hash)
    : Folder(cacheFolder()), Key(Hash.text()) {}

bool LinkCache::fetch(const fs::path &To) const {
  std::error_code Failed;
  if (Folder.empty() || !fs::is_directory(Folder / Key, Failed))
    return false;
  fs::copy(Folder / Key, To, fs::copy_options::recursive, Failed);
  if (Failed) {
    // Another link may have removed the folder meanwhile.
    for (const auto &File : fs::directory_iterator(To, Failed))
      fs::remove(File, Failed);
    return false;
  }
  fs::last_write_time(Folder / Key, fs::file_time_type::clock::now(), Failed);
  return true;
}

/// Removes links unused for a week, and the oldest links beyond a GiB in total.
static void prune(const fs::path &Folder) {
  constexpr auto Week = std::chrono::hours(7 * 24);
  constexpr uintmax_t MostBytes = 1U << 30;
  std::error_code Failed;
  std::vector<std::pair<fs::file_time_type, fs::path>> Links;
  for (const auto &Link : fs::directory_iterator(Folder, Failed))
    Links.emplace_back(Link.last_write_time(Failed), Link.path());
  std::ranges::sort(Links, std::greater<>());
  auto Now = fs::file_time_type::clock::now();
  uintmax_t Bytes = 0;
  for (const auto &[Used, Link] : Links) {
    for (const auto &File : fs::directory_iterator(Link, Failed))
      Bytes += File.file_size(Failed);
    if (Bytes > MostBytes || Now - Used > Week)
      fs::remove_all(Link, Failed);
  }
}

void LinkCache::store(const std::vector<std::string> &Files) const {
  std::error_code Failed;
  if (Folder.empty() || (fs::create_directories(Folder, Failed), Failed))
    return;
  prune(Folder);
  std::string New = (Folder / "new-XXXXXX").string();
  if (!mkdtemp(New.data()))
    return;
  for (const std::string &File : Files)
    if (!Failed)
      fs::copy_file(File, New / fs::path(File).filename(), Failed);
  if (!Failed)
    fs::rename(New, Folder / Key, Failed);
  if (Failed)
    fs::remove_all(New, Failed);
}

} // namespace foreslice::driver
