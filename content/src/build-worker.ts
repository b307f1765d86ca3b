import { parentPort } from 'node:worker_threads';
import type { ContentKind } from '@academy/contract/publishing';
import { buildItem } from './build.ts';
import type { BuildOptions } from './item-hash.ts';
import type { SourceFiles } from './source-files.ts';

/** What the worker is sent, one job at a time. */
export interface BuildJob {
  kind: ContentKind;
  files: SourceFiles;
  options: BuildOptions;
}

/** A worker thread that builds items away from the main loop; `build-in-worker.ts` starts it. */
parentPort?.on('message', async ({ kind, files, options }: BuildJob) => {
  parentPort?.postMessage(await buildItem(kind, files, options));
});
