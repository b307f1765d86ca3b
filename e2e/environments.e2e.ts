import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Academy } from './support/academy.ts';
import { ROOT } from './support/process.ts';
import { expect, longTest, test, withAcademy } from './support/test.ts';

const BUILT = join(ROOT, 'web/dist/client');

/** A hash of all built files. */
function builtHash(): string {
  const hash = createHash('sha256');
  for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true }).sort((a, b) =>
    join(a.parentPath, a.name) < join(b.parentPath, b.name) ? -1 : 1,
  ))
    if (entry.isFile()) hash.update(entry.name).update(readFileSync(join(entry.parentPath, entry.name)));
  return hash.digest('hex');
}

/** The files that a page loads, and its configuration. */
async function pageOf(academy: Academy): Promise<{ files: string[]; config: Record<string, unknown> }> {
  const { status, text } = await academy.get('spring', '/courses');
  expect(status).toBe(200);
  const files = [...text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const block = /<script type="application\/json" id="page-config">([\s\S]*?)<\/script>/.exec(text)?.[1] ?? '{}';
  return { files, config: (JSON.parse(block) as { config: Record<string, unknown> }).config };
}

longTest('one build serves local, dev, qat, stage and prod', async () => {
  await withAcademy(async (academy) => {
    const built = builtHash();
    const local = await pageOf(academy);
    expect(local.files.length).toBeGreaterThan(3);
    expect(local.config).toMatchObject({ environment: 'local', issuer: `http://localhost:${academy.port}/idp/` });

    for (const environment of ['dev', 'qat', 'stage', 'prod']) {
      const originOf = (tenant: string) => `https://${tenant}-${environment}.example.org`;
      const origins = Object.fromEntries(['spring', 'kube', 'tanzu'].map((tenant) => [tenant, originOf(tenant)]));
      academy.env = {
        ACADEMY_ENVIRONMENT: environment,
        ACADEMY_TENANT_ORIGINS: Object.entries(origins)
          .map(([tenant, origin]) => `${tenant}=${origin}`)
          .join(','),
        // An external provider: it need not answer for pages to be read.
        ACADEMY_ISSUER: `https://id-${environment}.example.org/`,
        ACADEMY_DISCOVERY: 'off',
        ACADEMY_AUDIENCE: 'academy',
      };
      await academy.stop();
      await academy.start();
      const { files, config } = await pageOf(academy);
      expect(files, environment).toEqual(local.files);
      expect(config).toMatchObject({
        environment,
        tenantOrigins: origins,
        issuer: `https://id-${environment}.example.org/`,
      });
    }
    expect(builtHash()).toBe(built);
  });
});

test('the build contains no settings of an environment', () => {
  for (const entry of readdirSync(BUILT, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(?:js|css|html)$/.test(entry.name)) continue;
    const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
    for (const part of ['/idp/', 'oauth2/v1', 'academy-spring'])
      expect(text.includes(part), `${entry.name} holds ${part}`).toBe(false);
  }
});
