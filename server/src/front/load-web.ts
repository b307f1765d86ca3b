import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WebEntry } from '@academy/contract/web-entry';
import { StartProblem } from '../settings/start-problem.ts';
import type { LoadedWeb } from './loaded-web.ts';

export type WebMode = 'built' | 'development';

const WEB = join(import.meta.dirname, '../../../web');

/**
 * Loads the web by its path, never by import: the built entry, or Vite in this process.
 *
 * @throws StartProblem when it was not built
 */
export async function loadWeb(mode: WebMode): Promise<LoadedWeb> {
  if (mode === 'development') return (await import('./vite-in-process.ts')).loadDevelopmentWeb(WEB);
  const entryFile = join(WEB, 'dist/server/entry-server.js');
  if (!existsSync(entryFile))
    throw new StartProblem(
      'The web is not built.',
      'Run ./academy build, or start with ./academy start, which does it.',
    );
  const entryUrl = pathToFileURL(entryFile).href;
  const entry = (await import(entryUrl)) as WebEntry;
  return { entry, entryUrl, clientFolder: join(WEB, 'dist/client'), before: null };
}
