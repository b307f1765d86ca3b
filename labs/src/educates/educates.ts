import { LAB_WAITING_SECONDS, type LabProblem } from '@academy/contract/labs';
import * as v from 'valibot';
import {
  type LabCondition,
  LabFailure,
  type LabPlaceHealth,
  type LabProvider,
  type LabStart,
  type StartedLab,
} from '../lab-provider.ts';
import { PortalClient, type PortalClientOptions, type PortalSettings, type Refusal } from './portal-client.ts';

/** Names of sessions and environments, which become parts of paths. */
const NameSchema = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,199}$/, 'is no name'));
const CountSchema = v.optional(v.nullable(v.number()));

const CatalogSchema = v.object({
  portal: v.object({
    sessions: v.optional(v.object({ maximum: CountSchema, allocated: CountSchema })),
  }),
  environments: v.array(
    v.object({
      name: NameSchema,
      state: v.string(),
      workshop: v.object({ name: v.string() }),
      capacity: CountSchema,
      allocated: CountSchema,
    }),
  ),
});
type Catalog = v.InferOutput<typeof CatalogSchema>;

const OwnSessionsSchema = v.object({
  sessions: v.array(v.object({ name: NameSchema, workshop: v.string(), environment: NameSchema })),
});

const RequestedSchema = v.object({ name: NameSchema, url: v.pipe(v.string(), v.minLength(1)) });

const ScheduleSchema = v.object({
  status: v.optional(v.nullable(v.string())),
  countdown: v.optional(v.nullable(v.number())),
  expiring: v.optional(v.nullable(v.boolean())),
  extendable: v.optional(v.nullable(v.boolean())),
  extended: v.optional(v.nullable(v.boolean())),
});
type Schedule = v.InferOutput<typeof ScheduleSchema>;

/** A portal with the workshop, and the learner's place in it. */
interface Place {
  portal: PortalClient;
  user: string;
  environment: string;
  /** The learner already has a session of the workshop there. */
  resumes: boolean;
}

export interface EducatesOptions extends PortalClientOptions {
  portals: readonly PortalSettings[];
}

/**
 * Labs on Educates training portals. Portals are asked for the workshop each time, because environments are renewed
 * under new names; a learner who returns asks again and gets the same session.
 */
