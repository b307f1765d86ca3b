import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type RunningAcademy, startAcademy } from './academy.ts';
import { publishCourses } from './courses.ts';
import { killUnderWrites } from './kills.ts';
import { signInLearners } from './people.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-kills-'));
let academy: RunningAcademy | null = null;
afterEach(async () => {
  await academy?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Each starts the server again; the first one, the database as well. */
const KILLS = process.env.ACADEMY_TEST_ALL === '1' ? 3 : 1;

// Shows security#on-disk
test('after a kill under writes, the database included, every acknowledged completion is there', async () => {
  academy = await startAcademy(join(folder, 'data'));
  const [{ lessons }, learners] = [await publishCourses(academy, 3), await signInLearners(academy, 8)];
  const result = await killUnderWrites(academy, { learners, lessons, kills: KILLS, log: () => {} });
  academy = result.academy;
  expect(result.report).toMatchObject({ kills: KILLS, lost: 0 });
  expect(result.report.acknowledged).toBeGreaterThanOrEqual(20 * KILLS);
}, 180_000);
