import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type SampleRole, samplePeople } from '@academy/samples/people';
import { addPerson, databaseUrlOf } from './people.ts';
import { type Finished, runCli, spawnCli } from './process.ts';

export type TenantName = 'spring' | 'kube' | 'tanzu';
export const TENANTS: readonly TenantName[] = ['spring', 'kube', 'tanzu'];
/** Whether all tests run: `./academy test --all`. */
export const ALL = process.env.ACADEMY_TEST_ALL === '1';
/** The brands of a test that is the same in each: one for every change, all of them with `--all`. */
export const USUAL_TENANTS: readonly TenantName[] = ALL ? TENANTS : ['spring'];

export interface Person {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
}

/** A response as received. */
export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
  text: string;
}

/** Data folder of an academy that was started once and stopped again, before all tests. */
export const PREPARED = 'E2E_PREPARED_DATA';
/** Longest start, ms: a busy machine builds the web for a minute. */
const START_MS = 240_000;

/**
 * The real product as a separate process with its own data: `./academy start` on any free port.
 */
export class Academy {
  dataFolder = '';
  /** 0 until the first start. */
  port = 0;
  /** Additional settings. */
  env: Record<string, string> = {};
  private child: ChildProcess | null = null;
  /** Its output since the start, which includes the log. */
  output = '';
  /** Brands that a file has of its own, by the names under which its tests know them. */
  ownBrands: ReadonlyMap<TenantName, string> = new Map();

  /**
   * Starts with a copy of the prepared data: three brands with their samples, and no activity yet.
   *
   * @param folder of the copy; a temporary one by default
   */
  async open(folder?: string): Promise<void> {
    const prepared = process.env[PREPARED];
    if (prepared === undefined) throw new Error('No academy was prepared: run the journeys with their configuration');
    this.dataFolder = folder ?? mkdtempSync(join(tmpdir(), 'academy-journey-'));
    cpSync(prepared, this.dataFolder, { recursive: true });
    // PostgreSQL refuses a folder that others may read, and copied folders get the default mode.
    chmodSync(join(this.dataFolder, 'pg'), 0o700);
    await this.start();
  }

  /** Starts it, on the same port as before when it has run already. */
  async start(): Promise<void> {
    this.output = '';
    const child = spawnCli(['start', '--port', String(this.port), '--data', this.dataFolder], {
      // Tests log in and write messages more often than people do.
      env: { ACADEMY_ACCOUNT_LOOKUPS_PER_MINUTE: '1000', ACADEMY_MESSAGES_PER_TEN_MINUTES: '1000', ...this.env },
    });
    this.child = child;
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`The academy did not start:\n${this.output}`)), START_MS);
      const read = (chunk: string) => {
        this.output += chunk;
        if (!this.output.includes('Press Ctrl-C to stop.')) return;
        clearTimeout(timer);
        resolve();
      };
      child.stdout?.setEncoding('utf8').on('data', read);
      child.stderr?.setEncoding('utf8').on('data', read);
      child.once('exit', (code) => {
        clearTimeout(timer);
        reject(new Error(`The academy ended with ${code}:\n${this.output}`));
      });
    });
    // Outside of `local` it prints its public addresses, and listens on the same port as before.
    const port = Number(/http:\/\/spring\.localhost:(\d+)/.exec(this.output)?.[1] ?? this.port);
    if (port === 0) throw new Error(`The academy printed no address:\n${this.output}`);
    this.port = port;
  }

  /** Stops it as Ctrl-C does; the database stops with it. */
  stop(): Promise<void> {
    return this.end('SIGTERM');
  }

  /** Kills it like a power cut. The next start recovers the database. */
  kill(): Promise<void> {
    return this.end('SIGKILL');
  }

  /** Stops it and removes its data. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.dataFolder, { recursive: true, force: true });
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    this.child = null;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  /** The id of a brand in this academy: the name, unless the file has a brand of its own. */
  tenantId(tenant: TenantName): string {
    return this.ownBrands.get(tenant) ?? tenant;
  }

  /** How a page names another brand: by its id. */
  adminName(tenant: TenantName): string {
    const id = this.tenantId(tenant);
    return `${id.charAt(0).toUpperCase()}${id.slice(1)} Academy`;
  }

  origin(tenant: TenantName): string {
    return `http://${this.tenantId(tenant)}.localhost:${this.port}`;
  }

  url(tenant: TenantName, path = '/'): string {
    return `${this.origin(tenant)}${path}`;
  }

  /** A sample person, with the password that this academy has generated. */
  person(role: SampleRole): Person {
    const text = readFileSync(join(this.dataFolder, 'sample-people.json'), 'utf8');
    const kept = (JSON.parse(text) as { role: string; password: string }[]).find((one) => one.role === role);
    const person = samplePeople.find((one) => one.role === role);
    if (kept === undefined || person === undefined) throw new Error(`There is no sample ${role}`);
    return { ...person, password: kept.password };
  }

  /** Runs `./academy <args>` against this academy and its settings; the command finds it by its data folder. */
  cli(args: readonly string[], options: { cwd?: string; api?: string } = {}): Promise<Finished> {
    const { api, ...others } = options;
    const address = api === undefined ? {} : { ACADEMY_API_URL: api };
    return runCli(args, { ...others, env: { ...this.env, ACADEMY_DATA: this.dataFolder, ...address } });
  }

  /** Creates a person who is new to the academy, with a password. */
  async newPerson(firstName = 'Nora', lastName = 'Newcomer', isPro = false): Promise<Person> {
    const databaseUrl = databaseUrlOf(this.dataFolder);
    if (databaseUrl === null) throw new Error('The database of the academy does not run');
    const email = await addPerson(databaseUrl, firstName, lastName, isPro);
    return { email, password: this.person('learner').password, firstName, lastName };
  }

  /** Creates a Pro member: what a member may do once a year, the sample member has done in another file. */
  newMember(): Promise<Person> {
    return this.newPerson('Mona', 'Member', true);
  }

  /** Sends a request without a browser, a call of the API as a page of the brand does. */
  get(tenant: TenantName, path: string, headers: Record<string, string> = {}): Promise<RawReply> {
    const tenantid: Record<string, string> = path.startsWith('/api/v1/') ? { tenantid: this.tenantId(tenant) } : {};
    return ask(this.port, { host: new URL(this.origin(tenant)).host, ...tenantid, ...headers }, path);
  }
}

/**
 * Sends a request to a server on this machine. Node does not resolve `*.localhost`, so the host is a header.
 *
 * @param from the address of this machine that sends the request
 */
export function ask(
  port: number,
  headers: Record<string, string>,
  path: string,
  method = 'GET',
  from = '127.0.0.1',
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const asked = request({ host: '127.0.0.1', port, path, method, headers, localAddress: from }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const body = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body, text: body.toString('utf8') });
      });
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
