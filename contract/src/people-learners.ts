import * as v from 'valibot';
import { type CallReply, defineCall } from './call.ts';
import { PersonSchema } from './people.ts';
import { InvitationSchema } from './people-invitations.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** Most entries of each kind on the page of a learner, the newest ones. */
export const LEARNER_ENTRIES = 50;

/** A course that the learner has started, counted as everywhere. */
const LearnerCourseSchema = v.object({
  tenantId: v.string(),
  courseId: v.string(),
  title: v.string(),
  slug: v.string(),
  completedLesson: v.number(),
  lessonsCount: v.number(),
});

/** What administrators see of a learner, each list with the newest first. */
export const LearnerSchema = v.object({
  person: PersonSchema,
  /** When the academy first knew the person. */
  createdAt: v.string(),
  /** When an administrator or operator added the person; null for people who came by logging in. */
  addedAt: v.nullable(v.string()),
  /** Null: never. */
  firstLoginAt: v.nullable(v.string()),
  /** Null: none was sent. */
  invitation: v.nullable(InvitationSchema),
  /** True when the embedded provider manages the account; others do not report their sessions. */
  managedHere: v.boolean(),
  courses: v.array(LearnerCourseSchema),
  attempts: v.array(
    v.object({
      attemptId: v.string(),
      tenantId: v.string(),
      /** Title of the knowledge check; its id when it was removed. */
      title: v.string(),
      startedAt: v.string(),
      /** Null: open. */
      submittedAt: v.nullable(v.string()),
      score: v.nullable(v.number()),
      total: v.number(),
      passed: v.nullable(v.boolean()),
      /** True: it was the last attempt and failed, so another one can be granted. */
      canGrant: v.boolean(),
      /** When another attempt was granted; null before, and once it has begun. */
      grantedAt: v.nullable(v.string()),
      /** Minutes besides the time limit; null: it has none, or is not the newest one at its check. */
      moreMinutes: v.optional(v.nullable(v.number()), null),
    }),
  ),
  certificates: v.array(
    v.object({
      certificateId: v.string(),
      tenantId: v.string(),
      title: v.string(),
      issuedAt: v.string(),
      isRevoked: v.boolean(),
    }),
  ),
  labs: v.array(
    v.object({
      sessionId: v.string(),
      tenantId: v.string(),
      title: v.string(),
      path: v.string(),
      state: v.string(),
      startedAt: v.string(),
    }),
  ),
  sessions: v.array(
    v.object({ sessionId: v.string(), device: v.string(), createdAt: v.string(), lastUsedAt: v.string() }),
  ),
  tokens: v.array(
    v.object({
      tokenId: v.string(),
      tenantId: v.string(),
      name: v.string(),
      abilities: v.array(v.string()),
      expiresAt: v.string(),
      lastUsedAt: v.nullable(v.string()),
    }),
  ),
  /** Audit log entries about the person's rights, names and address. */
  audit: v.array(v.object({ eventId: v.string(), at: v.string(), actorName: v.string(), action: v.string() })),
});
export type Learner = v.InferOutput<typeof LearnerSchema>;

export const getLearner = defineCall({
  name: 'getLearner',
  method: 'GET',
  path: '/admin/users/details/:userId',
  summary:
    'Everything about one person in all academies: rights, progress, attempts, certificates, labs, sessions, audit.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  loader: false,
  params: v.strictObject({ userId: v.pipe(v.string(), v.uuid()) }),
  reply: LearnerSchema,
});

/** A learner as instructors see them: no address, membership, sessions or tokens, and of one academy only. */
const TaughtLearnerSchema = v.object({
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
});

export const listLearners = defineCall({
  name: 'listLearners',
  method: 'GET',
  path: '/learners/list',
  summary: 'The learners of the courses and groups that the caller teaches, by name.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'instructor', of: 'list' },
  tenant: true,
  loader: false,
  query: v.strictObject({
    /** Every word must occur in the name. */
    q: SearchTextSchema,
    ...TablePageQuery,
  }),
  reply: v.object({
    result: v.object({
      content: v.array(TaughtLearnerSchema),
      totalElements: v.number(),
    }),
  }),
});

export const getTaughtLearner = defineCall({
  name: 'getTaughtLearner',
  method: 'GET',
  path: '/learners/details/:userId',
  summary: 'Progress, attempts and certificates of one learner in what the caller teaches.',
  who: 'admin',
  reach: 'academy',
  needs: { role: 'instructor', of: 'record' },
  tenant: true,
  loader: false,
  params: v.strictObject({ userId: v.pipe(v.string(), v.uuid()) }),
  reply: v.object({
    learner: TaughtLearnerSchema,
    courses: v.array(LearnerCourseSchema),
    attempts: v.array(
      v.object({
        attemptId: v.string(),
        title: v.string(),
        startedAt: v.string(),
        submittedAt: v.nullable(v.string()),
        score: v.nullable(v.number()),
        total: v.number(),
        passed: v.nullable(v.boolean()),
        /** As for administrators. */
        canGrant: v.optional(v.boolean(), false),
        grantedAt: v.optional(v.nullable(v.string()), null),
        moreMinutes: v.optional(v.nullable(v.number()), null),
      }),
    ),
    certificates: v.array(v.object({ title: v.string(), issuedAt: v.string(), isRevoked: v.boolean() })),
  }),
});
export type TaughtLearner = CallReply<typeof getTaughtLearner>;
