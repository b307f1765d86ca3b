import { existsSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
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

/** A port of this machine that is free at this moment. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no port is free');
  return port;
}

/** Different ports of this machine that are free at this moment. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(
    servers.map((server) => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}
