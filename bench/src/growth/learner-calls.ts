import {
  deleteAccount,
  endSessions,
  exportAccount,
  getAccount,
  listSessions,
  setLanguage,
  updateAccount,
} from '@academy/contract/account';
import { findAddress } from '@academy/contract/addresses';
import { listPublicAlerts } from '@academy/contract/alerts';
import { listDue } from '@academy/contract/assignments';
import { getCalendarFeed } from '@academy/contract/assignments-calendar';
import { getCertificate, listMyCertificates } from '@academy/contract/certificates';
import { sendContactMessage } from '@academy/contract/contact';
import { getContentPage } from '@academy/contract/content-pages';
import { getCourse, listCourses } from '@academy/contract/courses';
import { listFavorites, setFavorite } from '@academy/contract/favorites';
import { getFeedbackQuestions, sendFeedback } from '@academy/contract/feedback';
import { completeGuide, getGuide, listGuides } from '@academy/contract/guides';
import { getInstructor, listInstructors } from '@academy/contract/instructors';
import {
  getAttempt,
  getKnowledgeCheck,
  listAttempts,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import {
  extendLabSession,
  getGuideLab,
  getLabSession,
  getLabSolution,
  getLessonLab,
  recordLabSteps,
  saveLabSnapshot,
  startLabSession,
  terminateLabSession,
} from '@academy/contract/labs';
import { getLearningPath, listLearningPaths } from '@academy/contract/learning-paths';
import { exportLearningRecord, getLearningRecord } from '@academy/contract/learning-record';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import {
  addEmail,
  checkVerificationCode,
  deleteEmail,
  listEmails,
  sendVerificationCode,
  updateEmail,
} from '@academy/contract/managed-emails';
import { getMembership, requestVoucher } from '@academy/contract/memberships';
import { getNotifications, setNotification } from '@academy/contract/notifications';
import { addPageView } from '@academy/contract/page-views';
import { findAccount, getMyAccess } from '@academy/contract/people';
import { createToken, deleteTokens, listTokens } from '@academy/contract/personal-access-tokens';
import { getProgressOverlay, getProgressVersion, restartCourse, sendProgressEvents } from '@academy/contract/progress';
import { reportBrowserError } from '@academy/contract/reports';
import {
  answerReview,
  getReviewSummary,
  listReviewMarks,
  listReviewQuestions,
  setReviewEnabled,
  setReviewMark,
} from '@academy/contract/reviews';
import { searchAcademy } from '@academy/contract/search';
import { getGuideLabProof, getGuideWorkshop, getLessonLabProof, getLessonWorkshop } from '@academy/contract/workshops';
import type { GrowthCall, Input, Turn } from './growth-call.ts';

const DAY_MS = 86_400_000;
/** Learners of whom the server answers many at once. */
const TOGETHER = 60;
const courseOf = ({ course }: Turn) => `growth-${course}`;
/** As pages ask: all of a small list, the first part of a long one. */
const asPage = (): Input => ({ query: { allWhenSmall: 'true' } });
const bySlug = (turn: Turn): Input => ({ query: { slug: courseOf(turn) } });
const lessonOf =
  (lessonSlug: string) =>
  (turn: Turn): Input => ({ params: { courseSlug: courseOf(turn), lessonSlug } });
/** A guide for each ten courses, a path for each hundred. */
const guideOf = ({ course }: Turn) => `growth-${Math.ceil(course / 10)}`;
const pathOf = ({ course }: Turn) => `growth-${Math.ceil(course / 100)}`;
const today = (): Input => ({ query: { dayEndsAt: new Date(Date.now() + DAY_MS / 4).toISOString() } });
const labAddress = (turn: Turn) => ({
  ...{ url: `http://kube.localhost:3000/courses/${courseOf(turn)}/lessons/lab`, lessonId: `${courseOf(turn)}-lab` },
});
const guideAddress = (turn: Turn) => ({
  url: `http://kube.localhost:3000/guides/${guideOf(turn)}`,
  lessonId: guideOf(turn),
});
const paramsOfRow = ({ row }: Turn): Input => ({ params: { id: row.id ?? '' } });
const attemptOfRow = ({ row }: Turn) => ({ attemptId: row.id ?? '' });

/** Attempts that learners of the pool have open, one each. */
const OPEN_ATTEMPTS = `
  delete from knowledge_check_attempt
  where submitted_at is null and person_id in (select person_id from growth.pool) and lesson_id = 'growth-template-check';
  insert into knowledge_check_attempt (attempt_id, person_id, tenant_id, lesson_id, asked, total)
  select growth.id('attempt ' || $2, turn), person_id, 'kube', 'growth-template-check', asked, total
  from growth.pool cross join (select asked, total from knowledge_check_attempt where lesson_id <> '' limit 1) made
  where turn < $1
  returning (select turn from growth.pool p where p.person_id = knowledge_check_attempt.person_id) as turn,
    attempt_id as id, asked #>> '{questions,0,questionKey}' as question`;

/** Labs of the learners of the pool, in this state; those that ran before have ended. */
const labsOf = (state: 'running' | 'ended') => `
  update lab_session set state = 'ended', end_reason = 'ended'
  where state <> 'ended' and person_id in (select person_id from growth.pool);
  insert into lab_session (session_id, person_id, tenant_id, item_kind, item_id, title, path, provider, state)
  select growth.id('lab ' || $2, turn), person_id, 'kube', 'lesson', 'growth-1-lab', 'lab', '/courses/growth-1/lessons/lab', 'browser', '${state}'
  from growth.pool where turn < $1
  returning (select turn from growth.pool p where p.person_id = lab_session.person_id) as turn, session_id as id`;

/** Addresses in the lists of learners, not verified. */
const ADDRESSES = `
  insert into managed_email (type, email, person_id)
  select 'work', $2 || turn || '@mail.example.org', person_id from growth.pool where turn < $1
  returning (select turn from growth.pool p where p.person_id = managed_email.person_id) as turn, email`;

const REVIEWS = `
  with more as (
    insert into review_question (person_id, tenant_id, lesson_id, question_key, why, due_at)
    select person_id, 'kube', 'growth-template-check', growth.question(), 'wrong', now() - interval '1 hour' from growth.pool where turn < $1
    on conflict (person_id, tenant_id, lesson_id, question_key) do update set due_at = excluded.due_at, answered_at = null, step = 0
    returning person_id, review_id)
  select turn, review_id as id, growth.question() as question from more join growth.pool using (person_id) where $2 <> ''`;

/** An article that the learner has no event about: the first of ten courses. */
const NEW_LESSONS = `
  select turn, lesson_id as lesson, course_id as course from growth.pool
  cross join lateral (
    select lesson_id, course_id from generate_series(0, 9) k
    join lesson on lesson_id = 'growth-' || 1 + (turn * 37 + abs(hashtext($2)) % 1000 + k * 7) % growth.courses() || '-read'
    where tenant_id = 'kube'
      and not exists (select from progress_event e where e.person_id = growth.pool.person_id and e.tenant_id = 'kube'
        and e.item_kind = 'lesson' and e.item_id = lesson_id)
    limit 1) fresh
  where turn < $1`;

const CODES = `
  with mine as (${ADDRESSES.replace('as turn, email', 'as turn, email, email_id, person_id')})
  select turn, email from mine`;

/** People who are removed: not of the pool, with the records that they have. */
const LEAVING = `
  select growth.pool.turn, 'x' as nothing from growth.pool where turn >= (select count(*) from growth.pool) - $1 and $2 <> ''`;

const as =
  (who: GrowthCall['as']) =>
  (call: GrowthCall['call'], more: Omit<GrowthCall, 'call' | 'as'> = {}): GrowthCall => ({ call, as: who, ...more });
const visitor = as('visitor');
const learner = as('learner');

const COMPLETION = 'COMPLETE_LESSON';
const feedback = (turn: Turn): Input => ({
  body: {
    ...{ feedbackableType: 'course', feedbackableId: courseOf(turn), courseId: courseOf(turn), schema: 'course-v1' },
    ...{ comments: 'Good.', isBug: false, allowContact: false, context: { userAgent: '', url: '', route: '' } },
  },
});
const contact = (): Input => ({
  body: {
    ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', subject: 'A question about a course' },
    message: 'Where is the engine?',
  },
});

/** Beginnings of words, two words, misspelt, rare and common ones, in equal parts. */
const SEARCHES = `
  select turn, (array[left(word, 4), word || ' ' || common, left(word, 1) || substr(word, 3, 1) || substr(word, 2, 1) || substr(word, 4),
    word, common])[1 + turn % 5] as text
  from (select row_number() over () - 1 as turn, word,
      (array['container', 'image', 'process', 'command', 'pod'])[1 + length(word) % 5] as common
    from (select word from search_word where tenant_id = 'kube' and word ~ '^[a-z]{5,}$' order by md5(word || $2) limit $1) few) words`;

/** What visitors do. */
export const VISITOR_CALLS: readonly GrowthCall[] = [
  visitor(listCourses, { input: asPage }),
  visitor(listCourses, {
    what: 'filtered',
    input: ({ n }) => ({ query: { topic: `topic-${n % 40}`, sort: 'newest', pageNumber: '0', pageSize: '24' } }),
  }),
  visitor(listCourses, { what: 'everything', times: 40 }),
  visitor(getCourse, { input: bySlug }),
  visitor(listLessons, { input: bySlug }),
  visitor(getLesson, { input: lessonOf('read') }),
  visitor(getKnowledgeCheck, { input: lessonOf('check') }),
  visitor(getLessonWorkshop, { input: lessonOf('lab') }),
  visitor(getLessonLabProof, { input: lessonOf('lab') }),
  visitor(listGuides, { input: asPage }),
  visitor(getGuide, { input: (turn) => ({ query: { slug: guideOf(turn) } }) }),
  visitor(getGuideWorkshop, { input: (turn) => ({ params: { guideSlug: guideOf(turn) } }) }),
  visitor(getGuideLabProof, { input: (turn) => ({ params: { guideSlug: guideOf(turn) } }) }),
  visitor(listLearningPaths, { input: asPage }),
  visitor(getLearningPath, { input: (turn) => ({ query: { slug: pathOf(turn) } }) }),
  visitor(listInstructors),
  visitor(getInstructor, { input: () => ({ query: { slug: 'mariam-oyelaran' } }) }),
  visitor(getContentPage, { input: () => ({ params: { slug: 'about' } }) }),
  visitor(listPublicAlerts),
  visitor(getFeedbackQuestions),
  visitor(findAddress, { input: ({ n }) => ({ query: { path: `/courses/former-${n}/lessons/former-${n}` } }) }),
  visitor(searchAcademy, { rows: SEARCHES, input: ({ row }) => ({ query: { q: row.text ?? 'container' } }) }),
  visitor(openAttempt, { what: 'visitor', input: (turn) => ({ body: { lessonId: `${courseOf(turn)}-check` } }) }),
  visitor(findAccount, { input: ({ n }) => ({ headers: { email: `learner-${n * 4}@mail.example.org` } }) }),
  visitor(getCertificate, {
    rows: `select row_number() over () - 1 as turn, certificate_id as id from (select certificate_id from certificate where $2 <> '' limit $1) few`,
    input: ({ row }) => ({ params: { certificateId: row.id ?? '' } }),
  }),
  visitor(sendFeedback, { what: 'visitor', input: feedback }),
  visitor(sendContactMessage, { input: contact }),
  visitor(addPageView, { input: (turn) => ({ body: { path: `/courses/${courseOf(turn)}` } }) }),
  visitor(reportBrowserError, { input: ({ n }) => ({ body: { message: `Error ${n}`, path: '/courses' } }) }),
];

/** What learners do. */
export const LEARNER_CALLS: readonly GrowthCall[] = [
  learner(getProgressOverlay, {
    ...{ what: 'course', together: TOGETHER, input: (turn) => ({ query: { courseSlug: courseOf(turn) } }) },
  }),
  learner(getProgressOverlay, { what: 'home', input: () => ({ query: { kind: 'home' } }) }),
  learner(getProgressOverlay, { what: 'courses', input: () => ({ query: { kind: 'courses' } }) }),
  learner(getProgressVersion),
  learner(listCourses, {
    what: 'own progress',
    input: () => ({ query: { progressFilterRequired: 'true', progress: 'completed' } }),
  }),
  learner(getCourse, { what: 'learner', input: bySlug }),
  learner(getLesson, { what: 'learner', input: lessonOf('read') }),
  learner(completeLesson, {
    rows: NEW_LESSONS,
    together: TOGETHER,
    input: ({ row }) => ({
      body: { courseId: row.course, lessonId: row.lesson, isLastLesson: false, operationType: COMPLETION },
    }),
  }),
  learner(sendProgressEvents, {
    input: (turn) => ({
      body: {
        events: ['read', 'check', 'lab'].map((part) => ({
          ...{ key: crypto.randomUUID(), lessonId: `${courseOf(turn)}-${part}`, kind: 'started' },
          at: new Date().toISOString(),
        })),
      },
    }),
  }),
  learner(completeGuide, { input: (turn) => ({ body: { lessonId: guideOf(turn), operationType: COMPLETION } }) }),
  learner(restartCourse, { input: (turn) => ({ body: { courseId: courseOf(turn) } }) }),
  learner(openAttempt, { input: (turn) => ({ body: { lessonId: `${courseOf(turn)}-check` } }) }),
  learner(saveAnswer, {
    rows: OPEN_ATTEMPTS,
    input: (turn) => ({ params: attemptOfRow(turn), body: { questionKey: turn.row.question, selected: [] } }),
  }),
  learner(submitAttempt, { rows: OPEN_ATTEMPTS, input: (turn) => ({ params: attemptOfRow(turn) }) }),
  learner(getAttempt, { rows: OPEN_ATTEMPTS, input: (turn) => ({ params: attemptOfRow(turn) }) }),
  learner(listAttempts, { input: (turn) => ({ query: { lessonId: `${courseOf(turn)}-check` } }) }),
  learner(setFavorite, {
    input: (turn) => ({ body: { id: courseOf(turn), operationType: 'save', likeableType: 'course' } }),
  }),
  learner(listFavorites),
  learner(getReviewSummary, { input: today }),
  learner(listReviewQuestions, { input: today }),
  learner(answerReview, {
    rows: REVIEWS,
    input: ({ row }) => ({ body: { reviewId: row.id, selected: [], ...today().query } }),
  }),
  learner(listReviewMarks, { input: (turn) => ({ query: { lessonId: `${courseOf(turn)}-check` } }) }),
  learner(setReviewMark, {
    rows: OPEN_ATTEMPTS,
    input: ({ row }) => ({ body: { lessonId: 'growth-template-check', questionKey: row.question, asked: true } }),
  }),
  learner(setReviewEnabled, {
    rows: `update person set reviews_off_at = now() where person_id in (select person_id from growth.pool where turn < $1 and $2 <> '');
      select turn, 'x' as nothing from growth.pool where turn < $1`,
    input: () => ({ body: { enabled: true } }),
  }),
  learner(getLearningRecord),
  learner(exportLearningRecord, { times: 40, input: () => ({ query: { format: 'pdf' } }) }),
  learner(listMyCertificates),
  learner(getLessonLab, { input: (turn) => ({ query: labAddress(turn) }) }),
  learner(getGuideLab, { input: (turn) => ({ query: guideAddress(turn) }) }),
  learner(startLabSession, { rows: labsOf('ended'), input: (turn) => ({ body: labAddress(turn) }) }),
  ...[getLabSession, getLabSolution, extendLabSession, terminateLabSession].map((call) =>
    learner(call, { rows: labsOf('running'), input: paramsOfRow }),
  ),
  learner(saveLabSnapshot, {
    rows: labsOf('running'),
    input: (turn) => ({
      ...paramsOfRow(turn),
      body: { files: [{ path: 'a', text: 'A' }], page: null, done: [], at: new Date().toISOString() },
    }),
  }),
  learner(recordLabSteps, {
    rows: labsOf('running'),
    input: (turn) => ({
      ...paramsOfRow(turn),
      body: {
        events: ['a', 'b', 'c'].map((step) => ({
          ...{ step: `01-start#${step}`, result: 'failed', tries: 1, exitStatus: 1 },
          at: new Date().toISOString(),
        })),
      },
    }),
  }),
  learner(getMembership),
  learner(requestVoucher, {
    rows: `with pro as (
        update person set pro_starts_at = now(), pro_ends_at = now() + interval '300 days'
        where person_id in (select person_id from growth.pool where turn < $1) and $2 <> '' returning person_id)
      select turn, 'x' as nothing from pro join growth.pool using (person_id)`,
  }),
  learner(listDue, {
    rows: `with made as (insert into learner_group (tenant_id, name) values ('kube', 'Due ' || $2) returning group_id),
      joined as (
        insert into group_member (group_id, person_id, source) select group_id, person_id, 'hand' from made, growth.pool),
      assigned as (
        insert into assignment (tenant_id, group_id, kind, item_id, mandatory, begins_on, due_on, zone, counts_before)
        select 'kube', group_id, 'course', 'growth-' || n, true, '2026-01-01', '2030-12-31', 'UTC', true
        from made, generate_series(1, 5) n)
      select turn, 'x' as nothing from growth.pool where turn < $1`,
  }),
  learner(getCalendarFeed),
  learner(getNotifications),
  learner(setNotification, { input: () => ({ body: { kind: 'weekly-digest', isOn: true } }) }),
  learner(getAccount),
  learner(updateAccount, {
    input: ({ caller, n }) => ({ body: { firstName: caller.firstName, lastName: `Growth ${n}` } }),
  }),
  learner(setLanguage, { input: ({ n }) => ({ body: { language: n % 2 === 0 ? 'de' : 'en' } }) }),
  learner(listSessions),
  learner(endSessions, {
    rows: `with more as (
        insert into account_session (session_uid, account_id, user_agent)
        select $2 || turn, account_id, 'another' from growth.pool where turn < $1 returning session_uid, account_id)
      select turn, session_uid as id from more join growth.pool using (account_id)`,
    input: ({ row }) => ({ body: { ids: [row.id] } }),
  }),
  learner(exportAccount, { times: 60 }),
  learner(getMyAccess),
  learner(createToken, {
    input: ({ n }) => ({ body: { name: `growth ${n} ${Date.now()}`, abilities: ['progress:read'] } }),
  }),
  learner(listTokens),
  learner(deleteTokens, {
    rows: `with more as (
        insert into personal_access_token (person_id, tenant_id, name, abilities, token_hash, expires_at)
        select person_id, 'kube', $2 || turn, '{progress:read}', md5($2 || turn), now() + interval '9 days' from growth.pool where turn < $1
        returning person_id, token_id)
      select turn, token_id as id from more join growth.pool using (person_id)`,
    input: ({ row }) => ({ body: [row.id] }),
  }),
  learner(listEmails),
  learner(addEmail, {
    input: ({ n }) => ({ query: { emailType: 'work', emailId: `new-${n}-${Date.now()}@mail.example.org` } }),
  }),
  learner(updateEmail, {
    rows: ADDRESSES,
    input: ({ row }) => ({ query: { type: 'work', currentEmail: row.email, newEmail: `changed-${row.email}` } }),
  }),
  learner(deleteEmail, { rows: ADDRESSES, input: ({ row }) => ({ query: { type: 'work', email: row.email } }) }),
  learner(sendVerificationCode, {
    rows: ADDRESSES,
    input: ({ row }) => ({ query: { emailType: 'work', verifiableEmail: row.email } }),
  }),
  learner(checkVerificationCode, {
    rows: CODES,
    input: ({ row }) => ({ query: { emailType: 'work', verifiableEmail: row.email, verificationCode: '123456' } }),
  }),
  learner(sendFeedback, { input: feedback }),
];

/** The last call of a run: it removes people of the pool. */
export const LEAVING_CALL: GrowthCall = learner(deleteAccount, {
  times: 30,
  rows: LEAVING,
  input: ({ caller }) => ({ body: { email: caller.email } }),
});
