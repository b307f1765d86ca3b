import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { labPagesOriginOf } from '../labs/lab-settings.ts';
import { StartProblem } from '../settings/start-problem.ts';
import { addressesOf } from './addresses-of.ts';
import { readSettings, settingWarnings } from './read-settings.ts';
import { hasSamplePeople, SECRET_SETTINGS, SETTINGS } from './settings.ts';

const TENANTS = ['spring', 'kube'];
const PRODUCTION = {
  ACADEMY_ENVIRONMENT: 'prod',
  ACADEMY_HOST: '0.0.0.0',
  ACADEMY_TENANT_ORIGINS: 'spring=https://spring.example.org, kube=https://kube.example.org',
  ACADEMY_ISSUER: 'https://id.example.org/',
  ACADEMY_AUDIENCE: 'academy',
};

function problemOf(env: Record<string, string>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (error instanceof StartProblem) return error.message;
    throw error;
  }
  throw new Error('the settings were accepted');
}

describe('an academy without any setting', () => {
  const settings = readSettings({});

  test('is local, on this machine only, with sample people', () => {
    expect(settings).toMatchObject({ environment: 'local', host: '127.0.0.1', port: 3000, identity: 'embedded' });
    expect(hasSamplePeople(settings)).toBe(true);
  });

  test('derives all addresses from its port', () => {
    const addresses = addressesOf(settings, 4321, TENANTS);
    expect(addresses.tenantOrigins).toEqual({
      spring: 'http://spring.localhost:4321',
      kube: 'http://kube.localhost:4321',
    });
    expect(addresses.issuer).toBe('http://localhost:4321/idp/');
    expect(addresses.endpoints?.token).toBe('http://localhost:4321/idp/oauth2/v1/token');
    expect(addresses.redirectOrigins.spring).toEqual([
      'http://spring.localhost:4321',
      'http://localhost:4321',
      'http://127.0.0.1:4321',
    ]);
    expect(addresses.redirectOrigins.kube).toEqual(['http://kube.localhost:4321']);
  });
});

describe('an academy in production', () => {
  test('has no sample people and the given addresses', () => {
    const settings = readSettings(PRODUCTION);
    expect(hasSamplePeople(settings)).toBe(false);
    expect(settings.identity).toBe('external');
    const addresses = addressesOf(settings, 3000, TENANTS);
    expect(addresses.tenantOrigins.kube).toBe('https://kube.example.org');
    expect([...addresses.allowedOrigins]).toEqual(['https://spring.example.org', 'https://kube.example.org']);
  });

  test('does not start without an address for every tenant', () => {
    expect(() => addressesOf(readSettings(PRODUCTION), 3000, ['spring', 'kube', 'tanzu'])).toThrow(
      'names no address for tanzu',
    );
  });

  test('needs issuer, audience and tenant addresses', () => {
    expect(problemOf({ ACADEMY_ENVIRONMENT: 'prod' }).split('\n').slice(1)).toEqual([
      '  ACADEMY_TENANT_ORIGINS is required outside "local"',
      '  ACADEMY_ISSUER is required outside "local"',
      '  ACADEMY_AUDIENCE is required with an external provider',
    ]);
  });
});

// Shows security#own-provider
test('sample people are refused on addresses other than loopback', () => {
  for (const host of ['0.0.0.0', '::', '192.168.1.5', 'academy.example.org', '127.example.org']) {
    expect(problemOf({ ACADEMY_HOST: host })).toContain('loopback');
  }
  for (const host of ['127.0.0.1', '127.0.0.2', '::1', 'localhost']) {
    expect(readSettings({ ACADEMY_HOST: host }).host).toBe(host);
  }
});

