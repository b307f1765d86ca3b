import { LAB_STEP_DAYS, LAB_STEP_SESSIONS } from '@academy/contract/labs-admin';
import type { StepRecord } from '@academy/contract/rules/lab-steps';
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { labSession, labStep } from '../db/lab-tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

type LabSessionRow = typeof labSession.$inferSelect;

/** How learners got on with one step. */
interface StepCount {
  step: string;
  learners: number;
  done: number;
  failed: number;
  proved: number;
  tries: number;
}

/** Steps of lab sessions. */
export function labStepsStore(queries: Queries) {
  return {
    /** A session of the learner, locked, so that concurrent tries are recorded one after the other. */
    async hold(personId: PersonId, sessionId: string): Promise<LabSessionRow | null> {
      const [row] = await queries
        .select()
        .from(labSession)
        .where(and(eq(labSession.personId, personId), eq(labSession.sessionId, sessionId)))
        .for('no key update');
      return row ?? null;
    },

    async ofSession(sessionId: string): Promise<StepRecord[]> {
      const rows = await queries
        .select()
        .from(labStep)
        .where(eq(labStep.sessionId, sessionId))
        .orderBy(labStep.firstAt, labStep.step);
      return rows.map(({ step, tries, failed, firstAt, lastAt, doneAt, exitStatus }) => ({
        ...{ step, tries, failed, exitStatus },
        firstAt: firstAt.toISOString(),
        lastAt: lastAt.toISOString(),
        doneAt: doneAt?.toISOString() ?? null,
      }));
    },

    /** Stores records of a session in place of those it has of the same steps. */
    async keep(sessionId: string, records: readonly StepRecord[]): Promise<void> {
      if (records.length === 0) return;
      const rows = records.map(({ firstAt, lastAt, doneAt, ...rest }) => ({
        ...{ sessionId, ...rest },
        firstAt: new Date(firstAt),
        lastAt: new Date(lastAt),
        doneAt: doneAt === null ? null : new Date(doneAt),
      }));
      await queries
        .insert(labStep)
        .values(rows)
        .onConflictDoUpdate({
          target: [labStep.sessionId, labStep.step],
          set: {
            tries: sql`excluded.tries`,
            failed: sql`excluded.failed`,
            firstAt: sql`excluded.first_at`,
            lastAt: sql`excluded.last_at`,
            doneAt: sql`excluded.done_at`,
            exitStatus: sql`excluded.exit_status`,
          },
        });
    },

    /** Steps whose check the academy has run itself. */
    async proved(sessionId: string): Promise<string[]> {
      const rows = await queries
        .select({ step: labStep.step })
        .from(labStep)
        .where(and(eq(labStep.sessionId, sessionId), isNotNull(labStep.provedAt)));
      return rows.map(({ step }) => step);
    },

    /** Notes that the checks of these steps passed when the academy ran them; nothing of steps that are not recorded as done. */
    async prove(sessionId: string, steps: readonly string[]): Promise<void> {
      await queries
        .update(labStep)
        .set({ provedAt: sql`now()` })
        .where(
          and(
            eq(labStep.sessionId, sessionId),
            inArray(labStep.step, [...steps]),
            isNotNull(labStep.doneAt),
            isNull(labStep.provedAt),
          ),
        );
    },

    /**
     * How learners got on with the steps of a workshop, over its newest sessions; a learner with several sessions counts
     * once.
     */
    async counts(tenantId: TenantScope, workshop: string): Promise<{ learners: number; steps: StepCount[] }> {
      const counted = sql`
        select session_id, person_id from lab_session
        where tenant_id = ${tenantId} and workshop = ${workshop}
          and started_at > now() - make_interval(days => ${LAB_STEP_DAYS})
        order by started_at desc limit ${LAB_STEP_SESSIONS}`;
      // The offset keeps the database from reading the steps of all sessions at once, however many there are.
      const ofSession = sql`
        select step, tries, failed, done_at, proved_at from lab_step where lab_step.session_id = counted.session_id offset 0`;
      const learners = await queries.execute<{ learners: number }>(sql`
        select count(distinct person_id)::int as learners from (${counted}) as counted`);
      const steps = await queries.execute<{ [Key in keyof StepCount]: StepCount[Key] }>(sql`
        with counted as (${counted}),
        by_learner as (
          select step, person_id, sum(tries) as tries, bool_or(failed) as failed, bool_or(done_at is not null) as done,
            bool_or(proved_at is not null) as proved
          from counted cross join lateral (${ofSession}) as of_session group by step, person_id
        )
        select step, count(*)::int as learners, (count(*) filter (where done))::int as done,
          (count(*) filter (where failed))::int as failed, (count(*) filter (where proved))::int as proved,
          avg(tries)::float8 as tries
        from by_learner group by step`);
      return { learners: learners.rows[0]?.learners ?? 0, steps: steps.rows };
    },
  };
}
