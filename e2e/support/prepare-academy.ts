import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Academy, PREPARED } from './academy.ts';

/**
 * Runs before all tests: builds the web when its sources changed, and makes an academy with its samples. The academy is
 * stopped, including its database, so that test files can start with copies of its data.
 *
 * @returns removes the data
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