export function educatesLabs({ portals: settings, ...options }: EducatesOptions): LabProvider {
  const portals = settings.map((portal) => new PortalClient(portal, options));

  const portalOf = (reference: string): { portal: PortalClient; session: string } => {
    const [name = '', session = ''] = reference.split('/');
    const portal = portals.find((one) => one.name === name);
    if (portal === undefined || !v.is(NameSchema, session))
      throw new LabFailure('unavailable', `the portal ${name} is not set up any more`);
    return { portal, session };
  };

  const ownSessions = async (portal: PortalClient, user: string) =>
    (await portal.get(`/workshops/user/${user}/sessions/`, OwnSessionsSchema)).sessions;

  async function placeAt(portal: PortalClient, { workshop, learnerAt }: LabStart): Promise<Place | null> {
    const user = learnerAt(portal.host);
    const [own, { environments }] = await Promise.all([ownSessions(portal, user), catalogOf(portal)]);
    const begun = own.find((session) => session.workshop === workshop);
    if (begun !== undefined) return { portal, user, environment: begun.environment, resumes: true };
    const offered = environments.find(({ workshop: { name } }) => name === workshop);
    return offered === undefined ? null : { portal, user, environment: offered.name, resumes: false };
  }

  /** @throws LabFailure not-found when all portals have replied and none has it */
  async function placeOf(request: LabStart): Promise<Place> {
    const looked = await Promise.allSettled(portals.map((portal) => placeAt(portal, request)));
    const places = looked.flatMap((one) => (one.status === 'fulfilled' && one.value !== null ? [one.value] : []));
    const place = places.find(({ resumes }) => resumes) ?? places[0];
    if (place !== undefined) return place;
    const failed = looked.find((one) => one.status === 'rejected');
    throw failed?.reason ?? new LabFailure('not-found', `no portal offers ${request.workshop}`);
  }

  async function request(place: Place, { returnUrl, eventsUrl }: LabStart): Promise<StartedLab | 'moved' | 'full'> {
    const { portal, user, environment } = place;
    const reply = await portal.get(
      `/workshops/environment/${environment}/request/`,
      RequestedSchema,
      { index_url: returnUrl, user, analytics_url: eventsUrl, timeout: String(LAB_WAITING_SECONDS) },
      meaningOf,
    );
    if (typeof reply === 'string') return reply;
    const url = portal.activationUrl(reply.url);
    const reference = `${portal.name}/${reply.name}`;
    // A session that is resumed has been running for a while.
    const condition = (place.resumes ? await status(reference) : null) ?? waiting();
    return { ...condition, reference, url };
  }

  async function status(reference: string): Promise<LabCondition | null> {
    const { portal, session } = portalOf(reference);
    const schedule = await portal.get(`/workshops/session/${session}/schedule/`, ScheduleSchema, {}, gone);
    return schedule === null ? null : conditionOf(schedule);
  }

  return {
    name: 'educates',
    open: () => ({ kind: 'iframe', url: null }),
    sessions: {
      async start(wanted) {
        let place = await placeOf(wanted);
        let started = await request(place, wanted);
        if (started === 'moved') {
          // The environment was renewed between the two requests.
          place = await placeOf(wanted);
          started = await request(place, wanted);
        }
        if (started === 'moved') throw new LabFailure('not-found', 'the environment goes as soon as it is found');
        if (started === 'full') throw new LabFailure(await whyFull(place), 'no session is available');
        return started;
      },
      status,
      async extend(reference) {
        const { portal, session } = portalOf(reference);
        const schedule = await portal.get(`/workshops/session/${session}/extend/`, ScheduleSchema, {}, gone);
        return schedule === null ? null : { ...conditionOf(schedule), extended: schedule.extended === true };
      },
      async terminate(reference) {
        const { portal, session } = portalOf(reference);
        await portal.get(`/workshops/session/${session}/terminate/`, v.unknown(), {}, gone);
      },
    },
    health: () => Promise.all(portals.map(healthOf)),
  };

  async function healthOf(portal: PortalClient): Promise<LabPlaceHealth> {
    const place = { name: portal.name, host: portal.host, warning: null };
    try {
      const { sessions } = (await catalogOf(portal)).portal;
      // A missing maximum is reported as 0.
      return { ...place, problem: null, sessions: sessions?.allocated ?? null, maximum: sessions?.maximum || null };
    } catch (error) {
      if (!(error instanceof LabFailure)) throw error;
      return { ...place, problem: error.problem, sessions: null, maximum: null };
    }
  }

  /**
   * The portal replies the same for all kinds of being full: its catalogue and the learner's sessions tell them apart.
   */
  async function whyFull({ portal, user, environment }: Place): Promise<LabProblem> {
    const [own, catalog] = await Promise.all([ownSessions(portal, user), catalogOf(portal)]);
    return own.length > 0 && hasSpace(catalog, environment) ? 'user-limit' : 'no-capacity';
  }
}

const catalogOf = (portal: PortalClient): Promise<Catalog> =>
  portal.get('/workshops/catalog/environments/', CatalogSchema, { state: 'RUNNING' });

function hasSpace({ portal, environments }: Catalog, name: string): boolean {
  const isFree = (allocated: number | null | undefined, max: number | null | undefined) =>
    allocated == null || max == null || max === 0 || allocated < max;
  const environment = environments.find((one) => one.name === name);
  return (
    isFree(portal.sessions?.allocated, portal.sessions?.maximum) &&
    environment !== undefined &&
    isFree(environment.allocated, environment.capacity)
  );
}

/** The meaning of a refused request. */
function meaningOf({ status, text }: Refusal): 'moved' | 'full' | undefined {
  if (status === 503 && text.includes('No session available')) return 'full';
  return status === 404 || (status === 403 && text !== '') ? 'moved' : undefined;
}

const gone = ({ status }: Refusal): null | undefined => (status === 404 ? null : undefined);

const inSeconds = (seconds: number): Date => new Date(Date.now() + Math.max(0, seconds) * 1000);

const waiting = (): LabCondition => ({
  state: 'waiting',
  expiresAt: inSeconds(LAB_WAITING_SECONDS),
  deadline: null,
  expiring: false,
  extendable: false,
});

/** By the remaining seconds, because the portal's clock may differ from ours. */
function conditionOf({ status, countdown, expiring, extendable }: Schedule): LabCondition {
  return {
    state: STATES[status?.toUpperCase() ?? 'RUNNING'] ?? 'running',
    expiresAt: countdown == null ? null : inSeconds(countdown),
    deadline: null,
    expiring: expiring === true,
    extendable: extendable === true,
  };
}

const STATES: Readonly<Record<string, LabCondition['state']>> = {
  STARTING: 'starting',
  WAITING: 'waiting',
  RUNNING: 'running',
  STOPPING: 'ending',
};
