import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { LabSources } from '@academy/content/lab-files/file-sources';
import type { SourceFiles } from '@academy/content/source-files';
import type { SandboxPack } from '@academy/lab-host/lab-files/sandbox-setup';
import { folderOfPack } from '@academy/labs/lab-files/lab-setup';
import { fetchHeld, type HeldLabFiles } from './fetch-held.ts';
import { labFilesFetcher } from './fetch-lab-files.ts';
import type { FetchTerms } from './fetch-terms.ts';

/** Files of labs that are proved, on disk until `close`. */
export interface ProvingFiles {
  /** @param terms the files of the lab with its lock, and the definition for findings */
  packsOf(
    sources: LabSources,
    terms: { files: SourceFiles; definition: string },
  ): Promise<Pick<HeldLabFiles, 'findings' | 'lock'> & { packs: SandboxPack[] }>;
  close(): void;
}

/** Fetches the files of labs for sandboxes of this machine. @param terms `refresh`: locks are passed over */
export function provingFiles(terms: FetchTerms & { refresh: boolean }): ProvingFiles {
  const fetcher = labFilesFetcher(terms);
  const folder = mkdtempSync(join(tmpdir(), 'academy-lab-packs-'));
  return {
    async packsOf(sources, lab) {
      const { packs, findings, lock } = await fetchHeld(fetcher, sources, { ...lab, refresh: terms.refresh });
      const written: SandboxPack[] = [];
      for (const pack of packs) {
        const tar = join(folder, `${pack.hash}.tar`);
        const bytes = fetcher.bytes(pack.hash);
        if (bytes === null) throw new Error(`the files of ${pack.from} are not in memory`);
        if (!existsSync(tar)) await writeFile(tar, gunzipSync(bytes));
        written.push({ tar, folder: folderOfPack(pack.package, pack.path) });
      }
      return { packs: written, findings, lock };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
