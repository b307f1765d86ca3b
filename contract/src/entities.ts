import * as v from 'valibot';
import { MAX_PAGE_SIZE } from './constants.ts';
import { LANGUAGES, type Language } from './i18n/languages.ts';
import { inputTexts } from './rules/input-texts.ts';
import { TenantIdSchema } from './tenants.ts';

/** Content ids are kept as in the files; slugs are parts of addresses. */
export const ContentIdSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, () => inputTexts.id),
);
export const SlugSchema = v.pipe(
  v.string(),
  v.minLength(1),
  v.maxLength(200),
  v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, () => inputTexts.slug),
);

const isAfter1970 = (time: string) => Date.parse(time) >= 0;
/** A moment, not before 1970: databases and programs disagree about the first years of the calendar. */
export const MomentSchema = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(isAfter1970, () => inputTexts.after1970),
);
/** A day such as 2030-01-31, likewise. */
export const DaySchema = v.pipe(
  v.string(),
  v.isoDate(),
  v.check(isAfter1970, () => inputTexts.after1970),
);

export const EntitlementTagSchema = v.picklist(['auth', 'pro']);
export type EntitlementTag = v.InferOutput<typeof EntitlementTagSchema>;
/** An empty view list means public. */
export const EntitlementsSchema = v.object({ view: v.array(EntitlementTagSchema) });
export type Entitlements = v.InferOutput<typeof EntitlementsSchema>;

/** The entitlement that the viewer lacks: `auth` opens by signing in, `pro` by membership; null is open. */
export const LockedSchema = v.nullable(EntitlementTagSchema);
export type Locked = v.InferOutput<typeof LockedSchema>;

/** Language of a page's main text: the original's where it is not translated. */
export const TextLanguageSchema = v.picklist(Object.keys(LANGUAGES) as Language[]);

export const StatusSchema = v.picklist(['live', 'unlisted', 'draft']);
export type Status = v.InferOutput<typeof StatusSchema>;

/** In lists and lessons; null for a course without completed lessons. */
export const ProgressStatusSchema = v.nullable(v.picklist(['Not Started', 'In Progress', 'Completed']));
export type ProgressStatus = v.InferOutput<typeof ProgressStatusSchema>;

/** In course details, where clients expect capitals. */
export const CourseProgressStatusSchema = v.picklist(['NOT_STARTED', 'IN_PROGRESS', 'COMPLETED']);
export type CourseProgressStatus = v.InferOutput<typeof CourseProgressStatusSchema>;

export const InstructorRefSchema = v.object({ instructorId: v.string(), name: v.string(), slug: v.string() });

/** `categoryName` is one of topic, level, type, progress, favorite; the favorite category carries a count only. */
export const CategorySchema = v.object({
  categoryName: v.picklist(['topic', 'level', 'type', 'progress', 'favorite']),
  title: v.string(),
  options: v.optional(v.array(v.object({ name: v.string(), title: v.string(), count: v.number() }))),
  count: v.optional(v.number()),
});
export type Category = v.InferOutput<typeof CategorySchema>;

/** Query of reads that may name their tenant in the address as well as in the header. */
export const SlugQuerySchema = v.strictObject({ slug: SlugSchema, tenantId: v.optional(TenantIdSchema) });

/** A query parameter that may be repeated: one value or several become a list. */
const OneOrMore = v.pipe(
  v.union([v.string(), v.array(v.string())]),
  v.transform((value) => (Array.isArray(value) ? value : [value])),
  v.array(v.string()),
  v.maxLength(50),
);
/** A whole number in a query. */
export const QueryNumberSchema = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform(Number),
  v.number(),
  v.integer(),
  v.minValue(0),
);

/** Order of a list; without one it is the order of the catalogue. */
export const ListSortSchema = v.picklist(['title', 'newest', 'shortest']);
export type ListSort = v.InferOutput<typeof ListSortSchema>;

/** Pages a list and searches its texts. Without `pageNumber` and `pageSize` the reply holds all entries. */
export const PagedQuery = {
  tenantId: v.optional(TenantIdSchema),
  q: v.optional(v.pipe(v.string(), v.maxLength(200))),
  pageNumber: v.optional(QueryNumberSchema),
  pageSize: v.optional(v.pipe(QueryNumberSchema, v.minValue(1), v.maxValue(MAX_PAGE_SIZE))),
  /** True: a list of more than `SMALL_LIST` entries is paged by default. */
  allWhenSmall: v.optional(v.picklist(['true', 'false'])),
};

/**
 * Filters and order of a list besides `PagedQuery`, one parameter per category. `progress` (not-started, in-progress,
 * completed) and
 * `favorite` (true) are the learner's own: without a session they are ignored.
 */
export const ListQuery = {
  topic: v.optional(OneOrMore),
  level: v.optional(OneOrMore),
  progress: v.optional(OneOrMore),
  favorite: v.optional(OneOrMore),
  sort: v.optional(ListSortSchema),
};

/** Headers of calls that create something: a repeated call with the same key has the same result. */
export const IdempotencyHeadersSchema = v.object({
  'idempotency-key': v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[A-Za-z0-9._:-]{8,80}$/, () => inputTexts.key),
    ),
  ),
});
