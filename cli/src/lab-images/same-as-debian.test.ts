import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadPackagedProgram, readFrom } from '@academy/lab-engine/linux/emulator-package';
import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { type Machine, openMachine } from '@academy/lab-engine/linux/machine';
import { casesOf, topics } from '@academy/lab-engine/testing/debian-cases';
import { seenInMachine } from '@academy/lab-engine/testing/same-as-debian';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** A case takes about a fifth of a second on a quiet machine; so many minutes are for those that have work. */
const TOPIC_MS = 30 * 60_000;
const IMAGE = 'shell';
const isThere = hasImage(IMAGE);
if (!isThere) console.log(`Not compared with Debian: there is no image "${IMAGE}" in ${SAMPLE_IMAGES}.`);

/** Commands that depend on something else than the shell and its programs, with what that is; the files that they leave are compared all the same. */
const OTHERWISE: Readonly<Record<string, string>> = {
  'awk --version | head -1': 'the results are those of a 64-bit Debian, whose gawk alone has memory that outlives it',
  "stat -c '%s %F' left.txt notes": 'the file system gives folders no size',
  'stat poem.txt | head -2': 'the file system has other blocks',
  'find . -size 0 | sort': 'the file system gives folders no size',
  'du -sh notes': 'the file system has other blocks',
  'exec > f; echo hidden; exec > /dev/stderr':
    'the results were taken where errors went into a socket, which cannot be opened',
  'vi --version | head -1': 'the image has vi, the Debian of the results has not',
  'curl --version | head -1 | cut -c1-4': 'the image has curl, the Debian of the results has not',
};

const sorted = (changes: ReadonlyMap<string, string | null>) => [...changes].sort(([a], [b]) => (a < b ? -1 : 1));

describe.skipIf(!isThere)('a Linux machine', () => {
  let machine: Machine;
  beforeAll(async () => {
    const image = JSON.parse(readFileSync(join(SAMPLE_IMAGES, IMAGE, 'image.json'), 'utf8')) as LinuxImage;
    machine = await openMachine({ image, read: readFrom(SAMPLE_IMAGES), loadProgram: loadPackagedProgram });
  });
  afterAll(() => machine?.end());

  it.each(topics())('does all commands about %s as Debian', { timeout: TOPIC_MS }, async (topic) => {
    const cases = casesOf(topic);
    const all = await seenInMachine(machine, cases);
    expect(all).toHaveLength(cases.length);
    const different = cases.flatMap(({ commands, stdout, status, changes }, at) => {
      const seen = all[at] ?? { stdout: '', status: -1, changes: new Map() };
      const isOther = commands.join('\n') in OTHERWISE;
      const debian = { ...(isOther ? {} : { stdout, status }), changes: sorted(changes) };
      const here = { ...(isOther ? {} : { stdout: seen.stdout, status: seen.status }), changes: sorted(seen.changes) };
      return isDeepStrictEqual(debian, here) ? [] : [{ commands, debian, here }];
    });
    expect(different).toEqual([]);
  });
});
