import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { runCommand } from '../testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-config-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SECRET = 'a-very-secret-text-of-32-characters';
const PRODUCTION = {
  ACADEMY_ENVIRONMENT: 'prod',
  ACADEMY_TENANT_ORIGINS: 'spring=https://s.example.org,kube=https://k.example.org,tanzu=https://t.example.org',
  ACADEMY_ISSUER: 'https://id.example.org/',
  ACADEMY_AUDIENCE: 'academy',
};

const config = (env: Record<string, string>, ...args: string[]) => runCommand(folder, ['config', ...args], { env });

/** The printed line of one setting: its origin and its value. */
function lineOf(out: string, name: string): string | undefined {
  const line = out.split('\n').find((one) => one.startsWith(`${name} `));
  return line?.slice(name.length).trim().replace(/ {2,}/g, ' ');
}

test('a folder without brands is explained, with its setting', () => {
  const env = { PATH: process.env.PATH, ACADEMY_TENANTS_FOLDER: join(folder, 'no-brands') };
  const main = join(ROOT, 'cli/src/main.ts');
  const { status, stderr } = spawnSync(process.execPath, [main, 'config'], { env, encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain('cannot be read');
  expect(stderr).toContain('Next: Mend these files, or let ACADEMY_TENANTS_FOLDER name a folder with brands');
});

describe('./academy config --print', () => {
  test('shows each setting with where its value comes from, and what follows from them', async () => {
    const { code, out } = await config({ ...PRODUCTION, PORT: '3100' }, '--print', '--host', '0.0.0.0');
    expect(code).toBe(0);
    expect(lineOf(out, 'ACADEMY_ENVIRONMENT')).toBe('environment prod');
    expect(lineOf(out, 'PORT')).toBe('environment 3100');
    expect(lineOf(out, 'ACADEMY_HOST')).toBe('option 0.0.0.0');
    expect(lineOf(out, 'ACADEMY_LOG_LEVEL')).toBe('default info');
    expect(lineOf(out, 'DATABASE_REPLICA_URLS')).toBe('default');
    expect(lineOf(out, 'ACADEMY_DATA')).toMatch(/^default .+\.academy$/);
    expect(lineOf(out, 'ACADEMY_IDENTITY')).toBe('derived external');
    expect(out).toMatch(/^ {2}address of kube +https:\/\/k\.example\.org$/m);
    expect(out).toMatch(/^ {2}API may be called from +https:\/\/s\.example\.org, /m);
  });

  test('never shows a secret, wherever it comes from and however it is written', async () => {
    const file = join(folder, 'key');
    writeFileSync(file, `${SECRET}\n`);
    const env = {
      DATABASE_URL: `postgres://academy:${SECRET}@db.example.org:5432/academy?options=${SECRET}`,
      DATABASE_REPLICA_URLS: `postgres://academy:${SECRET}@one.example.org/academy,postgres://academy:${SECRET}@two.example.org/academy`,
      ACADEMY_KEY_SECRET_FILE: file,
      ACADEMY_KEY_SECRET_BEFORE: SECRET,
      ACADEMY_SMTP_URL: `smtps://mailer:${SECRET}@mail.example.org:465`,
      ACADEMY_MAIL_FROM: 'academy@example.org',
    };
    const { code, out } = await config(env, '--print');
    expect(code).toBe(0);
    expect(lineOf(out, 'DATABASE_REPLICA_URLS')).toBe(
      'environment postgres://academy:********@one.example.org/academy,postgres://academy:********@two.example.org/academy',
    );
    expect(lineOf(out, 'DATABASE_URL')).toBe(
      'environment postgres://academy:********@db.example.org:5432/academy?********',
    );
    expect(lineOf(out, 'ACADEMY_KEY_SECRET')).toBe(`file ${file} ********`);
    expect(lineOf(out, 'ACADEMY_SMTP_URL')).toBe('environment smtps://mailer:********@mail.example.org:465');
    const json = await config(env, '--json');
    for (const text of [out, json.out]) expect(text).not.toContain(SECRET);
    expect(JSON.parse(json.out).settings).toContainEqual({
      name: 'ACADEMY_KEY_SECRET_BEFORE',
      value: '********',
      origin: 'environment',
    });
  });

  test('reports all problems at once: single values, combinations, and tenants without address', () => {
    const env = {
      ...PRODUCTION,
      PATH: process.env.PATH ?? '',
      PORT: '99999',
      ACADEMY_TENANT_ORIGINS: 'spring=https://s.example.org',
      ACADEMY_BRIGHTCOVE_ACCOUNT: '7',
      DATABASE_URL: `mysql://academy:${SECRET}@db.example.org`,
    };
    const started = spawnSync(process.execPath, [join(ROOT, 'cli/src/main.ts'), 'config', '--print'], {
      env,
      encoding: 'utf8',
    });
    expect(started.stderr.split('\n').slice(0, 5)).toEqual([
      'Settings are wrong:',
      '  PORT must be at most 65535',
      '  DATABASE_URL must be an address such as postgres://user:password@host:5432/database',
      '  ACADEMY_BRIGHTCOVE_ACCOUNT and ACADEMY_BRIGHTCOVE_PLAYER belong together',
      '  ACADEMY_TENANT_ORIGINS names no address for kube, tanzu',
    ]);
    expect([started.status, started.stdout]).toEqual([1, '']);
    expect(started.stderr).not.toContain(SECRET);
    // A start reports the same before it changes anything.
    const refused = spawnSync(process.execPath, [join(ROOT, 'cli/src/main.ts'), 'start', '--data', folder], {
      env,
      encoding: 'utf8',
    });
    expect([refused.status, refused.stderr]).toEqual([1, started.stderr]);
  });

  test.each([
    ['sprnig=https://learn.example.org', 'names tenants that do not exist: sprnig'],
    ['kube=https://s.example.org', 'names an origin that another tenant has, or the tenant itself'],
    ['spring=https://learn.example.org,kube=https://learn.example.org', 'names an origin that another tenant has'],
    ['spring=https://learn.example.org/academy', 'for spring must be scheme and host only'],
  ])('refuses %s as origins of files alone', async (origins, problem) => {
    const { code, err } = await config({ ...PRODUCTION, ACADEMY_STATIC_ORIGINS: origins }, '--print');
    expect(code).toBe(1);
    expect(err).toContain(`A setting is wrong: ACADEMY_STATIC_ORIGINS ${problem}`);
  });

  test('says in one line that the settings are valid', async () => {
    expect(await config({})).toMatchObject({ code: 0, out: 'The settings are right. See them with --print.' });
    expect(await config({ PORT: 'http' })).toMatchObject({ code: 1, out: '' });
  });
});