test('all problems are reported at once, each with its variable', () => {
  const problem = problemOf({
    PORT: '70000',
    DATABASE_URL: 'mysql://localhost/x',
    ACADEMY_LOG_LEVEL: 'loud',
    ACADEMY_ISSUER: 'http://id.example.org/',
    ACADEMY_TENANT_ORIGINS: 'spring:https://spring.example.org',
  });
  expect(problem.split('\n').slice(1)).toEqual([
    '  PORT must be at most 65535',
    '  DATABASE_URL must be an address such as postgres://user:password@host:5432/database',
    expect.stringContaining('ACADEMY_TENANT_ORIGINS must be tenant=value pairs'),
    '  ACADEMY_ISSUER must be an https:// address (http:// only for localhost)',
    expect.stringContaining('ACADEMY_LOG_LEVEL must be one of fatal, error, warn'),
  ]);
});

test('a wrong value is never repeated when it may be a secret', () => {
  expect(problemOf({ DATABASE_URL: 'postgres//admin:hunter2@db' })).not.toContain('hunter2');
  expect(problemOf({ DATABASE_URL: 'postgres://admin:hunter2@a:5432,b:5432/db' })).toContain('names several hosts');
  expect(readSettings({ DATABASE_URL: 'postgres://admin:a,b@db' }).databaseUrl).toContain('a,b');
  expect(problemOf({ ACADEMY_KEY_SECRET: 'short-secret' })).not.toContain('short-secret');
});

describe('mail', () => {
  const MAIL = {
    ACADEMY_SMTP_URL: 'smtp://user:p%40ss@mail.example.org:587',
    ACADEMY_MAIL_FROM: 'Academy@Example.org',
  };
  const EMBEDDED = {
    ...PRODUCTION,
    ACADEMY_IDENTITY: 'embedded',
    ACADEMY_ISSUER: 'https://spring.example.org/idp/',
  };

  test('is needed wherever the embedded provider confirms addresses of real people', () => {
    expect(problemOf(EMBEDDED)).toContain('ACADEMY_SMTP_URL is required');
    const keySecret = { ACADEMY_KEY_SECRET: 'k'.repeat(40) };
    expect(readSettings({ ...EMBEDDED, ...keySecret, ...MAIL })).toMatchObject({ mailFrom: 'academy@example.org' });
    expect(readSettings({}).smtpUrl).toBeNull();
    expect(readSettings(PRODUCTION).smtpUrl).toBeNull();
  });

  test('has a server and a sender, or neither', () => {
    expect(problemOf({ ACADEMY_SMTP_URL: MAIL.ACADEMY_SMTP_URL })).toContain('belong together');
    expect(problemOf({ ACADEMY_MAIL_FROM: 'academy@example.org' })).toContain('belong together');
  });

  test.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://mail.example.org/path',
    'smtp://mail.example.org?pool=true',
    'smtps://mail.example.org?starttls=optional',
    'smtp://user@mail.example.org',
    'smtp://user:p%ss@mail.example.org',
  ])('refuses the server %s', (url) => {
    expect(problemOf({ ...MAIL, ACADEMY_SMTP_URL: url })).toMatch(/ACADEMY_SMTP_URL must be an address/);
  });

  test('has one sender address', () => {
    expect(problemOf({ ...MAIL, ACADEMY_MAIL_FROM: 'a@example.org, b@example.org' })).toContain(
      'ACADEMY_MAIL_FROM is not',
    );
  });
});

// Shows security#secrets
test('a secret may be in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-settings-'));
  try {
    const file = join(folder, 'key');
    writeFileSync(file, `${'k'.repeat(40)}\n`);
    expect(readSettings({ ACADEMY_KEY_SECRET_FILE: file }).keySecret).toBe('k'.repeat(40));
    expect(readSettings({ ACADEMY_KEY_SECRET_BEFORE_FILE: file }).keySecretBefore).toBe('k'.repeat(40));
    expect(problemOf({ ACADEMY_KEY_SECRET_FILE: file, ACADEMY_KEY_SECRET: 'x'.repeat(40) })).toContain('both set');
    expect(problemOf({ ACADEMY_KEY_SECRET_FILE: join(folder, 'none') })).toContain('cannot be read (ENOENT)');
    expect(readSettings({ ACADEMY_LOG_LEVEL_FILE: file }).logLevel).toBe('info');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the command line wins over the environment', () => {
  expect(readSettings({ PORT: '4000' }, { port: 5000 }).port).toBe(5000);
});

