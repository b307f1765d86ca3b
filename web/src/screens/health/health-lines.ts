import type { Health, HealthState } from '@academy/contract/health';
import { academyName } from '../../lib/academy-name.ts';
import { momentText } from '../../lib/moments.ts';
import { adminUrls } from '../../navigation/admin-urls.ts';
import { healthTexts as texts } from './health-texts.ts';
import { ageText, agoText, bytesText } from './measures.ts';

/** One thing that is watched, in words. */
export interface HealthLine {
  name: Exclude<keyof Health, 'at'>;
  state: HealthState;
  /** Its figures in a sentence. */
  says: string;
  /** What is wrong, and what to do about it; null: nothing. */
  todo: string | null;
  /** Page of the administration that shows more. */
  link: { href: string; title: string } | null;
  /** The figures one by one. */
  details: readonly (readonly [title: string, text: string])[];
}

type Wording = Partial<Pick<HealthLine, 'todo' | 'link' | 'details'>> & Pick<HealthLine, 'says'>;
type Words = {
  readonly [N in HealthLine['name']]: (facts: NonNullable<Health[N]>, now: number) => Wording;
};

const WORDS: Words = {
  server: ({ problem, name, version, startedAt, memoryBytes, load }) => ({
    says: texts.serverSays({ name, version, time: momentText(startedAt), memory: bytesText(memoryBytes) }),
    todo: problem === 'busy' ? texts.serverBusy({ load }) : null,
  }),

  database({ problem, version, ms, bytes, oldestTransactionSeconds, freeConnections }) {
    const todo = {
      slow: () => texts.databaseSlow({ ms }),
      'old-transaction': () => texts.databaseOldTransaction({ age: ageText(oldestTransactionSeconds) }),
      'few-connections': () => texts.databaseFewConnections({ free: freeConnections }),
      waiting: () => texts.databaseWaiting,
    };
    const says = texts.databaseSays({ version, ms, bytes: bytesText(bytes) });
    return { says, todo: problem === null ? null : todo[problem]() };
  },

  replication({ problem, standbys }) {
    const lag = Math.max(0, ...standbys.map(({ lagSeconds }) => lagSeconds ?? 0));
    const count = standbys.length;
    if (count === 0) return { says: texts.replicationNone };
    return {
      says: lag === 0 ? texts.replicationSays({ count }) : texts.replicationLag({ count, lag: ageText(lag) }),
      todo: problem === 'behind' ? texts.replicationBehind({ lag: ageText(lag) }) : null,
      details: standbys.map(({ name, lagSeconds }) => [name, ageText(lagSeconds ?? 0)]),
    };
  },

  clock: ({ problem, differenceMs }) => ({
    says: texts.clockSays({ ms: Math.abs(differenceMs) }),
    todo: problem === 'differs' ? texts.clockDiffers : null,
  }),

  disk: ({ problem, freeBytes }) => ({
    says: texts.diskSays({ free: bytesText(freeBytes) }),
    todo: problem === null ? null : problem === 'full' ? texts.diskFull : texts.diskLittle,
  }),

  mail({ state, problem, waiting, oldestSeconds, givenUp, error }) {
    if (problem === 'off') return state === 'well' ? { says: texts.mailShown } : { says: texts.mailOff };
    const todo = {
      failing: () => texts.mailFailing({ error: error ?? '' }),
      late: () => texts.mailLate,
      'given-up': () => texts.mailGivenUp({ count: givenUp }),
    };
    return {
      says: waiting === 0 ? texts.mailNone : texts.mailWaiting({ count: waiting, age: ageText(oldestSeconds) }),
      todo: problem === null ? null : todo[problem](),
    };
  },

  webhooks({ problem, active, paused, waiting, failed }) {
    const todo = {
      failing: () => texts.webhooksFailing({ failed }),
      paused: () => texts.webhooksPaused({ count: paused }),
    };
    return {
      says: active === 0 ? texts.webhooksNone : texts.webhooksSays({ active, waiting }),
      todo: problem === null ? null : todo[problem](),
      link: problem === null ? null : { href: adminUrls.webhooks(), title: texts.openWebhooks },
    };
  },

  labs: ({ problem, running, failed }) => ({
    says: texts.labsSays({ running, failed }),
    todo: problem === 'failing' ? texts.labsFailing : null,
    link: problem === null ? null : { href: adminUrls.labs(), title: texts.openLabs },
  }),

  logIns: ({ problem, succeeded, refused }) => ({
    says: texts.logInsSays({ succeeded, refused }),
    todo: problem === 'guessing' ? texts.logInsGuessing : null,
  }),

  requests: ({ problem, all, refused, limited, errors }) => ({
    says: texts.requestsSays({ all, refused, limited, errors }),
    todo: problem === null ? null : problem === 'errors' ? texts.requestsErrors : texts.requestsLimited,
  }),

  work({ works }, now) {
    const failing = works.filter(({ failures }) => failures > 0).map(({ name }) => workName(name));
    const last = works
      .map(({ lastAt }) => lastAt)
      .sort()
      .at(-1);
    return {
      says: last === undefined ? texts.workNone : texts.workSays({ count: works.length, ago: agoText(last, now) }),
      todo: failing.length === 0 ? null : texts.workFailing({ names: failing.join(', ') }),
      details: works.map(({ name, lastAt, failures }) => {
        const ago = agoText(lastAt, now);
        return [workName(name), failures === 0 ? texts.workDone({ ago }) : texts.workFailed({ failures, ago })];
      }),
    };
  },

  content({ academies }, now) {
    const [last] = academies
      .flatMap(({ tenantId, publishedAt }) => (publishedAt === null ? [] : [{ tenantId, publishedAt }]))
      .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1));
    return {
      says:
        last === undefined
          ? texts.contentNone
          : texts.contentSays({ academy: academyName(last.tenantId), ago: agoText(last.publishedAt, now) }),
      details: academies.map(({ tenantId, items, publishedAt }) => [
        academyName(tenantId),
        publishedAt === null
          ? texts.contentOf({ count: items })
          : texts.contentOfSince({ count: items, ago: agoText(publishedAt, now) }),
      ]),
    };
  },

  backup: ({ problem, at }, now) => ({
    says: at === null ? texts.backupNone : texts.backupSays({ ago: agoText(at, now) }),
    todo: problem === null ? null : texts.backupOld,
  }),

  statements: ({ problem, thresholdMs: threshold, count, slowest }) => ({
    says:
      slowest === null
        ? texts.statementsNone({ threshold })
        : texts.statementsSays({ count, threshold, ms: slowest.ms, call: slowest.call }),
    todo: problem === 'many' ? texts.statementsMany : null,
  }),
};

/** Work that has no words is shown as the log names it. */
const workName = (name: string): string =>
  Object.hasOwn(texts, name) ? String(texts[name as keyof typeof texts]) : name;

const ORDER: readonly HealthState[] = ['wrong', 'warning', 'unknown', 'well'];

/** Everything that is watched, what is wrong first. Figures of another database or provider are left out. */
export function healthLines(health: Health): HealthLine[] {
  const now = Date.parse(health.at);
  const lines = (Object.keys(WORDS) as HealthLine['name'][]).flatMap((name) => {
    const facts = health[name];
    if (facts === null) return [];
    const word = WORDS[name] as (facts: unknown, now: number) => Wording;
    return [{ name, state: facts.state, todo: null, link: null, details: [], ...word(facts, now) }];
  });
  return lines.sort((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state));
}
