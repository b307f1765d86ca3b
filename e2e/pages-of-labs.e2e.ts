import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hasPrograms, LAB_PROGRAM } from '@academy/lab-host/testing/lab-program';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import { type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { action, screen, terminal, turn } from './support/lab-steps.ts';
import { courseFiles, type MadeFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll } from './support/steps.ts';
import { expect, longTest, PHONE, test, useAcademy } from './support/test.ts';

const academy = useAcademy();

const isAble = hasSandboxes && hasPrograms;
const lack = hasSandboxes ? 'python3 is not in /usr/bin' : 'this machine cannot run sandboxes';
test.skip(!isAble, `Pages of labs are left out: ${lack}.`);

const fence = (name: string, ...settings: string[]) => [`\`\`\`${name}`, ...settings, '```', ''].join('\n');
const WORKSHOP: MadeFiles = {
  'workshops/own-page/resources/workshop.yaml': `apiVersion: training.educates.dev/v1beta1
kind: Workshop
metadata:
  name: own-page
spec:
  title: An Own Page
  session:
    applications:
      terminal: {enabled: true}
      editor: {enabled: true}
    ingresses:
      - {name: app, port: 8080}
    dashboards:
      - name: Own page
        url: "{{ingress_protocol}}://app-{{session_name}}.{{ingress_domain}}/"
`,
  'workshops/own-page/workshop/workshop.yaml':
    'name: An own page\nmodules:\n  activate:\n    - 01-serve\n    - 02-see\n',
  'workshops/own-page/workshop/modules.yaml':
    'modules:\n  01-serve:\n    name: Serve It\n    exit_sign: Go on\n  02-see:\n    name: See It\n',
  'workshops/own-page/workshop/content/01-serve.md': [
    'A program of your own.',
    '',
    fence('terminal:execute', 'command: python3 ~/exercises/serve.py 8080'),
    fence('dashboard:open-dashboard', 'name: Own page'),
  ].join('\n'),
  'workshops/own-page/workshop/content/02-see.md': [
    'What it was asked.',
    '',
    fence('dashboard:create-dashboard', 'name: Asked', 'url: http://localhost:8080/asked'),
    fence('dashboard:reload-dashboard', 'name: Asked'),
    fence('dashboard:open-url', 'url: http://localhost:8080/?by=url'),
  ].join('\n'),
  'workshops/own-page/exercises/serve.py': LAB_PROGRAM,
};
const PATH = '/courses/own-pages/lessons/serve-a-page/lab';

/** A course with the lab as its one lesson. */
const lessonOf = (tenant: TenantName): MadeFiles => ({
  ...courseFiles(tenant, { id: 'own-pages', title: 'Own Pages', outline: [] }),
  'own-pages/01-lesson-serve/lesson.json': {
    ...{ id: `${tenant}-own-pages-serve`, slug: 'serve-a-page', title: 'Serve a Page', status: 'live', type: 'lab' },
    ...{ duration: 60, settings: { manualCompletion: true, educates: 'own-page' } },
  },
  'own-pages/01-lesson-serve/preview.md': 'A lab.',
});

academy.env = { ACADEMY_LAB_ENGINES: 'spring=sandbox,kube=sandbox,tanzu=sandbox' };
test.beforeAll(async () => {
  for (const tenant of USUAL_TENANTS) await publish(academy, tenant, { ...WORKSHOP, ...lessonOf(tenant) });
});

async function startLab(page: Page, tenant: TenantName): Promise<void> {
  await openAs(page, academy.url(tenant, PATH), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
}

const frame = (page: Page, name: string) => page.frameLocator(`iframe[title^="${name}:"]`);
const run = (page: Page, words: string, button: string) =>
  action(page, words).getByRole('button', { name: button }).click();

for (const tenant of USUAL_TENANTS)
  test(`a learner of ${tenant} starts a program and sees its page in the lab`, async ({ page, context, allow }) => {
    // What is not there yet, on purpose.
    allow(/status of 404/);
    await startLab(page, tenant);
    await expect(screen(page)).toContainText('exercises $');
    await run(page, 'Own page', labWorkspaceTexts.show);
    const own = frame(page, 'Own page');
    await expect(own.getByRole('heading')).toHaveText('Nothing listens on port 8080 yet');
    await expectAccessibleToo(page);
    await run(page, 'serve.py', labWorkspaceTexts.run);
    await page.getByRole('tab', { name: 'Own page' }).click();
    // The page is loaded again by itself.
    await expect(own.getByRole('heading')).toHaveText('Hello from the lab');
    await expect(own.getByText('echo of ping')).toBeVisible();
    await expectAccessible(page);
    // The frame is another site: it sees neither storage nor cookies of the academy.
    const inside = page.frames().find((one) => one.url().includes('.labs.localhost'));
    expect(await inside?.evaluate(() => [Object.keys(localStorage), document.cookie])).toEqual([[], '']);

    await turn(page, 'Go on');
    await run(page, 'Asked', labWorkspaceTexts.open);
    await expect(frame(page, 'Asked').locator('body')).toContainText('GET /asked HTTP/1.1');
    const reloaded = page.waitForResponse((response) => response.url().endsWith('/asked'));
    await run(page, 'Reload', labWorkspaceTexts.reload);
    await reloaded;
    await run(page, 'by=url', labWorkspaceTexts.open);
    await expect(page.getByRole('tab', { name: 'localhost:8080', selected: true })).toBeVisible();
    await expect(frame(page, 'localhost:8080').getByText('echo of ping')).toBeVisible();

    const [outside] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: labWorkspaceTexts.openPageInTab }).click(),
    ]);
    await expect(outside.getByText('echo of ping')).toBeVisible();
    const { href } = new URL(outside.url());
    await page.bringToFront();
    await page.getByRole('button', { name: runningLabTexts.end }).click();
    await page.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
    await expect(page.getByRole('button', { name: labStartTexts.start })).toBeVisible();
    allow(/status of 410/);
    await outside.goto(href);
    await expect(outside.getByRole('heading')).toHaveText('This lab has ended');
    await outside.close();
  });

