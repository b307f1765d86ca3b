import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { ROOT } from './process.ts';

const PYTHON = '/usr/bin/python3';
const USER = 'test:tester';
const KEY = 'testing';
const BUCKET = 'academy';

/** Whether this machine has an S3-compatible store: OpenStack Swift. */
export const hasSwift = existsSync('/usr/bin/swift-proxy-server') && existsSync(PYTHON);

export interface Swift {
  origin: string;
  /** Settings of an academy whose files lie there. */
  env: Record<string, string>;
  stop(): Promise<void>;
}

/** A store with an empty bucket, on loopback. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-swift-'));
  const program = join(ROOT, 'server/src/testing/swift-store.py');
  const child = spawn(PYTHON, [program, folder, USER, KEY, BUCKET], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const [port] = (await Promise.race([once(createInterface(child.stdout), 'line'), ended])) as [unknown];
  if (typeof port !== 'string') throw new Error('OpenStack Swift did not start');
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    env: {
      ...{ ACADEMY_S3_ENDPOINT: origin, ACADEMY_S3_BUCKET: BUCKET },
      ...{ ACADEMY_S3_ACCESS_KEY: USER, ACADEMY_S3_SECRET_KEY: KEY },
    },
    async stop() {
      child.stdin.end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
