import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import type { Page } from '@playwright/test';
import { Academy, ask, type Person, type RawReply, TENANTS, type TenantName } from './academy.ts';
import { freePort } from './free-port.ts';
import { databaseUrlOf } from './people.ts';
import { spawnCli } from './process.ts';
import { RoundRobin } from './round-robin.ts';
import type { SignInPlace } from './sign-in-journeys.ts';
import { enterPassword } from './steps.ts';
import { expect } from './test.ts';

const START_MS = 60_000;

/**
 * Two servers behind a load balancer, with the embedded provider, in an environment that is not `local`. A third server
 * only provides the database.
 */
export class TwoServers implements SignInPlace {
  readonly tokenPath = '/oauth2/v1/token';
  readonly endsAccessTokens = true;
  readonly noise: readonly RegExp[] = [];
  readonly #lender = new Academy();
  readonly #more: (port: number) => Record<string, string>;
  readonly #balancer = new RoundRobin();
  #folder = '';
  readonly #children: ChildProcess[] = [];
  ports: readonly number[] = [];

  /** @param more settings of a server, by its port */
  constructor(more: (port: number) => Record<string, string> = () => ({})) {
    this.#more = more;
  }

  async open(): Promise<void> {
    this.#folder = mkdtempSync(join(tmpdir(), 'academy-two-servers-'));
    await this.#lender.open();
    await this.#balancer.open();
    this.ports = [await freePort(), await freePort()];
    this.#balancer.behind = this.ports;
    // Both at once, as in a deployment.
    await Promise.all(this.ports.map((port) => this.#start(port)));
  }

  async close(): Promise<void> {
    for (const child of this.#children) await ended(child);
    await this.#balancer.close();
    await this.#lender.remove();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Sends everything to some of the servers. */
  sendTo(ports: readonly (number | undefined)[]): void {
    this.#balancer.behind = ports.filter((port) => port !== undefined);
  }

  /** Ends the first server as a crash of its machine does. */
  async killFirst(): Promise<void> {
    const [child] = this.#children;
    if (child === undefined) throw new Error('there is no first server');
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  /** Asks the second server to stop. @returns its exit status, once it has */
  async stopSecond(): Promise<number | null> {
    const [, child] = this.#children;
    if (child === undefined) throw new Error('there is no second server');
    await ended(child);
    return child.exitCode;
  }

  async #start(port: number): Promise<void> {
    const child = spawnCli(['start', '--port', String(port), '--data', join(this.#folder, String(port))], {
      env: {
        ACADEMY_ENVIRONMENT: 'dev',
        ACADEMY_DRAIN_SECONDS: '2',
        ACADEMY_IDENTITY: 'embedded',
        ACADEMY_ISSUER: this.issuer,
        ACADEMY_TENANT_ORIGINS: TENANTS.map((tenant) => `${tenant}=${this.origin(tenant)}`).join(','),
        ACADEMY_TRUSTED_PROXIES: '127.0.0.1',
        ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE: '1000',
        // No server listens there: mail waits in the outbox.
        ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9',
        ACADEMY_MAIL_FROM: 'academy@example.org',
        DATABASE_URL: databaseUrlOf(this.#lender.dataFolder) ?? '',
        ...this.#more(port),
      },
    });
    this.#children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output += chunk;
      });
    await expect
      .poll(
        async () => {
          if (child.exitCode !== null) throw new Error(`A server ended with ${child.exitCode}:\n${output}`);
          return (await ask(port, { host: 'localhost' }, '/health/ready').catch(() => null))?.status;
        },
        { timeout: START_MS, message: 'a server becomes ready' },
      )
      .toBe(200);
  }

  get issuer(): string {
    return `http://localhost:${this.#balancer.port}/idp/`;
  }

  origin(tenant: TenantName): string {
    return `http://${tenant}.localhost:${this.#balancer.port}`;
  }

  clientId(tenant: TenantName): string {
    return `academy-${tenant}`;
  }

  get(tenant: TenantName, path: string, headers: Record<string, string> = {}): Promise<RawReply> {
    return ask(this.#balancer.port, { host: new URL(this.origin(tenant)).host, ...headers }, path);
  }

  /** Sends a request to one of the servers, as the load balancer does. */
  at(
    port: number | undefined,
    path: string,
    headers: Record<string, string>,
    method = 'GET',
    from?: string,
  ): Promise<RawReply> {
    return ask(port ?? 0, { host: new URL(this.origin('spring')).host, ...headers }, path, method, from);
  }

  newPerson(): Promise<Person> {
    return this.#lender.newPerson();
  }

  enterPassword(page: Page, person: Person): Promise<void> {
    return enterPassword(page, person);
  }

  /** The provider's session is enough. */
  async passThrough(): Promise<void> {}

  /** The embedded provider asks no question at log-out. */
  async confirmLogOut(): Promise<void> {}

  async expectPasswordPage(page: Page): Promise<void> {
    await expect(page.getByLabel(signInPageTexts.password)).toBeVisible();
  }

  async remove({ email }: Person): Promise<void> {
    const done = await this.#lender.cli([
      'user',
      'remove',
      '--email',
      email,
      '--yes',
      '--data',
      this.#lender.dataFolder,
    ]);
    expect(done.code, done.stderr).toBe(0);
  }

  /** Publishes through one of the servers. */
  publish(port: number | undefined, template: string) {
    return this.#lender.cli(['apply', 'course', '-f', template], { api: `http://127.0.0.1:${port}/api/v1` });
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
