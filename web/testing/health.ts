import type { Health } from '@academy/contract/health';

const WELL = { state: 'well', problem: null } as const;
/** When it was read. */
export const at = '2030-01-31T12:00:00Z';
/** An installation in which everything works. */
export const health: Health = {
  at,
  server: { ...WELL, name: 'one', version: '1.2.3', startedAt: '2030-01-31T09:00:00Z', memoryBytes: 400e6, load: 0.4 },
  database: { ...WELL, version: '18.4', ms: 2, bytes: 5e9, oldestTransactionSeconds: 400, freeConnections: 70 },
  replication: { ...WELL, standbys: [{ name: 'two', lagSeconds: 40 }] },
  clock: { ...WELL, differenceMs: -3 },
  disk: { ...WELL, freeBytes: 70e9 },
  mail: { ...WELL, waiting: 2, oldestSeconds: 1_200, givenUp: 1, error: 'ECONNREFUSED' },
  webhooks: { ...WELL, active: 2, paused: 1, waiting: 1, failed: 3 },
  labs: { ...WELL, running: 1, failed: 7 },
  logIns: { ...WELL, succeeded: 10, refused: 2 },
  requests: { ...WELL, all: 1_200, refused: 3, limited: 0, errors: 0 },
  work: { ...WELL, works: [{ name: 'sending mail', lastAt: at, failures: 2 }] },
  content: { ...WELL, academies: [{ tenantId: 'spring', items: 3, publishedAt: '2030-01-30T12:00:00Z' }] },
  backup: { ...WELL, at: '2030-01-20T12:00:00Z' },
  statements: { ...WELL, thresholdMs: 500, count: 31, slowest: { call: 'listCourses', ms: 900, at } },
};
