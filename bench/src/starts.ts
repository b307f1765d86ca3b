import { join } from 'node:path';
import { startAcademy } from './academy.ts';
import { publishCourses } from './courses.ts';
import type { Figure } from './figure.ts';
import { killUnderWrites } from './kills.ts';
import { signInLearners } from './people.ts';
import { median } from './statistics.ts';

/** Starts of each kind; the median counts. */
const STARTS = 3;
/** Enough pairs for 50 kills. */
const LEARNERS = 16;
const COURSES = 20;

/**
 * Time from the command to "ready": on an empty data folder, again, and after kills during writes.
 *
 * @param folder where the data folders are created
 */
export async function measureStarts(
  folder: string,
  options: { kills: number; log(line: string): void },
): Promise<Figure[]> {
  const { kills, log } = options;
  const figures: Figure[] = [];
  const figure = (subject: string, name: string, value: number, unit: string, target: Figure['target']) =>
    figures.push({ area: 'starts', subject, name, value, unit, target });
  const first: number[] = [];
  const warm: number[] = [];
  for (let turn = 1; turn <= STARTS; turn += 1) {
    log(`Start ${turn} of ${STARTS} on an empty data folder`);
    const academy = await startAcademy(join(folder, `${turn}`));
    first.push(academy.readyMs);
    await academy.stop();
  }
  for (let turn = 1; turn <= STARTS; turn += 1) {
    log(`Warm start ${turn} of ${STARTS}`);
    const academy = await startAcademy(join(folder, '1'));
    warm.push(academy.readyMs);
    await academy.stop();
  }
  figure('first start', 'ready (installed and built)', median(first), 'ms', { max: 6_000 });
  figure('warm start', 'ready', median(warm), 'ms', { max: 2_000 });

  if (kills > 0) {
    let academy = await startAcademy(join(folder, '2'));
    try {
      const learners = await signInLearners(academy, LEARNERS);
      const { lessons } = await publishCourses(academy, COURSES);
      const result = await killUnderWrites(academy, { learners, lessons, kills, log });
      academy = result.academy;
      const { report } = result;
      figure(`${kills} kills under writes`, 'acknowledged completions', report.acknowledged, '', null);
      figure(`${kills} kills under writes`, 'of these lost', report.lost, '', { max: 0 });
      figure('start after kill -9', 'ready, middle', median(report.readyMs), 'ms', null);
      figure('start after kill -9', 'ready, longest', Math.max(...report.readyMs), 'ms', { max: 3_000 });
    } finally {
      await academy.stop();
    }
  }
  return figures;
}
