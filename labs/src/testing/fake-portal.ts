import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { dashboard, environmentsIn, type FakeCatalog, type FakeWorkshop, workshopsIn } from './fake-portal-replies.ts';

export interface FakePortalOptions {
  workshops: readonly FakeWorkshop[];
  /** Most sessions of one user. */
  perUser?: number;
  /** Most sessions of the whole portal. */
  maximum?: number;
  /** Origins that may frame its pages. */
  frameAncestors?: readonly string[];
  /** True: time passes by `advance` only. */
  frozen?: boolean;
  /** True: an ended session is answered by a page of the portal, as to a browser whose log-in there has expired (4.0). */
  finishedPage?: boolean;
}

/** A single fault of the portal, at the next request whose path contains `path`; `until`: it replies late. */
export type Fault = {
  path: string;
  reply: { status: number; text: string } | { until: Promise<unknown> } | 'never' | 'hang-up';
};

interface Session {
  name: string;
  token: string;
  workshop: FakeWorkshop;
  environment: string;
  user: string;
  indexUrl: string;
  eventsUrl: string | null;
  state: 'WAITING' | 'RUNNING';
  startedAt: number;
  expiresAt: number;
  deadline: number;
}

export const ROBOT = {
  user: 'robot@educates',
  password: 'robot-password',
  clientId: 'robot-id',
  clientSecret: 'robot-secret',
};

const MIN_EXTENSION_MS = 300_000;

/**
 * A training portal for tests: replies like the observed REST interface of Educates, with a clock and faults that tests
 * control. Its sessions are empty pages.
 */
export class FakePortal {
  readonly options: Required<Omit<FakePortalOptions, 'workshops'>> & { workshops: FakeWorkshop[] };
  /** Running sessions, in the order of their start. */
  sessions: Session[] = [];
  /** Every request, as `GET /path`. */
  readonly requests: string[] = [];
  /** Reported events, lost ones included. */
  readonly events: { name: string; session: string }[] = [];
  faults: Fault[] = [];
  /** Events are created, but not delivered. */
  losesEvents = false;
  /** How far its clock is ahead, ms. */
  clockAhead = 0;
  logIns = 0;
  #server: Server | null = null;
  #frozenAt = Date.now();
  #ahead = 0;
  #made = 0;
  #access = new Map<string, { refresh: string; endsAt: number }>();
  #generation = new Map<string, number>();
  readonly #hanging = new Set<ServerResponse>();

  constructor(options: FakePortalOptions) {
    this.options = {
      perUser: 0,
      maximum: 0,
      frameAncestors: [],
      frozen: false,
      finishedPage: false,
      ...options,
      workshops: [...options.workshops],
    };
  }

