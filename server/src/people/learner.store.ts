import { LEARNER_ENTRIES } from '@academy/contract/people-learners';
import { and, desc, eq, sql } from 'drizzle-orm';
import { certificate } from '../db/certificate-tables.ts';
import type { Database } from '../db/connect.ts';
import { labSession } from '../db/lab-tables.ts';
import { auditEvent, knowledgeCheckAttempt, lesson, person, personalAccessToken } from '../db/tables.ts';
import type { PersonRow } from './people.store.ts';

/** What administrators see of one learner besides progress: the newest entries of each kind. */
export function learnerStore(db: Database) {
  return {
    async person(personId: string): Promise<PersonRow | null> {
      const rows = await db.select().from(person).where(eq(person.personId, personId));
      return rows[0] ?? null;
    },

    /** @param ofTenant those of one academy; left out: of all */
    attempts(personId: string, ofTenant?: string) {
      const { attemptId, tenantId, lessonId, createdAt, submittedAt, score, total, passed, retryGrantedAt } =
        knowledgeCheckAttempt;
      const { asked } = knowledgeCheckAttempt;
      const isNewest = sql<boolean>`not exists (
        select from knowledge_check_attempt later where later.person_id = ${knowledgeCheckAttempt.personId}
        and later.tenant_id = ${tenantId} and later.lesson_id = ${lessonId} and later.created_at > ${createdAt})`;
      const isOnly = sql<boolean>`${isNewest} and coalesce(
        coalesce((${asked} ->> 'attempts')::int, case when (${asked} ->> 'enableRetry')::boolean then null else 1 end)
          <= coalesce((${asked} ->> 'number')::int, 1), false)`;
      const moreSeconds = sql<number | null>`case when ${asked} ->> 'timeLimit' is not null and ${isNewest}
        then ${knowledgeCheckAttempt.moreTime} end`;
      return db
        .select({
          ...{ attemptId, tenantId, lessonId, title: lesson.title, createdAt, submittedAt, score, total, passed },
          ...{ retryGrantedAt, isOnly, moreSeconds },
        })
        .from(knowledgeCheckAttempt)
        .leftJoin(lesson, and(eq(lesson.tenantId, tenantId), eq(lesson.lessonId, lessonId)))
        .where(
          and(
            eq(knowledgeCheckAttempt.personId, personId),
            ofTenant === undefined ? undefined : eq(tenantId, ofTenant),
          ),
        )
        .orderBy(desc(createdAt), attemptId)
        .limit(LEARNER_ENTRIES);
    },

    certificates(personId: string) {
      const { certificateId, tenantId, title, issuedAt, revokedAt } = certificate;
      return db
        .select({ certificateId, tenantId, title, issuedAt, revokedAt })
        .from(certificate)
        .where(eq(certificate.personId, personId))
        .orderBy(desc(issuedAt), certificateId)
        .limit(LEARNER_ENTRIES);
    },

    labs(personId: string) {
      const { sessionId, tenantId, title, path, state, startedAt } = labSession;
      return db
        .select({ sessionId, tenantId, title, path, state, startedAt })
        .from(labSession)
        .where(eq(labSession.personId, personId))
        .orderBy(desc(startedAt), sessionId)
        .limit(LEARNER_ENTRIES);
    },

    tokens(personId: string) {
      const { tokenId, tenantId, name, abilities, expiresAt, lastUsedAt, createdAt } = personalAccessToken;
      return db
        .select({ tokenId, tenantId, name, abilities, expiresAt, lastUsedAt })
        .from(personalAccessToken)
        .where(eq(personalAccessToken.personId, personId))
        .orderBy(desc(createdAt), tokenId)
        .limit(LEARNER_ENTRIES);
    },

    /** Audit log entries about a person's rights, names and address. */
    audit(personId: string) {
      const { eventId, at, actorName, action, targetKind, targetId } = auditEvent;
      return db
        .select({ eventId, at, actorName, action })
        .from(auditEvent)
        .where(and(eq(targetKind, 'person'), eq(targetId, sql`${personId}::text`)))
        .orderBy(desc(eventId))
        .limit(LEARNER_ENTRIES);
    },
  };
}
