import * as v from 'valibot';

/** Schemas that turn the text of an environment variable into a value; each message ends the line "<NAME> ...". */

export const text = () => v.pipe(v.string(), v.trim(), v.minLength(1, 'is empty'));

export const oneOf = <const Options extends readonly string[]>(options: Options) =>
  v.picklist(options, `must be one of ${options.join(', ')}`);

export const wholeNumber = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,15}$/, `must be a whole number from ${least} to ${most}`),
    v.transform(Number),
    v.minValue(least, `must be at least ${least}`),
    v.maxValue(most, `must be at most ${most}`),
  );

/** An https address (http on this machine only), kept as it was written. */
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
  v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const entries = new Map<string, string>();
      for (const part of dataset.value.split(',')) {
        const [, tenantId, given] = /^\s*([a-z][a-z0-9]{1,30})\s*=\s*(\S+)\s*$/.exec(part) ?? [];
        if (tenantId === undefined || given === undefined) {
          addIssue({ message: `must be tenant=value pairs with commas between; "${part.trim()}" is none` });
          return NEVER;
        }
        const parsed = v.safeParse(value, given);
        if (!parsed.success) {
          addIssue({ message: `for ${tenantId} ${parsed.issues[0].message}` });
          return NEVER;
        }
        entries.set(tenantId, parsed.output);
      }
      return Object.fromEntries(entries);
    }),
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

export const postgresAddress = () =>
  v.pipe(
    v.string(),
    v.check(
      (value) => /^postgres(ql)?:\/\/\S+$/.test(value) && URL.canParse(value),
      'must be an address such as postgres://user:password@host:5432/database',
    ),
  );

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

function isWebAddress(value: string): boolean {
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
