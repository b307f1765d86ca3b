import { AcademyError } from '@academy/contract/errors';

import { currentLanguage } from '@academy/contract/i18n/languages';
import type { Lab, LabProviderName, LabSession, LabSnapshot, RunningLab } from '@academy/contract/labs';
import type { WantedEnvironment } from '@academy/contract/rules/lab-environments';
import type { StepRecord } from '@academy/contract/rules/lab-steps';
import type { Tenant } from '@academy/contract/tenants';
import { folderOfPack, type LabPackOf, type LabSetup, sessionVariables } from '@academy/labs/lab-files/lab-setup';
import type { ChannelRight } from '@academy/labs/lab-hosts/channel-right';
import type { PageRight } from '@academy/labs/lab-hosts/page-right';
import type { LabOpening, LabProvider } from '@academy/labs/lab-provider';
import type { Database } from '../db/connect.ts';
import type { ContentFiles } from '../file-store/content-files.ts';
import type { Tenants } from '../http/tenant.ts';
import { plainStyle } from '../mail/plain-page.ts';
import type { ProgressService } from '../progress/progress.service.ts';
import { type PersonId, type SignedInScope, scopeOf } from '../values/scope.ts';
import type { CheckProofs } from './check-proofs.ts';
import type { LabContents } from './lab-content.ts';
import type { LabEngines } from './lab-engines.ts';
import { type LabAddress, type LabItems, labOfAddress, type OpenLab } from './lab-of-address.ts';
import { type LabRuns, learnerOf, newEventToken, type PortalEvent } from './lab-runs.ts';
import { labStepsStore } from './lab-steps.store.ts';
import { type LabSessionRow, labsStore } from './labs.store.ts';

/** Stands in where only the engine's kind matters, not the lab's address. */
const NOWHERE = { labUrl: null, learnerAt: () => '' };

type TenantOf = Pick<Tenant, 'tenantId'>;

export interface LabsOptions extends LabItems {
  db: Database;
  progress: Pick<ProgressService, 'isCompleted'>;
  tenants: Tenants;
  contents: LabContents;
  engines: LabEngines;
  runs: LabRuns;
  proofs: Pick<CheckProofs, 'add'>;
  configs: { issuer: string };
  labs: { pagesOrigin?: string | null };
  files: Pick<ContentFiles, 'read'>;
  /** Public origin of a tenant. */
  originOf: (tenantId: string) => string;
}

