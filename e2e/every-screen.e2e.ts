import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ask, TENANTS, USUAL_TENANTS } from './support/academy.ts';
import { expectSafeAnswer, expectSafeDocument } from './support/document-headers.ts';
import { addressesOf, somethingOfEach } from './support/every-screen.ts';
import { ANY_IDS } from './support/route-table.ts';
import { openAs } from './support/sign-in.ts';
import { askedOrigins, hydrated, open } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy, withAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

/** The provider has an origin of its own beside the academies. */
const provider = () => `http://localhost:${academy.port}`;

// Shows security#no-violations
test('an administrator opens every screen that needs a session under the strict security policy', async ({ page }) => {
  await openAs(page, academy.url('spring'), academy.person('admin'));
  const ids = await somethingOfEach(page, academy);
  const asked = askedOrigins(page);
  const addresses = addressesOf('spring', ids, 'signed-in');
  expect(addresses.length).toBeGreaterThan(20);
  const opened = async (address: string) => {
    const response = await page.goto(academy.url('spring', address));
    if (response === null) throw new Error(`${address} was not answered`);
    expectSafeDocument(await response.allHeaders(), address, { connect: [provider()] });
  };
  for (const address of addresses) {
    await opened(address);
    await hydrated(page);
    await expect(page.locator('main').getByRole('heading').first(), address).toBeVisible();
  }
  expect([...asked]).toEqual([academy.origin('spring')]);
  // The log-out goes on to the provider by itself, perhaps before its page is heard of here.
  await opened('/appLogout');
  await page.waitForURL(academy.url('spring'));
  expect([...asked].sort()).toEqual([provider(), academy.origin('spring')].sort());
  expect(academy.output, 'reports of violations in the log').not.toContain('content security policy was violated');
});

// Shows security#one-sanitiser
test('the security policy blocks foreign files, markup and scripts from text', async ({ page, allow }) => {
  allow(/CSP |Content Security Policy|TrustedHTML|TrustedScript|Trusted Type| csp$/);
  let heard = 0;
  const stranger = createServer((_request, response) => {
    heard += 1;
    response.end();
  });
  await once(stranger.listen(0, '127.0.0.1'), 'listening');
  const there = `http://127.0.0.1:${(stranger.address() as AddressInfo).port}/x.png`;
  await open(page, academy.url('spring', '/courses'));
  const outcome = await page.evaluate(async (address) => {
    const refused = (action: () => void): string => {
      try {
        action();
        return 'let in';
      } catch (error) {
        return (error as Error).name;
      }
    };
    const loaded = (element: HTMLElement) =>
      new Promise<string>((resolve) => {
        element.onload = () => resolve('let in');
        element.onerror = () => resolve('refused');
        document.body.append(element);
      });
    const box = document.createElement('div');
    const { featurePolicy } = document as Document & { featurePolicy?: { allowsFeature(name: string): boolean } };
    return {
      markup: refused(() => {
        box.innerHTML = '<b>x</b>';
      }),
      scriptText: refused(() => {
        document.createElement('script').text = '1';
      }),
      scriptAddress: refused(() => {
        document.createElement('script').src = '/assets/x.js';
      }),
      image: await loaded(Object.assign(new Image(), { src: address })),
      call: await fetch(address).then(
        () => 'let in',
        () => 'refused',
      ),
      features: ['camera', 'microphone', 'geolocation'].filter((name) => featurePolicy?.allowsFeature(name)),
    };
  }, there);
  stranger.close();
  expect(outcome).toEqual({
    markup: 'TypeError',
    scriptText: 'TypeError',
    scriptAddress: 'TypeError',
    image: 'refused',
    call: 'refused',
    features: [],
  });
  expect(heard).toBe(0);
});

// Shows security#reply-headers
test('pages beside the screens and answers of every kind have safe headers', async () => {
  const paths = [
    ...['/mailbox', '/api-reference', '/api-reference/courses', '/lab-return', '/unsubscribe', '/openapi.json'],
    ...[
      '/health/live',
      '/config.json',
      '/feed.xml',
      '/sitemap.xml',
      '/robots.txt',
      '/manifest.webmanifest',
      '/favicon.svg',
    ],
    ...[
      '/api/v1/alerts',
      '/api/v1/no-such-call',
      '/api/v1/account/details',
      '/assets/no-such-file.js',
      '/%',
      '/Courses',
    ],
  ];
  for (const path of paths) expectSafeAnswer((await academy.get('spring', path)).headers, path);
  const host = { host: `localhost:${academy.port}` };
  for (const path of [
    '/idp/.well-known/openid-configuration',
    '/idp/oauth2/v1/authorize',
    '/idp/account',
    '/idp/nothing',
  ]) {
    const { headers } = await ask(academy.port, host, path);
    expectSafeAnswer(headers, path);
  }
});

longTest('behind an HTTPS proxy every screen of every brand sends HSTS', async () => {
  await withAcademy(async (academy) => {
    const issuer = 'https://id.example.org/';
    academy.env = {
      ACADEMY_ENVIRONMENT: 'stage',
      ACADEMY_TENANT_ORIGINS: TENANTS.map((tenant) => `${tenant}=https://${tenant}.example.org`).join(','),
      ACADEMY_TRUSTED_PROXIES: '127.0.0.1',
      // An external provider: it need not answer for pages to be read.
      ACADEMY_ISSUER: issuer,
      ACADEMY_DISCOVERY: 'off',
      ACADEMY_AUDIENCE: 'academy',
    };
    await academy.stop();
    await academy.start();
    for (const tenant of USUAL_TENANTS) {
      const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1', host: `${tenant}.example.org` };
      for (const path of addressesOf(tenant, ANY_IDS)) {
        const { headers, status } = await ask(academy.port, forwarded, path);
        if (status === 302) expectSafeAnswer(headers, path, { https: true });
        else expectSafeDocument(headers, path, { https: true, connect: [new URL(issuer).origin] });
      }
      for (const path of ['/api/v1/alerts', '/health/live', '/favicon.svg', '/api-reference'])
        expectSafeAnswer((await ask(academy.port, forwarded, path)).headers, path, { https: true });
    }
  });
});
