import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { IdentityMail } from '@academy/identity/identity-mail';
import { createIdentity, type Identity, type IdentityOptions } from '@academy/identity/mount';
import { loadTenants } from '@academy/tenants';
import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Database } from '../db/connect.ts';
import { addErrorReply, isDiskFull } from '../http/error-reply.ts';
import { addRateLimits } from '../http/rate-limits.ts';
import { addRequestLog } from '../http/request-log.ts';
import { StalledReaders } from '../http/stalled-readers.ts';
import { attemptsStore } from './attempts.store.ts';
import { addIdentity } from './identity.plugin.ts';
import { identityStore } from './identity.store.ts';

export const AUDIENCE = 'academy-api';

export interface RunningIdentity {
  identity: Identity;
  issuer: string;
  port: number;
  /** The tenant's origin on this server's port. */
  originOf(tenantId: string): string;
  /** Mails that were sent, in order. */
  mails: IdentityMail[];
  logged: { level: string; message: string; values: { reason?: unknown } }[];
  close(): Promise<void>;
}

/** The provider mounted in a real server on a free port, as in the product. */
export async function startIdentity(
  database: { db: Database },
  options: Partial<Pick<IdentityOptions, 'now' | 'footerOf' | 'fetchProvider' | 'keySecret' | 'keySecretBefore'>> & {
    port?: number;
    issuerProtocol?: string;
    /** Proxies whose forwarded headers are trusted. */
    trustProxy?: string[];
    /** Requests allowed per address; by default more than any test sends. */
    perMinute?: number;
    /** Logger of requests and of the provider; `logged` stays empty then. */
    log?: FastifyBaseLogger;
  } = {},
): Promise<RunningIdentity> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `${options.issuerProtocol ?? 'http'}://localhost:${port}/idp/`;
  const tenants = await loadTenants();
  const originOf = (tenantId: string) => `http://${tenantId}.localhost:${port}`;
  const tenantOrigins = Object.fromEntries(
    [...tenants.keys()].map((id) => [
      id,
      id === 'spring' ? [originOf(id), `http://localhost:${port}`, `http://127.0.0.1:${port}`] : [originOf(id)],
    ]),
  );
  const logged: RunningIdentity['logged'] = [];
  const mails: IdentityMail[] = [];
  const note = (level: string) => (values: object, message: string) => void logged.push({ level, message, values });
  const identity = await createIdentity({
    issuer,
    store: identityStore(database.db, options.now),
    tenants: tenants.values(),
    tenantOrigins,
    audience: AUDIENCE,
    sendMail: async (mail) => void mails.push(mail),
    log: options.log ?? { info: note('info'), warn: note('warn'), error: note('error') },
    isDiskFull,
    fetchProvider: options.fetchProvider ?? fetch,
    cookieSuffix: String(port),
    ...(options.now === undefined ? {} : { now: options.now }),
    ...(options.footerOf === undefined ? {} : { footerOf: options.footerOf }),
    ...(options.keySecret === undefined ? {} : { keySecret: options.keySecret }),
    ...(options.keySecretBefore === undefined ? {} : { keySecretBefore: options.keySecretBefore }),
  });
  const app = fastify({
    serverFactory: (handler) => server.on('request', handler),
    trustProxy: options.trustProxy ?? false,
    ...(options.log === undefined ? {} : { loggerInstance: options.log }),
    logController: new LogController({ disableRequestLogging: true }),
  });
  addRequestLog(app);
  addErrorReply(app);
  const perMinute = options.perMinute ?? 1_000_000;
  const limits = {
    anonymousPerMinute: perMinute,
    signedInPerMinute: perMinute,
    accountLookupsPerMinute: perMinute,
    classroomNetworks: [],
    classroomLookupsPerMinute: perMinute,
    messagesPerTenMinutes: perMinute,
    labStartsPerMinute: perMinute,
    visitorAttemptsPerTenMinutes: perMinute,
    reportsPerMinute: perMinute,
  };
  const { signIn } = await addRateLimits(app, limits, attemptsStore(database.db, Date.now));
  new StalledReaders().addTo(app);
  addIdentity(app, identity, signIn);
  await app.ready();
  return {
    identity,
    issuer,
    port,
    originOf,
    logged,
    mails,
    async close() {
      server.closeAllConnections();
      await app.close();
      if (server.listening) await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * A browser as far as sign-in needs it: cookies by path, redirects followed inside the issuer, forms sent with their
 * origin.
 */
export class Browser {
  readonly #issuer: URL;
  readonly #cookies = new Map<string, { value: string; path: string }>();
  constructor(issuer: string) {
    this.#issuer = new URL(issuer);
  }

  /** One request; redirects are not followed. */
  async request(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookie = [...this.#cookies]
      .filter(([, { path }]) => pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`))
      .map(([key, { value }]) => `${key.split(' ')[0]}=${value}`)
      .join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      ...init,
      headers: { accept: 'text/html', ...(cookie === '' ? {} : { cookie }), ...init.headers },
    });
    for (const line of response.headers.getSetCookie()) this.#store(line);
    return response;
  }

  /** Follows redirects up to a page, or to an address outside the issuer. */
  async open(url: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Page> {
    let response = await this.request(url, init);
    let at = url;
    for (let hops = 0; hops < 10; hops += 1) {
      const location = response.headers.get('location');
      if (location === null)
        return { url: at, status: response.status, headers: response.headers, text: await response.text() };
      at = new URL(location, at).href;
      if (new URL(at).origin !== this.#issuer.origin || new URL(at).pathname === '/login/callback')
        return { url: at, status: response.status, headers: response.headers, text: '' };
      response = await this.request(at);
    }
    throw new Error(`too many redirects: ${at}`);
  }

  /** Sends the form of a page. */
  async submit(page: Page, values: Record<string, string>, headers: Record<string, string> = {}): Promise<Page> {
    const action = /<form[^>]* action="([^"]+)"/.exec(page.text)?.[1];
    if (action === undefined) throw new Error(`no form on ${page.url}: ${page.text.slice(0, 300)}`);
    const hidden = [...page.text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    return this.open(new URL(action, page.url).href, {
      method: 'POST',
      body: new URLSearchParams([...hidden, ...Object.entries(values)]),
      headers: { origin: this.#issuer.origin, ...headers },
    });
  }

  /** The value of the last set cookie of this name, whatever its path. */
  cookieOf(name: string): string | undefined {
    return [...this.#cookies].findLast(([key]) => key.startsWith(`${name} `))?.[1].value;
  }

  cookieValues(): string[] {
    return [...this.#cookies.values()].map(({ value }) => value);
  }

  #store(line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const name = pair.slice(0, pair.indexOf('='));
    const value = pair.slice(pair.indexOf('=') + 1);
    const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
    if (value === '' || /expires=Thu, 01 Jan 1970/i.test(line)) this.#cookies.delete(`${name} ${path}`);
    else this.#cookies.set(`${name} ${path}`, { value, path });
  }
}

export interface Page {
  url: string;
  status: number;
  headers: Headers;
  text: string;
}

/** The steps of an academy's page that sign a person in. */
export class Academy {
  readonly clientId: string;
  readonly #running: Pick<RunningIdentity, 'issuer' | 'originOf'>;
  readonly redirectUri: string;
  readonly verifier = randomBytes(32).toString('base64url');
  readonly state = randomBytes(8).toString('hex');
  readonly nonce = randomBytes(8).toString('hex');
  constructor(running: Pick<RunningIdentity, 'issuer' | 'originOf'>, tenantId = 'spring') {
    this.#running = running;
    this.clientId = `academy-${tenantId}`;
    this.redirectUri = `${running.originOf(tenantId)}/login/callback`;
  }

  authorizeUrl(changes: Record<string, string | null> = {}): string {
    const parameters: Record<string, string | null> = {
      client_id: this.clientId,
      redirect_uri: this.redirectUri,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge: createHash('sha256').update(this.verifier).digest('base64url'),
      code_challenge_method: 'S256',
      state: this.state,
      nonce: this.nonce,
      ...changes,
    };
    const query = Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== null);
    return `${this.#running.issuer}oauth2/v1/authorize?${new URLSearchParams(query)}`;
  }

  /** @returns status and JSON of the token endpoint */
  async token(
    form: Record<string, string>,
  ): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
    const response = await fetch(`${this.#running.issuer}oauth2/v1/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: this.clientId, ...form }),
      headers: { origin: new URL(this.redirectUri).origin },
    });
    return {
      status: response.status,
      body: (await response.json()) as Record<string, unknown>,
      headers: response.headers,
    };
  }

  exchange(callback: string, changes: Record<string, string> = {}) {
    return this.token({
      grant_type: 'authorization_code',
      redirect_uri: this.redirectUri,
      code: new URL(callback).searchParams.get('code') ?? '',
      code_verifier: this.verifier,
      ...changes,
    });
  }

  refresh(refreshToken: unknown, changes: Record<string, string> = {}) {
    return this.token({ grant_type: 'refresh_token', refresh_token: String(refreshToken), ...changes });
  }
}

export const LENA = { email: 'lena@example.org', firstName: 'Lena', lastName: 'Lind', password: 'four words in a row' };

/** The newest mail of a kind to an address. */
export function mailTo(running: RunningIdentity, email: string, kind: IdentityMail['kind']): IdentityMail {
  const mail = running.mails.findLast((one) => one.to === email && one.kind === kind);
  if (mail === undefined) throw new Error(`no mail ${kind} to ${email}`);
  return mail;
}

/** Fills in the registration page and types the code of the mail. @returns the page after it */
export async function registerAs(
  running: RunningIdentity,
  browser: Browser,
  page: Page,
  person: typeof LENA,
): Promise<Page> {
  const waiting = await browser.submit(page, person);
  const { detail } = mailTo(running, person.email.trim().toLowerCase(), 'verify-email');
  return browser.submit(waiting, { code: detail ?? '' });
}

/** Signs Lena in on the form. @returns the callback address and its tokens */
export async function signInAs(
  browser: Browser,
  academy: Academy,
  person: { email: string; password: string } = LENA,
): Promise<{ callback: string; tokens: Record<string, unknown> }> {
  const page = await browser.open(academy.authorizeUrl());
  const after =
    page.text === '' ? page : await browser.submit(page, { email: person.email, password: person.password });
  const { body, status } = await academy.exchange(after.url);
  if (status !== 200) throw new Error(`no tokens: ${after.url} ${JSON.stringify(body)}`);
  return { callback: after.url, tokens: body };
}