  /** @returns its origin */
  async open(): Promise<string> {
    const server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        response.writeHead(500).end(String(error));
      });
    });
    this.#server = server;
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return this.url;
  }

  get url(): string {
    const address = this.#server?.address() as AddressInfo | undefined;
    return `http://127.0.0.1:${address?.port ?? 0}`;
  }

  async close(): Promise<void> {
    for (const response of this.#hanging) response.destroy();
    this.#server?.closeAllConnections();
    await new Promise((closed) => this.#server?.close(closed));
  }

  /** Advances the clock. */
  advance(seconds: number): void {
    this.#ahead += seconds * 1000;
  }

  /** Ends all access tokens, as a restart of the portal's database would. */
  revokeTokens(): void {
    this.#access.clear();
  }

  /** Renames the environment of a workshop; sessions of the old one stay. */
  renew(workshop: string): void {
    this.#generation.set(workshop, (this.#generation.get(workshop) ?? 1) + 1);
  }

  /** Ends a session from the portal's side. */
  end(name: string): void {
    for (const session of this.sessions.filter((one) => one.name === name)) this.#delete(session);
  }

  #now(): number {
    return (this.options.frozen ? this.#frozenAt : Date.now()) + this.#ahead;
  }

  #environmentOf({ name }: FakeWorkshop): string {
    return `portal-w${String(this.#generation.get(name) ?? 1).padStart(2, '0')}-${name}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const url = new URL(request.url ?? '/', 'http://portal');
    this.requests.push(`${request.method} ${url.pathname}`);
    for (const session of this.sessions) if (session.expiresAt <= this.#now()) this.#expire(session);
    const fault = this.faults.find(({ path }) => url.pathname.includes(path));
    if (fault !== undefined) {
      this.faults.splice(this.faults.indexOf(fault), 1);
      if (fault.reply === 'hang-up') return response.destroy();
      if (fault.reply === 'never') return this.#hanging.add(response);
      if ('status' in fault.reply) return send(response, fault.reply.status, fault.reply.text);
      await fault.reply.until;
    }
    if (url.pathname === '/oauth2/token/') return this.#token(request, response);
    if (url.pathname === '/oauth2/revoke-token/') {
      this.#access.delete(new URLSearchParams(await bodyOf(request)).get('token') ?? '');
      return send(response, 200, '');
    }
    const page = /^\/workshops\/session\/([^/]+)\/(activate\/)?$/.exec(url.pathname);
    if (page !== null) return this.#page(page[1] ?? '', page[2] !== undefined, url.searchParams, response);
    if (!url.pathname.startsWith('/workshops/')) return send(response, 404, 'Not Found');
    if (!url.pathname.endsWith('/')) {
      return response.writeHead(301, { location: `${url.pathname}/${url.search}` }).end();
    }
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    if ((this.#access.get(bearer)?.endsAt ?? 0) <= this.#now()) return send(response, 403, '');
    return this.#call(request.method ?? 'GET', url, response);
  }

  async #token(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const form = new URLSearchParams(await bodyOf(request));
    const basic = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    const [id, secret] = basic === '' ? [form.get('client_id'), form.get('client_secret')] : basic.split(':');
    if (id !== ROBOT.clientId || secret !== ROBOT.clientSecret) return json(response, 401, { error: 'invalid_client' });
    if (form.get('grant_type') === 'refresh_token') {
      const before = [...this.#access].find(([, { refresh }]) => refresh === form.get('refresh_token'));
      if (before === undefined) return json(response, 400, { error: 'invalid_grant' });
      this.#access.delete(before[0]);
    } else if (form.get('username') !== ROBOT.user || form.get('password') !== ROBOT.password)
      return json(response, 400, { error: 'invalid_grant' });
    else this.logIns += 1;
    const [access, refresh] = [crypto.randomUUID(), crypto.randomUUID()];
    this.#access.set(access, { refresh, endsAt: this.#now() + 36_000_000 });
    return json(response, 200, {
      access_token: access,
      expires_in: 36_000,
      token_type: 'Bearer',
      scope: 'user:info',
      refresh_token: refresh,
    });
  }

  #call(method: string, url: URL, response: ServerResponse): unknown {
    const path = url.pathname;
    if (path === '/workshops/catalog/environments/')
      return json(response, 200, environmentsIn(this.#catalog(), url.searchParams));
    if (path === '/workshops/catalog/workshops/') return json(response, 200, workshopsIn(this.#catalog()));
    const requested = /^\/workshops\/environment\/([^/]+)\/request\/$/.exec(path);
    if (requested !== null) return this.#request(requested[1] ?? '', url.searchParams, response);
    const ofUser = /^\/workshops\/user\/([^/]+)\/sessions\/$/.exec(path);
    if (ofUser !== null) {
      const sessions = this.sessions
        .filter(({ user }) => user === ofUser[1])
        .map((session) => ({
          name: session.name,
          workshop: session.workshop.name,
          environment: session.environment,
          ...this.#schedule(session),
        }));
      return json(response, 200, { user: ofUser[1], sessions });
    }
    const [, name, verb] = /^\/workshops\/session\/([^/]+)\/(schedule|extend|terminate)\/$/.exec(path) ?? [];
    const session = this.sessions.find((one) => one.name === name);
    if (verb === undefined || session === undefined) return send(response, 404, 'Not Found');
    if (verb === 'terminate') {
      if (method !== 'GET') return send(response, 403, 'CSRF verification failed. Request aborted.');
      json(response, 200, { started: isoOf(session.startedAt), expires: isoOf(session.expiresAt) });
      return this.#delete(session);
    }
    if (verb === 'schedule') return json(response, 200, this.#schedule(session));
    const extended = this.#isExtendable(session);
    if (extended) {
      session.expiresAt = Math.min(session.expiresAt + extensionOf(session), session.deadline);
      this.#tell(session, 'Session/Extended');
    }
    return json(response, 200, { ...this.#schedule(session), extended });
  }

  #catalog(): FakeCatalog {
    return {
      url: this.url,
      maximum: this.options.maximum,
      allocated: this.sessions.length,
      environments: this.options.workshops.map((workshop) => {
        const name = this.#environmentOf(workshop);
        const inIt = this.sessions.filter(({ environment }) => environment === name);
        const sessions = inIt.map((one) => ({
          ...{ name: one.name, namespace: one.name, user: one.user },
          ...this.#schedule(one),
        }));
        return { name, workshop, sessions };
      }),
    };
  }

  #request(environment: string, query: URLSearchParams, response: ServerResponse): unknown {
    const workshop = this.options.workshops.find((one) => this.#environmentOf(one) === environment);
    const [user, indexUrl] = [query.get('user') ?? crypto.randomUUID(), query.get('index_url')];
    let session = this.sessions.find((one) => one.user === user && one.environment === environment);
    if (workshop === undefined && session === undefined)
      return send(response, 403, `Environment ${environment} does not exist`);
    if (indexUrl === null) return send(response, 400, 'Need to provide an index URL');
    if (session === undefined && workshop !== undefined) {
      const { perUser, maximum } = this.options;
      const inEnvironment = this.sessions.filter((one) => one.environment === environment).length;
      const ofUser = this.sessions.filter((one) => one.user === user).length;
      const isFull =
        inEnvironment >= workshop.capacity ||
        (maximum > 0 && this.sessions.length >= maximum) ||
        (perUser > 0 && ofUser >= perUser);
      if (isFull || query.has('session')) return json(response, 503, { error: 'No session available' });
      this.#made += 1;
      session = {
        name: `${environment}-s${String(this.#made).padStart(3, '0')}`,
        token: crypto.randomUUID(),
        workshop,
        environment,
        user,
        indexUrl,
        eventsUrl: query.get('analytics_url'),
        state: 'WAITING',
        startedAt: this.#now(),
        expiresAt: this.#now() + Number(query.get('timeout') ?? 60) * 1000,
        deadline: 0,
      };
      this.sessions.push(session);
      for (const event of ['Session/Pending', 'Session/Created', 'Session/Started']) this.#tell(session, event);
    }
    if (session === undefined) return undefined;
    return json(response, 200, {
      name: session.name,
      session: session.name,
      user,
      url: `/workshops/session/${session.name}/activate/?token=${session.token}&index_url=${encodeURIComponent(session.indexUrl)}`,
      namespace: session.name,
      workshop: session.workshop.name,
      environment,
    });
  }

  /** The page that a browser gets. */
  #page(name: string, activates: boolean, query: URLSearchParams, response: ServerResponse): unknown {
    const session = this.sessions.find((one) => one.name === name);
    const ancestors = ["'self'", ...this.options.frameAncestors].join(' ');
    response.setHeader('content-security-policy', `frame-ancestors ${ancestors}`);
    if (session === undefined) {
      if (activates) return send(response, 400, 'Invalid token');
      const ended = this.#ended.get(name);
      if (ended === undefined) return send(response, 404, 'Not Found');
      if (this.options.finishedPage) return send(response, 200, '<h1>Workshop session finished</h1>');
      return response.writeHead(302, { location: `${ended}?notification=session-deleted` }).end();
    }
    if (activates) {
      if (query.get('token') !== session.token) return send(response, 400, 'Invalid token');
      if (session.state === 'WAITING') {
        session.state = 'RUNNING';
        session.startedAt = this.#now();
        session.expiresAt = this.#now() + session.workshop.durationSeconds * 1000;
        session.deadline = this.#now() + session.workshop.deadlineSeconds * 1000;
        this.#tell(session, 'Session/Started');
      }
      return response.writeHead(302, { location: `/workshops/session/${name}/` }).end();
    }
    return response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(dashboard(session.workshop.name));
  }

  readonly #ended = new Map<string, string>();

  #schedule(session: Session): Record<string, unknown> {
    return {
      status: session.state,
      started: isoOf(session.startedAt + this.clockAhead),
      expires: isoOf(session.expiresAt + this.clockAhead),
      expiring: session.state === 'RUNNING' && session.expiresAt - this.#now() <= extensionOf(session),
      countdown: Math.max(0, Math.floor((session.expiresAt - this.#now()) / 1000)),
      extendable: this.#isExtendable(session),
    };
  }

  #isExtendable(session: Session): boolean {
    if (session.state !== 'RUNNING' || session.expiresAt >= session.deadline) return false;
    return session.expiresAt - this.#now() <= extensionOf(session);
  }

  #expire(session: Session): void {
    this.#tell(session, 'Session/Expired');
    this.#delete(session);
  }

  #delete(session: Session): void {
    this.sessions = this.sessions.filter((one) => one !== session);
    this.#ended.set(session.name, session.indexUrl);
    for (const event of ['Session/Stopping', 'Session/Deleted']) this.#tell(session, event);
  }

  /** Reports an event as the portal does: without a signature, and without a retry. */
  #tell(session: Session, name: string, data: Record<string, unknown> = {}): void {
    this.events.push({ name, session: session.name });
    if (session.eventsUrl === null || this.losesEvents) return;
    const to = new URL(session.eventsUrl);
    const body = JSON.stringify({
      portal: { name: 'portal', uid: 'c7f4b7e2', generation: 1, url: this.url },
      event: {
        name,
        timestamp: isoOf(this.#now()),
        user: session.user,
        session: session.name,
        environment: session.environment,
        workshop: session.workshop.name,
        data,
      },
    });
    // Node does not resolve `*.localhost`.
    const hostname = to.hostname.endsWith('.localhost') ? '127.0.0.1' : to.hostname;
    const headers = { host: to.host, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
    const told = httpRequest({ hostname, port: to.port, path: to.pathname, method: 'POST', headers }, (reply) =>
      reply.resume(),
    );
    told.on('error', () => {});
    told.end(body);
  }

  /** The learner opens a page of the workshop, as its dashboard would report. */
  view(session: string, page: string, number: number, total: number): void {
    const found = this.sessions.find(({ name }) => name === session);
    if (found !== undefined)
      this.#tell(found, 'Workshop/View', { current_page: page, page_number: number, pages_total: total });
  }
}

const extensionOf = ({ workshop }: Session): number =>
  Math.max((workshop.durationSeconds * 1000) / 4, MIN_EXTENSION_MS);

const isoOf = (at: number): string => new Date(at).toISOString();

function send(response: ServerResponse, status: number, text: string): ServerResponse {
  return response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(text);
}

function json(response: ServerResponse, status: number, value: unknown): ServerResponse {
  return response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}