describe('an empty variable', () => {
  const names = Object.values(SETTINGS).map(({ name }) => name);

  test('counts as not set in local', () => {
    expect(readSettings({ PORT: ' ' }).port).toBe(3000);
    for (const name of names.filter((one) => one !== 'ACADEMY_ENVIRONMENT')) {
      expect(readSettings({ [name]: '' }), name).toEqual(readSettings({}));
    }
  });

  test.each(names)('%s is refused outside of local, with what to do', (name) => {
    for (const value of ['', ' ', ',']) {
      const problem = problemOf({ ...PRODUCTION, [name]: value });
      expect(problem).toContain(`${name} is empty: give it a value, or remove the variable`);
    }
  });

  test('never makes an academy local', () => {
    expect(problemOf({ ACADEMY_ENVIRONMENT: '' })).toContain('ACADEMY_ENVIRONMENT is empty');
    expect(problemOf({ ...PRODUCTION, ACADEMY_ENVIRONMENT: ' ' })).toContain('ACADEMY_ENVIRONMENT is empty');
  });

  test('is refused for the brands of the operator, too', () => {
    expect(problemOf({ ...PRODUCTION, ACADEMY_TENANTS_FOLDER: '' })).toContain('ACADEMY_TENANTS_FOLDER is empty');
  });

  test('is not the only problem that is named', () => {
    const problem = problemOf({ ...PRODUCTION, DATABASE_URL: '', ACADEMY_LOG_LEVEL: '', ACADEMY_ISSUER: 'here' });
    for (const name of ['DATABASE_URL is empty', 'ACADEMY_LOG_LEVEL is empty', 'ACADEMY_ISSUER must be'])
      expect(problem).toContain(name);
  });
});

describe('a secret in an empty file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-settings-'));
  const file = join(folder, 'empty');
  writeFileSync(file, '\n');
  afterAll(() => rmSync(folder, { recursive: true }));
  const inFile = (name: string) => ({ [`${name}_FILE`]: file });
  const secrets = SECRET_SETTINGS.map((key) => SETTINGS[key].name);

  test.each(secrets.filter((name) => name !== 'ACADEMY_KEY_SECRET_BEFORE'))(
    '%s is refused outside of local',
    (name) => {
      expect(problemOf({ ...PRODUCTION, ...inFile(name) })).toContain(`${name}_FILE names a file without a value`);
      expect(problemOf({ ...PRODUCTION, [`${name}_FILE`]: '' })).toContain(`${name}_FILE is empty`);
      expect(readSettings(inFile(name))).toEqual(readSettings({}));
    },
  );

  test('means that there is no former key secret', () => {
    const secret = { ACADEMY_KEY_SECRET: 'k'.repeat(40) };
    const settings = readSettings({ ...PRODUCTION, ...secret, ...inFile('ACADEMY_KEY_SECRET_BEFORE') });
    expect(settings.keySecretBefore).toBeNull();
  });
});

