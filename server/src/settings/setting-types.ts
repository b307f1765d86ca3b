import * as v from 'valibot';
import { isNetwork } from '../values/networks.ts';

/** Schemas that turn the text of an environment variable into a value; each message ends the line "<NAME> ...". */

export const text = () => v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'));

/** Where an academy can run. */
export const ENVIRONMENTS = ['local', 'dev', 'qat', 'stage', 'prod'] as const;

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

export const wholeNumber = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `must be a whole number from ${min} to ${max}`),
    v.transform(Number),
    v.minValue(min, `must be at least ${min}`),
    v.maxValue(max, `must be at most ${max}`),
  );

/** An https address (http on this machine only), kept as written. */
export const webAddress = () =>
  v.pipe(v.string(), v.check(isWebAddress, 'must be an https:// address (http:// only for localhost)'));

/** Scheme, host and port of an address, without a path. */
export const origin = () =>
  v.pipe(
    webAddress(),
    v.check(isOrigin, 'must be scheme and host only, such as https://spring.example.org'),
    v.transform((value) => new URL(value).origin),
  );

/** `spring=a,kube=b`: a value for each tenant. */
export const perTenant = <S extends v.GenericSchema<string, string>>(value: S) =>
  pairs(/^[a-z][a-z0-9]{1,30}$/, 'tenant', value);

/** `main=https://a.example.org,second=...`: a value for each of the operator's own names. */
export const byName = <S extends v.GenericSchema<string, string>>(value: S) =>
  pairs(/^[A-Za-z0-9]{1,40}$/, 'name', value);

/** `jdk17-environment=java-17,*=none`: an environment for each image. */
export const environmentPerImage = () => pairs(/^(?:\*|[A-Za-z\d][\w.-]{0,99})$/, 'image', v.string());

/** `email=mail,firstName=given_name`: a value for each of some fixed names. */
export const named = <const Names extends readonly string[]>(names: Names) =>
  v.pipe(
    pairs(/^[A-Za-z]{1,40}$/, 'name', v.string()),
    v.check(
      (value) => Object.keys(value).every((name) => names.includes(name)),
      `has names other than ${names.join(', ')}`,
    ),
    v.transform((value): { [Name in Names[number]]?: string } => value as { [Name in Names[number]]?: string }),
  );

function pairs<S extends v.GenericSchema<string, string>>(key: RegExp, what: string, value: S) {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const entries = new Map<string, string>();
      for (const part of dataset.value.split(',')) {
        const [, name, given] = /^\s*([^\s=]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
        if (name === undefined || given === undefined || !key.test(name)) {
          addIssue({ message: `must be ${what}=value pairs with commas between; "${part.trim()}" is none` });
          return NEVER;
        }
        const parsed = v.safeParse(value, given);
        if (!parsed.success) {
          addIssue({ message: `for ${name} ${parsed.issues[0].message}` });
          return NEVER;
        }
        entries.set(name, parsed.output);
      }
      return Object.fromEntries(entries);
    }),
  );
}

/** An address, or `none`. */
export const webAddressOrNone = () =>
  v.pipe(
    v.string(),
    v.check(
      (value) => value === 'none' || isWebAddress(value),
      'must be none or an https:// address (http:// only for localhost)',
    ),
  );

/** Names or addresses with commas between. */
export const list = () =>
  v.pipe(
    v.string(),
    v.transform((value) =>
      value
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    ),
  );

/**
 * Hosts with commas between, with their port where it is not that of https: `hooks.example.org,build.example.org:8443`.
 * They are compared with the host of an address, as `URL` writes it.
 */
export const hostList = () =>
  v.pipe(
    list(),
    v.check(
      (parts) => parts.every((part) => hostOf(part) !== null),
      'must be hosts such as hooks.example.org or build.example.org:8443, without https:// and path',
    ),
    v.transform((parts) => parts.map((part) => hostOf(part) ?? '')),
  );

