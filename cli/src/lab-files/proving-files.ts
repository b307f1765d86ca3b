import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LabSources } from '@academy/content/lab-files/file-sources';
import type { Finding } from '@academy/contract/findings';
import { folderOfPack, type SandboxPack } from '@academy/labs/lab-files/lab-setup';
import { labFilesFetcher } from './fetch-lab-files.ts';
import type { FetchTerms } from './fetch-terms.ts';

/** Files of labs that are proved, on disk until `close`. */
export interface ProvingFiles {
  /** @param file the definition, for findings */
  packsOf(sources: LabSources, file: string): Promise<{ packs: SandboxPack[]; findings: Finding[] }>;
  close(): void;
}

/** Fetches the files of labs for sandboxes of this machine. */
export function provingFiles(terms: FetchTerms): ProvingFiles {
  const fetcher = labFilesFetcher(terms);
  const folder = mkdtempSync(join(tmpdir(), 'academy-lab-packs-'));
  return {
    async packsOf(sources, file) {
      const { packs, findings } = await fetcher.fetch(sources, file);
      const written: SandboxPack[] = [];
      for (const pack of packs) {
        const tar = join(folder, `${pack.hash}.tar`);
        const bytes = fetcher.bytes(pack.hash);
        if (bytes === null) throw new Error(`the files of ${pack.from} are not in memory`);
        if (!existsSync(tar)) await writeFile(tar, gunzipSync(bytes));
        written.push({ tar, folder: folderOfPack(pack.package, pack.path) });
      }
      return { packs: written, findings };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
