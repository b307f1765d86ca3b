import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLabSolution,
  getLessonLab,
  openLabChannel,
  openLabPage,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/call-routes/labs';
import type { Lab, LabSession, LabSnapshot } from '@academy/contract/labs';
import type { LabPort } from '@academy/contract/rules/lab-address';
import type { StepEvent, StepRecord } from '@academy/contract/rules/lab-steps';
import { TEXTS } from '@academy/contract/texts';
import type { Workshop } from '@academy/contract/workshops';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useConfig } from '../lib/runtime.tsx';
import { useSession } from '../sign-in/session.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { QUIET } from './call-options.ts';

export type LabKind = 'lesson' | 'guide';

/** Whether labs can be started: by signed-in learners, and by authors in their preview. */
export function useMayStartLabs(): boolean {
  const { environment } = useConfig();
  return useSession().isAuthenticated || environment === 'preview';
}

/**
 * What a signed-in learner needs to start an open lab; null for visitors and until it is loaded.
 * @param path of the lesson or guide
 * @returns it, and a function that refetches it
 */
export function useLab(kind: LabKind, path: string, { lessonId, locked }: Workshop): [Lab | null, () => Promise<void>] {
  const { userId } = useSession();
  const mayStart = useMayStartLabs();
  const theCall = kind === 'lesson' ? getLessonLab : getGuideLab;
  const client = useQueryClient();
  const queryKey = [theCall.name, userId, lessonId];
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const lab = await call(theCall, { query: { url: location.origin + path, lessonId } }, { ...QUIET, signal });
      // Servers of the edition before do not say in which image a lab runs.
      return { ...lab, image: lab.image ?? null };
    },
    enabled: mayStart && locked === null,
    // Sessions begin and end in other tabs, too.
    staleTime: 0,
  });
  return [data ?? null, () => client.invalidateQueries({ queryKey, exact: true })];
}

/** Starts a lab, or finds the running one. @param key idempotency key @returns the reason in words when it did not start */
export const startLab = (path: string, lessonId: string, key: string): Promise<LabSession | string> =>
  call(
    startLabSession,
    { headers: { 'idempotency-key': key }, body: { url: location.origin + path, lessonId } },
    QUIET,
  ).catch(messageOf);

/** The present state of a session; null when the academy cannot be reached. */
export const readLab = (id: string): Promise<LabSession | null> =>
  call(getLabSession, { params: { id } }, { ...QUIET, loader: false }).catch(() => null);

/** Requests more time. @returns the reason in words when that was not possible */
export const extendLab = (id: string): Promise<(LabSession & { extended: boolean }) | string> =>
  call(extendLabSession, { params: { id } }, QUIET).catch(messageOf);

const messageOf = (error: unknown): string =>
  error instanceof CallError && error.message !== '' ? error.message : TEXTS.envelopeFailed;

/** Address and ticket of a lab's channel; null while the academy cannot be reached. */
export const openChannel = (id: string): Promise<{ path: string; ticket: string } | 'ended' | null> =>
  call(openLabChannel, { params: { id } }, QUIET).then(
    ({ channel }) => channel,
    (error: unknown) =>
      error instanceof CallError && ['lab-ended', 'not-found'].includes(error.code ?? '') ? 'ended' : null,
  );

/**
 * The address that shows a port of a lab, once; null where the academy shows none.
 *
 * @param place port, and path with which it begins
 * @returns the reason in words when there is none now
 */
export const openPage = (id: string, place: LabPort): Promise<{ url: string | null } | string> =>
  call(openLabPage, { params: { id }, body: place }, QUIET).catch(messageOf);

/** Ends a session; a missing one has ended already. */
export const endLab = async (id: string): Promise<void> => {
  await call(terminateLabSession, { params: { id } }, QUIET).catch(() => null);
};

/** What the academy keeps of a session; nothing when it cannot be reached. */
export const fetchLabWork = async (id: string): Promise<{ snapshot: LabSnapshot | null; steps: StepRecord[] }> =>
  call(getLabSession, { params: { id } }, QUIET).catch(() => ({ snapshot: null, steps: [] }));

/** @returns false when it could not be sent */
export const saveLabWork = async (id: string, work: LabSnapshot): Promise<boolean> =>
  call(saveLabSnapshot, { params: { id }, body: work }, { ...QUIET, loader: false }).then(
    () => true,
    () => false,
  );

/** Tells the academy about tries of steps. @returns false when they should be sent again later */
export const sendLabSteps = async (id: string, events: readonly StepEvent[]): Promise<boolean> =>
  call(recordLabSteps, { params: { id }, body: { events: [...events] } }, { ...QUIET, loader: false }).then(
    () => true,
    (error: unknown) => error instanceof CallError && NEVER_TAKEN.includes(error.status),
  );

/** The answers to tries that the academy does not take: of a session that is gone or ended long ago, or invalid ones. */
const NEVER_TAKEN = [400, 403, 404, 409];

/** The files of a lab's solution, by the paths of the learner's files. @throws CallError */
export const fetchLabSolution = async (id: string): Promise<{ path: string; text: string }[]> =>
  (await call(getLabSolution, { params: { id } }, QUIET)).files;
