import * as v from 'valibot';
import { ASSIGNED_KINDS } from './assignments.ts';
import { type CallReply, defineCall } from './call.ts';
import { EmailSchema } from './email.ts';
import { ContentIdSchema, DaySchema } from './entities.ts';
import { isZone, PACES } from './rules/due.ts';
import { inputTexts } from './rules/input-texts.ts';
import { SearchTextSchema, TablePageQuery } from './table-queries.ts';

/** Most people in one reminder. */
export const REMINDED_AT_ONCE = 100;

const MONTHS_MAX = 120;
const DAYS_MAX = 3_650;
const wholeNumber = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max));

/** When an item has to be done; `rules/due.ts` says what each field means. */
const TERMS = {
  mandatory: v.boolean(),
  beginsOn: DaySchema,
  dueOn: v.nullable(DaySchema),
  zone: v.pipe(
    v.string(),
    v.maxLength(60),
    v.check(isZone, () => inputTexts.timeZone),
  ),
  joinDays: v.optional(v.nullable(wholeNumber(DAYS_MAX)), null),
  renewMonths: v.optional(v.nullable(wholeNumber(MONTHS_MAX)), null),
  countsBefore: v.optional(v.boolean(), true),
};

interface Days {
  beginsOn: string;
  dueOn: string | null;
}
const endsAfterBegin = ({ beginsOn, dueOn }: Days): boolean => dueOn === null || dueOn >= beginsOn;
const notBefore = () => inputTexts.notBeforeFirstDay;

const TermsInput = v.pipe(
  v.strictObject(TERMS),
  v.forward(
    v.check((days) => endsAfterBegin(days), notBefore),
    ['dueOn'],
  ),
);
const UuidSchema = v.pipe(v.string(), v.uuid(), v.toLowerCase());
const GroupTarget = v.strictObject({ groupId: UuidSchema });
const PersonTarget = v.strictObject({ login: EmailSchema });

const AssignmentInput = v.pipe(
  v.strictObject({
    /** Everybody in a group and its parts, also those who join later; or one person by sign-in address. */
    to: v.union([GroupTarget, PersonTarget]),
    kind: v.picklist(ASSIGNED_KINDS),
    itemId: ContentIdSchema,
    ...TERMS,
  }),
  v.forward(
    v.check((days) => endsAfterBegin(days), notBefore),
    ['dueOn'],
  ),
);
export type NewAssignment = v.InferInput<typeof AssignmentInput>;

export const AssignmentSchema = v.object({
  assignmentId: v.string(),
  /** Null for the assignment of a person. */
  group: v.nullable(v.object({ groupId: v.string(), name: v.string() })),
  person: v.nullable(v.object({ userId: v.string(), name: v.string(), login: v.string() })),
  kind: v.picklist(ASSIGNED_KINDS),
  itemId: v.string(),
  /** Title of the item; its id when it cannot be opened any more. */
  title: v.string(),
  /** Path of its page; null: it cannot be opened any more, so it is not due. */
  path: v.nullable(v.string()),
  mandatory: v.boolean(),
  beginsOn: v.string(),
  dueOn: v.nullable(v.string()),
  zone: v.string(),
  joinDays: v.nullable(v.number()),
  renewMonths: v.nullable(v.number()),
  countsBefore: v.boolean(),
  /** Whether the caller may change and end it. */
  mayChange: v.boolean(),
});
export type Assignment = v.InferOutput<typeof AssignmentSchema>;

const ofAssignment = v.strictObject({ assignmentId: UuidSchema });
const MANAGER = { who: 'admin', reach: 'academy', tenant: true } as const;

export const listAssignments = defineCall({
  name: 'listAssignments',
  method: 'GET',
  path: '/admin/assignments',
  summary:
    'Assignments that have not ended, the next due date first; of one group those of the group it is a part of too.',
  ...MANAGER,
  needs: { role: 'manager', of: 'list' },
  loader: false,
  query: v.strictObject({ groupId: v.optional(UuidSchema), ...TablePageQuery }),
  reply: v.object({ result: v.object({ content: v.array(AssignmentSchema), totalElements: v.number() }) }),
});

/** People whom a change of an assignment touches. */
const TouchedSchema = v.object({
  people: v.number(),
  /** How many of them are done by it; null for so many people that it is still being counted. */
  done: v.nullable(v.number()),
});

