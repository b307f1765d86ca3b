import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readFolder, type SourceFiles } from '@academy/content/source-files';
import { AcademyError } from '@academy/contract/errors';
import { formatFinding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import type { Tenant } from '@academy/contract/tenants';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { scopeOf } from '../scope.ts';

/** Where each kind lies below `samples/<tenant>/`, and by which file its items are known. Instructors come first. */
const KINDS: readonly { kind: ContentKind; folder: string; files: readonly string[] }[] = [
  { kind: 'instructor', folder: 'instructors', files: ['instructor.json'] },
  { kind: 'course', folder: 'courses', files: ['course.template.json', 'course.json'] },
];

/**
 * Publishes the sample academy in the same way as an author does, without the network. What did not change since the
 * last start is found unchanged by its hash and costs next to nothing.
 *
 * @param root folder with one folder per tenant
 */
export async function publishSamples(
  publishing: PublishingService,
  tenants: ReadonlyMap<string, Tenant>,
  root: string,
  progress: (line: string) => void,
): Promise<void> {
  let published = 0;
  for (const tenant of tenants.values())
    for (const { kind, folder, files: names } of KINDS) {
      const place = join(root, tenant.tenantId, folder);
      if (!existsSync(place)) continue;
      const folders = await readdir(place, { withFileTypes: true });
      for (const entry of folders.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const file = names.find((name) => existsSync(join(place, entry.name, name)));
        if (!entry.isDirectory() || file === undefined) continue;
        const { files, findings } = await readFolder(join(place, entry.name));
        if (findings.length > 0) throw new Error(findings.map(formatFinding).join('\n'));
        const terms = {
          tenantId: scopeOf(tenant),
          kind,
          id: idOf(files, file),
          by: null,
          dryRun: false,
          strict: false,
        };
        // An operator who took a sample out, or gave its address to a course of his own, has decided.
        if (await publishing.isRemoved(terms.tenantId, kind, terms.id)) continue;
        const result = await publishing.publish(terms, files, { file, variables: {} }).catch((error: unknown) => {
          if (!(error instanceof AcademyError) || error.code !== 'content-refused') throw error;
          progress(`The sample ${kind} "${terms.id}" is left out: ${error.message}`);
          return null;
        });
        if (result === null || result.outcome === 'unchanged') continue;
        if (published === 0) progress('Publishing the sample academy');
        published += 1;
      }
    }
  if (published > 0) progress(`Sample academy published: ${published} items`);
}

function idOf(files: SourceFiles, file: string): string {
  const item = JSON.parse(new TextDecoder().decode(files.get(file))) as { id: string };
  return item.id;
}
