import { AcademyError } from '@academy/contract/errors';
import type { LabSession, LabSnapshot } from '@academy/contract/labs';
import { type StepRecord, withEvent } from '@academy/contract/rules/lab-steps';
import type { LabContents } from '../labs/lab-content.ts';
import type { LabEngines } from '../labs/lab-engines.ts';
import { type LabAddress, type LabItems, labOfAddress } from '../labs/lab-of-address.ts';
import type { LabSolutions } from '../labs/labs.routes.ts';
import type { LabsService } from '../labs/labs.service.ts';
import type { SignedInScope } from '../values/scope.ts';

/** The oldest of more are forgotten. */
const MAX_SESSIONS = 20;

interface LabSources extends LabItems {
  contents: LabContents;
  engines: LabEngines;
}

interface Kept {
  tenantId: string;
  workshop: string;
  /** The author's files with which it began. */
  files: string;
  session: LabSession;
  snapshot: LabSnapshot | null;
  steps: Map<string, StepRecord>;
}

/**
 * Labs of a preview's visitor, which run in the browser; sessions are kept until the preview ends. A session ends when
 * the author changes the files of its lab, so that the next one begins with them.
 */
export function labsInMemory({ contents, engines, ...items }: LabSources): { labs: LabsService; steps: LabSolutions } {
  const sessions = new Map<string, Kept>();

  async function look(scope: SignedInScope, address: LabAddress) {
    const lab = await labOfAddress(items, scope, address);
    const { workshop } = lab.place;
    const wanted = await contents.wanted(scope.tenantId, workshop);
    const provider = engines.of(scope.tenantId, lab.place, wanted);
    const opening = provider.open({ labUrl: lab.place.labUrl, learnerAt: () => 'preview' });
    const content = workshop === null ? null : await contents.content(scope.tenantId, workshop);
    const files = JSON.stringify(content?.files);
    const running = [...sessions.values()].find(
      ({ tenantId, session }) =>
        tenantId === scope.tenantId && session.lessonId === address.lessonId && session.state !== 'ended',
    );
    if (running !== undefined && running.files !== files) end(running);
    return {
      ...{ lab, workshop, provider, opening, content, files },
      environment: engines.environmentOf(provider, wanted),
      running: running?.session.state === 'running' ? running : null,
    };
  }

  function end(kept: Kept): void {
    kept.session = { ...kept.session, state: 'ended', endReason: 'terminated' };
  }

  /** @throws AcademyError not-found */
  function own({ tenantId }: SignedInScope, id: string): Kept {
    const kept = sessions.get(id);
    if (kept === undefined || kept.tenantId !== tenantId) throw new AcademyError('not-found');
    return kept;
  }

  /** @throws AcademyError not-found, lab-ended */
  function running(scope: SignedInScope, id: string): Kept {
    const kept = own(scope, id);
    if (kept.session.state === 'ended') throw new AcademyError('lab-ended');
    return kept;
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
      const { tenantId } = scope;
      sessions.set(session.id, { tenantId, workshop, files, session, snapshot: null, steps: new Map() });
      for (const oldest of [...sessions.keys()].slice(0, -MAX_SESSIONS)) sessions.delete(oldest);
      return session;
    },

    async get(scope, id) {
      const { session, snapshot, steps } = own(scope, id);
      return { ...session, snapshot, steps: [...steps.values()] };
    },

    extend: async (scope, id) => ({ ...own(scope, id).session, extended: false }),

    async terminate(scope, id) {
      const kept = own(scope, id);
      end(kept);
      return kept.session;
    },

    openChannel: async () => ({ channel: null }),
    openPage: async () => ({ url: null }),

    async keepSnapshot(scope, id, snapshot) {
      const kept = running(scope, id);
      if (kept.snapshot !== null && kept.snapshot.at > snapshot.at) return { saved: false };
      kept.snapshot = snapshot;
      return { saved: true };
    },

    // No platform knows of a preview.
    receive: () => Promise.reject(new AcademyError('not-found')),
  };

  const steps: LabSolutions = {
    async record(scope, id, events) {
      const kept = own(scope, id);
      for (const event of events) kept.steps.set(event.step, withEvent(kept.steps.get(event.step) ?? null, event));
      return { recorded: true };
    },

    async solution(scope, id) {
      const workshop = await contents.workshop(scope.tenantId, running(scope, id).workshop);
      return { files: workshop?.body.solution ?? [] };
    },
  };
  return { labs, steps };
}
