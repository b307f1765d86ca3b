import type { Call } from '@academy/contract/call';
import type { Principal } from '@academy/contract/permissions';
import { startViewAs } from '@academy/contract/view-as';
import { sql } from 'drizzle-orm';
import { certificate } from '../db/certificate-tables.ts';
import { learnerGroup } from '../db/group-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, type TestApp, type TestPerson } from '../testing/start-app.ts';

/** The group of the learners in `spring`. */
export const GROUP = '00000000-0000-4000-8000-000000000001';

/**
 * Makes the input of a call with which a permitted principal succeeds; `who` is the principal's person, if there is
 * one.
 */
export type Sample = (app: TestApp, who: TestPerson | null) => Promise<object>;

/** A call about a record that is not the principal's, and the same about one that does not exist. */
interface ForeignRecord {
  call: Call;
  principal: Principal;
  foreign: object;
  missing: object;
}

export type MakeForeign = (app: TestApp) => Promise<ForeignRecord>;

/** A call of a learner about records that need no preparation. */
export const read =
  (call: Call, foreign: object, missing: object): MakeForeign =>
  async () => ({ call, principal: 'user', foreign, missing });

const CHECK = `~~~ quiz
---
showAnswers: at-once
---
number of questions: 1
passing grade: 100

## What is it?
- [x] this
- [ ] that
~~~
`;

/**
 * Publishes the content that the samples refer to: everything in `spring`, the same under other names in `kube`, and a
 * draft.
 */
export async function prepareRecords(app: TestApp): Promise<void> {
  await app.database.db.insert(learnerGroup).values({ groupId: GROUP, name: 'group' });
  for (const tenantId of ['spring', 'kube']) {
    await publishItem(app, tenantId, anItem('instructor', { id: `${tenantId}-teacher`, name: 'Ada Teacher' }));
    await publishItem(app, tenantId, aWorkshop(`${tenantId}-workshop`));
    await publishCourse(
      app,
      tenantId,
      aCourse({
        id: `${tenantId}-course`,
        lessons: [
          { id: `${tenantId}-lesson` },
          { id: `${tenantId}-check`, type: 'knowledge-check', content: CHECK },
          { id: `${tenantId}-lab`, type: 'lab', settings: { educates: `${tenantId}-workshop` } },
        ],
      }),
    );
    await publishItem(
      app,
      tenantId,
      anItem('guide', { id: `${tenantId}-guide`, type: 'lab', settings: { educates: `${tenantId}-workshop` } }),
    );
    await publishItem(
      app,
      tenantId,
      anItem('path', { id: `${tenantId}-path`, steps: [{ type: 'course', id: `${tenantId}-course` }] }),
    );
    await publishItem(app, tenantId, anItem('page', { id: `${tenantId}-page` }, { 'content.md': 'Words.' }));
  }
  await publishCourse(
    app,
    'spring',
    aCourse({ id: 'spring-draft', status: 'draft', lessons: [{ id: 'draft-lesson' }] }),
  );
}

/** Written by jobs, whatever is called: page views, servers that run, and the sums behind the answers to questions. */
const OF_JOBS = [
  'attempt_window',
  'page_view',
  'academy_server',
  'asked_question',
  'question_progress',
  'question_statistic',
];

/** A fingerprint of all stored data except last-use times of tokens and what jobs write: one statement, hundreds of times. */
export async function everything({ database: { db } }: TestApp): Promise<string> {
  tables ??= await tablesOf(db);
  const prints = tables.map(({ name, hasLastUse }) => {
    // Each write leaves rows of a newer transaction (xmin), or fewer rows.
    const print = hasLastUse
      ? sql`sum(hashtextextended((to_jsonb(t) - 'last_used_at')::text, 0))`
      : sql`max(xmin::text::bigint)`;
    return sql`select concat_ws(' ', ${name}::text, count(*), ${print}) as print from ${sql.identifier(name)} t`;
  });
  const found = await db.execute<{ print: string }>(sql.join(prints, sql` union all `));
  // Workers of the database read large tables at the same time, and the rows come in any order.
  return found.rows
    .map(({ print }) => print)
    .sort()
    .join('\n');
}

/** The same in every database of a run. Asked for once: it takes longer than reading the tables. */
let tables: readonly { name: string; hasLastUse: boolean }[] | undefined;

async function tablesOf(db: TestApp['database']['db']) {
  const found = await db.execute<{ name: string; hasLastUse: boolean }>(sql`
    select table_name as name, bool_or(column_name = 'last_used_at') as "hasLastUse"
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all (${sql.param(OF_JOBS)}::text[])
    group by 1 order by 1`);
  return found.rows;
}

/** The token of an administrator who impersonates this learner in `spring`. */
export async function anImpersonation(app: TestApp, learner: TestPerson, by?: TestPerson): Promise<string> {
  const bearer = await (by ?? (await app.aPerson({ admin: true }))).bearer();
  const { body } = await app.call(startViewAs, { params: { userId: learner.personId } }, { tenant: 'spring', bearer });
  return (body.data as { token: string }).token;
}

/** A certificate of a person in an academy. */
export async function aCertificate(app: TestApp, tenantId: string): Promise<{ certificateId: string }> {
  const { personId } = await app.aPerson();
  const facts = { kind: 'course', itemId: 'a-course', name: 'Ada', title: 'A Course', duration: 60, lessonsCount: 1 };
  const rows = await app.database.db
    .insert(certificate)
    .values({ personId, tenantId, ...facts })
    .returning();
  return { certificateId: rows[0]?.certificateId ?? '' };
}
