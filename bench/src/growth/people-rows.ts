import { BENCH_TENANT } from '../courses.ts';
import { type GrowthSize, per } from './sizes.ts';

/** Rows that fill one table. */
export interface Fill {
  table: string;
  rows(size: GrowthSize): number;
  /**
   * Values by column, in SQL: `n` counts the rows from 1; `at` is the moment of the row, from three years ago until now,
   * growing with `n`; `a`, `b` and `c` are random numbers from 0 to below 1, the same in every run; `who` is the number of
   * a person who was active at that moment; `course` that of a course, a few of which are popular.
   */
  columns: Readonly<Record<string, string>>;
  /** Further sources of values, in SQL: rows of a real sign-in or attempt, from which others are made. */
  from?: string;
}

const TENANT = `'${BENCH_TENANT}'`;
/** Ids by kind and number: the same wherever they are needed. */
const person = (n: string) => `growth.id('person', ${n})`;
const account = (n: string) => `growth.id('account', ${n})`;
const SALT = (kind: string) => `md5('${kind}' || n)`;
const COURSE = `'growth-' || course`;
const CHECK = `${COURSE} || '-check'`;

/** Every fifth person and so on, so that unique keys hold and rows spread over all people. */
const every = (step: number, group = 1) => `(1 + ((n - 1) / ${group}) * ${step * group})::bigint`;
/** Different courses for the rows of one group. */
const nextCourse = (group: number) =>
  `'growth-' || 1 + (((n - 1) / ${group}) * 7 + (n - 1) % ${group}) % growth.courses()`;

/** One lab of ten thousand runs. */
const RUNS = 'n % 10000 = 7';

const FIRST_NAMES = `(array['Ada', 'Alan', 'Amara', 'Anna', 'Barbara', 'Chen', 'Chidi', 'Dana', 'Edsger', 'Elena', 'Emil',
  'Fatima', 'Frances', 'Grace', 'Hana', 'Hedy', 'Ida', 'Ivan', 'Jean', 'Jonas', 'Kenji', 'Leslie', 'Lena', 'Mariam', 'Noor',
  'Olga', 'Pavel', 'Priya', 'Radia', 'Rosa', 'Sofia', 'Tim', 'Uma', 'Vera', 'Wei', 'Yuki', 'Zoe'])[1 + (a * 37)::int % 37]`;
const SYLLABLES = `(array['Ba', 'Cor', 'Den', 'Fal', 'Gor', 'Hal', 'Jan', 'Kel', 'Lor', 'Mun', 'Nor', 'Ost', 'Pal', 'Ros', 'Sten'])`;
const ENDINGS = `(array['berg', 'dale', 'elli', 'ford', 'ham', 'ik', 'mann', 'ova', 'quist', 'rez', 'sen', 'son', 'ton', 'wood', 'zadeh'])`;
/** 3,375 last names. */
const LAST_NAMES = `${SYLLABLES}[1 + (n * 7) % 15] || lower(${SYLLABLES}[1 + (n / 15) % 15]) || ${ENDINGS}[1 + (b * 15)::int % 15]`;
const EMAIL = `'learner-' || n || '@mail.example.org'`;

const MEMBERSHIP = {
  starts: `case when n % 10 = 3 then at end`,
  ends: `case when n % 10 = 3 then at + interval '2 years' end`,
};

/** What a session at the provider leaves, made from the rows of a real sign-in. */
const artifact = (model: string, id: string, more: Readonly<Record<string, string>>): Fill => ({
  table: 'identity_artifact',
  rows: per(4),
  from: `cross join (select * from identity_artifact where model = '${model}' order by expires_at desc limit 1) made`,
  columns: {
    model: `'${model}'`,
    id,
    payload: `made.payload || jsonb_build_object('accountId', ${account(every(4))}, 'kind', '${model}')`,
    // One of a hundred is over and waits for cleaning.
    expires_at: `case when n % 100 = 0 then now() - interval '1 hour' else made.expires_at end`,
    ...more,
  },
});
const GRANT = `'growth-grant-' || ${every(4)}`;
const SESSION = `'growth-sid-' || ${every(4)}`;

