import { packFile } from '@academy/content/lab-files/pushed-packs';
import type { PackedItem } from '@academy/content/pack';
import { readWorkshop } from '@academy/content/workshops/read-workshop';
import type { Finding } from '@academy/contract/findings';
import type { LabFilesFetcher } from './fetch-lab-files.ts';

/**
 * A lab with the files that its definition names; any other item as it is. What cannot be fetched is a warning: portals
 * fetch the files themselves, and in sandboxes learners are told.
 *
 * @param fetcher null: nothing is fetched
 */
export async function withLabFiles(
  item: PackedItem,
  fetcher: LabFilesFetcher | null,
): Promise<{ item: PackedItem; findings: Finding[] }> {
  const sources =
    item.kind === 'workshop' && fetcher !== null ? readWorkshop(item.files, item.options).workshop?.sources : null;
  if (sources == null || fetcher === null || sources.files.length + sources.packages.length === 0)
    return { item, findings: [] };
  const { packs, findings } = await fetcher.fetch(sources, item.options.file);
  const fetched = packs.map(({ hash }): [string, Uint8Array] => [
    packFile(hash),
    fetcher.bytes(hash) ?? new Uint8Array(),
  ]);
  const files = new Map([...item.files, ...fetched]);
  const warnings = findings.map(
    (one): Finding => ({
      ...one,
      severity: 'warning',
      message: `${one.message}. Without these files the lab is incomplete in a sandbox`,
    }),
  );
  return { item: { ...item, files, options: { ...item.options, labFiles: packs } }, findings: warnings };
}
