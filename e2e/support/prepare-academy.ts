import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Academy, PREPARED } from './academy.ts';

/**
 * Before all journeys: builds the web where its sources changed, and makes one academy with its samples. It is stopped
 * again, database included, so that every file can begin with a copy.
 *
 * @returns removes it
 */
export default async function prepareAcademy(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-prepared-'));
  const academy = new Academy();
  academy.dataFolder = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await academy.start();
    await academy.stop();
  } catch (error) {
    remove();
    throw error;
  }
  process.env[PREPARED] = folder;
  return remove;
}