/** Labs and their sessions: who may open them; one running session per learner. */
export function labsService(options: LabsOptions) {
  const { db, progress, tenants, contents, engines, runs, files: contentFiles, originOf } = options;
  const { hosts } = engines;
  const { pagesOrigin = null } = options.labs;
  const openingOf = (
    { tenantId }: TenantOf,
    { place }: OpenLab,
    personId: PersonId,
    wanted: WantedEnvironment | null,
  ): { provider: LabProvider; opening: LabOpening } => {
    const provider = engines.of(tenantId, place, wanted);
    return { provider, opening: provider.open({ labUrl: place.labUrl, learnerAt: learnerOf(personId) }) };
  };

  async function setupOf(tenantId: SignedInScope['tenantId'], workshop: string, sessionId: string): Promise<LabSetup> {
    const found = await contents.setup(tenantId, workshop);
    if (found === null) return { packs: [], scripts: [], variables: {} };
    const { env, parameters, scripts } = found;
    // Not the whole id, which opens nothing but is a learner's.
    const session = `lab-${sessionId.slice(0, 8)}`;
    const variables = sessionVariables({ workshop, session, env, parameters });
    const packs = found.packs.map(({ hash, packedBytes, package: name, path }) => ({
      ...{ hash, packedBytes, folder: folderOfPack(name, path) },
    }));
    return { packs, scripts, variables };
  }

  /** @throws AcademyError unavailable when the content store does not deliver it */
  async function readPack({ hash, packedBytes }: LabPackOf): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of await contentFiles.read(hash, { from: 0, length: packedBytes })) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  function present(row: LabSessionRow): LabSession {
    const { expiresAt } = row;
    return {
      id: row.sessionId,
      lessonId: row.itemId,
      provider: row.provider as LabProviderName,
      state: row.state as LabSession['state'],
      endReason: row.endReason as LabSession['endReason'],
      problem: row.problem as LabSession['problem'],
      startedAt: row.startedAt.toISOString(),
      expiresAt: expiresAt?.toISOString() ?? null,
      secondsLeft: expiresAt === null ? null : Math.max(0, Math.round((expiresAt.getTime() - Date.now()) / 1000)),
      deadline: row.deadline?.toISOString() ?? null,
      expiring: row.expiring,
      extendable: row.extendable,
      open: {
        kind: engines.byName(row.provider as LabProviderName).open(NOWHERE).kind,
        url: row.openUrl,
      },
    };
  }

  async function own(scope: SignedInScope, id: string): Promise<LabSessionRow> {
    const row = await labsStore(db).byId(scope.actor.personId, id);
    if (row === null || row.tenantId !== scope.tenantId) throw new AcademyError('not-found');
    return row;
  }

  /** The learner's running session with its state at the provider. */
  async function runningNow(personId: PersonId): Promise<LabSessionRow | null> {
    const running = await labsStore(db).running(personId);
    if (running === null) return null;
    const row = await runs.look(running);
    return row.state === 'ended' ? null : row;
  }

  /** What another lab's page shows of a running one. */
  async function another(personId: PersonId, row: LabSessionRow): Promise<RunningLab> {
    const { sessionId: id, title, tenantId, path, itemKind, itemId } = row;
    const tenant = tenants.get(tenantId);
    const completed =
      tenant !== undefined &&
      (await progress.isCompleted(personId, scopeOf(tenant), itemKind === 'guide' ? 'guide' : 'lesson', itemId));
    return { id, title, tenantId, path, completed };
  }

  /** What a learner may do with their lab in a sandbox until they log out. @throws AcademyError lab-ended */
  async function rightTo(scope: SignedInScope, row: LabSessionRow): Promise<ChannelRight> {
    const { state, providerReference: reference, sessionId } = await runs.look(row);
    if (state === 'ended' || reference === null) throw new AcademyError('lab-ended');
    const { personId, by } = scope.actor;
    const grantId = by.kind === 'session' ? by.grantId : null;
    const origin = originOf(scope.tenantId);
    return { sessionId, reference, personId, grantId, origin, language: currentLanguage() };
  }

  /** What a lab host gave; null: that host is gone. @throws AcademyError lab-ended, lab-unavailable */
  async function given<T>(asked: Promise<T | null>): Promise<T> {
    const answer = await asked.catch(() => {
      throw new AcademyError('lab-unavailable');
    });
    if (answer === null) throw new AcademyError('lab-ended');
    return answer;
  }

  return {
    /**
     * What a lab's page needs; starts nothing.
     *
     * @throws AcademyError not-found, locked-auth, locked-pro
     */
    async details(scope: SignedInScope, kind: OpenLab['itemKind'], address: LabAddress): Promise<Lab> {
      const lab = await labOfAddress(options, scope, address);
      if (lab.itemKind !== kind) throw new AcademyError('not-found');
      const wanted = await contents.wanted(scope.tenantId, lab.place.workshop);
      const { provider, opening } = openingOf(scope.tenant, lab, scope.actor.personId, wanted);
      const running = await runningNow(scope.actor.personId);
      const mine = running !== null && isOf(running, scope.tenant, lab);
      const { workshop } = lab.place;
      const content =
        opening.kind === 'native' && workshop !== null
          ? await contents.content(scope.tenantId, workshop, engines.portsOf(provider, wanted))
          : null;
      return {
        provider: provider.name,
        ...opening,
        // A session whose start failed so far is started again by the learner.
        session: mine && running.state !== 'requested' ? present(running) : null,
        content,
        running: running === null || mine ? null : await another(scope.actor.personId, running),
        environment: engines.environmentOf(provider, wanted),
        image: content === null ? null : engines.imageOf(provider, wanted, content),
      };
    },

    /**
     * The learner's running session of a lab, or a new one; concurrent calls return the same session.
     *
     * @param key idempotency key of the page: the same key returns the same session
     * @throws AcademyError lab-running while another lab runs; not-found, also for labs without sessions here; lab-...
     * when the provider could not start it
     */
    async start(scope: SignedInScope, address: LabAddress, key?: string): Promise<LabSession> {
      const { personId } = scope.actor;
      const lab = await labOfAddress(options, scope, address);
      const wanted = await contents.wanted(scope.tenantId, lab.place.workshop);
      const { provider, opening } = openingOf(scope.tenant, lab, personId, wanted);
      const { workshop } = lab.place;
      if (provider.sessions === null || workshop === null) throw new AcademyError('not-found');
      const content = opening.kind === 'native' ? await contents.content(scope.tenantId, workshop) : null;
      if (opening.kind === 'native' && content === null) throw new AcademyError('not-found');
      // A session that has ended at its provider must not block a new one.
      await runningNow(personId);
      const row = await db.transaction(async (tx) => {
        const store = labsStore(tx);
        if (!(await store.hold(personId))) throw new AcademyError('invalid-token');
        const before = key === undefined ? null : await store.byKey(personId, key);
        if (before !== null && isOf(before, scope.tenant, lab)) return before;
        const running = await store.running(personId);
        if (running !== null) {
          if (isOf(running, scope.tenant, lab)) return running;
          throw new AcademyError('lab-running');
        }
        const { itemKind, itemId, title, path } = lab;
        return store.insert({
          personId,
          tenantId: scope.tenantId,
          itemKind,
          itemId,
          workshop,
          title,
          path,
          provider: provider.name,
          state: 'requested',
          eventToken: newEventToken(),
          idempotencyKey: before === null ? (key ?? null) : null,
        });
      });
      const isMissing = engines.environmentOf(provider, wanted)?.missing === true;
      const files = content?.files ?? [];
      const start = { name: workshop, environment: wanted, isMissing, files };
      if (provider.name !== 'sandbox') return present(await runs.begin(row, start));
      const setup = () => setupOf(scope.tenantId, workshop, row.sessionId);
      return present(await runs.begin(row, { ...start, sandbox: { setup, readPack } }));
    },

    /** @throws AcademyError not-found */
    async get(
      scope: SignedInScope,
      id: string,
    ): Promise<LabSession & { snapshot: LabSnapshot | null; steps: StepRecord[] }> {
      const row = await runs.look(await own(scope, id));
      const snapshot = await labsStore(db).snapshot(row.sessionId);
      return { ...present(row), snapshot, steps: await labStepsStore(db).ofSession(row.sessionId) };
    },

    /** @throws AcademyError not-found; lab-... when the provider does not reply */
    async extend(scope: SignedInScope, id: string): Promise<LabSession & { extended: boolean }> {
      const { row, extended } = await runs.extend(await own(scope, id));
      return { ...present(row), extended };
    },

    /** Ends a session of any academy, because it blocks new labs in all of them. @throws AcademyError not-found */
    async terminate({ actor: { personId } }: SignedInScope, id: string): Promise<LabSession> {
      const { before, ended } = await db.transaction(async (tx) => {
        const store = labsStore(tx);
        await store.hold(personId);
        const row = await store.byId(personId, id);
        if (row === null) throw new AcademyError('not-found');
        return { before: row, ended: await store.end(row, 'terminated') };
      });
      if (before.state !== 'ended') await runs.release(before);
      return present(ended);
    },

    /** A ticket for the channel to a lab in a sandbox. @throws AcademyError not-found; lab-ended; lab-unavailable */
    async openChannel(scope: SignedInScope, id: string): Promise<{ channel: { path: string; ticket: string } | null }> {
      const row = await own(scope, id);
      if (row.provider !== 'sandbox' || hosts === null) return { channel: null };
      return { channel: await given(hosts.ticketFor(await rightTo(scope, row))) };
    },

    /**
     * The address of what a lab in a sandbox serves on a port, good once; null where it is not shown.
     *
     * @throws AcademyError not-found; lab-ended; lab-unavailable
     */
    async openPage(scope: SignedInScope, id: string, place: { port: number; path: string }) {
      const row = await own(scope, id);
      if (row.provider !== 'sandbox' || hosts === null || pagesOrigin === null) return { url: null };
      const academy = { pagesOrigin, issuer: options.configs.issuer, style: plainStyle(scope.tenant) };
      const right: PageRight = { ...(await rightTo(scope, row)), ...place, ...academy };
      return { url: await given(hosts.pageFor(right)) };
    },

    /** An event that a platform reports about a session. @throws AcademyError not-found */
    async receive(token: string, event: PortalEvent): Promise<{ received: true }> {
      await runs.receive(token, event);
      return { received: true };
    },

    /** @throws AcademyError not-found; lab-ended when the session cannot be resumed */
    async keepSnapshot(scope: SignedInScope, id: string, snapshot: LabSnapshot): Promise<{ saved: boolean }> {
      const { personId } = scope.actor;
      const { session, saved } = await db.transaction(async (tx) => {
        const store = labsStore(tx);
        await store.hold(personId);
        const row = await store.byId(personId, id);
        if (row === null || row.tenantId !== scope.tenantId) throw new AcademyError('not-found');
        if (row.state === 'ended') throw new AcademyError('lab-ended');
        return { session: row, saved: await store.keepSnapshot(row.sessionId, snapshot) };
      });
      if (saved) options.proofs.add({ tenantId: scope.tenantId, session, snapshot });
      return { saved };
    },
  };
}

export type LabsService = ReturnType<typeof labsService>;

function isOf(row: LabSessionRow, { tenantId }: Tenant, { itemKind, itemId }: OpenLab): boolean {
  return row.tenantId === tenantId && row.itemKind === itemKind && row.itemId === itemId;
}
