//===- Passthrough.cpp - the file system's operations ---------------------===//
//
// An inode of the mount is an O_PATH descriptor of the backing file, found by
// device and inode so that hard links are one file; opens go through
// /proc/self/fd. After passthrough_ll of the FUSE examples, cut to what MPI-IO
// libraries and shells use.
//
//===----------------------------------------------------------------------===//

#include "Passthrough.h"

#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <map>
#include <mutex>
#include <sys/file.h>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>
#include <vector>

using namespace slowfs;

namespace {

struct Inode {
  int Fd = -1; ///< O_PATH
  std::pair<dev_t, ino_t> Key;
  uint64_t Lookups = 0; ///< Guarded by FileSystem::State::Lock.
};

/// "/proc/self/fd/N" of an O_PATH descriptor: a path to open or follow.
class ProcPath {
public:
  explicit ProcPath(int Fd) {
    snprintf(Text, sizeof(Text), "/proc/self/fd/%d", Fd);
  }
  operator const char *() const { return Text; }

private:
  char Text[32];
};

} // namespace

struct FileSystem::State {
  FileSystemOptions Options;
  DelayQueue &Queue;
  std::mutex Lock;
  std::map<std::pair<dev_t, ino_t>, std::unique_ptr<Inode>> Inodes;
  Inode Root;

  /// Without a kernel cache, attributes are asked for each time as well.
  double timeout() const { return Options.KernelCache ? 3600.0 : 0.0; }
};

static FileSystem::State &state(fuse_req_t Req) {
  return *static_cast<FileSystem::State *>(fuse_req_userdata(Req));
}

static Inode &inode(fuse_req_t Req, fuse_ino_t Ino) {
  return Ino == FUSE_ROOT_ID ? state(Req).Root
                             : *reinterpret_cast<Inode *>(Ino);
}

static int fd(fuse_req_t Req, fuse_ino_t Ino) { return inode(Req, Ino).Fd; }

/// fstat, with the mount's block size.
static int attributesOf(const FileSystem::State &S, int Fd, struct stat &A) {
  const int Result = fstatat(Fd, "", &A, AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW);
  A.st_blksize = static_cast<blksize_t>(S.Options.BlockBytes);
  return Result;
}

