import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { SIGN_IN_CHANNEL, type SignInEvent } from '@academy/identity/sign-in-channel';
import type { FastifyInstance } from 'fastify';
import { BACKGROUND_CHANNEL, type BackgroundRun } from '../background/polling.ts';
import { LastHour } from './last-hour.ts';

/** What this server has seen of itself since it started. */
export interface Observed {
  requests: LastHour<'all' | 'refused' | 'limited' | 'errors'>;
  logIns: LastHour<'succeeded' | 'refused'>;
  /** By the name of the work. */
  works: ReadonlyMap<string, { lastAt: Date; failures: number }>;
}

/** Counts requests, log-ins and background work until the server closes. */
export function observe(server: FastifyInstance): Observed {
  const requests: Observed['requests'] = new LastHour();
  const logIns: Observed['logIns'] = new LastHour();
  const works = new Map<string, { lastAt: Date; failures: number }>();

  server.addHook('onResponse', async (_request, { statusCode }) => {
    requests.add('all');
    if (statusCode >= 500) requests.add('errors');
    else if (statusCode === 429) requests.add('limited');
    else if (statusCode === 401 || statusCode === 403) requests.add('refused');
  });
  const hearSignIn = (message: unknown) => {
    const { outcome } = message as SignInEvent;
    if (outcome !== 'registered') logIns.add(outcome === 'signed-in' ? 'succeeded' : 'refused');
  };
  const hearRun = (message: unknown) => {
    const { work, failed } = message as BackgroundRun;
    works.set(work, { lastAt: new Date(), failures: failed ? (works.get(work)?.failures ?? 0) + 1 : 0 });
  };
  subscribe(SIGN_IN_CHANNEL, hearSignIn);
  subscribe(BACKGROUND_CHANNEL, hearRun);
  server.addHook('onClose', async () => {
    unsubscribe(SIGN_IN_CHANNEL, hearSignIn);
    unsubscribe(BACKGROUND_CHANNEL, hearRun);
  });
  return { requests, logIns, works };
}
