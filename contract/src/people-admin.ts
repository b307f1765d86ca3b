import * as v from 'valibot';
import { defineCall } from './call.ts';
import { MAX_PAGE_SIZE, TABLE_ENTRIES_MAX } from './constants.ts';
import { MomentSchema } from './entities.ts';
import { defineExport } from './exports.ts';
import { PersonSchema } from './people.ts';
import { InvitationSchema } from './people-invitations.ts';
import { inputTexts } from './rules/input-texts.ts';

export const PERSON_SORT_KEYS = ['firstName', 'lastName', 'login', 'isAdmin', 'isPro'] as const;

/** Most people that a list or search has; to find others, search for another word. */
export const PEOPLE_FOUND_MAX = TABLE_ENTRIES_MAX;

const UserParams = v.strictObject({ userId: v.pipe(v.string(), v.uuid()) });
const WholeNumber = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));

/** A person in the list of administrators. */
export const ListedPersonSchema = v.object({
  ...PersonSchema.entries,
  /** Null: the person was added and has never logged in. */
  firstLoginAt: v.nullable(v.string()),
  /** Null: none was sent. */
  invitation: v.nullable(InvitationSchema),
});
export type ListedPerson = v.InferOutput<typeof ListedPersonSchema>;

export const searchPeople = defineCall({
  name: 'searchPeople',
  method: 'POST',
  path: '/admin/users/search',
  summary:
    'People of the installation, sorted and paged; expired Pro members only on request. Pages and searches reach 10,000.',
  who: 'admin',
  reach: 'installation',
  ability: 'users:read',
  tenant: true,
  changes: false,
  body: v.strictObject({
    sortBy: v.optional(v.picklist(PERSON_SORT_KEYS), 'firstName'),
    sortDir: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    pageNumber: v.optional(WholeNumber, 0),
    pageSize: v.optional(v.pipe(WholeNumber, v.minValue(1), v.maxValue(MAX_PAGE_SIZE)), 20),
    includeExpireData: v.optional(v.boolean(), false),
    /** Only people who were added and have never logged in. */
    neverLoggedIn: v.optional(v.boolean(), false),
    searchValue: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
  }),
  reply: v.object({
    result: v.object({ content: v.array(ListedPersonSchema), totalElements: v.number() }),
  }),
});

export const toggleAdmin = defineCall({
  name: 'toggleAdmin',
  method: 'GET',
  path: '/admin/users/toggle-access/:userId',
  summary: 'Gives a person the role of administrator or removes it; 409 for the last administrator.',
  who: 'admin',
  reach: 'installation',
  tenant: false,
  changes: true,
  params: UserParams,
  query: v.strictObject({ toggle: v.picklist(['true', 'false']) }),
  reply: PersonSchema,
});

const MembershipSchema = v.pipe(
  v.strictObject({ startsAt: MomentSchema, endsAt: MomentSchema }),
  v.forward(
    v.check(
      ({ startsAt, endsAt }) => Date.parse(startsAt) < Date.parse(endsAt),
      () => inputTexts.laterThanStart,
    ),
    ['endsAt'],
  ),
);

export const setMembership = defineCall({
  name: 'setMembership',
  method: 'PUT',
  path: '/admin/users/:userId/membership',
  summary: 'Grants, extends or ends Pro membership.',
  who: 'admin',
  reach: 'installation',
  ability: 'users:write',
  tenant: false,
  params: UserParams,
  body: v.nullable(MembershipSchema),
  reply: PersonSchema,
});

export const exportPeople = defineExport({
  name: 'exportPeople',
  file: 'users.csv',
  summary: 'People of the installation as a CSV file; expired Pro members only on request.',
  reach: 'installation',
  query: v.strictObject({
    searchValue: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), ''),
    includeExpireData: v.optional(v.picklist(['true', 'false']), 'false'),
    neverLoggedIn: v.optional(v.picklist(['true', 'false']), 'false'),
  }),
});