/** The tables that grow with learners, in the order in which they are filled. */
export const FILLS: readonly Fill[] = [
  {
    table: 'account',
    rows: ({ people }) => people,
    columns: {
      ...{ account_id: account('n'), email: EMAIL, first_name: FIRST_NAMES, last_name: LAST_NAMES },
      ...{ password_hash: `growth.password()`, email_verified: 'true', created_at: 'at' },
    },
  },
  {
    table: 'person',
    rows: ({ people }) => people,
    columns: {
      ...{ person_id: person('n'), issuer: `'embedded'`, subject: `${account('n')}::text`, email: EMAIL },
      ...{ first_name: FIRST_NAMES, last_name: LAST_NAMES, email_verified: 'true', created_at: 'at' },
      ...{ pro_starts_at: MEMBERSHIP.starts, pro_ends_at: MEMBERSHIP.ends },
    },
  },
  {
    table: 'progress_event',
    rows: ({ people }) => people * 10,
    columns: {
      ...{ person_id: person('who'), key: SALT('event'), tenant_id: TENANT, item_kind: `'lesson'` },
      item_id: `${COURSE} || (array['-read', '-read', '-check', '-lab'])[1 + n % 4]`,
      kind: `(array['started', 'completed', 'completed', 'started', 'completed', 'position', 'completed', 'started', 'undone', 'completed'])[1 + n % 10]`,
      ...{ value: `case when n % 10 = 5 then 60 end`, at: 'at', recorded_at: 'at' },
    },
  },
  {
    // Every second person has twenty: five courses, and three lessons of each.
    table: 'favorite',
    rows: ({ people }) => people * 10,
    columns: {
      ...{ person_id: person('2 * (1 + (n - 1) / 20)'), tenant_id: TENANT, created_at: 'at' },
      kind: `case n % 4 when 0 then 'course' else 'lesson' end`,
      id: `'growth-' || 1 + ((n - 1) / 20 * 7 + (n - 1) % 20 / 4) % growth.courses() || (array['', '-read', '-check', '-lab'])[1 + n % 4]`,
    },
  },
  {
    table: 'knowledge_check_attempt',
    rows: ({ people }) => people * 10,
    from: `cross join (
      select asked, total, asked #>> '{questions,0,questionKey}' as question from knowledge_check_attempt limit 1
    ) made`,
    columns: {
      ...{ attempt_id: `growth.id('attempt', n)`, person_id: person('who'), tenant_id: TENANT, lesson_id: CHECK },
      ...{ asked: 'made.asked', total: 'made.total', score: '(c * 3)::int % 3', passed: 'c > 0.3' },
      selected: `jsonb_build_object(made.question, jsonb_build_array(
        made.asked #> array['questions', '0', 'options', (n % 2)::text, 'optionKey']))`,
      ...{ created_at: 'at', updated_at: 'at', submitted_at: 'at' },
    },
  },
  {
    table: 'knowledge_check_attempt',
    rows: per(20),
    from: 'cross join (select asked, total from knowledge_check_attempt limit 1) made',
    columns: {
      // Open ones of learners, and ones that visitors began within two days.
      ...{ attempt_id: `growth.id('open', n)`, person_id: `case when n % 10 > 0 then ${person(every(20))} end` },
      ...{ tenant_id: TENANT, lesson_id: CHECK, asked: 'made.asked', total: 'made.total' },
      ...{ created_at: `now() - c * interval '2 days'`, updated_at: `now() - c * interval '2 days'` },
    },
  },
  {
    table: 'review_question',
    rows: per(2),
    columns: {
      ...{ person_id: person(every(2, 4)), tenant_id: TENANT, lesson_id: `${nextCourse(4)} || '-check'` },
      ...{ question_key: `growth.question()`, why: `'wrong'`, step: '(c * 4)::int' },
      ...{ due_at: `at + interval '30 days'`, created_at: 'at' },
    },
  },
  {
    table: 'certificate',
    rows: per(5),
    columns: {
      ...{ person_id: person(every(5)), tenant_id: TENANT, kind: `'course'`, item_id: COURSE },
      ...{ name: `${FIRST_NAMES} || ' ' || ${LAST_NAMES}`, title: `'About growth-' || course` },
      ...{ duration: '900', lessons_count: '3', issued_at: 'at' },
    },
  },
  {
    table: 'feedback',
    rows: per(10),
    columns: {
      ...{ tenant_id: TENANT, person_id: person('who'), feedbackable_type: `'course'`, feedbackable_id: COURSE },
      ...{ course_id: COURSE, schema: `'course-v1'`, comments: `'Clear, and long enough.'`, created_at: 'at' },
      rating: 'case when n % 3 = 0 then 1 + n % 5 end',
    },
  },
  {
    table: 'lab_session',
    rows: ({ people }) => people * 10,
    columns: {
      // Running labs go to different people: a unique index allows one running lab for each person.
      ...{ session_id: `growth.id('lab', n)`, person_id: person(`case when ${RUNS} then 7 + n / 10 else who end`) },
      ...{ tenant_id: TENANT, item_kind: `'lesson'` },
      ...{
        item_id: `${COURSE} || '-lab'`,
        workshop: `'${BENCH_TENANT}-read-the-walls'`,
        title: `'lab'`,
        path: `'/courses/growth-' || course || '/lessons/lab'`,
      },
      ...{ provider: `'browser'`, started_at: 'at', last_seen_at: 'at' },
      ...{ state: `case when ${RUNS} then 'running' else 'ended' end` },
      ...{ end_reason: `case when ${RUNS} then null when n % 5000 = 1 then 'failed' else 'ended' end` },
    },
  },
  {
    table: 'lab_event',
    rows: per(4),
    columns: { session_id: `growth.id('lab', n)`, name: `'started'`, at: 'at' },
  },
  {
    // Three steps of each lab that has an event.
    table: 'lab_step',
    rows: (size) => per(4)(size) * 3,
    columns: {
      ...{ session_id: `growth.id('lab', 1 + (n - 1) / 3)`, step: `'01-start#' || n % 3`, tries: '1 + (a * 4)::int' },
      ...{ failed: 'a > 0.3', first_at: 'at', last_at: 'at', done_at: `case when b > 0.2 then at end` },
    },
  },
  {
    table: 'notice_choice',
    rows: per(3),
    columns: {
      ...{
        person_id: person(every(3)),
        tenant_id: TENANT,
        token: SALT('notice'),
        is_on: 'n % 10 > 1',
        chosen_at: 'at',
      },
      kind: `(array['new-content', 'membership-end', 'weekly-digest'])[1 + n % 3]`,
      looked_until: 'now()',
      // A thousandth is due; the week of the others ends within seven days.
      due_at: `case when n % 1000 < 3 then now() else now() + a * interval '7 days' end`,
    },
  },
  {
    table: 'notice',
    rows: per(3),
    columns: {
      ...{ person_id: person(every(3)), kind: `'weekly-digest'`, subject: `'week ' || n`, tenant_id: TENANT },
      ...{ mail_key: SALT('mail'), told_at: `now() - interval '183 days' * (1 - n::float8 / growth.rows)` },
    },
  },
  {
    table: 'outbox_mail',
    rows: per(3),
    columns: {
      ...{ key: SALT('mail'), tenant_id: TENANT, kind: `'weekly-digest'`, recipient: EMAIL, subject: `'Your week'` },
      ...{ plain: `repeat('Words of a mail. ', 20)`, html: `repeat('<p>Words of a mail.</p>', 60)`, attempts: '1' },
      created_at: `now() - interval '31 days' * (1 - n::float8 / growth.rows)`,
      sent_at: `now() - interval '31 days' * (1 - n::float8 / growth.rows)`,
    },
  },
  {
    table: 'audit_event',
    rows: per(5),
    columns: {
      ...{ at: 'at', tenant_id: TENANT, actor_name: `'Ada Admin'`, target_kind: `'person'` },
      action: `(array['person.rename', 'person.set-membership', 'token.create', 'session.end'])[1 + n % 4]`,
      ...{ target_id: `${person('who')}::text`, address: `'192.0.2.1'` },
    },
  },
  {
    table: 'personal_access_token',
    rows: per(50),
    columns: {
      ...{ person_id: person(every(50)), tenant_id: TENANT, name: `'script ' || n`, abilities: `'{progress:read}'` },
      ...{ token_hash: SALT('token'), created_at: 'at', expires_at: `at + interval '400 days'` },
    },
  },
  {
    table: 'managed_email',
    rows: per(10),
    columns: {
      ...{ type: `'work'`, email: `'work-' || n || '@mail.example.org'`, person_id: person(every(10)) },
      ...{ created_at: 'at', verified_at: 'at' },
    },
  },
  {
    table: 'contact_message',
    rows: per(50),
    columns: {
      ...{ tenant_id: TENANT, person_id: person('who'), first_name: FIRST_NAMES, last_name: LAST_NAMES, email: EMAIL },
      ...{ subject: `'Question'`, message: `'Where is the engine of this lab?'`, created_at: 'at' },
    },
  },
  {
    table: 'voucher_request',
    rows: per(100),
    columns: {
      ...{ person_id: person(every(100)), tenant_id: TENANT, year_starts_at: 'at', requested_at: 'at' },
      sent_at: `case when n % 10 > 0 then at end`,
    },
  },
  {
    table: 'webhook_delivery',
    rows: per(5),
    from: 'cross join (select webhook_id from webhook limit 1) made',
    columns: {
      ...{ webhook_id: 'made.webhook_id', event: `'lesson.completed'`, event_key: SALT('delivery') },
      payload: `jsonb_build_object('person', ${person('who')}, 'lesson', ${CHECK})`,
      happened_at: `now() - interval '31 days' * (1 - n::float8 / growth.rows)`,
      delivered_at: `case when n % 1000 > 0 then now() - interval '31 days' * (1 - n::float8 / growth.rows) end`,
      failed_at: `case when n % 1000 = 0 then now() - interval '31 days' * (1 - n::float8 / growth.rows) end`,
    },
  },
  {
    table: 'page_view',
    rows: ({ courses }) => 730 * Math.min(courses, 300),
    columns: {
      ...{ tenant_id: TENANT, day: `(now() - interval '1 day' * (n % 730))::date`, kind: `'course'` },
      ...{ item_id: `'growth-' || 1 + (n - 1) / 730`, views: '1 + (c * c * 200)::int' },
    },
  },
  {
    table: 'account_device',
    rows: per(2),
    columns: {
      ...{ device_hash: SALT('device'), account_id: account(every(2)) },
      last_used_at: `now() - interval '370 days' * (1 - n::float8 / growth.rows)`,
    },
  },
  {
    table: 'account_code',
    rows: per(20),
    columns: {
      ...{ code_hash: SALT('code'), account_id: account(every(20)), purpose: `'reset'`, email: EMAIL },
      // Most were deleted when their time was over.
      ...{ created_at: 'at', expires_at: `now() + (c - 0.05) * interval '1 day'` },
    },
  },
  {
    table: 'attempt_window',
    rows: per(50),
    columns: { key: SALT('limit'), count: '1', ends_at: `now() + (c - 0.5) * interval '1 hour'` },
  },
  {
    table: 'account_session',
    rows: per(4),
    columns: {
      ...{ session_uid: SESSION, account_id: account(every(4)), user_agent: `'Mozilla/5.0 (X11; Linux x86_64)'` },
      ...{ created_at: `now() - c * interval '10 days'`, last_used_at: `now() - c * interval '1 day'` },
    },
  },
  artifact('Grant', GRANT, {}),
  artifact('Session', SALT('session'), { uid: SESSION }),
  artifact('RefreshToken', SALT('refresh'), { grant_id: GRANT }),
];
