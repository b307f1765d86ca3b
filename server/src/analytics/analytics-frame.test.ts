import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTenants } from '@academy/tenants';
import { afterAll, describe, expect, test } from 'vitest';
import { readSettings } from '../composition/read-settings.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { startApp } from '../testing/start-app.ts';
import * as entry from '../testing/web-entry.fixture.ts';
import { containersOf } from './container.ts';

const tenants = await loadTenants();
const [spring, kube] = ['spring', 'kube'].map((id) => tenants.get(id));
if (spring === undefined || kube === undefined) throw new Error('The brands of the tests are gone');

const clientFolder = await mkdtemp(join(tmpdir(), 'academy-client-'));
await mkdir(join(clientFolder, 'assets'));
afterAll(() => rm(clientFolder, { recursive: true }));
const web = { entry, renderer: rendererInProcess(entry), clientFolder };

const NAMED = {
  analyticsContainers: { spring: 'GTM-S1', tanzu: 'none' },
  analyticsOrigins: ['https://collect.example.org'],
};
const on = await startApp({ web, analytics: { ...NAMED, analyticsEnvironments: ['local'] } });
const off = await startApp({ web, analytics: NAMED });

const ask = async (app: typeof on, url: string, tenant = 'spring') => {
  const { statusCode, headers, payload } = await app.request({ url, headers: { host: `${tenant}.localhost:3000` } });
  return { status: statusCode, policy: String(headers['content-security-policy']), headers, text: payload };
};
const framesOf = (policy: string) => /frame-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? [];

describe('the container of an academy', () => {
  const settingsOf = (env: Record<string, string>) =>
    readSettings({
      ACADEMY_TENANT_ORIGINS: 'spring=https://spring.example.org,kube=https://kube.example.org',
      ACADEMY_ISSUER: 'https://id.example.org/',
      ACADEMY_AUDIENCE: 'academy',
      ...env,
    });

  // Shows clauses#page-views
  test('each academy has its own container, from its file or a setting', () => {
    const containerOf = containersOf(
      settingsOf({ ACADEMY_ENVIRONMENT: 'prod', ACADEMY_ANALYTICS_CONTAINERS: 'spring=GTM-S1,tanzu=none' }),
    );
    const google = 'https://www.googletagmanager.com';
    expect(containerOf(spring)).toEqual({ script: `${google}/gtm.js?id=GTM-S1`, origins: [google] });
    expect(containerOf({ ...spring, analyticsContainer: 'GTM-FILE' })?.script).toContain('GTM-S1');
    expect(containerOf({ ...kube, analyticsContainer: 'GTM-FILE' })?.script).toContain('GTM-FILE');
    expect(containerOf({ ...kube, tenantId: 'tanzu', analyticsContainer: 'GTM-FILE' })).toBeNull();
    expect([...tenants.values()].map(({ analyticsContainer }) => analyticsContainer)).toEqual([null, null, null]);
  });

  // Shows clauses#page-views
  test('none runs in an environment that is not named', () => {
    const runsIn = (environment: string, more = {}) =>
      containersOf(
        settingsOf({ ACADEMY_ENVIRONMENT: environment, ACADEMY_ANALYTICS_CONTAINERS: 'spring=GTM-S1', ...more }),
      )(spring) !== null;
    expect(['dev', 'qat', 'stage', 'prod'].filter((environment) => runsIn(environment))).toEqual(['prod']);
    expect(runsIn('stage', { ACADEMY_ANALYTICS_ENVIRONMENTS: 'stage,prod' })).toBe(true);
    expect(runsIn('dev', { ACADEMY_ANALYTICS_ENVIRONMENTS: 'stage,prod' })).toBe(false);
  });

  test('is refused with an invalid id, environment or tenant', () => {
    const start = (env: Record<string, string>) => () => readSettings(env, {}, ['spring']);
    expect(start({ ACADEMY_ANALYTICS_CONTAINERS: 'spring=<script>' })).toThrow('must be a container id, or none');
    expect(start({ ACADEMY_ANALYTICS_ENVIRONMENTS: 'production' })).toThrow('must be one of local, dev');
    expect(start({ ACADEMY_ANALYTICS_SCRIPT: 'http://example.org/x.js' })).toThrow('must be an https:// address');
    expect(start({ ACADEMY_ANALYTICS_CONTAINERS: 'sprung=GTM-S1' })).toThrow('tenants that do not exist: sprung');
  });
});

describe('the frame of a container', () => {
  test('has no origin, runs the container, and only the academy frames it', async () => {
    const { status, policy, headers, text } = await ask(on, '/analytics-frame');
    expect([status, headers['referrer-policy'], headers['cache-control']]).toEqual([200, 'no-referrer', 'no-store']);
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      expect.stringMatching(/^script-src 'sha256-[\w+/=]+' https:\/\/www\.googletagmanager\.com$/),
      'connect-src https://www.googletagmanager.com https://collect.example.org',
      'img-src https://www.googletagmanager.com https://collect.example.org',
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      'sandbox allow-scripts',
    ]);
    expect(text).toContain('data-container="https://www.googletagmanager.com/gtm.js?id=GTM-S1"');
  });

  test.each([
    ['of an academy without a container', on, 'kube'],
    ['of one that wants none', on, 'tanzu'],
    ['where the environment is not named', off, 'spring'],
  ])('does not exist: %s', async (_which, app, tenant) => {
    expect((await ask(app, '/analytics-frame', tenant)).status).toBe(404);
  });
});

describe('documents', () => {
  test('allow the frame on counted screens only', async () => {
    const hasFrame = async (path: string, app = on, tenant = 'spring') =>
      framesOf((await ask(app, path, tenant)).policy).includes("'self'");
    for (const path of ['/', '/courses', '/guides/x', '/courses/x/lessons/y', '/courses/x/lessons/y/lab'])
      expect(await hasFrame(path), path).toBe(true);
    for (const path of [
      ...['/auth', '/auth?email=a', '/login/callback?code=x', '/appLogout', '/account', '/email', '/certificates'],
      ...['/admin', '/admin/users', '/admin/alerts/7/edit', '/search?q=x', '/contact', '/review', '/not-found'],
    ])
      expect(await hasFrame(path), path).toBe(false);
    expect([await hasFrame('/courses', on, 'kube'), await hasFrame('/courses', off)]).toEqual([false, false]);
  });

  test("contain the container's host, so that readers can be informed", () => {
    expect(on.configs.of(spring).analytics).toBe('www.googletagmanager.com');
    expect([on.configs.of(kube).analytics, off.configs.of(spring).analytics]).toEqual([null, null]);
  });
});
