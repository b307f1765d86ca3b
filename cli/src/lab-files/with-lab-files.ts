import { packFile } from '@academy/content/lab-files/pushed-packs';
import type { PackedItem } from '@academy/content/pack';
import { readWorkshop } from '@academy/content/workshops/read-workshop';
import type { Finding } from '@academy/contract/findings';
import { fetchHeld, type LockWritten } from './fetch-held.ts';
import type { LabFilesFetcher } from './fetch-lab-files.ts';

/** A lab with its files. */
export interface ItemWithLabFiles {
  item: PackedItem;
  findings: Finding[];
  /** Its lock where that is not what lies beside the lab. */
  lock: LockWritten | null;
}

/**
 * A lab with the files that its definition names; any other item as it is. A source that cannot be fetched is a warning:
 * portals fetch it themselves, and a sandbox says that it is missing. A source that the lock holds is an error.
 *
 * @param fetcher null: nothing is fetched
 * @param refresh what the lock holds is fetched anew
 */
export async function withLabFiles(
  item: PackedItem,
  fetcher: LabFilesFetcher | null,
  refresh: boolean,
): Promise<ItemWithLabFiles> {
  const sources =
    item.kind === 'workshop' && fetcher !== null ? readWorkshop(item.files, item.options).workshop?.sources : null;
  if (sources == null || fetcher === null || sources.files.length + sources.packages.length === 0)
    return { item, findings: [], lock: null };
  const terms = { files: item.files, definition: item.options.file, refresh };
  const { packs, findings, lock, isNew } = await fetchHeld(fetcher, sources, terms);
  const fetched = packs.map(({ hash }): [string, Uint8Array] => [
    packFile(hash),
    fetcher.bytes(hash) ?? new Uint8Array(),
  ]);
  const held = lock === null ? [] : [[lock.file, lock.text] as const];
  const files = new Map([...item.files, ...held, ...fetched]);
  const warnings = findings.map((one): Finding => {
    // A lab that has its files already would lose them.
    if (one.severity === 'fatal') return one;
    const message = `${one.message}. Without these files the lab is incomplete in a sandbox`;
    return { ...one, severity: 'warning', message };
  });
  return {
    item: { ...item, files, options: { ...item.options, labFiles: packs } },
    findings: warnings,
    lock: isNew ? lock : null,
  };
}
