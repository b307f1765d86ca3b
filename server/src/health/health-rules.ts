import type { Health } from '@academy/contract/health';

/** From when something is no longer well. Alerts of Prometheus use the same where they watch the same. */
const MAX = {
  loadOfProcessor: 2,
  databaseMs: 250,
  transactionSeconds: 300,
  lagSeconds: 30,
  clockMs: 2_000,
  mailSeconds: 900,
  failedLabs: 5,
  refusedLogIns: 100,
  limited: 100,
  backupDays: 7,
  slowStatements: 30,
} as const;
const MIN = { freeConnections: 10, freeBytes: 1024 ** 3, failures: 3 } as const;
const DAY_MS = 86_400_000;

type Name = Exclude<keyof Health, 'at'>;
type Watched<N extends Name> = NonNullable<Health[N]>;
type Verdict<N extends Name> = Pick<Watched<N>, 'state' | 'problem'>;
type Facts<N extends Name> = Omit<Watched<N>, 'state' | 'problem'>;
type Rules = { readonly [N in Name]: (facts: Facts<N> & Extra[N]) => Verdict<N> };

/** What some rules need to know besides the figures that are shown. */
interface Extra extends Record<Name, unknown> {
  database: { waiting: number };
  clock: { uncertaintyMs: number };
  disk: { minBytes: number };
  mail: { hasServer: boolean; hasMailbox: boolean };
  /** What somebody tries out on a machine of their own needs no backup. */
  backup: { now: number; isLocal: boolean };
}

const WELL = { state: 'well', problem: null } as const;

/** The state of each thing, and the first problem that an administrator should look at. */
export const healthRules: Rules = {
  server: ({ load }) => (load > MAX.loadOfProcessor ? { state: 'warning', problem: 'busy' } : WELL),

  database({ ms, oldestTransactionSeconds, freeConnections, waiting }) {
    if (waiting > 0) return { state: 'warning', problem: 'waiting' };
    if (freeConnections < MIN.freeConnections) return { state: 'warning', problem: 'few-connections' };
    if (oldestTransactionSeconds > MAX.transactionSeconds) return { state: 'warning', problem: 'old-transaction' };
    return ms > MAX.databaseMs ? { state: 'warning', problem: 'slow' } : WELL;
  },

  replication({ standbys }) {
    if (standbys.length === 0) return { state: 'unknown', problem: null };
    const isBehind = standbys.some(({ lagSeconds }) => (lagSeconds ?? 0) > MAX.lagSeconds);
    return isBehind ? { state: 'warning', problem: 'behind' } : WELL;
  },

  clock: ({ differenceMs, uncertaintyMs }) =>
    Math.abs(differenceMs) - uncertaintyMs > MAX.clockMs ? { state: 'wrong', problem: 'differs' } : WELL,

  disk({ freeBytes, minBytes }) {
    if (freeBytes < minBytes) return { state: 'wrong', problem: 'full' };
    return freeBytes < MIN.freeBytes ? { state: 'warning', problem: 'little' } : WELL;
  },

  mail({ error, oldestSeconds, givenUp, hasServer, hasMailbox }) {
    if (!hasServer) return { state: hasMailbox ? 'well' : 'warning', problem: 'off' };
    if (error !== null) return { state: 'wrong', problem: 'failing' };
    if (oldestSeconds > MAX.mailSeconds) return { state: 'warning', problem: 'late' };
    return givenUp > 0 ? { state: 'warning', problem: 'given-up' } : WELL;
  },

  webhooks({ failed, paused }) {
    if (failed > 0) return { state: 'warning', problem: 'failing' };
    return paused > 0 ? { state: 'warning', problem: 'paused' } : WELL;
  },

  // Single labs fail for reasons of their own, such as a closed page.
  labs: ({ failed }) => (failed > MAX.failedLabs ? { state: 'warning', problem: 'failing' } : WELL),

  logIns: ({ succeeded, refused }) =>
    refused > MAX.refusedLogIns && refused > 5 * succeeded ? { state: 'warning', problem: 'guessing' } : WELL,

  requests({ all, errors, limited }) {
    if (errors >= 10 && errors * 100 > all) return { state: 'wrong', problem: 'errors' };
    if (errors > 0) return { state: 'warning', problem: 'errors' };
    return limited > MAX.limited ? { state: 'warning', problem: 'limited' } : WELL;
  },

  work({ works }) {
    const max = Math.max(0, ...works.map(({ failures }) => failures));
    return max === 0 ? WELL : { state: max < MIN.failures ? 'warning' : 'wrong', problem: 'failing' };
  },

  content: ({ academies }) =>
    academies.every(({ items }) => items === 0) ? { state: 'warning', problem: 'none' } : WELL,

  backup({ at, now, isLocal }) {
    if (at === null) return isLocal ? { state: 'unknown', problem: null } : { state: 'warning', problem: 'none' };
    return now - Date.parse(at) > MAX.backupDays * DAY_MS ? { state: 'warning', problem: 'old' } : WELL;
  },

  statements: ({ count }) => (count > MAX.slowStatements ? { state: 'warning', problem: 'many' } : WELL),
};

/** Figures with their verdict. */
export function judged<N extends Name>(name: N, { shown, ...extra }: { shown: Facts<N> } & Extra[N]): Watched<N> {
  const rule = healthRules[name] as (facts: unknown) => Verdict<N>;
  return { ...rule({ ...shown, ...extra }), ...shown } as Watched<N>;
}
