import { hash } from 'node:crypto';
import type { RateLimitClass } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import type { AttemptsStore } from '@academy/identity/accounts-store';
import { networkOf } from '@academy/identity/network';
import rateLimit, { type RateLimitPluginOptions } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { networksOf } from '../values/networks.ts';
import { clientAddress } from './client-address.ts';
import type { SharedCounts } from './shared-counts.ts';

const MINUTE_MS = 60_000;
/** Calendars read a feed every few hours; a person may add it to several. */
export const CALENDAR_READS_PER_HOUR = 60;

export interface RateLimitSettings {
  /** Calls of one address without a session; a classroom shares one. */
  anonymousPerMinute: number;
  /** Calls of one person. */
  signedInPerMinute: number;
  /** Account look-ups from one address. */
  accountLookupsPerMinute: number;
  /** Networks that a classroom shares, and their limit of account look-ups. */
  classroomNetworks: readonly string[];
  classroomLookupsPerMinute: number;
  /** Messages to the team (feedback, contact) of one address without a session, in ten minutes. */
  messagesPerTenMinutes: number;
  /** Starts, extensions and ends of labs of one person. */
  labStartsPerMinute: number;
  /** Knowledge checks that visitors of one address start in ten minutes. */
  visitorAttemptsPerTenMinutes: number;
  /** Error and policy reports from the browsers of one address. */
  reportsPerMinute: number;
}

/** Counts one call and refuses it above the limit of its period. */
export type CountCall = (request: FastifyRequest) => Promise<void>;

export interface RateLimits {
  anonymous: CountCall;
  /** Requests to the embedded provider, counted separately, so that reading pages does not block signing in. */
  signIn: CountCall;
  /** Reports of browsers: each one adds a line to the log. */
  report: CountCall;
  /** Calls of a class, after `signedIn` where there is a session; without a class nothing is counted. */
  ofClass(name: RateLimitClass | undefined, request: FastifyRequest, isVisitor: boolean): Promise<void>;
  /** Reads of one calendar feed. @param token of its address */
  calendar(request: FastifyRequest, token: string): Promise<void>;
  /** @param personId the caller */
  signedIn(request: FastifyRequest, personId: string): Promise<void>;
}

/**
 * The person whose requests are counted together, where it is not the address (for IPv6, the network of one customer).
 */
const persons = new WeakMap<FastifyRequest, string>();
const whoseOf = (request: FastifyRequest): string => persons.get(request) ?? networkOf(clientAddress(request));

/** Makes counters that keep their counts in one place. */
type CreateCounter = FastifyInstance['createRateLimit'];

/** Counters in the memory of this server, or in Redis. Each kind lives in a scope of its own: it decorates its scope. */
async function countersIn(app: FastifyInstance, options: RateLimitPluginOptions): Promise<CreateCounter> {
  let create: CreateCounter | undefined;
  const counters: FastifyPluginAsync = async (scope) => {
    await scope.register(rateLimit, { global: false, ...options });
    create = scope.createRateLimit;
  };
  await app.register(counters);
  if (create === undefined) throw new Error('the counters were not registered');
  return create;
}

/**
 * Limits of two kinds. What everybody does all the time (calls of one address or person, reports) is counted in Redis
 * where there is one, and otherwise by each server for itself, in bounded memory: these limits keep servers from
 * overload. What is rare and invites abuse is counted in the database, so that more servers do not mean more tries.
 *
 * @param shared counters in the database
 * @param counts counters in Redis; null without one
 */
export async function addRateLimits(
  app: FastifyInstance,
  settings: RateLimitSettings,
  shared: Pick<AttemptsStore, 'take'>,
  counts: SharedCounts | null = null,
): Promise<RateLimits> {
  const createHere = await countersIn(app, { cache: 20_000 });
  const createTogether =
    counts === null ? null : await countersIn(app, { redis: counts.redis, nameSpace: 'academy-calls-' });
  const counter = (
    name: string,
    max: number | ((request: FastifyRequest) => number),
    timeWindow = MINUTE_MS,
  ): CountCall => {
    const limit = { max, timeWindow, keyGenerator: (request: FastifyRequest) => `${name} ${whoseOf(request)}` };
    const alone = createHere(limit);
    const together = createTogether?.(limit);
    return async (request) => {
      const result = await (counts === null || together === undefined
        ? alone(request)
        : counts.count(
            () => together(request),
            () => alone(request),
          ));
      if (result.isAllowed || !result.isExceeded) return;
      throw new AcademyError('too-many-requests', { retryAfter: Math.max(1, result.ttlInSeconds) });
    };
  };
  const sharedCounter =
    (name: string, max: (request: FastifyRequest) => number, timeWindow = MINUTE_MS): CountCall =>
    async (request) => {
      const { count, endsAt } = await shared.take(`limit ${name} ${whoseOf(request)}`, timeWindow);
      if (count <= max(request)) return;
      const seconds = Math.ceil((endsAt.getTime() - Date.now()) / 1000);
      throw new AcademyError('too-many-requests', { retryAfter: Math.max(1, seconds) });
    };
  const isClassroom = networksOf(settings.classroomNetworks);
  const signedIn = counter('person', settings.signedInPerMinute);
  const calendar = counter('calendar', CALENDAR_READS_PER_HOUR, 60 * MINUTE_MS);
  const report = counter('report', settings.reportsPerMinute);
  const ofClass: Readonly<Record<RateLimitClass, CountCall>> = {
    'account-lookup': sharedCounter('look-up', (request) =>
      isClassroom(clientAddress(request)) ? settings.classroomLookupsPerMinute : settings.accountLookupsPerMinute,
    ),
    'browser-report': report,
    'lab-start': sharedCounter('lab', () => settings.labStartsPerMinute),
    // Each attempt stores its questions.
    'visitor-attempt': sharedCounter('attempt', () => settings.visitorAttemptsPerTenMinutes, 10 * MINUTE_MS),
    // People of the team read each message.
    'visitor-message': sharedCounter('message', () => settings.messagesPerTenMinutes, 10 * MINUTE_MS),
  };
  return {
    anonymous: counter('anonymous', settings.anonymousPerMinute),
    signIn: counter('sign-in', settings.anonymousPerMinute),
    report,
    async ofClass(name, request, isVisitor) {
      if (name === undefined || (name.startsWith('visitor-') && !isVisitor)) return;
      await ofClass[name](request);
    },
    calendar(request, token) {
      persons.set(request, `calendar ${hash('sha256', token)}`);
      return calendar(request).finally(() => persons.delete(request));
    },
    signedIn(request, personId) {
      persons.set(request, personId);
      return signedIn(request);
    },
  };
}
