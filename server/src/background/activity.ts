import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { tracingChannel } from 'node:diagnostics_channel';
import type { Span } from '@opentelemetry/api';
import { BACKGROUND_RUN_CHANNEL, type BackgroundWork } from './polling.ts';

/** The request or background work that the running code belongs to. */
export interface Activity {
  /** Name of the call, pattern of the route, or name of the background work: one of a limited number of texts. */
  name: string;
  /** Null for background work. */
  correlationId: string | null;
  /** The innermost span; left out while no traces are recorded. */
  span?: Span;
}

/** A part of an activity that is worth a span of its own. */
export interface Step {
  name: string;
  /** `client`: waits for another program. */
  kind?: 'internal' | 'client';
  /** Never personal data, tokens or values of queries. */
  attributes?: Readonly<Record<string, string | number>>;
  /** Begins a trace where no span is open. Other steps are recorded inside of one only. */
  isRoot?: boolean;
}

/** Channel of every step. */
export const STEP_CHANNEL = 'academy.step';
export const activities = new AsyncLocalStorage<Activity>();
const steps = tracingChannel<Activity, Step>(STEP_CHANNEL);

tracingChannel<Activity, BackgroundWork>(BACKGROUND_RUN_CHANNEL).start.bindStore(activities, ({ work }) => ({
  name: work,
  correlationId: null,
}));

/**
 * Makes a function that runs in the present activity and language, also when something else calls it later. It is not
 * made by `AsyncLocalStorage.bind`, because what such a function holds stays in memory until a full collection of garbage.
 */
export function inThisContext<Given extends unknown[], Result>(
  work: (...given: Given) => Result,
): (...given: Given) => Result {
  const context = new AsyncResource('academy', { requireManualDestroy: true });
  return (...given) => context.runInAsyncScope(work, undefined, ...given);
}

export const currentActivity = (): Activity | undefined => activities.getStore();

/** Does a part of an activity. It is recorded only while traces are; otherwise this costs one comparison. */
export function step<T>(what: Step, work: () => Promise<T>): Promise<T> {
  return steps.hasSubscribers ? steps.tracePromise(work, what) : work();
}

/** Fields that name the open span in a line of the log; none while no traces are recorded. A new object: the log writes into it. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const span = activities.getStore()?.span;
  if (span === undefined) return {};
  const { traceId, spanId } = span.spanContext();
  return { trace_id: traceId, span_id: spanId };
}
