import { and, eq } from 'drizzle-orm';
import { feedback } from '../db/tables.ts';
import type { Queries } from '../db/transaction.ts';
import type { PersonId, TenantScope } from '../values/scope.ts';

export interface NewFeedback {
  /** Null for a visitor. */
  personId: PersonId | null;
  feedbackableType: 'lesson' | 'course' | '';
  feedbackableId: string | null;
  courseId: string | null;
  schema: string;
  comments: string;
  /** Null: no rating. */
  rating: number | null;
  /** Answers of a survey; empty for the simple form. */
  answers: object;
  /** As the browser reported it, unverified. */
  context: Record<string, string>;
  isBug: boolean;
  allowContact: boolean;
  /** Null: always stored as new. */
  idempotencyKey: string | null;
}

export function feedbackStore(db: Queries) {
  return {
    /** Stores feedback, once for each key. @returns the id stored under the key, and whether it is new */
    async keep(tenantId: TenantScope, given: NewFeedback): Promise<{ id: string; isNew: boolean }> {
      const [made] = await db
        .insert(feedback)
        .values({ tenantId, ...given })
        .onConflictDoNothing()
        .returning({ id: feedback.feedbackId });
      if (made !== undefined) return { ...made, isNew: true };
      const [kept] = await db
        .select({ id: feedback.feedbackId })
        .from(feedback)
        .where(and(eq(feedback.tenantId, tenantId), eq(feedback.idempotencyKey, given.idempotencyKey ?? '')));
      if (kept === undefined) throw new Error('the feedback was neither kept nor known');
      return { ...kept, isNew: false };
    },
  };
}
