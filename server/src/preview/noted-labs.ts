import { AcademyError } from '@academy/contract/errors';
import type { LabSession, LabSnapshot } from '@academy/contract/labs';
import { type StepRecord, withEvent } from '@academy/contract/rules/lab-steps';
import type { LabContents } from '../labs/lab-content.ts';
import type { LabEngines } from '../labs/lab-engines.ts';
import { type LabAddress, type LabItems, labOfAddress } from '../labs/lab-of-address.ts';
import type { LabSolutions } from '../labs/labs.routes.ts';
import type { LabsService } from '../labs/labs.service.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { Notes } from './notes.ts';

interface LabSources extends LabItems {
  contents: LabContents;
  engines: LabEngines;
}

/** A lab of a visitor. */
export interface NotedLab {
  tenantId: string;
  workshop: string;
  /** The author's files with which it began. */
  files: string;
  session: LabSession;
  snapshot: LabSnapshot | null;
  /** By step. */
  steps: Record<string, StepRecord>;
}

/**
 * Labs of visitors of a preview or a draft, which run in the browser. A session ends when the author changes the files of
 * its lab, so that the next one begins with them.
 */
export function notedLabs(
  { contents, engines, ...items }: LabSources,
  notes: Notes<NotedLab>,
): { labs: LabsService; steps: LabSolutions } {
  const visitorOf = ({ actor }: SignedInScope): string => actor.personId;
  const write = (scope: SignedInScope, noted: NotedLab) => notes.set(noted.session.id, visitorOf(scope), noted);

  async function end(scope: SignedInScope, noted: NotedLab): Promise<LabSession> {
    const session: LabSession = { ...noted.session, state: 'ended', endReason: 'terminated' };
    await write(scope, { ...noted, session });
    return session;
  }

  async function look(scope: SignedInScope, address: LabAddress) {
    const lab = await labOfAddress(items, scope, address);
    const { workshop } = lab.place;
    const wanted = await contents.wanted(scope.tenantId, workshop);
    const provider = engines.of(scope.tenantId, lab.place, wanted);
    const opening = provider.open({ labUrl: lab.place.labUrl, learnerAt: () => 'preview' });
    const content = workshop === null ? null : await contents.content(scope.tenantId, workshop);
    const files = JSON.stringify(content?.files);
    const running = (await notes.of(visitorOf(scope))).find(
      ({ tenantId, session }) =>
        tenantId === scope.tenantId && session.lessonId === address.lessonId && session.state !== 'ended',
    );
    const isCurrent = running?.files === files;
    if (running !== undefined && !isCurrent) await end(scope, running);
    return {
      ...{ lab, workshop, provider, opening, content, files },
      environment: engines.environmentOf(provider, wanted),
      running: isCurrent && running?.session.state === 'running' ? running : null,
    };
  }

  /** @throws AcademyError not-found */
  async function own(scope: SignedInScope, id: string): Promise<NotedLab> {
    const noted = await notes.get(id);
    if (noted === null || noted.tenantId !== scope.tenantId) throw new AcademyError('not-found');
    return noted;
  }

  /** @throws AcademyError not-found, lab-ended */
  async function running(scope: SignedInScope, id: string): Promise<NotedLab> {
    const noted = await own(scope, id);
    if (noted.session.state === 'ended') throw new AcademyError('lab-ended');
    return noted;
  }

  const labs: LabsService = {
    async details(scope, kind, address) {
      const { lab, provider, opening, content, environment, running: mine } = await look(scope, address);
      if (lab.itemKind !== kind) throw new AcademyError('not-found');
      const session = mine?.session ?? null;
      return { provider: provider.name, ...opening, session, content, running: null, environment, image: null };
    },

    async start(scope, address) {
      const { workshop, provider, opening, content, files, environment, running: mine } = await look(scope, address);
      if (workshop === null || content === null) throw new AcademyError('not-found');
      if (environment?.missing) throw new AcademyError('lab-no-environment');
      if (mine !== null) return mine.session;
      const session: LabSession = {
        ...{ id: crypto.randomUUID(), lessonId: address.lessonId, provider: provider.name, open: opening },
        ...{ state: 'running', endReason: null, problem: null, startedAt: new Date().toISOString() },
        ...{ expiresAt: null, secondsLeft: null, deadline: null, expiring: false, extendable: false },
      };
      await write(scope, { tenantId: scope.tenantId, workshop, files, session, snapshot: null, steps: {} });
      return session;
    },

    async get(scope, id) {
      const { session, snapshot, steps } = await own(scope, id);
      return { ...session, snapshot, steps: Object.values(steps) };
    },

    extend: async (scope, id) => ({ ...(await own(scope, id)).session, extended: false }),

    terminate: async (scope, id) => end(scope, await own(scope, id)),

    openChannel: async () => ({ channel: null }),
    openPage: async () => ({ url: null }),

    async keepSnapshot(scope, id, snapshot) {
      const noted = await running(scope, id);
      if (noted.snapshot !== null && noted.snapshot.at > snapshot.at) return { saved: false };
      await write(scope, { ...noted, snapshot });
      return { saved: true };
    },

    // No platform knows of a preview.
    receive: () => Promise.reject(new AcademyError('not-found')),
  };

  const steps: LabSolutions = {
    async record(scope, id, events) {
      const noted = await own(scope, id);
      const known = { ...noted.steps };
      for (const event of events) known[event.step] = withEvent(known[event.step] ?? null, event);
      await write(scope, { ...noted, steps: known });
      return { recorded: true };
    },

    async solution(scope, id) {
      const workshop = await contents.workshop(scope.tenantId, (await running(scope, id)).workshop);
      return { files: workshop?.body.solution ?? [] };
    },
  };
  return { labs, steps };
}
