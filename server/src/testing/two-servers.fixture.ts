import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashPassword } from '@academy/identity/passwords';
import { pino } from 'pino';
import { type RunningServer, startServer } from '../composition/main.ts';
import { readSettings } from '../composition/read-settings.ts';
import type { Database } from '../db/connect.ts';
import { account } from '../db/identity-tables.ts';
import { person } from '../db/tables.ts';
import { EMBEDDED_ISSUER } from '../identity/bearer.ts';
import { Academy, Browser, LENA, type RunningIdentity, signInAs } from '../identity/identity.fixture.ts';
import { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { hashToken, makeToken, tokenEnd } from '../values/token-format.ts';
import { type CourseFiles, packed } from './a-course.ts';
import { afterFile } from './after-file.ts';
import { freePort } from './program.fixture.ts';

export interface ClusterServer extends RunningServer {
  /** Requests a path of an academy as the load balancer does, which sends each request to either server. */
  ask(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>;
  /** Lines of its log, as objects. */
  logged: Record<string, unknown>[];
}

export interface TwoServers {
  here: ClusterServer;
  there: ClusterServer;
  /** The place of signing in, as the fixtures of sign-in need it. */
  identity: Pick<RunningIdentity, 'issuer' | 'originOf'>;
  /** Signs Lena in at the first server, as a browser does. @returns the headers of her calls */
  signIn(): Promise<Record<string, string>>;
  /** Publishes a course through one of the servers. */
  publish(through: ClusterServer, course: CourseFiles): Promise<Response>;
}

/**
 * Two servers of one academy, as in production, on one database; the address of the academy is that of the first.
 *
 * @param db the database itself, for what tests put there
 * @param env settings that both have, at least DATABASE_URL
 * @param envOfFirst further settings of the first one
 */
export async function startTwoServers(
  db: Database,
  env: Readonly<Record<string, string>>,
  envOfFirst: Readonly<Record<string, string>> = {},
): Promise<TwoServers> {
  const ports = [await freePort(), await freePort()] as const;
  const originOf = (tenantId: string) => `http://${tenantId}.localhost:${ports[0]}`;
  const issuer = `http://localhost:${ports[0]}/idp/`;
  const [here, there] = await Promise.all(
    ports.map((port, at) => startOne(port, { issuer, originOf }, { ...env, ...(at === 0 ? envOfFirst : {}) })),
  );
  if (here === undefined || there === undefined) throw new Error('two servers are started');
  const identity = { issuer, originOf };
  const { password, ...lena } = LENA;
  const verified = { ...lena, emailVerified: true };
  await db
    .insert(account)
    .values({ accountId: crypto.randomUUID(), ...verified, passwordHash: await hashPassword(password) });
  const token = await anAuthor(db);
  return {
    ...{ here, there, identity },
    async signIn() {
      const { tokens } = await signInAs(new Browser(issuer), new Academy(identity));
      return { authorization: `Bearer ${tokens.access_token}`, tenantid: 'spring' };
    },
    publish: async (through, course) =>
      through.ask(`/api/v1/content/course/${course.id}`, {
        method: 'PUT',
        headers: { tenantid: 'spring', 'content-type': 'application/gzip', authorization: `Bearer ${token}` },
        body: Buffer.from(await packed(course)),
      }),
  };
}

/** A token that may publish. */
async function anAuthor(db: Database): Promise<string> {
  const subject = crypto.randomUUID();
  const names = { email: 'author@example.org', firstName: 'Ada', lastName: 'Author', emailVerified: true };
  await db.insert(account).values({ accountId: subject, ...names, passwordHash: '' });
  const [author] = await db
    .insert(person)
    .values({ issuer: EMBEDDED_ISSUER, subject, ...names, isAdmin: true })
    .returning({ personId: person.personId });
  const token = makeToken();
  await personalAccessTokensStore(db).createToken({
    personId: author?.personId ?? '',
    ...{ tenantId: 'spring', name: 'publishing', abilities: ['content:write'] },
    tokenHash: hashToken(token),
    expiresAt: tokenEnd(new Date()),
  });
  return token;
}

async function startOne(
  port: number,
  { issuer, originOf }: TwoServers['identity'],
  env: Readonly<Record<string, string>>,
): Promise<ClusterServer> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-one-of-two-'));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  const logged: Record<string, unknown>[] = [];
  const settings = readSettings({
    ACADEMY_ENVIRONMENT: 'dev',
    ACADEMY_IDENTITY: 'embedded',
    ACADEMY_ISSUER: issuer,
    ACADEMY_TENANT_ORIGINS: ['spring', 'kube', 'tanzu'].map((id) => `${id}=${originOf(id)}`).join(','),
    ACADEMY_DATA: folder,
    // No server listens there: mail waits in the outbox.
    ACADEMY_SMTP_URL: 'smtp://127.0.0.1:9',
    ACADEMY_MAIL_FROM: 'academy@example.org',
    PORT: String(port),
    ...env,
  });
  const logger = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) });
  const server = await startServer(settings, { logger });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await server.stop();
    isStopped = true;
  };
  afterFile(stop);
  return {
    ...server,
    stop,
    logged,
    ask: (path, init = {}) => {
      const host = new URL(originOf('spring')).host;
      return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { host, ...init.headers } });
    },
  };
}
