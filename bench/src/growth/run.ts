import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fillAcademy, type GrowthResult, measureAcademy } from './growth.ts';
import type { GrowthSize } from './sizes.ts';

export { growthOf } from './report.ts';

const LEARNERS = 240;
const MAX_REQUESTS = 240;

/**
 * Fills and measures one academy after the other; each is removed before the next one.
 *
 * @param folder where the academies are made
 * @param options `plansFolder`: gets a file with the plans of all statements for each size
 */
export async function measureSizes(
  folder: string,
  sizes: readonly GrowthSize[],
  { plansFolder, log }: { plansFolder: string | null; log(line: string): void },
): Promise<GrowthResult[]> {
  const results: GrowthResult[] = [];
  if (plansFolder !== null) mkdirSync(plansFolder, { recursive: true });
  for (const size of sizes) {
    const place = join(folder, `growth-${size.people}`);
    const plansFile = plansFolder === null ? null : join(plansFolder, `plans-${size.people}.json`);
    const options = { learners: LEARNERS, max: MAX_REQUESTS, plansFile, log };
    try {
      results.push(await measureAcademy(await fillAcademy(place, size, options), options));
    } finally {
      rmSync(place, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  return results;
}
