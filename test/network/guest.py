"""A guest whose files are this machine's, with the kernel of another package.

What this machine's kernel lacks (NFS, SMB) a guest's has. The guest runs as a
process of qemu, emulated where the processor has no virtual machines. It sees all
files of this machine by virtiofs, and what it writes stays in its memory.
"""

import os
import pathlib
import shutil
import subprocess
import tempfile

SKIPPED = 77
PACKAGE = "linux-image-cloud-amd64"
VIRTIOFSD = "/usr/lib/qemu/virtiofsd"
MEMORY_MIB = 1024
# Loaded in this order before the guest has any file system.
FIRST_MODULES = """
drivers/virtio/virtio_ring drivers/virtio/virtio drivers/virtio/virtio_pci_modern_dev
drivers/virtio/virtio_pci_legacy_dev drivers/virtio/virtio_pci fs/fuse/fuse
fs/fuse/virtiofs fs/overlayfs/overlay
""".split()
# The first process. The status of the commands is the last line that it prints.
INIT = """#!/bin/busybox sh
export PATH=/bin
mount -t proc proc /proc
mount -t devtmpfs dev /dev
for module in {modules}; do insmod /modules/$module; done
mount -t virtiofs host /lower || echo "guest: no files" >/dev/console
mount -t tmpfs tmpfs /upper
mkdir /upper/files /upper/work
mount -t overlay -o lowerdir=/lower,upperdir=/upper/files,workdir=/upper/work \\
  overlay /root
for folder in proc dev; do mount --move /$folder /root/$folder; done
mount -t sysfs sys /root/sys
for folder in /dev/shm /run /tmp /var/lib/nfs; do
  [ $folder = /tmp ] || {{ mkdir -p /root$folder; mount -t tmpfs tmpfs /root$folder; }}
done
ifconfig lo 127.0.0.1 up
hostname guest
mkdir -p /root/lib/modules
[ -e /root/lib/modules/{release} ] || ln -s {modules_folder} /root/lib/modules/{release}
echo "guest: up"
chroot /root /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \\
  /bin/sh {script} 2>&1
echo "guest: status $?"
sync
echo b >/root/proc/sysrq-trigger
sleep 60
"""


class CannotRun(Exception):
    """Why no guest can be run here."""


def find_kernel(folder):
    """The kernel's image and modules: installed, or from the package of Debian."""
    for image in sorted(pathlib.Path("/boot").glob("vmlinuz-*-cloud-amd64")):
        release = image.name.removeprefix("vmlinuz-")
        modules = pathlib.Path("/lib/modules") / release
        if modules.is_dir():
            return image, modules
    if not shutil.which("apt-get"):
        raise CannotRun(f"no kernel of {PACKAGE} is installed")
    depends = subprocess.run(["apt-cache", "depends", PACKAGE], text=True,
                             capture_output=True, check=False).stdout  # fmt: skip
    names = [line.split()[-1] for line in depends.splitlines() if "Depends:" in line]
    if not names or subprocess.run(["apt-get", "download", names[0]], cwd=folder,
                                   capture_output=True, check=False).returncode:  # fmt: skip
        raise CannotRun(f"{PACKAGE} can neither be found nor downloaded")
    package = next(folder.glob("linux-image-*.deb"))
    subprocess.run(["dpkg-deb", "-x", package, folder / "kernel"], check=True)
    image = next((folder / "kernel/boot").glob("vmlinuz-*"))
    modules = next((folder / "kernel/lib/modules").iterdir())
    subprocess.run(["depmod", "-b", folder / "kernel", modules.name], check=True)
    return image, modules


def make_initramfs(folder, modules, script):
    root = folder / "initramfs"
    for name in "bin dev proc lower upper root modules".split():
        (root / name).mkdir(parents=True)
    shutil.copy(shutil.which("busybox"), root / "bin/busybox")
    for name in "sh mount insmod mkdir ifconfig hostname ln chroot sync sleep".split():
        (root / "bin" / name).symlink_to("busybox")
    names = []
    for module in FIRST_MODULES:
        for found in (modules / "kernel").glob(module + ".ko*"):
            shutil.copy(found, root / "modules")
            names.append(found.name)
    init = root / "init"
    init.write_text(INIT.format(modules=" ".join(names), release=modules.name,
                                modules_folder=modules, script=script))  # fmt: skip
    init.chmod(0o755)
    packed = folder / "initramfs.gz"
    subprocess.run(f"find . | cpio -o -H newc --quiet | gzip -1 >{packed}",
                   shell=True, cwd=root, check=True)  # fmt: skip
    return packed


def run(commands, seconds, release_folder=None):
    """Runs shell commands as root in a guest; gives their status and output.

    Raises CannotRun where there can be no guest, and subprocess.TimeoutExpired.
    """
    for needed in ("qemu-system-x86_64", "busybox", "cpio"):
        if not shutil.which(needed):
            raise CannotRun(f"{needed} is not installed")
    if not os.access(VIRTIOFSD, os.X_OK):
        raise CannotRun(f"{VIRTIOFSD} is not installed")
    if os.geteuid() != 0:
        raise CannotRun("virtiofsd must be run by root")
    with tempfile.TemporaryDirectory(prefix="foreslice-guest-", dir="/var/tmp") as name:
        folder = pathlib.Path(name)
        image, modules = find_kernel(folder)
        script = folder / "script"
        script.write_text(commands)
        packed = make_initramfs(folder, modules, script)
        return boot(folder, image, packed, seconds)


def boot(folder, image, packed, seconds):
    socket = folder / "files"
    server = subprocess.Popen(
        [VIRTIOFSD, f"--socket-path={socket}", "-o", "source=/", "-o", "cache=always",
         "-o", "sandbox=chroot", "-o", "readdirplus"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(folder / "server").open("w"))  # fmt: skip
    try:
        while not socket.exists():
            if server.poll() is not None:
                raise CannotRun("virtiofsd: " + (folder / "server").read_text())
        command = [
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2",
            "-m", str(MEMORY_MIB), "-nographic", "-no-reboot", "-nic", "none",
            "-object", f"memory-backend-memfd,id=memory,size={MEMORY_MIB}M,share=on",
            "-numa", "node,memdev=memory",
            "-chardev", f"socket,id=files,path={socket}",
            "-device", "vhost-user-fs-pci,chardev=files,tag=host",
            "-kernel", str(image), "-initrd", str(packed),
            "-append", "console=ttyS0 quiet panic=-1 mitigations=off",
        ]  # fmt: skip
        done = subprocess.run(command, stdin=subprocess.DEVNULL, text=True, errors="replace",
                              capture_output=True, timeout=seconds, check=False)  # fmt: skip
    finally:
        server.kill()
        server.wait()
    output = done.stdout.replace("\r", "")
    _, up, output = output.partition("guest: up\n")
    output, ended, status = output.rpartition("guest: status ")
    if not up or not ended:
        raise CannotRun("the guest did not come up:\n" + done.stdout[-2000:] + done.stderr)
    return int(status.split()[0]), output
