import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { S3Settings } from '../file-store/file-store-settings.ts';
import { s3Requests } from '../file-store/s3-requests.ts';
import { afterFile } from './after-file.ts';

/** A store on loopback that tests control. */
export interface TestStore {
  settings: S3Settings;
  /** The same as variables of the environment. */
  env: Record<string, string>;
  /** Nothing listens any more, and open connections end. */
  away(): Promise<void>;
  /** Connections are taken, and nothing comes back. */
  silent(): Promise<void>;
  /** It answers again. */
  back(): Promise<void>;
  /** A further bucket. */
  addBucket(name: string): Promise<S3Settings>;
}

const PYTHON = '/usr/bin/python3';
/** Of Debian's packages swift-proxy, swift-account, swift-container and swift-object. */
const SWIFT = '/usr/bin/swift-proxy-server';
const ACCESS_KEY = 'test:tester';
const BUCKET = 'academy';

/** Whether this machine has an S3-compatible store for tests. */
export const hasSwift = existsSync(SWIFT) && existsSync(PYTHON);
if (!hasSwift)
  console.warn('OpenStack Swift is not installed (swift-proxy and its neighbours): the content store is not tested.');

/** A real S3-compatible store, OpenStack Swift, with an empty bucket; stopped after the file's last test. */
export async function startSwift(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-swift-'));
  const secretKey = randomBytes(12).toString('hex');
  const program = join(import.meta.dirname, 'swift-store.py');
  const child = spawn(PYTHON, [program, folder, ACCESS_KEY, secretKey, BUCKET], { stdio: ['pipe', 'pipe', 'pipe'] });
  const errors: string[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
  const ended = once(child, 'close');
  afterFile(async () => {
    child.stdin.end();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  });
  const line = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const port = Number(line[0]);
  if (typeof line[0] !== 'string' || !(port > 0)) throw new Error(`Swift did not start: ${errors.join('')}`);

  const network = await controlledNetwork(port);
  afterFile(() => network.away());
  const settings: S3Settings = {
    ...{ endpoint: `http://127.0.0.1:${network.port}`, region: 'us-east-1', bucket: BUCKET },
    ...{ accessKey: ACCESS_KEY, secretKey, pathStyle: true },
  };
  const addBucket = async (bucket: string) => {
    const requests = s3Requests({ ...settings, bucket });
    await requests.ask({ method: 'PUT', key: '' });
    requests.close();
    return { ...settings, bucket };
  };
  const env = {
    ...{ ACADEMY_S3_ENDPOINT: settings.endpoint, ACADEMY_S3_BUCKET: settings.bucket },
    ...{ ACADEMY_S3_ACCESS_KEY: ACCESS_KEY, ACADEMY_S3_SECRET_KEY: secretKey },
  };
  return { settings, env, addBucket, away: network.away, silent: network.silent, back: network.back };
}

/** A port in front of another one that can be closed, and opened again. */
async function controlledNetwork(target: number) {
  const sockets = new Set<Socket>();
  let isSilent = false;
  const server = createServer((near) => {
    const far = isSilent ? null : connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      if (socket === null) continue;
      sockets.add(socket);
      const end = () => {
        sockets.delete(socket);
        near.destroy();
        far?.destroy();
      };
      socket.on('error', end).on('close', end);
    }
    if (far !== null) near.pipe(far).pipe(near);
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const away = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cut();
    await closed;
  };
  return {
    port,
    away,
    async silent() {
      isSilent = true;
      cut();
    },
    async back() {
      isSilent = false;
      cut();
      if (!server.listening) await listen(port);
    },
  };
}
