import type { LabProblem } from '@academy/contract/labs';
import * as v from 'valibot';
import { LabFailure } from '../lab-provider.ts';

/** A training portal and the robot account that the academy uses there. */
export interface PortalSettings {
  name: string;
  /** Origin. */
  url: string;
  robot: { user: string; password: string; clientId: string; clientSecret: string };
}

/** Longest reply that is read, bytes; a portal sends no longer ones. */
const MAX_REPLY_LENGTH = 2_000_000;
/** A token is renewed this long before it expires, ms. */
const RENEW_MS = 60_000;

const TokenSchema = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  refresh_token: v.optional(v.string()),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

interface Token {
  access: string;
  refresh: string | null;
  /** By `now`. */
  renewAt: number;
}

interface Held {
  coming: Promise<Token>;
  /** Null until the first one has arrived. */
  token: Token | null;
}

/** A reply with an error status, to be interpreted by the caller. */
export interface Refusal {
  status: number;
  text: string;
}

export interface PortalClientOptions {
  /** Longest wait for one reply, ms. */
  timeoutMs?: number;
  /** A monotonic clock, milliseconds. */
  now?: () => number;
}

/**
 * Client of one portal's REST interface, as its robot account. Tokens are obtained and renewed by one request at a
 * time, because a renewal invalidates the previous token; an empty 403 means that a token has expired, and one new
 * log-in is tried.
 */
export class PortalClient {
  readonly name: string;
  readonly host: string;
  readonly #settings: PortalSettings;
  readonly #timeoutMs: number;
  readonly #now: () => number;
  #held: Held | null = null;

  constructor(
    settings: PortalSettings,
    { timeoutMs = 5_000, now = () => performance.now() }: PortalClientOptions = {},
  ) {
    this.name = settings.name;
    this.host = new URL(settings.url).host;
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    this.#now = now;
  }

  /**
   * Validates an address from the portal, which must be the portal's own and lead into a session. @throws LabFailure
   * provider-error
   */
  activationUrl(given: string): string {
    const { url } = this.#settings;
    const address = URL.canParse(given, url) ? new URL(given, url) : null;
    if (address?.origin !== new URL(url).origin || !address.pathname.startsWith('/workshops/session/'))
      throw new LabFailure('provider-error', 'the portal gave an address that leads elsewhere');
    return address.href;
  }

  /**
   * Requests an address below the portal's.
   *
   * @param path with its final slash
   * @returns the reply parsed by the schema, or the result of `refused` for a refusal
   * @throws LabFailure for anything else
   */
  async get<S extends v.GenericSchema, R = never>(
    path: string,
    schema: S,
    query: Record<string, string> = {},
    refused: (refusal: Refusal) => R | undefined = () => undefined,
  ): Promise<v.InferOutput<S> | R> {
    const address = `${path}${Object.keys(query).length > 0 ? `?${new URLSearchParams(query)}` : ''}`;
    for (let attempt = 0; ; attempt += 1) {
      const token = await this.#access();
      const { status, text } = await this.#fetch(address, { headers: { authorization: `Bearer ${token.access}` } });
      if (status === 403 && text === '' && attempt === 0) {
        this.#forget(token);
        continue;
      }
      if (status === 200 || status === 201) return parsed(schema, text);
      const meaning = refused({ status, text });
      if (meaning !== undefined) return meaning;
      throw new LabFailure(problemOf(status), `${path.split('/')[2]} was answered with ${status}`);
    }
  }

  /** The present token, or the one that another request is obtaining. */
  async #access(): Promise<Token> {
    const held = this.#held;
    if (held === null) return this.#hold(this.#logIn());
    const token = await held.coming;
    if (this.#now() < token.renewAt) return token;
    // Another request may have started the renewal while this one waited.
    return this.#held === held ? this.#hold(this.#renew(token)) : this.#access();
  }

  #hold(coming: Promise<Token>): Promise<Token> {
    const held: Held = { coming, token: null };
    this.#held = held;
    coming.then(
      (token) => {
        held.token = token;
      },
      () => {
        if (this.#held === held) this.#held = null;
      },
    );
    return coming;
  }

  /** Drops a token that the portal refuses, unless it was replaced already. */
  #forget(token: Token): void {
    if (this.#held?.token === token) this.#held = null;
  }

  #logIn(): Promise<Token> {
    const { user, password } = this.#settings.robot;
    return this.#askToken({ grant_type: 'password', username: user, password });
  }

  async #renew({ refresh }: Token): Promise<Token> {
    if (refresh === null) return this.#logIn();
    return this.#askToken({ grant_type: 'refresh_token', refresh_token: refresh }).catch((error: unknown) => {
      if (error instanceof LabFailure && error.problem === 'forbidden') return this.#logIn();
      throw error;
    });
  }

  async #askToken(form: Record<string, string>): Promise<Token> {
    const { clientId, clientSecret } = this.#settings.robot;
    const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
    const { status, text } = await this.#fetch('/oauth2/token/', {
      method: 'POST',
      headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
    if ([400, 401, 403].includes(status)) throw new LabFailure('forbidden', 'the portal refused the robot account');
    if (status !== 200) throw new LabFailure(problemOf(status), `the token was answered with ${status}`);
    const { access_token, refresh_token, expires_in } = parsed(TokenSchema, text);
    const lifetimeMs = expires_in * 1000;
    return {
      access: access_token,
      refresh: refresh_token ?? null,
      // However short its lifetime, it is used for half of it.
      renewAt: this.#now() + Math.max(lifetimeMs - RENEW_MS, lifetimeMs / 2),
    };
  }

  async #fetch(path: string, init: RequestInit): Promise<Refusal> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      const response = await fetch(this.#settings.url + path, { ...init, redirect: 'manual', signal });
      return { status: response.status, text: await readText(response) };
    } catch (error) {
      if (error instanceof LabFailure) throw error;
      if (signal.aborted) throw new LabFailure('timeout', `no answer within ${this.#timeoutMs} ms`);
      throw new LabFailure('unavailable', 'the portal cannot be reached', { cause: error });
    }
  }
}

async function readText(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > MAX_REPLY_LENGTH) throw new LabFailure('provider-error', 'the answer is too long');
  }
  return text.trim();
}

function parsed<S extends v.GenericSchema>(schema: S, text: string): v.InferOutput<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new LabFailure('provider-error', 'the answer is no JSON');
  }
  const result = v.safeParse(schema, value);
  if (!result.success)
    throw new LabFailure('provider-error', `the answer has another shape: ${result.issues[0].message}`);
  return result.output;
}

function problemOf(status: number): LabProblem {
  if (status === 401 || status === 403) return 'forbidden';
  if (status === 404) return 'not-found';
  return [502, 503, 504].includes(status) ? 'unavailable' : 'provider-error';
}