test('another person gets nothing by the address of a page, nor does another site', async ({
  page,
  context,
  newDevice,
  allow,
}) => {
  // The tab may be opened before the program listens.
  allow(/status of 404/);
  await startLab(page, 'spring');
  await run(page, 'serve.py', labWorkspaceTexts.run);
  await run(page, 'Own page', labWorkspaceTexts.show);
  await expect(frame(page, 'Own page').getByText('echo of ping')).toBeVisible();
  const url =
    page
      .frames()
      .find((one) => one.url().includes('.labs.localhost'))
      ?.url() ?? '';
  const other = await newDevice();
  allow(/status of 403/, /frame-ancestors/, /ERR_BLOCKED_BY_RESPONSE/);
  await other.goto(url);
  await expect(other.getByRole('heading')).toHaveText('This page belongs to a lab');

  // In the learner's own browser: the cookie is for frames of the academy alone.
  const site = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<link rel="icon" href="data:,"><iframe src="${url}"></iframe>`);
  });
  await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
  const evil = await context.newPage();
  const place = `http://evil.localhost:${(site.address() as AddressInfo).port}/`;
  const [framed] = await Promise.all([evil.waitForResponse(url), evil.goto(place)]);
  expect(framed.status()).toBe(403);
  site.closeAllConnections();
  site.close();
});

longTest('a phone shows the page of a lab', async ({ newDevice, allow }) => {
  // The tab may be opened before the program listens.
  allow(/status of 404/);
  const page = await newDevice({ viewport: PHONE });
  await startLab(page, 'spring');
  await run(page, 'serve.py', labWorkspaceTexts.run);
  await expect(terminal(page)).toBeVisible();
  await expect(screen(page)).toContainText('serve.py');
  await page.getByRole('tab', { name: 'Own page' }).click();
  await expect(frame(page, 'Own page').getByText('echo of ping')).toBeVisible();
  await expectAccessibleToo(page);
  await expectNoSidewaysScroll(page, [320, 390, 700]);
});
