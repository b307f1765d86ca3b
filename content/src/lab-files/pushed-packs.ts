import { createHash } from 'node:crypto';
import type { LabPack } from '@academy/contract/lab-files';
import type { AssetStore } from '../assets.ts';
import type { FindingList } from '../finding-list.ts';
import type { SourceFiles } from '../source-files.ts';
import { checkPack } from './lab-pack.ts';
import { FilesRefused } from './lab-tree.ts';

/** Name of a pack among the files of an item that is sent. */
export const packFile = (hash: string): string => `@lab-files/${hash}.tar.gz`;

/**
 * The packs of a lab out of the files that were sent with it, each checked to its end.
 *
 * @param told what the author's command says of them
 * @returns the same with the sizes that they have; none with a fatal finding
 */
export async function pushedPacks(
  files: SourceFiles,
  told: readonly LabPack[],
  { assetStore, findings, file }: { assetStore: AssetStore; findings: FindingList; file: string },
): Promise<LabPack[]> {
  const packs: LabPack[] = [];
  for (const pack of told) {
    const bytes = files.get(packFile(pack.hash));
    const refuse = (why: string) => findings.fatal('lab-files-refused', file, 1, `${pack.from} ${why}`);
    if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== pack.hash) {
      refuse('was not sent with the lab; apply it again');
      continue;
    }
    try {
      packs.push({ ...pack, packedBytes: bytes.byteLength, ...(await checkPack(bytes)) });
      assetStore.adopt({ hash: pack.hash, mediaType: 'application/gzip', bytes });
    } catch (error) {
      if (!(error instanceof FilesRefused)) throw error;
      refuse(error.message);
    }
  }
  return packs;
}