export const countTouched = defineCall({
  name: 'countTouched',
  method: 'GET',
  path: '/admin/assignments/:assignmentId/touched',
  summary: 'Whom a change or the end of an assignment touches.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  loader: false,
  params: ofAssignment,
  reply: TouchedSchema,
});

export const listAssignable = defineCall({
  name: 'listAssignable',
  method: 'GET',
  path: '/admin/assignments/items',
  summary: 'What of one kind can be assigned, by title; the knowledge checks of one course.',
  ...MANAGER,
  needs: { role: 'manager', of: 'list' },
  loader: false,
  query: v.strictObject({ kind: v.picklist(ASSIGNED_KINDS), courseId: v.optional(ContentIdSchema) }),
  reply: v.object({ result: v.array(v.object({ itemId: v.string(), title: v.string() })) }),
});

export const createAssignment = defineCall({
  name: 'createAssignment',
  method: 'POST',
  path: '/admin/assignments',
  summary: 'Assigns an item to a group or a person. Managers assign to their groups.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  body: AssignmentInput,
  reply: v.object({ assignmentId: v.string(), people: v.number() }),
});

export const updateAssignment = defineCall({
  name: 'updateAssignment',
  method: 'PUT',
  path: '/admin/assignments/:assignmentId',
  summary: 'Changes when an assignment is due, for everybody who has it.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  params: ofAssignment,
  body: TermsInput,
  reply: v.object({ people: v.number() }),
});

export const endAssignment = defineCall({
  name: 'endAssignment',
  method: 'DELETE',
  path: '/admin/assignments/:assignmentId',
  summary: 'Ends an assignment: it is no longer due. Progress stays.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  params: ofAssignment,
  reply: v.object({ people: v.number() }),
});

/** A person of a group and how they get on with one assignment. No grades: managers see attempts where the academy allows it. */
export const GroupProgressSchema = v.object({
  userId: v.string(),
  firstName: v.string(),
  lastName: v.string(),
  pace: v.picklist(PACES),
  dueOn: v.nullable(v.string()),
  completedAt: v.nullable(v.string()),
  /** Completed lessons of all that count. */
  doneLessons: v.number(),
  lessons: v.number(),
  /** Last event in the item; null: none. */
  lastAt: v.nullable(v.string()),
  /** Whether the person has a verified address for a reminder. */
  canRemind: v.boolean(),
});
export type GroupProgress = v.InferOutput<typeof GroupProgressSchema>;

export const listGroupProgress = defineCall({
  name: 'listGroupProgress',
  method: 'GET',
  path: '/admin/groups/:groupId/progress/:assignmentId',
  summary: 'How the people of a group get on with an assignment: not begun, on the way, stuck, late, done.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  loader: false,
  params: v.strictObject({ groupId: UuidSchema, assignmentId: UuidSchema }),
  query: v.strictObject({ pace: v.optional(v.picklist(PACES)), q: SearchTextSchema, ...TablePageQuery }),
  reply: v.object({
    result: v.object({ content: v.array(GroupProgressSchema), totalElements: v.number() }),
    /** People by pace; null while those of a large group are counted, then `content` is of all paces. */
    counts: v.nullable(v.record(v.picklist(PACES), v.number())),
    /** When they were counted, ISO 8601; null: now. */
    countedAt: v.nullable(v.string()),
  }),
});
export type GroupProgressReply = CallReply<typeof listGroupProgress>;

export const sendReminder = defineCall({
  name: 'sendReminder',
  method: 'POST',
  path: '/admin/groups/:groupId/progress/:assignmentId/remind',
  summary: 'Mails a reminder to people of a group who are not done, once a day each; they can answer to the sender.',
  ...MANAGER,
  needs: { role: 'manager', of: 'record' },
  params: v.strictObject({ groupId: UuidSchema, assignmentId: UuidSchema }),
  body: v.strictObject({
    userIds: v.pipe(v.array(UuidSchema), v.minLength(1), v.maxLength(REMINDED_AT_ONCE)),
  }),
  reply: v.object({
    sent: v.number(),
    /** People who are done, were reminded today, or have no verified address. */
    left: v.number(),
  }),
});