/// Answers a call with success or errno only.
static void replyResult(fuse_req_t Req, int Result) {
  fuse_reply_err(Req, Result == -1 ? errno : 0);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Finds Name and counts one lookup; errno on failure.
static int lookupEntry(fuse_req_t Req, fuse_ino_t Parent, const char *Name,
                       fuse_entry_param &E) {
  FileSystem::State &S = state(Req);
  E = {};
  E.attr_timeout = E.entry_timeout = S.timeout();
  const int Fd = openat(fd(Req, Parent), Name, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (Fd == -1)
    return errno;
  if (attributesOf(S, Fd, E.attr) == -1) {
    const int Error = errno;
    close(Fd);
    return Error;
  }
  const std::pair Key(E.attr.st_dev, E.attr.st_ino);
  std::lock_guard Guard(S.Lock);
  std::unique_ptr<Inode> &Slot = S.Inodes[Key];
  if (Slot)
    close(Fd);
  else
    Slot = std::make_unique<Inode>(Inode{Fd, Key, 0});
  Slot->Lookups += 1;
  E.ino = reinterpret_cast<fuse_ino_t>(Slot.get());
  return 0;
}

static void replyEntry(fuse_req_t Req, fuse_ino_t Parent, const char *Name) {
  fuse_entry_param E;
  if (const int Error = lookupEntry(Req, Parent, Name, E))
    fuse_reply_err(Req, Error);
  else
    fuse_reply_entry(Req, &E);
}

static void forgetOne(FileSystem::State &S, fuse_ino_t Ino, uint64_t Count) {
  if (Ino == FUSE_ROOT_ID)
    return;
  Inode *I = reinterpret_cast<Inode *>(Ino);
  std::lock_guard Guard(S.Lock);
  I->Lookups -= Count;
  if (I->Lookups)
    return;
  close(I->Fd);
  S.Inodes.erase(I->Key);
}

static void opForget(fuse_req_t Req, fuse_ino_t Ino, uint64_t Count) {
  forgetOne(state(Req), Ino, Count);
  fuse_reply_none(Req);
}

static void opForgetMulti(fuse_req_t Req, size_t Count,
                          fuse_forget_data *Forgets) {
  for (size_t I = 0; I < Count; ++I)
    forgetOne(state(Req), Forgets[I].ino, Forgets[I].nlookup);
  fuse_reply_none(Req);
}

static void opMkdir(fuse_req_t Req, fuse_ino_t Parent, const char *Name,
                    mode_t Mode) {
  if (mkdirat(fd(Req, Parent), Name, Mode) == -1)
    fuse_reply_err(Req, errno);
  else
    replyEntry(Req, Parent, Name);
}

static void opSymlink(fuse_req_t Req, const char *Target, fuse_ino_t Parent,
                      const char *Name) {
  if (symlinkat(Target, fd(Req, Parent), Name) == -1)
    fuse_reply_err(Req, errno);
  else
    replyEntry(Req, Parent, Name);
}

static void opLink(fuse_req_t Req, fuse_ino_t Ino, fuse_ino_t Parent,
                   const char *Name) {
  if (linkat(AT_FDCWD, ProcPath(fd(Req, Ino)), fd(Req, Parent), Name,
             AT_SYMLINK_FOLLOW) == -1)
    fuse_reply_err(Req, errno);
  else
    replyEntry(Req, Parent, Name);
}

static void opUnlink(fuse_req_t Req, fuse_ino_t Parent, const char *Name) {
  replyResult(Req, unlinkat(fd(Req, Parent), Name, 0));
}

static void opRmdir(fuse_req_t Req, fuse_ino_t Parent, const char *Name) {
  replyResult(Req, unlinkat(fd(Req, Parent), Name, AT_REMOVEDIR));
}

static void opRename(fuse_req_t Req, fuse_ino_t Parent, const char *Name,
                     fuse_ino_t NewParent, const char *NewName,
                     unsigned Flags) {
  replyResult(Req, renameat2(fd(Req, Parent), Name, fd(Req, NewParent), NewName,
                             Flags));
}

static void opReadlink(fuse_req_t Req, fuse_ino_t Ino) {
  char Target[PATH_MAX + 1];
  const ssize_t Length =
      readlinkat(fd(Req, Ino), "", Target, sizeof(Target) - 1);
  if (Length == -1) {
    fuse_reply_err(Req, errno);
    return;
  }
  Target[Length] = '\0';
  fuse_reply_readlink(Req, Target);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

static void opGetattr(fuse_req_t Req, fuse_ino_t Ino, fuse_file_info *) {
  struct stat Attributes;
  if (attributesOf(state(Req), fd(Req, Ino), Attributes) == -1)
    fuse_reply_err(Req, errno);
  else
    fuse_reply_attr(Req, &Attributes, state(Req).timeout());
}

static int setTimes(const char *Path, const struct stat *New, int What) {
  timespec Times[2] = {{0, UTIME_OMIT}, {0, UTIME_OMIT}};
  if (What & FUSE_SET_ATTR_ATIME)
    Times[0] = New->st_atim;
  if (What & FUSE_SET_ATTR_MTIME)
    Times[1] = New->st_mtim;
  if (What & FUSE_SET_ATTR_ATIME_NOW)
    Times[0].tv_nsec = UTIME_NOW;
  if (What & FUSE_SET_ATTR_MTIME_NOW)
    Times[1].tv_nsec = UTIME_NOW;
  return utimensat(AT_FDCWD, Path, Times, 0);
}

static int setAttributes(int Fd, const struct stat *New, int What) {
  const ProcPath Path(Fd);
  if ((What & FUSE_SET_ATTR_MODE) && chmod(Path, New->st_mode) == -1)
    return -1;
  const bool Uid = What & FUSE_SET_ATTR_UID, Gid = What & FUSE_SET_ATTR_GID;
  if ((Uid || Gid) && fchownat(Fd, "", Uid ? New->st_uid : uid_t(-1),
                               Gid ? New->st_gid : gid_t(-1),
                               AT_EMPTY_PATH | AT_SYMLINK_NOFOLLOW) == -1)
    return -1;
  if ((What & FUSE_SET_ATTR_SIZE) && truncate(Path, New->st_size) == -1)
    return -1;
  if (What & (FUSE_SET_ATTR_ATIME | FUSE_SET_ATTR_MTIME))
    return setTimes(Path, New, What);
  return 0;
}

static void opSetattr(fuse_req_t Req, fuse_ino_t Ino, struct stat *New,
                      int What, fuse_file_info *File) {
  if (setAttributes(fd(Req, Ino), New, What) == -1)
    fuse_reply_err(Req, errno);
  else
    opGetattr(Req, Ino, File);
}

static void opStatfs(fuse_req_t Req, fuse_ino_t Ino) {
  struct statvfs Totals;
  if (fstatvfs(fd(Req, Ino), &Totals) == -1)
    fuse_reply_err(Req, errno);
  else
    fuse_reply_statfs(Req, &Totals);
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

/// Counts an open, and sets the kernel's caching of File.
static void opened(FileSystem::State &S, fuse_file_info *File) {
  S.Queue.countOpen();
  File->direct_io = !S.Options.KernelCache;
  File->keep_cache = S.Options.KernelCache && !S.Options.DropsAtOpen;
}

static void opOpen(fuse_req_t Req, fuse_ino_t Ino, fuse_file_info *File) {
  // The kernel turns appends into offsets; O_APPEND would apply offsets twice.
  const int Fd =
      open(ProcPath(fd(Req, Ino)),
           (File->flags & ~(O_NOFOLLOW | O_APPEND | O_DIRECT)) | O_CLOEXEC);
  if (Fd == -1) {
    fuse_reply_err(Req, errno);
    return;
  }
  File->fh = Fd;
  opened(state(Req), File);
  if (fuse_reply_open(Req, File) == -ENOENT)
    close(Fd);
}

static void opCreate(fuse_req_t Req, fuse_ino_t Parent, const char *Name,
                     mode_t Mode, fuse_file_info *File) {
  const int Fd = openat(fd(Req, Parent), Name,
                        (File->flags & ~(O_NOFOLLOW | O_APPEND | O_DIRECT)) |
                            O_CREAT | O_CLOEXEC,
                        Mode);
  if (Fd == -1) {
    fuse_reply_err(Req, errno);
    return;
  }
  fuse_entry_param E;
  if (const int Error = lookupEntry(Req, Parent, Name, E)) {
    close(Fd);
    fuse_reply_err(Req, Error);
    return;
  }
  File->fh = Fd;
  opened(state(Req), File);
  if (fuse_reply_create(Req, &E, File) == -ENOENT)
    close(Fd);
}

static void opRelease(fuse_req_t Req, fuse_ino_t, fuse_file_info *File) {
  close(static_cast<int>(File->fh));
  fuse_reply_err(Req, 0);
}

static void opFsync(fuse_req_t Req, fuse_ino_t, int DataOnly,
                    fuse_file_info *File) {
  const int Fd = static_cast<int>(File->fh);
  replyResult(Req, DataOnly ? fdatasync(Fd) : fsync(Fd));
}

static void opFallocate(fuse_req_t Req, fuse_ino_t, int Mode, off_t Offset,
                        off_t Length, fuse_file_info *File) {
  replyResult(Req, fallocate(static_cast<int>(File->fh), Mode, Offset, Length));
}

static void opLseek(fuse_req_t Req, fuse_ino_t, off_t Offset, int Whence,
                    fuse_file_info *File) {
  const off_t Position = lseek(static_cast<int>(File->fh), Offset, Whence);
  if (Position == -1)
    fuse_reply_err(Req, errno);
  else
    fuse_reply_lseek(Req, Position);
}

/// Takes the data at the arrival of the request, and sends the data after the
/// delay: a later write is not seen, as on storage with a queue. Bytes behind
/// the end of file take no time.
static void opRead(fuse_req_t Req, fuse_ino_t Ino, size_t Size, off_t Offset,
                   fuse_file_info *File) {
  auto Data = std::make_shared_for_overwrite<char[]>(Size);
  const ssize_t Got =
      pread(static_cast<int>(File->fh), Data.get(), Size, Offset);
  if (Got == -1) {
    fuse_reply_err(Req, errno);
    return;
  }
  state(Req).Queue.post(
      {false, inode(Req, Ino).Key.second, static_cast<uint64_t>(Offset),
       static_cast<uint64_t>(Got)},
      [Req, Data, Got] { fuse_reply_buf(Req, Data.get(), Got); });
}

static void opWrite(fuse_req_t Req, fuse_ino_t Ino, const char *Data,
                    size_t Size, off_t Offset, fuse_file_info *File) {
  const ssize_t Written =
      pwrite(static_cast<int>(File->fh), Data, Size, Offset);
  if (Written == -1) {
    fuse_reply_err(Req, errno);
    return;
  }
  state(Req).Queue.post(
      {true, inode(Req, Ino).Key.second, static_cast<uint64_t>(Offset), Size},
      [Req, Written] { fuse_reply_write(Req, Written); });
}

//===----------------------------------------------------------------------===//
// Directories
//===----------------------------------------------------------------------===//

static DIR *directory(fuse_file_info *File) {
  return reinterpret_cast<DIR *>(File->fh);
}

static void opOpendir(fuse_req_t Req, fuse_ino_t Ino, fuse_file_info *File) {
  DIR *D = opendir(ProcPath(fd(Req, Ino)));
  if (!D) {
    fuse_reply_err(Req, errno);
    return;
  }
  File->fh = reinterpret_cast<uint64_t>(D);
  if (fuse_reply_open(Req, File) == -ENOENT)
    closedir(D);
}

static void opReaddir(fuse_req_t Req, fuse_ino_t, size_t Size, off_t Offset,
                      fuse_file_info *File) {
  DIR *D = directory(File);
  std::vector<char> Buffer(Size);
  size_t Used = 0;
  seekdir(D, Offset);
  while (const dirent *Entry = readdir(D)) {
    struct stat Attributes = {};
    Attributes.st_ino = Entry->d_ino;
    Attributes.st_mode = DTTOIF(Entry->d_type);
    const size_t Needed =
        fuse_add_direntry(Req, Buffer.data() + Used, Size - Used, Entry->d_name,
                          &Attributes, Entry->d_off);
    if (Needed > Size - Used)
      break;
    Used += Needed;
  }
  fuse_reply_buf(Req, Buffer.data(), Used);
}

static void opReleasedir(fuse_req_t Req, fuse_ino_t, fuse_file_info *File) {
  closedir(directory(File));
  fuse_reply_err(Req, 0);
}

//===----------------------------------------------------------------------===//
// The session
//===----------------------------------------------------------------------===//

static void opInit(void *Of, fuse_conn_info *Connection) {
  if (static_cast<FileSystem::State *>(Of)->Options.KeepsOld)
    Connection->want &= ~static_cast<unsigned>(FUSE_CAP_AUTO_INVAL_DATA);
  // 12, the default, would cap readahead, aio and io_uring.
  Connection->max_background = 256;
  Connection->congestion_threshold = 192;
}

FileSystem::FileSystem(const FileSystemOptions &O, DelayQueue &Queue)
    : S(new State{O, Queue, {}, {}, {}}) {
  S->Root.Fd = open(O.Backing.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (S->Root.Fd == -1)
    throw std::system_error(errno, std::generic_category(), O.Backing);
}

FileSystem::~FileSystem() {
  for (auto &[Key, I] : S->Inodes)
    close(I->Fd);
  close(S->Root.Fd);
}

const fuse_lowlevel_ops &FileSystem::operations() {
  static const fuse_lowlevel_ops Operations = [] {
    fuse_lowlevel_ops Ops = {};
    Ops.init = opInit;
    Ops.lookup = replyEntry;
    Ops.forget = opForget;
    Ops.forget_multi = opForgetMulti;
    Ops.getattr = opGetattr;
    Ops.setattr = opSetattr;
    Ops.readlink = opReadlink;
    Ops.mkdir = opMkdir;
    Ops.unlink = opUnlink;
    Ops.rmdir = opRmdir;
    Ops.symlink = opSymlink;
    Ops.rename = opRename;
    Ops.link = opLink;
    Ops.open = opOpen;
    Ops.read = opRead;
    Ops.write = opWrite;
    Ops.release = opRelease;
    Ops.fsync = opFsync;
    Ops.opendir = opOpendir;
    Ops.readdir = opReaddir;
    Ops.releasedir = opReleasedir;
    Ops.statfs = opStatfs;
    Ops.create = opCreate;
    Ops.fallocate = opFallocate;
    Ops.lseek = opLseek;
    return Ops;
  }();
  return Operations;
}
