import { readFileSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { API_BASE_PATH } from '@academy/contract/constants';
import { makeFolder } from '../values/make-folder.ts';
import { isAlive } from '../values/processes.ts';

/** File of the data folder with the address of the running server, for commands on the same machine. */
export const RUNNING_FILE = 'running.json';

export interface RunningAddress {
  /** API base with `/api/v1`. */
  url: string;
  /** False when the process has ended without removing the file, as after a power cut. */
  isRunning: boolean;
}

/** Writes the address into the data folder; the returned function removes it. */
export async function publishAddress(dataFolder: string, host: string, port: number): Promise<() => Promise<void>> {
  const file = join(dataFolder, RUNNING_FILE);
  makeFolder(dataFolder);
  const text = `${JSON.stringify({ pid: process.pid, url: `http://${reachable(host)}:${port}${API_BASE_PATH}` })}\n`;
  await writeFile(`${file}.new`, text, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return async () => {
    // With a database elsewhere, a second server may have taken over the folder.
    if (read(file)?.pid === process.pid) await rm(file, { force: true });
  };
}

/** The address of the server that uses a data folder, or used it last; null when none is recorded. */
export function runningAddress(dataFolder: string): RunningAddress | null {
  const noted = read(join(dataFolder, RUNNING_FILE));
  return noted === null ? null : { url: noted.url, isRunning: isAlive(noted.pid) };
}

function read(file: string): { pid: number; url: string } | null {
  try {
    const { pid, url } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown; url?: unknown };
    return typeof pid === 'number' && pid > 0 && typeof url === 'string' && URL.canParse(url) ? { pid, url } : null;
  } catch {
    return null;
  }
}

/** A server that listens on all addresses can be reached on the loopback one. */
function reachable(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === 'localhost') return '127.0.0.1';
  return isIPv6(host) ? `[${host}]` : host;
}
