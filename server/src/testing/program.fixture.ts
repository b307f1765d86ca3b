import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { findPostgres } from '../db/postgres-binaries.ts';
import { choosePostgresUser } from '../db/postgres-user.ts';
import { afterFile } from './after-file.ts';

/** The program of this machine; null, with a message, where it is not installed. */
export function findProgram(name: string, debianPackage = name): string | null {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin'];
  const found = folders.map((folder) => join(folder, name)).find((file) => existsSync(file));
  if (found === undefined)
    console.warn(`${name} is not installed (Debian package ${debianPackage}): tests that need it are skipped.`);
  return found ?? null;
}

export interface RunningProgram {
  child: ChildProcess;
  /** What it has printed so far. */
  output(): string;
  /** Ends it, also in the middle of its work. */
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program that refuses to run as root as PostgreSQL is started; it ends with the test file. */
export function runAsPostgres(folder: string, program: string, args: readonly string[]): RunningProgram {
  const user = choosePostgresUser(folder, findPostgres('embedded'));
  user.own(folder);
  const command = user.command(program, args);
  return watched(spawn(command.program, command.args, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'] }));
}

/** Starts a program; it ends with the test file. */
export function run(program: string, args: readonly string[]): RunningProgram {
  return watched(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
}

function watched(child: ChildProcess): RunningProgram {
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const kill = async (signal: NodeJS.Signals = 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  };
  afterFile(() => kill());
  return { child, output: () => text, kill };
}

/** A port of this machine that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}