function hostOf(text: string): string | null {
  if (!/^(?:\[[\da-f:.]+\]|[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?)(?::\d{1,5})?$/iu.test(text)) return null;
  return URL.canParse(`https://${text}`) ? new URL(`https://${text}`).host : null;
}

/**
 * Addresses or networks with commas between.
 *
 * @param names words that stand for networks
 */
export const networkList = (names: readonly string[] = []) =>
  v.pipe(
    list(),
    v.check(
      (parts) => parts.every((part) => isNetwork(part) || names.includes(part)),
      ['must be addresses or networks such as 192.0.2.7 or 10.0.0.0/8', ...names].join(', or '),
    ),
  );

/** The web framework's names for networks of proxies. */
export const PROXY_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'] as const;

export const postgresAddress = () =>
  v.pipe(
    v.string(),
    v.check(
      (value) => !/^[^/?]*,/.test(value.replace(/^postgres(?:ql)?:\/\/(?:[^/?]*@)?/, '')),
      'names several hosts; put a balancer such as haproxy before them, and name that',
    ),
    v.check(
      (value) => /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value),
      'must be an address such as postgres://user:password@host:5432/database',
    ),
  );

export const redisAddress = () =>
  v.pipe(
    text(),
    v.check(
      (value) => /^rediss?:\/\/\S+$/.test(value) && URL.canParse(value),
      'must be an address such as redis://user:password@host:6379/0, or rediss:// for TLS',
    ),
  );

/** `127.0.0.1:9464` or `[::1]:9464`: where to listen; port 0 takes any free one. */
export const listenAddress = () =>
  v.pipe(
    text(),
    v.check((value) => hostAndPort(value) !== null, 'must be an address with a port such as 127.0.0.1:9464'),
  );

/** The parts of such an address; null when it is none. */
export function hostAndPort(value: string): { host: string; port: number } | null {
  const [, inBrackets, name, digits] = /^(?:\[([\da-fA-F:.]{2,45})\]|([\w.-]{1,253})):(\d{1,5})$/.exec(value) ?? [];
  const host = inBrackets ?? name;
  const port = Number(digits);
  return host === undefined || port > 65_535 ? null : { host, port };
}

/** A mail server: scheme, host, and perhaps port, user, password and `?starttls=optional`. */
export const smtpAddress = () =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check(isSmtpAddress, 'must be an address such as smtp://user:password@mail.example.org:587 or smtps://...'),
  );

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isSmtpAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, pathname, search, hash, username, password } = new URL(value);
  const decodes = [username, password].every((part) => !/%(?![0-9a-f]{2})/i.test(part));
  return (
    (protocol === 'smtp:' || protocol === 'smtps:') &&
    hostname !== '' &&
    ['', '/'].includes(pathname) &&
    (search === '' || (search === '?starttls=optional' && protocol === 'smtp:')) &&
    hash === '' &&
    decodes &&
    (username === '') === (password === '')
  );
}

/** Https, or http on this machine; without user and password. */
export function isWebAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, password } = new URL(value);
  if (username !== '' || password !== '') return false;
  const bare = hostname.replace(/^\[|\]$/g, '');
  return protocol === 'https:' || (protocol === 'http:' && (isLoopback(bare) || bare.endsWith('.localhost')));
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { pathname, search, hash } = new URL(value);
  return pathname === '/' && search === '' && hash === '';
}

const Word = v.pipe(v.string(), v.minLength(1, 'has an empty value'));

/** JSON with the robot account of each portal, by its name. */
export const robotAccounts = () =>
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      try {
        return JSON.parse(dataset.value) as unknown;
      } catch {
        // The text itself is secret: the message must not quote it.
        addIssue({ message: 'must be JSON' });
        return NEVER;
      }
    }),
    v.record(
      v.string(),
      v.strictObject({ user: Word, password: Word, clientId: Word, clientSecret: Word }),
      'must have an object with user, password, clientId and clientSecret for each portal',
    ),
  );
