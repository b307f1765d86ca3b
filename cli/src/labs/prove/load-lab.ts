import { buildItem } from '@academy/content/build';
import type { BuiltWorkshop } from '@academy/content/built-item';
import { loadItem } from '@academy/content/find-items';
import type { FoundItem } from '@academy/content/found-item';
import type { LabSources } from '@academy/content/lab-files/file-sources';
import type { SourceFiles } from '@academy/content/source-files';
import { proofFile } from '@academy/content/workshops/lab-proof';
import { readWorkshop, workshopFolder } from '@academy/content/workshops/read-workshop';
import type { Finding } from '@academy/contract/findings';
import type { TenantId } from '@academy/contract/tenants';
import type { LabFile } from '@academy/labs/lab-provider';
import type { Provable } from './prove-lab.ts';

/** A lab as its files say it, ready to be proved. */
export interface LoadedLab {
  found: FoundItem;
  id: string;
  tenantId: TenantId;
  data: BuiltWorkshop['data'];
  provable: Provable;
  /** What it brings along from elsewhere. */
  sources: LabSources;
  /** Its own start-up scripts, by their path in the folder `workshop`. */
  scripts: readonly LabFile[];
  /** Those that are published. */
  files: SourceFiles;
  /** Path of its record in `files`. */
  record: string;
}

interface LoadTerms {
  tenants: readonly TenantId[];
  tenantId: TenantId | null;
  fallback: TenantId | null;
}

/** Reads a lab as publishing does. @returns the lab, or the findings for which it is refused */
export async function loadLab(found: FoundItem, terms: LoadTerms): Promise<LoadedLab | Finding[]> {
  const { tenantId, item, findings } = await loadItem(found, { ...terms, variables: {} });
  if (item === null || tenantId === null) return findings.filter(({ severity }) => severity === 'fatal');
  const { files, options, id } = item;
  const built = await buildItem('workshop', files, { ...options, tenantId });
  if (built.refused || built.item.kind !== 'workshop')
    return built.findings.filter(({ severity }) => severity === 'fatal');
  const { data, body } = built.item;
  const { workshop } = readWorkshop(files, options);
  const fileOf = new Map(workshop?.pages.map(({ name, file }) => [name, file]));
  const record = proofFile(workshopFolder(files) ?? 'workshop');
  return {
    found,
    id,
    tenantId,
    data,
    provable: {
      pages: body.pages.map(({ name, title, actions }) => ({ name, title, actions, file: fileOf.get(name) ?? name })),
      tests: body.tests,
      files: body.files,
      dashboards: data.dashboards.flatMap(({ name, url }) => (url === null ? [] : [{ name, url }])),
    },
    sources: workshop?.sources ?? { files: [], packages: [] },
    scripts: body.scripts ?? [],
    files,
    record,
  };
}
