import type { CallReply } from '@academy/contract/call';
import { AcademyError } from '@academy/contract/errors';
import { LAB_STEPS, LAB_STEPS_LATE_MS } from '@academy/contract/labs';
import type { getLabSteps, LabStepStat } from '@academy/contract/labs-admin';
import { labSteps, type StepEvent, type StepRecord, stepText, withEvent } from '@academy/contract/rules/lab-steps';
import type { ItemsStore } from '../catalogue/items.store.ts';
import type { Database } from '../db/connect.ts';
import type { SignedInScope, TenantScope } from '../values/scope.ts';
import type { LabContents } from './lab-content.ts';
import { labStepsStore } from './lab-steps.store.ts';
import { type LabSessionRow, labsStore } from './labs.store.ts';

const DAY_MS = 86_400_000;

interface LabStepsOptions {
  db: Database;
  items: ItemsStore;
  contents: LabContents;
}

/** Steps of labs: what learners did of them, the solution to compare with, and what authors see. */
export function labStepsService({ db, items, contents }: LabStepsOptions) {
  return {
    /**
     * Records tries of a session, each once, whenever they come.
     *
     * @throws AcademyError not-found; lab-ended long after the end of the session
     */
    async record(
      { tenantId, actor }: SignedInScope,
      id: string,
      events: readonly StepEvent[],
    ): Promise<{ recorded: true }> {
      await db.transaction(async (tx) => {
        const store = labStepsStore(tx);
        const session = await store.hold(actor.personId, id);
        if (session === null || session.tenantId !== tenantId) throw new AcademyError('not-found');
        const isOver = session.state === 'ended' && session.lastSeenAt.getTime() + LAB_STEPS_LATE_MS < Date.now();
        if (isOver) throw new AcademyError('lab-ended');
        const known = new Map((await store.ofSession(id)).map((record) => [record.step, record]));
        const changed = new Map<string, StepRecord>();
        for (const event of events) {
          const before = changed.get(event.step) ?? known.get(event.step) ?? null;
          if (before === null && known.size + changed.size >= LAB_STEPS) continue;
          changed.set(event.step, withEvent(before, { ...event, at: momentOf(event, session) }));
        }
        await store.keep(id, [...changed.values()]);
      });
      return { recorded: true };
    },

    /** @throws AcademyError not-found; lab-ended */
    async solution({ tenantId, actor }: SignedInScope, id: string) {
      const session = await labsStore(db).byId(actor.personId, id);
      if (session === null || session.tenantId !== tenantId) throw new AcademyError('not-found');
      if (session.state === 'ended') throw new AcademyError('lab-ended');
      const workshop = session.workshop === null ? null : await contents.workshop(tenantId, session.workshop);
      return { files: workshop?.body.solution ?? [] };
    },

    /**
     * How learners get on with each step of a lab.
     *
     * @param workshop by default the first by title
     * @throws AcademyError not-found for a workshop that is not published here
     */
    async counts(tenantId: TenantScope, workshop?: string): Promise<CallReply<typeof getLabSteps>> {
      const labs = (await items.live(tenantId, 'workshop')).map(({ id, title }) => ({ workshop: id, title }));
      const chosen = workshop ?? labs[0]?.workshop ?? null;
      if (chosen === null) return { labs, workshop: null, learners: 0, steps: [] };
      const found = await contents.workshop(tenantId, chosen);
      if (found === null) throw new AcademyError('not-found');
      const { pages } = found.body;
      const { learners, steps } = await labStepsStore(db).counts(tenantId, chosen);
      const counts = new Map(steps.map((count) => [count.step, count]));
      const listed = labSteps(pages).flatMap(({ page: name, at, key }): LabStepStat[] => {
        const page = pages.find((one) => one.name === name);
        const action = page?.actions[at];
        if (page === undefined || action === undefined) return [];
        const count = counts.get(key);
        return [
          {
            ...{ key, page: page.title, action: action.name, text: stepText(action), line: action.line },
            ...{ learners: count?.learners ?? 0, done: count?.done ?? 0, failed: count?.failed ?? 0 },
            proved: count?.proved ?? 0,
            tries: count?.tries ?? null,
          },
        ];
      });
      return { labs, workshop: chosen, learners, steps: listed };
    },
  };
}

export type LabStepsService = ReturnType<typeof labStepsService>;

/** When a try took place; a clock that is far off counts as the start of the session. */
function momentOf({ at }: StepEvent, { startedAt }: LabSessionRow): string {
  const moment = new Date(at);
  const isNear = moment.getTime() > startedAt.getTime() - DAY_MS && moment.getTime() < Date.now() + DAY_MS;
  return (isNear ? moment : startedAt).toISOString();
}
