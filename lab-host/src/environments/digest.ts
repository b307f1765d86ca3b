import { createHash } from 'node:crypto';
import { closeSync, lstatSync, openSync, readdirSync, readlinkSync, readSync } from 'node:fs';
import { join } from 'node:path';

const PIECE = 1024 * 1024;
const MODE = 0o7777;
const SLASH = Buffer.from('/');

export interface TreeDigest {
  /** `sha256:...` */
  digest: string;
  files: number;
  bytes: number;
}

/**
 * A hash of everything below a folder: paths, kinds, modes, targets of links and contents. Owners and times do not
 * count, so that a copy has the same one.
 */
export function digestOf(folder: string): TreeDigest {
  const hash = createHash('sha256');
  const buffer = Buffer.alloc(PIECE);
  const sum = { files: 0, bytes: 0 };

  function walk(path: Buffer, inside: string): void {
    // Names need not be UTF-8: they stay bytes.
    for (const name of readdirSync(path, 'buffer').sort(Buffer.compare))
      visit(Buffer.concat([path, SLASH, name]), `${inside}/${name.toString('latin1')}`);
  }

  function visit(file: Buffer, inside: string): void {
    const stat = lstatSync(file);
    const mode = (stat.mode & MODE).toString(8);
    if (stat.isSymbolicLink()) hash.update(`link ${inside}\0${readlinkSync(file, 'latin1')}\0`);
    else if (stat.isDirectory()) {
      hash.update(`folder ${mode} ${inside}\0`);
      walk(file, inside);
    } else if (stat.isFile()) {
      hash.update(`file ${mode} ${inside}\0${contentOf(file, buffer)}\0`);
      sum.files += 1;
      sum.bytes += stat.size;
    } else hash.update(`other ${mode} ${inside}\0`);
  }

  walk(Buffer.from(folder), '');
  return { digest: `sha256:${hash.digest('hex')}`, ...sum };
}

function contentOf(file: Buffer, buffer: Buffer): string {
  const hash = createHash('sha256');
  const open = openSync(file, 'r');
  try {
    for (;;) {
      const count = readSync(open, buffer, 0, buffer.length, null);
      if (count === 0) return hash.digest('hex');
      hash.update(buffer.subarray(0, count));
    }
  } finally {
    closeSync(open);
  }
}

/**
 * A hash of modes and times of the uppermost folders, for a look that costs nothing. It tells that a root was replaced
 * or that something was added to it; whether every file is as it was, only the digest tells.
 */
export function stampOf(folder: string): string {
  const hash = createHash('sha256');
  const note = (path: string, name: string) => {
    const { mode, mtimeMs } = lstatSync(path);
    hash.update(`${name} ${mode} ${Math.floor(mtimeMs)}\0`);
  };
  note(folder, '');
  for (const name of readdirSync(folder).sort()) note(join(folder, name), name);
  return hash.digest('hex').slice(0, 32);
}
