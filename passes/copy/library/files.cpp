//===- files.cpp - calls on files that are made of others -----------------===//
//
// What some calls of POSIX and Linux do with a file, said by calls that the
// pass knows: readv() is a read() for each buffer. As bodies.cpp, this file is
// compiled to bitcode and is part of the pass. What is read arrives in the
// program's own buffers, or nowhere (null), and errors count as never met.
//
//===----------------------------------------------------------------------===//

#include <cstdio>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {

ssize_t readv(int File, const iovec *Buffers, int Count) {
  ssize_t Got = 0;
  for (int I = 0; I < Count; ++I)
    Got += read(File, Buffers[I].iov_base, Buffers[I].iov_len);
  return Got;
}

ssize_t preadv(int File, const iovec *Buffers, int Count, off_t At) {
  ssize_t Got = 0;
  for (int I = 0; I < Count; ++I)
    Got += pread(File, Buffers[I].iov_base, Buffers[I].iov_len, At + Got);
  return Got;
}

ssize_t preadv64(int File, const iovec *Buffers, int Count, off64_t At) {
  return preadv(File, Buffers, Count, At);
}

ssize_t preadv2(int File, const iovec *Buffers, int Count, off_t At, int) {
  return At == -1 ? readv(File, Buffers, Count)
                  : preadv(File, Buffers, Count, At);
}

ssize_t preadv64v2(int File, const iovec *Buffers, int Count, off64_t At, int) {
  return preadv2(File, Buffers, Count, At, 0);
}

ssize_t writev(int File, const iovec *Buffers, int Count) {
  ssize_t Put = 0;
  for (int I = 0; I < Count; ++I)
    Put += write(File, Buffers[I].iov_base, Buffers[I].iov_len);
  return Put;
}

ssize_t pwritev(int File, const iovec *Buffers, int Count, off_t At) {
  ssize_t Put = 0;
  for (int I = 0; I < Count; ++I)
    Put += pwrite(File, Buffers[I].iov_base, Buffers[I].iov_len, At + Put);
  return Put;
}

ssize_t pwritev64(int File, const iovec *Buffers, int Count, off64_t At) {
  return pwritev(File, Buffers, Count, At);
}

ssize_t sendfile(int, int From, off_t *At, size_t Bytes) noexcept {
  if (!At)
    return read(From, nullptr, Bytes);
  ssize_t Got = pread(From, nullptr, Bytes, *At);
  *At += Got;
  return Got;
}

ssize_t sendfile64(int To, int From, off64_t *At, size_t Bytes) noexcept {
  return sendfile(To, From, At, Bytes);
}

ssize_t copy_file_range(int From, off64_t *At, int, off64_t *ToAt, size_t Bytes,
                        unsigned) {
  ssize_t Got = sendfile(0, From, At, Bytes);
  if (ToAt)
    *ToAt += Got;
  return Got;
}

int fgetpos(FILE *File, fpos_t *Place) {
  Place->__pos = ftell(File);
  return 0;
}

int fgetpos64(FILE *File, fpos64_t *Place) {
  Place->__pos = ftell(File);
  return 0;
}

int fsetpos(FILE *File, const fpos_t *Place) {
  return fseek(File, Place->__pos, SEEK_SET);
}

int fsetpos64(FILE *File, const fpos64_t *Place) {
  return fseek(File, Place->__pos, SEEK_SET);
}

/// Forgets that a read has met the end.
void clearerr(FILE *File) noexcept { fseek(File, 0, SEEK_CUR); }

} // extern "C"
