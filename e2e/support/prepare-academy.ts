import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Academy, PREPARED } from './academy.ts';
import { BRANDS_FOLDER, writeBrands } from './own-brands.ts';

/**
 * Runs before all tests: builds the web when its sources changed, and makes an academy with its samples. The academy is
 * stopped, including its database, so that test files can start with copies of its data. Beside it lie the brands of
 * shared academies.
 *
 * @returns removes both
 */
export default async function prepareAcademy(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'academy-prepared-'));
  const academy = new Academy();
  academy.dataFolder = folder;
  const brands = writeBrands();
  const remove = () => {
    for (const made of [folder, brands]) rmSync(made, { recursive: true, force: true });
  };
  try {
    await academy.start();
    await academy.stop();
  } catch (error) {
    remove();
    throw error;
  }
  process.env[PREPARED] = folder;
  process.env[BRANDS_FOLDER] = brands;
  return remove;
}
