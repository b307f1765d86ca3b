import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';

/** System programs lie there although the PATH of a plain user leaves them out. */
const SYSTEM_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];

/** The path of a program of this machine; null when it is missing. */
export function findProgram(name: string): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), ...SYSTEM_FOLDERS];
  const files = folders.filter((folder) => folder !== '').map((folder) => join(folder, name));
  return files.find((file) => existsSync(file)) ?? null;
}

/** A sentence about the first of these programs that is missing; null when all are there. */
export function missingProgram(names: readonly string[]): string | null {
  const missing = names.find((name) => findProgram(name) === null);
  return missing === undefined ? null : `The program ${missing} is not installed.`;
}

/** A port on which nothing listens at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  if (address === null || typeof address === 'string') throw new Error('no port is free');
  return address.port;
}
