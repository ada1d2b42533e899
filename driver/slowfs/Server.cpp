//===- Server.cpp - mounting, serving, unmounting -------------------------===//
//
// Signals end the session on the main thread only: every other thread starts
// with signals blocked. A helper thread touches the mount from inside to wait
// until the mount is ready, sets the kernel's readahead, possible only then,
// and tells the waiting process.
//
//===----------------------------------------------------------------------===//

#include "Server.h"

#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>

using namespace slowfs;

static std::string LastFuseMessage;

static void keepMessage(fuse_log_level, const char *Format, va_list Args) {
  char Text[256];
  vsnprintf(Text, sizeof(Text), Format, Args);
  LastFuseMessage = Text;
  while (LastFuseMessage.ends_with('\n'))
    LastFuseMessage.pop_back();
}

static int fail(int Status, const std::string &Text) {
  fprintf(stderr, "foreslice-slowfs: %s\n", Text.c_str());
  return Status;
}

/// A mount of a dead server answers ENOTCONN until the unmount.
static void clearStaleMount(const std::string &Mount) {
  struct stat Attributes;
  if (stat(Mount.c_str(), &Attributes) == 0 || errno != ENOTCONN)
    return;
  if (umount2(Mount.c_str(), MNT_DETACH) == 0)
    return;
  const pid_t Child = fork();
  if (Child == 0) {
    execlp("fusermount3", "fusermount3", "-uz", Mount.c_str(), nullptr);
    _exit(127);
  }
  waitpid(Child, nullptr, 0);
}

/// "" if a FUSE file system can be mounted here, as far as visible.
static std::string whyForbidden() {
  const int Fd = open("/dev/fuse", O_RDWR | O_CLOEXEC);
  if (Fd == -1)
    return std::string("/dev/fuse: ") + strerror(errno);
  close(Fd);
  return "";
}

/// Runs on a separate thread; returns false if the mount does not answer.
static bool finishMount(const Options &O) {
  struct stat Attributes;
  if (stat(O.Mount.c_str(), &Attributes) == -1)
    return false;
  if (!O.FileSystem.KernelCache)
    return true;
  std::ofstream ReadAhead(
      "/sys/class/bdi/" + std::to_string(major(Attributes.st_dev)) + ":" +
      std::to_string(minor(Attributes.st_dev)) + "/read_ahead_kb");
  ReadAhead << O.ReadAheadKb << std::flush;
  if (!ReadAhead)
    fail(0, "cannot set the kernel's readahead: using its default");
  return true;
}

/// Ends this process's session when the process Pid is gone.
static void watch(pid_t Pid) {
  const int PidFd = static_cast<int>(syscall(SYS_pidfd_open, Pid, 0));
  if (PidFd != -1) {
    pollfd Ended = {PidFd, POLLIN, 0};
    while (poll(&Ended, 1, -1) == -1 && errno == EINTR)
      ;
    close(PidFd);
  }
  kill(getpid(), SIGTERM);
}

void slowfs::raisePriority() {
  const sched_param Priority = {20};
  sched_setscheduler(0, SCHED_FIFO, &Priority);
}

/// Closes the caller's terminal and pipes, so a reader up to the end does not
/// wait for the unmount.
static void detach() {
  const int Null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int Fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(Null, Fd);
}

/// OnReady is called, on another thread, once the mount can be used.
static int serveUntilTold(const Options &O,
                          const std::function<void()> &OnReady) {
  if (const std::string Why = whyForbidden(); !Why.empty())
    return fail(ExitForbidden, "FUSE is not allowed here: " + Why);
  clearStaleMount(O.Mount);
  umask(0);
  if (O.Realtime)
    raisePriority();

  sigset_t Ending, Before;
  sigemptyset(&Ending);
  for (int Signal : {SIGTERM, SIGINT, SIGHUP})
    sigaddset(&Ending, Signal);
  pthread_sigmask(SIG_BLOCK, &Ending, &Before);
  DelayQueue Queue(O.Service, O.DelayWrites);
  FileSystem Files(O.FileSystem, Queue);

  fuse_set_log_func(keepMessage);
  std::string Name = "foreslice-slowfs", Dash = "-o",
              MountOptions = "default_permissions,fsname=slowfs";
  char *Argv[] = {Name.data(), Dash.data(), MountOptions.data(), nullptr};
  fuse_args Args = FUSE_ARGS_INIT(3, Argv);
  fuse_session *Session =
      fuse_session_new(&Args, &FileSystem::operations(),
                       sizeof(fuse_lowlevel_ops), Files.S.get());
  if (!Session)
    return fail(1, "cannot start a FUSE session: " + LastFuseMessage);
  if (fuse_session_mount(Session, O.Mount.c_str()) != 0) {
    fuse_session_destroy(Session);
    return fail(access(O.Mount.c_str(), F_OK) == 0 ? ExitForbidden : 1,
                "cannot mount on " + O.Mount + ": " + LastFuseMessage);
  }
  fuse_set_signal_handlers(Session);

  std::thread Ready([&] {
    if (finishMount(O))
      OnReady();
    else
      kill(getpid(), SIGTERM);
  });
  if (O.UntilPid)
    std::thread(watch, O.UntilPid).detach();
  pthread_sigmask(SIG_SETMASK, &Before, nullptr);

  fuse_loop_config *Config = fuse_loop_cfg_create();
  const int Result = fuse_session_loop_mt(Session, Config);
  fuse_loop_cfg_destroy(Config);
  Queue.finish();
  fuse_session_unmount(Session);
  Ready.join();
  fuse_remove_signal_handlers(Session);
  fuse_session_destroy(Session);
  if (!O.CountsFile.empty() && !writeCounts(Queue.counts(), O.CountsFile))
    return fail(1, "cannot write " + O.CountsFile);
  // A signal, a positive result, is the usual end.
  return Result < 0 ? fail(1, std::string("serving: ") + strerror(-Result)) : 0;
}

int slowfs::serve(const Options &O) {
  return serveUntilTold(O, [&] {
    printf("mounted on %s\n", O.Mount.c_str());
    fflush(stdout);
  });
}

int slowfs::serveInBackground(const Options &O, pid_t &Child) {
  int Ready[2];
  if (pipe2(Ready, O_CLOEXEC) == -1)
    return fail(1, std::string("pipe: ") + strerror(errno));
  Child = fork();
  if (Child == -1)
    return fail(1, std::string("fork: ") + strerror(errno));
  if (Child == 0) {
    close(Ready[0]);
    setsid();
    if (chdir("/") == -1)
      _exit(fail(1, std::string("/: ") + strerror(errno)));
    int Status = 1;
    try {
      Status = serveUntilTold(O, [&] {
        detach();
        if (write(Ready[1], "", 1) == 1)
          close(Ready[1]);
      });
    } catch (const std::system_error &E) {
      fail(1, E.what());
    }
    _exit(Status);
  }
  close(Ready[1]);
  char Byte;
  ssize_t Got;
  while ((Got = read(Ready[0], &Byte, 1)) == -1 && errno == EINTR)
    ;
  close(Ready[0]);
  if (Got == 1)
    return 0;
  int Status = 0;
  waitpid(Child, &Status, 0);
  return WIFEXITED(Status) && WEXITSTATUS(Status) ? WEXITSTATUS(Status) : 1;
}
