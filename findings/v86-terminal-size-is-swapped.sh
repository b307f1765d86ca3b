#!/usr/bin/env bash
# v86 0.5.462 with Debian's Linux 6.1 (i386)
#
# One would guess: the event `virtio-console0-resize` with 91 columns and 33 rows gives a terminal of 33 rows and 91 columns.
# Seen: 91 rows and 33 columns. Linux before 6.16 reads the two in the other order than the standard of virtio says.
set -euo pipefail
command -v mmdebstrap > /dev/null || { echo 'Skipped: mmdebstrap is not installed (apt-get install mmdebstrap).'; exit 0; }
[ "$(id -u)" = 0 ] || { echo 'Skipped: making the files of a machine needs the rights of root.'; exit 0; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --ignore-scripts --no-audit --no-fund --silent v86@0.5.462
mmdebstrap --quiet --variant=extract --mode=root --architectures=i386 --include=linux-image-686,busybox-static,seabios bookworm root http://deb.debian.org/debian 2> /dev/null ||
  { echo "Skipped: Debian's packages for i386 cannot be had."; exit 0; }
mkdir -p small/bin small/dev small/modules
cp root/bin/busybox small/bin/
for name in virtio virtio_ring virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_console; do
  find root/lib/modules -name "$name.ko" -exec cp {} small/modules/ \;
done
cat > small/init <<'SH'
#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
for name in virtio virtio_ring virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci virtio_console; do
  [ -e /modules/$name.ko ] && /bin/busybox insmod /modules/$name.ko
done
until [ -e /dev/hvc0 ]; do /bin/busybox sleep 1; done
exec < /dev/hvc0 > /dev/ttyS0
echo 'terminal is there'
/bin/busybox sleep 5
echo "rows and columns: $(/bin/busybox stty size)"
/bin/busybox poweroff -f
SH
chmod +x small/init
(cd small && find . | "$folder/root/bin/busybox" cpio -o -H newc 2> /dev/null) > initrd
cat > run.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { V86 } from 'v86';
const at = (path) => ({ buffer: new Uint8Array(readFileSync(path)).buffer });
const [, , kernel] = process.argv;
const emulator = new V86({
  wasm_path: 'node_modules/v86/build/v86.wasm',
  bios: at('root/usr/share/seabios/bios.bin'),
  vga_bios: at('root/usr/share/seabios/vgabios-stdvga.bin'),
  bzimage: at(kernel),
  initrd: at('initrd'),
  cmdline: 'console=ttyS0 quiet loglevel=1 rdinit=/init tsc=reliable mitigations=off',
  memory_size: 128 * 1024 * 1024,
  virtio_console: { type: 'none' },
  disable_keyboard: true,
  disable_mouse: true,
  autostart: true,
});
let said = '';
emulator.add_listener('serial0-output-byte', (byte) => {
  said += String.fromCharCode(byte);
  if (said.endsWith('terminal is there')) emulator.bus.send('virtio-console0-resize', [91, 33]);
  const [line] = /rows and columns: .*(?=\r)/.exec(said) ?? [];
  if (line === undefined) return;
  console.log(line);
  process.exit(0);
});
setTimeout(() => {
  console.log(`No answer: ${said.slice(-300)}`);
  process.exit(1);
}, 300_000);
JS
seen=$(node run.mjs root/boot/vmlinuz-*)
echo "$seen"
[ "$seen" = 'rows and columns: 91 33' ] || { echo 'The behaviour has changed.'; exit 1; }
