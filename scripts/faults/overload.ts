import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type LessonRef, publishCourses } from '@academy/bench/courses';
import { runLoad } from '@academy/bench/load';
import type { LoadJob } from '@academy/bench/load-job';
import { type Learner, signInLearners } from '@academy/bench/people';
import type { Fault } from './fault.ts';
import { probe } from './load-support/health-probe.ts';
import { learnerRequests } from './load-support/learner-requests.ts';
import { type MeasuredAcademy, startMeasured } from './load-support/measured-academy.ts';
import { randomOf } from './load-support/random.ts';
import { until } from './load-support/until.ts';
import { figure } from './support/figures.ts';

const COURSES = 4;
const LEARNERS = 30;
/** Rising number of connections, to find what the server does at most. */
const STEPS = [4, 8, 16, 32, 64, 128];
/** Connections of the overload: more than browsers of a large class keep. */
const CONNECTIONS = 800;
const TIMES = 5;
/** Seconds of one step and of the overload. */
const SHORT = { step: 3, overload: 8 };
const LONG = { step: 8, overload: 40 };
/** How long health is asked without load, to compare: what else the machine does shows here too, ms. */
const IDLE_MS = 2_000;
/** After the overload a call is quick again when it takes at most this, ms. */
const QUICK_MS = 100;
const QUICK_IN_A_ROW = 10;

const COMPLETIONS = 'academy_requests_total{name="completeLesson",method="POST",status="200"}';

export const overload: Fault = {
  name: 'overload',
  title: 'Five times the load that the server can carry is refused quickly, and what it carries stays nearly the same.',
  async run({ long, log, folder }) {
    const { step, overload: seconds } = long ? LONG : SHORT;
    const academy = await startMeasured(join(folder, 'data'));
    try {
      const { lessons } = await publishCourses(academy, COURSES);
      const learners = await signInLearners(academy, LEARNERS);
      const requests = mixOf(academy, lessons, learners);
      const job = (more: Partial<LoadJob>): LoadJob => ({
        ...{ port: academy.port, connections: 1, warmUp: 1, seconds: step, requests, once: false, perSecond: null },
        ...more,
      });
      const completions = async () => (await academy.metric(COMPLETIONS)) || 0;

      let best = { perSecond: 0, connections: 0, p99: 0, completed: 0 };
      for (const connections of STEPS) {
        const before = await completions();
        const { result } = await runLoad(job({ connections }), () => null);
        const completed = ((await completions()) - before) / (step + 1);
        log(`${connections} connections: ${Math.round(result.perSecond)}/s, p99 ${Math.round(result.p99)} ms`);
        if (result.errors > 0) throw new Error(`a reply was bad before the overload: ${result.firstError}`);
        const { perSecond, p99 } = result;
        if (perSecond > best.perSecond) best = { perSecond, connections, p99, completed };
      }

      const idle = probe(academy.port, '/health/live');
      await delay(IDLE_MS);
      const unloaded = await idle.stop();
      const offered = best.perSecond * TIMES;
      log(`Offering ${Math.round(offered)}/s for ${seconds} s`);
      const live = probe(academy.port, '/health/live');
      const ready = probe(academy.port, '/health/ready');
      const before = await completions();
      const load = job({ connections: CONNECTIONS, warmUp: 2, seconds, perSecond: offered });
      const { result } = await runLoad(load, () => null);
      const [liveness, readiness] = await Promise.all([live.stop(), ready.stop()]);
      const completed = ((await completions()) - before) / (seconds + 2);
      const recovered = await quickAgain(academy, lessons, learners);
      const { refused } = result;
      const arrived = (result.requests + result.errors) / result.seconds;
      return {
        figures: [
          figure('best goodput', best.perSecond, '/s'),
          figure('offered under overload', offered, '/s'),
          figure('arrived under overload', arrived, '/s'),
          figure('goodput under overload', result.perSecond, '/s'),
          figure('share of the best', (result.perSecond / best.perSecond) * 100, '%', { min: 80 }),
          figure('completions of learners, share of the best', (completed / best.completed) * 100, '%'),
          figure('p99 of replies under overload', result.p99, 'ms'),
          figure('refused', refused.count / result.seconds, '/s'),
          figure('p99 of refusals', refused.p99, 'ms', { max: 1_000 }),
          figure('refused without Retry-After', refused.withoutRetryAfter, 'replies', { exactly: 0 }),
          figure('other errors', result.errors - refused.count, 'replies', { exactly: 0 }),
          figure('p99 of /health/live without load', unloaded.p99, 'ms'),
          figure('p99 of /health/live', liveness.p99, 'ms', { max: 200 }),
          figure('p99 of /health/ready', readiness.p99, 'ms', { max: 200 }),
          figure('health checks that failed', liveness.failed + readiness.failed, 'checks', { exactly: 0 }),
          figure('quick again after', recovered / 1000, 's', { max: 5 }),
        ],
      };
    } finally {
      await academy.stop();
    }
  },
};

/** What a class does: reads pages, sees its progress, completes lessons, searches. */
function mixOf({ port }: MeasuredAcademy, lessons: readonly LessonRef[], learners: readonly Learner[]): string[] {
  const of = learnerRequests(port);
  const random = randomOf(1);
  return Array.from({ length: 6_000 }, (_one, at) => {
    const lesson = random.pick(lessons);
    const { bearer } = random.pick(learners);
    const turn = at % 20;
    if (turn < 9) return of.overlay(lesson, bearer);
    if (turn < 14) return of.complete(lesson, bearer);
    if (turn < 16) return of.page(lesson);
    if (turn < 18) return of.outline(lesson);
    return turn === 18 ? of.courses() : of.search(`lesson ${random.below(40)}`);
  });
}

/** How long after the load a learner's call takes until it is quick again, ms. */
async function quickAgain({ port }: MeasuredAcademy, lessons: readonly LessonRef[], learners: readonly Learner[]) {
  const [lesson] = lessons;
  const [learner] = learners;
  if (lesson === undefined || learner === undefined) throw new Error('there is nobody to ask');
  const text = learnerRequests(port).overlay(lesson, learner.bearer);
  const path = text.split(' ')[1] ?? '';
  const headers = { authorization: `Bearer ${learner.bearer}`, tenantId: 'kube' };
  let inARow = 0;
  const took = await until(
    async () => {
      const began = performance.now();
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
      await response.arrayBuffer();
      inARow = response.ok && performance.now() - began < QUICK_MS ? inARow + 1 : 0;
      return inARow >= QUICK_IN_A_ROW;
    },
    60_000,
    10,
  );
  return took ?? 60_000;
}