describe('another provider', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/how-to/external-sign-in.md'), 'utf8');
  const examples = [...page.matchAll(/^```ini\n(.*?)^```$/gms)].map(([, text = '']) =>
    Object.fromEntries(
      text
        .trim()
        .split('\n')
        .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    ),
  );
  const EXTERNAL = { ...PRODUCTION, ACADEMY_IDENTITY: 'external' };

  test('is set up as the documentation shows', () => {
    expect(examples).toHaveLength(5);
    for (const example of examples) {
      const settings = readSettings({ ...PRODUCTION, ...example });
      expect(settings).toMatchObject({ identity: 'external', issuer: example.ACADEMY_ISSUER });
      expect(settings.audience.length).toBeGreaterThan(0);
    }
  });

  test('uses discovered or set endpoints, with or without a trailing slash', () => {
    expect(addressesOf(readSettings(EXTERNAL), 3000, TENANTS).endpoints).toBeNull();
    for (const issuer of ['https://id.example.org/x', 'https://id.example.org/x/']) {
      const env = { ...EXTERNAL, ACADEMY_ISSUER: issuer, ACADEMY_DISCOVERY: 'off', ACADEMY_LOGOUT_URL: 'none' };
      expect(addressesOf(readSettings(env), 3000, TENANTS)).toMatchObject({
        issuer,
        endpoints: {
          authorize: 'https://id.example.org/x/oauth2/v1/authorize',
          keys: 'https://id.example.org/x/oauth2/v1/keys',
          logout: null,
        },
      });
    }
  });

  test.each([
    ['ACADEMY_SIGNING_ALGORITHMS', 'none'],
    ['ACADEMY_SIGNING_ALGORITHMS', 'RS256,HS256'],
    ['ACADEMY_SIGNING_ALGORITHMS', ','],
    ['ACADEMY_CLAIMS', 'admin=role'],
    ['ACADEMY_CLAIMS', 'email'],
    ['ACADEMY_AUDIENCE_CLAIM', 'two words'],
    ['ACADEMY_ISSUER', 'http://id.example.org'],
    ['ACADEMY_ISSUER', 'https://user:secret@id.example.org'],
    ['ACADEMY_ISSUER', 'https://id.example.org/?x=1'],
    ['ACADEMY_KEYS_URL', 'http://10.0.0.1/keys'],
    ['ACADEMY_USERINFO_URL', 'file:///etc/passwd'],
    ['ACADEMY_LOGOUT_URL', 'never'],
    ['ACADEMY_DISCOVERY', 'yes'],
  ])('cannot have %s=%s', (name, value) => {
    expect(problemOf({ ...EXTERNAL, [name]: value })).toContain(name);
  });
});

describe('labs on portals', () => {
  const robot = { user: 'robot', password: 'very-secret', clientId: 'id', clientSecret: 'also-secret' };
  const LABS = {
    ACADEMY_LAB_ENGINES: 'spring=educates',
    ACADEMY_LAB_PORTALS: 'main=https://labs.example.org',
    ACADEMY_LAB_PORTAL_ROBOTS: JSON.stringify({ main: robot }),
  };

  test('have an address and a robot account each', () => {
    expect(readSettings(LABS)).toMatchObject({
      labEngines: { spring: 'educates' },
      labPortals: { main: 'https://labs.example.org' },
      labPortalRobots: { main: robot },
    });
  });

  test.each([
    ['ACADEMY_LAB_ENGINES', 'spring=docker'],
    ['ACADEMY_LAB_PORTALS', ''],
    ['ACADEMY_LAB_PORTALS', 'main=http://labs.example.org'],
    ['ACADEMY_LAB_PORTALS', 'main=https://labs.example.org/somewhere'],
    ['ACADEMY_LAB_PORTAL_ROBOTS', ''],
    ['ACADEMY_LAB_PORTAL_ROBOTS', '{"other":{"user":"a","password":"very-secret","clientId":"c","clientSecret":"d"}}'],
    ['ACADEMY_LAB_PORTAL_ROBOTS', '{"main":{"user":"a","password":"very-secret"}}'],
    ['ACADEMY_LAB_PORTAL_ROBOTS', '{"main":very-secret'],
  ])('cannot have %s=%s, and secrets are not repeated', (name, value) => {
    const problem = problemOf({ ...LABS, [name]: value });
    expect(problem).toContain('ACADEMY_LAB_');
    expect(problem).not.toContain('very-secret');
  });
});

