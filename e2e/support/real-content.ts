import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Academy, TenantName } from './academy.ts';
import { ROOT } from './process.ts';

/** Real repositories exist beside the project on some machines only. */
export const DATA = join(ROOT, '../shared/data');

/** The academy of repositories whose files do not name it. */
const MAP = [
  'amcginlay=kube',
  'kube-academy=kube',
  'educates=kube',
  'vmware-tanzu=tanzu',
  'vmware-tanzu-learning=kube',
  'spring-academy=spring',
  'tanzu-academy=tanzu',
].flatMap((pair) => ['--tenant-map', pair]);

interface Published {
  kind: string;
  id: string;
  slug: string;
  status: string;
}

/** Publishes all real repositories. @returns the output of the command */
export async function publishRealContent(academy: Academy): Promise<string> {
  return (await academy.cli(['apply', 'all', '--path', DATA, ...MAP])).stdout;
}

/** Everything that an academy has published, as the API of content lists it. */
export async function published(academy: Academy, tenant: TenantName): Promise<Published[]> {
  const file = join(academy.dataFolder, 'local-tokens.json');
  const tokens = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const { text } = await academy.get(tenant, '/api/v1/content', {
    tenantid: tenant,
    authorization: `Bearer ${tokens[tenant]}`,
  });
  return (JSON.parse(text) as { data: { result: Published[] } }).data.result;
}
