import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { completeLesson } from '@academy/contract/lessons';
import { getProgressOverlay } from '@academy/contract/progress';
import { type RunningAcademy, startAcademy } from './academy.ts';
import { BENCH_TENANT, type LessonRef } from './courses.ts';
import type { Learner } from './people.ts';

export interface KillReport {
  kills: number;
  acknowledged: number;
  /** Completions that were acknowledged and are missing after a restart. */
  lost: number;
  /** From each restart's command to its "ready", ms. */
  readyMs: number[];
}

interface Completion {
  learner: Learner;
  lesson: LessonRef;
}

/** Concurrent completions. */
const WRITERS = 8;
/** Acknowledged completions before a kill, at least and at most, so that each kill happens at another point. */
const ACKNOWLEDGED = { min: 20, max: 150 } as const;

/**
 * Kills the server repeatedly during writes, first and then every second time together with its database, and asks the next server for
 * everything that was acknowledged so far.
 *
 * @returns the academy that runs at the end, and the results
 */
export async function killUnderWrites(
  first: RunningAcademy,
  given: { learners: readonly Learner[]; lessons: readonly LessonRef[]; kills: number; log(line: string): void },
): Promise<{ academy: RunningAcademy; report: KillReport }> {
  const { learners, lessons, kills, log } = given;
  const left: Completion[] = lessons.flatMap((lesson) => learners.map((learner) => ({ learner, lesson })));
  const acknowledged: Completion[] = [];
  const report: KillReport = { kills, acknowledged: 0, lost: 0, readyMs: [] };
  let academy = first;
  try {
    for (let round = 1; round <= kills; round += 1) {
      const alsoDatabase = round % 2 === 1;
      const wanted = ACKNOWLEDGED.min + Math.floor(Math.random() * (ACKNOWLEDGED.max - ACKNOWLEDGED.min));
      const before = acknowledged.length;
      await writeUntilKilled(academy, left, acknowledged, wanted, alsoDatabase);
      academy = await startAcademy(academy.dataFolder, academy.port);
      report.readyMs.push(academy.readyMs);
      const lost = await countLost(academy, acknowledged);
      report.lost += lost;
      report.acknowledged = acknowledged.length;
      log(
        `Kill ${round} of ${kills}${alsoDatabase ? ', database included' : ''}: ${acknowledged.length - before} acknowledged, ${lost} lost, ready again in ${Math.round(academy.readyMs)} ms`,
      );
    }
    return { academy, report };
  } catch (error) {
    // No other code knows the academy that runs by now.
    await academy.stop();
    throw error;
  }
}

async function writeUntilKilled(
  academy: RunningAcademy,
  left: Completion[],
  acknowledged: Completion[],
  wanted: number,
  alsoDatabase: boolean,
): Promise<void> {
  const enough = acknowledged.length + wanted;
  let killed: Promise<void> | null = null;
  const writer = async () => {
    while (killed === null) {
      const completion = left.pop();
      if (completion === undefined) throw new Error('there are not enough lessons and learners for so many kills');
      if (!(await complete(academy, completion, () => killed !== null))) continue;
      acknowledged.push(completion);
      if (acknowledged.length >= enough) killed ??= academy.kill(alsoDatabase);
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  await killed;
}

/** True when the server acknowledged the completion. */
async function complete(academy: RunningAcademy, { learner, lesson }: Completion, mayBreak: () => boolean) {
  try {
    const response = await fetch(`http://127.0.0.1:${academy.port}${API_BASE_PATH}${completeLesson.path}`, {
      method: 'POST',
      headers: { ...headersOf(learner), 'content-type': 'application/json' },
      body: JSON.stringify({
        courseId: lesson.courseId,
        lessonId: lesson.lessonId,
        isLastLesson: false,
        operationType: 'COMPLETE_LESSON',
      }),
    });
    const text = await response.text();
    if (response.ok) return true;
    if (mayBreak()) return false;
    throw new Error(`a completion was answered ${response.status}: ${text.slice(0, 300)}`);
  } catch (error) {
    // Requests that the kill interrupted are not acknowledged; they may or may not be stored.
    if (mayBreak()) return false;
    throw error;
  }
}

async function countLost(academy: RunningAcademy, acknowledged: readonly Completion[]): Promise<number> {
  const byPlace = Map.groupBy(acknowledged, ({ learner, lesson }) => `${learner.email} ${lesson.courseSlug}`);
  let lost = 0;
  for (const completions of byPlace.values()) {
    const [{ learner, lesson }] = completions as [Completion];
    const response = await fetch(
      `http://127.0.0.1:${academy.port}${API_BASE_PATH}${getProgressOverlay.path}?courseSlug=${lesson.courseSlug}`,
      { headers: headersOf(learner) },
    );
    if (!response.ok) throw new Error(`progress cannot be read: ${response.status} ${await response.text()}`);
    const { data } = (await response.json()) as {
      data: { lessons: Record<string, { progressStatus: string } | undefined> };
    };
    lost += completions.filter((one) => data.lessons[one.lesson.lessonId]?.progressStatus !== 'Completed').length;
  }
  return lost;
}

function headersOf(learner: Learner): Record<string, string> {
  return { [TENANT_HEADER]: BENCH_TENANT, authorization: `Bearer ${learner.bearer}` };
}