describe('the origin of pages of labs', () => {
  const withPages = (origin: string) => ({ ...PRODUCTION, ACADEMY_LAB_PAGES_ORIGIN: origin });

  // Shows security#lab-origins
  test('has a host that shares no cookies with an academy', () => {
    expect(readSettings(withPages('https://academy-labs.example.net')).labPagesOrigin).toBe(
      'https://academy-labs.example.net',
    );
    for (const host of ['spring.example.org', 'labs.kube.example.org', 'example.org', 'labs.id.example.org'])
      expect(problemOf(withPages(`https://${host}`))).toContain('ACADEMY_LAB_PAGES_ORIGIN must have a host of its own');
  });

  test('causes a warning on the domain of the log-in', () => {
    const warnings = (origin: string) => settingWarnings({}, readSettings(withPages(origin))).join();
    expect(warnings('https://labs.example.org')).toContain('ACADEMY_LAB_PAGES_ORIGIN shares the domain example.org');
    expect(warnings('https://labs.example.net')).not.toContain('ACADEMY_LAB_PAGES_ORIGIN');
  });

  test('is derived from the port in local only', () => {
    expect(labPagesOriginOf(readSettings({}), 4321)).toBe('http://labs.localhost:4321');
    expect(labPagesOriginOf(readSettings(PRODUCTION), 3000)).toBeNull();
    expect(labPagesOriginOf(readSettings(withPages('https://labs.example.net')), 3000)).toBe(
      'https://labs.example.net',
    );
  });
});

