import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { onCore } from './processor-time.ts';

export interface BareReply {
  headers: Record<string, string>;
  /** Base64. */
  body: string;
}

export interface BareServer {
  port: number;
  pid: number;
  stop(): void;
}

/** Starts a bare node:http server on the server's core that answers every request with these bytes. */
export async function startBare(headers: Record<string, string>, body: Buffer, core: number): Promise<BareServer> {
  const [program = '', ...args] = [...onCore(core), process.execPath, join(import.meta.dirname, 'bare.process.ts')];
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const reply: BareReply = { headers, body: body.toString('base64') };
  child.send(reply);
  const [port] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the bare server ended'))),
  ])) as [number];
  return { port, pid: child.pid ?? 0, stop: () => void child.kill('SIGKILL') };
}
