import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '@academy/bench/root';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';
import { freePort } from '../faults/support/programs.ts';
import { end, untilReady } from './machine.fixture.ts';

/** Longest start, ms: a busy machine builds the web for minutes. */
const START_MS = 240_000;

/** Two servers of the academy as processes, as behind a proxy on this machine, on one PostgreSQL. */
export class TwoServers {
  #folder = '';
  #postgres: EmbeddedPostgres | null = null;
  readonly #children = new Map<number, ChildProcess>();
  ports: [number, number] = [0, 0];

  async open(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'academy-two-servers-'));
    const dataFolder = join(this.#folder, 'database');
    this.#postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
    this.ports = [await freePort(), await freePort()];
    // One after the other: the first one may have to build the web.
    for (const port of this.ports) await this.start(port);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children.values()].map((child) => end(child, 'SIGTERM')));
    await this.#postgres?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #environment(): Record<string, string> {
    const kept = Object.entries(process.env).filter(
      ([name]) => !/^(?:ACADEMY_|VITEST|NODE_OPTIONS$|PORT$|DATABASE_URL)/.test(name),
    );
    return {
      ...(Object.fromEntries(kept) as Record<string, string>),
      NODE_ENV: 'production',
      ACADEMY_ENVIRONMENT: 'prod',
      ACADEMY_IDENTITY: 'embedded',
      ACADEMY_ISSUER: 'https://login.example.org/idp/',
      ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((one) => `${one}=https://${one}.example.org`).join(','),
      ACADEMY_TRUSTED_PROXIES: '127.0.0.1',
      ACADEMY_KEY_SECRET: 'a secret of these tests that is long enough',
      ACADEMY_ANONYMOUS_PER_MINUTE: '100000',
      ACADEMY_SIGNED_IN_PER_MINUTE: '100000',
      // Long enough for a proxy to notice that a server stops.
      ACADEMY_DRAIN_SECONDS: '2',
      ACADEMY_LOG_LEVEL: 'error',
      // No server listens there: mail waits in the outbox.
      ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9',
      ACADEMY_MAIL_FROM: 'academy@example.org',
      DATABASE_URL: this.#postgres?.connectionString ?? '',
      ACADEMY_DATA: join(this.#folder, 'data'),
    };
  }

  /** Runs `./academy <args>` with the settings of these servers. @returns what it printed */
  async command(args: readonly string[], input = ''): Promise<string> {
    const child = this.#spawn(args, this.#environment());
    child.stdin?.end(input);
    const ended = once(child, 'exit');
    const [out, err] = await Promise.all([text(child.stdout as never), text(child.stderr as never)]);
    const [code] = await ended;
    if (code !== 0) throw new Error(`academy ${args.join(' ')}: ${err}`);
    return out;
  }

  #spawn(args: readonly string[], env: Record<string, string>): ChildProcess {
    return spawn(process.execPath, [join(ROOT, 'cli/src/main.ts'), ...args], { cwd: this.#folder, env });
  }

  async start(port: number): Promise<void> {
    const data = join(this.#folder, String(port));
    const child = this.#spawn(['start', '--port', String(port), '--data', data], this.#environment());
    this.#children.set(port, child);
    await untilReady(
      child,
      async () => (await fetch(`http://127.0.0.1:${port}/health/ready`)).status === 200,
      START_MS,
    );
  }

  /** Stops a server as an orchestrator does. */
  async stop(port: number): Promise<void> {
    const child = this.#children.get(port);
    if (child !== undefined) await end(child, 'SIGTERM');
  }
}