test('invalid networks are refused', () => {
  const proxies = { ACADEMY_TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::/32, 192.0.2.7, loopback' };
  expect(readSettings(proxies).trustedProxies).toHaveLength(4);
  for (const wrong of ['10.0.0.0/33', '10.0.0', 'proxy.example.org', '2001:db8::/129', '10.0.0.0/8/8'])
    expect(problemOf({ ACADEMY_TRUSTED_PROXIES: wrong })).toContain('must be addresses or networks');
  expect(problemOf({ ACADEMY_CLASSROOM_NETWORKS: 'loopback' })).toContain('must be addresses or networks');
});

test('hosts of webhooks are hosts, not addresses', () => {
  const hosts = 'Hooks.example.org, build.example.org:8443,localhost:9000,[::1]:9000,10.0.0.7,plain.example.org:443';
  expect(readSettings({ ACADEMY_WEBHOOK_HOSTS: hosts }).webhookHosts).toEqual([
    ...['hooks.example.org', 'build.example.org:8443', 'localhost:9000', '[::1]:9000', '10.0.0.7', 'plain.example.org'],
  ]);
  for (const wrong of [
    'https://hooks.example.org',
    'hooks.example.org/in',
    '*.example.org',
    'a@b.example.org',
    'a:99999',
  ])
    expect(problemOf({ ACADEMY_WEBHOOK_HOSTS: wrong })).toContain('ACADEMY_WEBHOOK_HOSTS must be hosts such as');
});

describe('variables that nothing reads', () => {
  const warnings = (env: Record<string, string>) => settingWarnings(env, readSettings(env));

  test('are refused when they are nearly the name of a setting', () => {
    expect(problemOf({ ACADEMY_LOG_LEVL: 'debug' })).toContain('did you mean ACADEMY_LOG_LEVEL?');
    expect(problemOf({ ACADMEY_HOST: '0.0.0.0' })).toContain('did you mean ACADEMY_HOST?');
    expect(problemOf({ ACADEMY_KEY_SECRET_FLIE: 'x' })).toContain('did you mean ACADEMY_KEY_SECRET_FILE?');
    expect(problemOf({ ACADEMY_PORT: '4000' })).toContain('did you mean PORT?');
    expect(problemOf({ ACADEMY_DATABASE_URL: 'postgres://db' })).toContain('did you mean DATABASE_URL?');
  });

  test('cause a warning when they begin like ours', () => {
    expect(warnings({ ACADEMY_FANCY_MODE: '1' })).toEqual(['ACADEMY_FANCY_MODE is no setting, and nothing reads it']);
    expect(warnings({ ACADEMY_LOG_LEVEL_FILE: '/x' })).toEqual([
      'ACADEMY_LOG_LEVEL_FILE is not read: only secrets may stand in a file',
    ]);
    expect(warnings({ DATABASE_URI: 'postgres://db' })).toEqual([
      'DATABASE_URI is not read: the setting is DATABASE_URL',
    ]);
  });

  test('are refused outside of local when they resemble one that is not set', () => {
    expect(problemOf({ ...PRODUCTION, DATABSE_URL: 'postgres://db/x' })).toContain('did you mean DATABASE_URL?');
    expect(problemOf({ ...PRODUCTION, DATABASE_URL_FIEL: '/x' })).toContain('did you mean DATABASE_URL_FILE?');
    expect(problemOf({ ...PRODUCTION, REDIS_URI: 'redis://x' })).toContain('did you mean REDIS_URL?');
    const both = { ...PRODUCTION, DATABASE_URL: 'postgres://db/academy', DATABASE_URI: 'postgres://other/x' };
    expect(warnings(both)).toContain('DATABASE_URI is not read: the setting is DATABASE_URL');
  });

  test('pass when other programs set them', () => {
    const ofKubernetes = {
      ACADEMY_SERVICE_HOST: '10.0.0.1',
      ACADEMY_SERVICE_PORT_HTTP: '80',
      ACADEMY_PORT: 'tcp://10.0.0.1:80',
      ACADEMY_PORT_80_TCP_ADDR: '10.0.0.1',
      ACADEMY_DB_SERVICE_HOST: '10.0.0.2',
    };
    expect(warnings({ ...ofKubernetes, PATH: '/bin', ACADEMY_DEBUG: '1', ACADEMY_API_URL: 'http://x' })).toEqual([]);
  });

  test('name tenants that exist', () => {
    const origins = 'spirng=https://spring.example.org,kube=https://kube.example.org';
    expect(() => readSettings({ ...PRODUCTION, ACADEMY_TENANT_ORIGINS: origins }, {}, TENANTS)).toThrow(
      'ACADEMY_TENANT_ORIGINS names tenants that do not exist: spirng (did you mean spring?)',
    );
    expect(() => readSettings({ ACADEMY_CONTACT_ADDRESSES: 'cube=a@example.org' }, {}, TENANTS)).toThrow('cube');
  });
});

describe('an academy that others can reach', () => {
  const EMBEDDED = {
    ...PRODUCTION,
    ACADEMY_IDENTITY: 'embedded',
    ACADEMY_ISSUER: 'https://spring.example.org/idp/',
    ACADEMY_SMTP_URL: 'smtp://mail.example.org',
    ACADEMY_MAIL_FROM: 'academy@example.org',
  };
  const secret = { ACADEMY_KEY_SECRET: 'k'.repeat(40) };
  const warnings = (env: Record<string, string>) =>
    settingWarnings(env, readSettings(env)).map((one) => one.split(' ')[0]);

  test('does not start in prod with unencrypted signing keys', () => {
    expect(problemOf(EMBEDDED)).toContain('ACADEMY_KEY_SECRET is required in "prod"');
    expect(readSettings({ ...EMBEDDED, ...secret }).keySecret).toBe('k'.repeat(40));
  });

  test('warns of unencrypted data', () => {
    expect(warnings({ ...EMBEDDED, ...secret })).toEqual([]);
    expect(warnings({ ...EMBEDDED, ACADEMY_ENVIRONMENT: 'stage' })).toEqual(['ACADEMY_KEY_SECRET']);
    expect(warnings(PRODUCTION)).toEqual(['ACADEMY_KEY_SECRET']);
    const http = { ACADEMY_TENANT_ORIGINS: 'spring=http://spring.localhost', ACADEMY_ISSUER: 'http://localhost/idp/' };
    expect(warnings({ ...EMBEDDED, ...secret, ...http })).toEqual(['ACADEMY_TENANT_ORIGINS', 'ACADEMY_ISSUER']);
    expect(warnings({})).toEqual([]);
  });
});
