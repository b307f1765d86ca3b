import { execFile } from 'node:child_process';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { translationIn } from '@academy/content/translations/translated-files';
import type { Finding } from '@academy/contract/findings';

const run = promisify(execFile);

/** Seconds since 1970 of the last commit that changed a file; 0 where git knows none. */
async function changedAt(from: string): Promise<number> {
  try {
    const args = ['-C', dirname(from), 'log', '-1', '--format=%ct', '--', basename(from)];
    return Number((await run('git', args, { timeout: 10_000 })).stdout.trim());
  } catch {
    return 0;
  }
}

/**
 * Finds translations whose original was committed later. By commits, because a fresh clone gives all files one time; a
 * clone without history finds nothing.
 *
 * @param parts files of one item: the name inside it, and the path on disk
 */
export async function outdatedTranslations(parts: readonly { file: string; from: string }[]): Promise<Finding[]> {
  const places = new Map(parts.map(({ file, from }) => [file, from]));
  const findings: Finding[] = [];
  for (const { file, from } of parts) {
    const original = translationIn(file)?.originals.find((one) => places.has(one));
    if (original === undefined) continue;
    const [translated, changed] = await Promise.all([changedAt(from), changedAt(places.get(original) ?? '')]);
    if (translated === 0 || changed <= translated) continue;
    const day = new Date(changed * 1000).toISOString().slice(0, 10);
    const message = `is older than its original: "${original}" was changed on ${day}. Compare the two and commit this file again`;
    findings.push({ file, line: 1, severity: 'warning', code: 'translation-outdated', message });
  }
  return findings;
}
