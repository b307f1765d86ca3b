import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { unzipSync } from 'fflate';
import { EnvironmentProblem } from './run-tool.ts';

/** Where wrappers fetch Gradle. */
const SITE = 'https://services.gradle.org/distributions/';

/** Where the wrapper of Gradle keeps a distribution, from the home folder. @param name `gradle-8.3-bin.zip` */
export function distributionFolder(name: string): string {
  const digest = createHash('md5').update(`${SITE}${name}`).digest('hex');
  return `.gradle/wrapper/dists/${basename(name, '.zip')}/${BigInt(`0x${digest}`).toString(36)}`;
}

/**
 * Unpacks distributions where wrappers find them in place of fetching them.
 *
 * @param files zip archives with the names that the site of Gradle gives them
 * @param home in the shape of a home folder
 * @throws EnvironmentProblem
 */
export function addDistributions(files: readonly string[], home: string): void {
  for (const file of files) {
    const name = basename(file);
    const entries = Object.entries(unpacked(file)).filter(([path]) => !path.endsWith('/'));
    const folders = new Set(entries.map(([path]) => path.split('/')[0]));
    if (folders.size !== 1 || entries.some(([path]) => path.split('/').includes('..')))
      throw unusable(file, 'holds no single folder, as distributions of Gradle do');
    const folder = join(home, distributionFolder(name));
    for (const [path, bytes] of entries) {
      const place = join(folder, path);
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, bytes, { mode: /^[^/]+\/bin\//.test(path) ? 0o755 : 0o644 });
    }
    // The wrapper takes a folder beside such a file for complete.
    writeFileSync(join(folder, `${name}.ok`), '');
  }
}

function unpacked(file: string): Record<string, Uint8Array> {
  try {
    return unzipSync(readFileSync(file));
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    throw unusable(file, isMissing ? 'is not there' : 'is no complete zip archive');
  }
}

const unusable = (file: string, why: string): EnvironmentProblem =>
  new EnvironmentProblem(
    `The distribution of Gradle ${file} ${why}.`,
    'Name the file as it comes from services.gradle.org under "gradleDistribution" in environment.json.',
  );
