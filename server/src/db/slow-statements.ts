import { channel, subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyBaseLogger } from 'fastify';
import { type EndedStatement, STATEMENT_CHANNEL, shownStatement } from './statements.ts';

/** Channel of every slow statement. */
export const SLOW_STATEMENT_CHANNEL = 'academy.slow-statement';

/** A statement that took longer than the settings allow. */
export interface SlowStatement {
  /** Without its values. */
  statement: string;
  at: Date;
  ms: number;
  /** Null for a statement that failed. */
  rows: number | null;
  /** Call, route or background work that sent it. */
  call: string;
  correlationId: string | null;
}

/** Lines of the log within a minute; more of them are counted only. */
const LINES_A_MINUTE = 20;
const MINUTE_MS = 60_000;
/** Slow statements that are kept for administrators. */
const KEPT = 100;

export interface SlowStatements {
  /** The latest ones of this server, newest first. @param withinMs not older than this, ms */
  recent(withinMs: number): SlowStatement[];
  close(): void;
}

const slow = channel(SLOW_STATEMENT_CHANNEL);

/**
 * Logs statements that take longer than a threshold, with what sent them and without their values.
 *
 * @param thresholdMs longest time that is not slow, ms
 */
export function watchSlowStatements(thresholdMs: number, log: Pick<FastifyBaseLogger, 'warn'>): SlowStatements {
  const kept: SlowStatement[] = [];
  let windowEnds = 0;
  let lines = 0;
  let leftOut = 0;

  function write({ at: _at, ...one }: SlowStatement, { activity, errorCode }: EndedStatement): void {
    const now = performance.now();
    if (now >= windowEnds) {
      windowEnds = now + MINUTE_MS;
      lines = 0;
    }
    lines += 1;
    if (lines > LINES_A_MINUTE) {
      leftOut += 1;
      return;
    }
    const span = activity?.span?.spanContext();
    const ids = span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId };
    const before = leftOut === 0 ? {} : { leftOut };
    leftOut = 0;
    log.warn({ ...one, ...(errorCode === null ? {} : { errorCode }), ...ids, ...before }, 'slow statement');
  }

  const hear = (message: unknown) => {
    const ended = message as EndedStatement;
    if (ended.ms < thresholdMs) return;
    const { text, startedAt, ms, rows, activity } = ended;
    const one: SlowStatement = {
      statement: shownStatement(text),
      at: new Date(startedAt),
      ms: Math.round(ms),
      rows,
      call: activity?.name ?? 'other',
      correlationId: activity?.correlationId ?? null,
    };
    kept.unshift(one);
    kept.splice(KEPT);
    slow.publish(one);
    write(one, ended);
  };
  subscribe(STATEMENT_CHANNEL, hear);
  return {
    recent(withinMs) {
      const since = Date.now() - withinMs;
      return kept.filter(({ at }) => at.getTime() >= since);
    },
    close: () => unsubscribe(STATEMENT_CHANNEL, hear),
  };
}
