import type { ProviderEndpoints } from '../settings/addresses.ts';
import { isWebAddress } from '../settings/setting-types.ts';
import { fetchObject, pause } from './provider-fetch.ts';

/** The first retries come quickly, for a provider that starts together with us. */
const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** The discovered endpoints are refreshed after this time, ms: providers move. */
const REFRESH_AFTER_MS = 3_600_000;

/** `<issuer>/.well-known/openid-configuration`, whether or not the issuer ends with a slash. */
export function discoveryAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

/**
 * Fetches the endpoints of a provider.
 *
 * Endpoints that the server itself connects to must be on the issuer's own origin, or be set: a document cannot send
 * the server to other hosts.
 *
 * @param given endpoints from the settings; they win
 * @throws Error that says what is wrong with the reply
 */
export async function discover(issuer: string, given: Partial<ProviderEndpoints> = {}): Promise<ProviderEndpoints> {
  const address = discoveryAddress(issuer);
  const document = await fetchObject(address);
  if (document.issuer !== issuer) {
    throw new Error(
      `${address} speaks for the issuer ${JSON.stringify(document.issuer)}, ACADEMY_ISSUER is ${JSON.stringify(issuer)}: they must be the same, letter by letter`,
    );
  }
  const endpoint = (name: string): string | null => {
    const value = document[name];
    if (value === undefined || value === null) return null;
    if (typeof value === 'string' && isWebAddress(value)) return value;
    throw new Error(`${address} has a ${name} that is no https:// address (http:// only for localhost)`);
  };
  const required = (name: string, setting: string): string => {
    const value = endpoint(name);
    if (value === null) throw new Error(`${address} names no ${name}: set ${setting}`);
    return value;
  };
  const own = (url: string, name: string, setting: string): string => {
    if (new URL(url).origin === new URL(issuer).origin) return url;
    throw new Error(`${address} puts ${name} on another host (${url}): allow it by setting ${setting} to that address`);
  };
  const userinfo = endpoint('userinfo_endpoint');
  return {
    authorize: given.authorize ?? required('authorization_endpoint', 'ACADEMY_AUTHORIZE_URL'),
    token: given.token ?? required('token_endpoint', 'ACADEMY_TOKEN_URL'),
    logout: given.logout === undefined ? endpoint('end_session_endpoint') : given.logout,
    register: Array.isArray(document.prompt_values_supported) && document.prompt_values_supported.includes('create'),
    keys: given.keys ?? own(required('jwks_uri', 'ACADEMY_KEYS_URL'), 'jwks_uri', 'ACADEMY_KEYS_URL'),
    userinfo:
      given.userinfo !== undefined
        ? given.userinfo
        : userinfo === null
          ? null
          : own(userinfo, 'userinfo_endpoint', 'ACADEMY_USERINFO_URL'),
  };
}

export interface KeepDiscoveringOptions {
  issuer: string;
  given: Partial<ProviderEndpoints>;
  /** Called with the endpoints after each successful fetch. */
  learned: (endpoints: ProviderEndpoints) => void;
  log: { info(message: string): void; warn(values: object, message: string): void };
  signal: AbortSignal;
  firstRetryMs?: number;
}

/**
 * Discovers a provider's endpoints and keeps them up to date. An unreachable provider is retried: the academy runs
 * without it, and signing in works again without a restart.
 *
 * @returns when the first attempt has ended, successful or not
 */
export async function keepDiscovering(options: KeepDiscoveringOptions): Promise<void> {
  const { issuer, given, log, signal } = options;
  const firstRetry = options.firstRetryMs ?? FIRST_RETRY_MS;
  let failures = 0;
  const attempt = async () => {
    try {
      const endpoints = await discover(issuer, given);
      if (signal.aborted) return;
      options.learned(endpoints);
      if (failures > 0) log.info('the addresses of the identity provider are known: signing in works again');
      failures = 0;
    } catch (error) {
      failures += 1;
      log.warn({ err: error }, 'the addresses of the identity provider could not be read; they are requested again');
    }
  };
  const goOn = async () => {
    const wait = () =>
      failures === 0 ? REFRESH_AFTER_MS : Math.min(MAX_RETRY_MS, firstRetry * 2 ** Math.min(failures - 1, 10));
    while (await pause(wait(), signal)) await attempt();
  };
  await attempt();
  void goOn();
}
