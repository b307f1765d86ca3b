import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A real file system of some megabytes, for tests on a full disk. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'academy-journey-disk-'));
  readonly isMounted: boolean;

  constructor(size: string) {
    const options = `size=${size},mode=0711`;
    this.isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', this.folder]).status === 0;
  }

  /** Uses every free byte. */
  fill(): void {
    const fd = openSync(this.filler, 'a');
    const fits = (bytes: number): boolean => {
      try {
        return writeSync(fd, Buffer.alloc(bytes)) === bytes;
      } catch {
        return false;
      }
    };
    for (const bytes of [1024 * 1024, 4096, 1]) while (fits(bytes));
    closeSync(fd);
  }

  /** Frees them. */
  free(): void {
    rmSync(this.filler, { force: true });
  }

  remove(): void {
    if (this.isMounted) spawnSync('umount', ['-l', this.folder]);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
