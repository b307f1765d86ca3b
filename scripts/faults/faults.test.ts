import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { FAULTS } from './faults.ts';
import { killStarted } from './support/started.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-faults-'));
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
// What a fault has started that took too long would go on beside the next one.
afterEach(killStarted);

/** On a machine that runs other tests as well; `memory` sends requests for up to 9 minutes. */
const MAX_MS = 720_000;

test('every fault has a name of its own and a sentence about it', () => {
  expect(new Set(FAULTS.map(({ name }) => name)).size).toBe(FAULTS.length);
  for (const { name, title } of FAULTS)
    expect([name, title]).toEqual([expect.stringMatching(/^[a-z]+(-[a-z]+)*$/), expect.stringMatching(/\.$/)]);
});

/** Times depend on what else the machine does: what is counted must hold, what is timed is for `./academy faults`. */
const TIMED = new Set(['ms', 's']);

describe.runIf(process.env.ACADEMY_TEST_ALL === '1')('in its short form', () => {
  test.for(FAULTS)('$name: $title', { timeout: MAX_MS }, async (fault, { skip }) => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    const outcome = await fault.run({ long: false, log, folder: join(folder, fault.name) });
    if ('skipped' in outcome) return skip(outcome.skipped);
    expect(outcome.figures.length).toBeGreaterThan(0);
    const missed = outcome.figures.filter(({ reached, unit }) => reached === false && !TIMED.has(unit));
    expect(missed, lines.join('\n')).toEqual([]);
  });
});
