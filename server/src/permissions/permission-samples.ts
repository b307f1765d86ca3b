import { packItem } from '@academy/content/pack';
import {
  type AlertInput,
  createAlert,
  deleteAlerts,
  getAlert,
  restoreAlerts,
  updateAlert,
} from '@academy/contract/alerts-admin';
import type { Call, CallInput } from '@academy/contract/call';
import { correctCertificate, setCertificateRevoked } from '@academy/contract/certificates';
import { getContentPage } from '@academy/contract/content-pages';
import { getCourse } from '@academy/contract/courses';
import { setFavorite } from '@academy/contract/favorites';
import { completeGuide, getGuide } from '@academy/contract/guides';
import { getInstructor } from '@academy/contract/instructors';
import {
  getAttempt,
  getKnowledgeCheck,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { getLearningPath } from '@academy/contract/learning-paths';
import { completeLesson, getLesson, listLessons } from '@academy/contract/lessons';
import type { Principal } from '@academy/contract/permissions';
import { deleteTokens } from '@academy/contract/personal-access-tokens';
import { deleteContent, setContentStatus } from '@academy/contract/publishing';
import { getContentVersion, listContentVersions, rollBackContent } from '@academy/contract/publishing-history';
import { getGuideWorkshop, getLessonWorkshop } from '@academy/contract/workshops';
import { eq } from 'drizzle-orm';
import { person, personalAccessToken } from '../db/tables.ts';
import { anItem } from '../testing/an-item.ts';
import { publishItem, type TestApp, type TestPerson } from '../testing/start-app.ts';
import { hashToken } from '../values/token-format.ts';
import { assignmentSamples, foreignAssignments } from './assignment-samples.ts';
import { anAttempt, attemptSamples, foreignAttempts } from './attempt-samples.ts';
import { contentAdminSamples, foreignContent } from './content-admin-samples.ts';
import { directorySamples } from './directory-samples.ts';
import { draftSamples, foreignDrafts } from './draft-samples.ts';
import { foreignGroups, groupSamples } from './group-samples.ts';
import { foreignLabs, labSamples } from './lab-samples.ts';
import { foreignLinks, linkSamples } from './link-samples.ts';
import { foreignEmails, foreignMessages, messageSamples } from './message-samples.ts';
import { aCertificate, type MakeForeign, read, type Sample } from './permission-records.ts';
import { foreignProofs, proofSamples } from './proof-samples.ts';
import { foreignReports, reportSamples } from './report-samples.ts';
import { foreignReviews, reviewSamples } from './review-samples.ts';
import { foreignRoles, roleSamples } from './role-samples.ts';
import { foreignVouchers, voucherSamples } from './voucher-samples.ts';
import { foreignWebhooks, webhookSamples } from './webhook-samples.ts';

const guideCompletion = (lessonId: string) => ({ body: { lessonId, operationType: 'COMPLETE_LESSON' } });
const slug =
  (value: string): Sample =>
  async () => ({ query: { slug: value } });
const params =
  (value: Record<string, string>): Sample =>
  async () => ({ params: value });

let count = 0;
/** A name that was never used. */
const fresh = (): string => `spring-fresh-${++count}`;

/** A new item for calls that remove or change it. */
async function aPage(app: TestApp): Promise<{ kind: string; id: string }> {
  const id = fresh();
  await publishItem(app, 'spring', anItem('page', { id }, { 'content.md': 'Words.' }));
  return { kind: 'page', id };
}

async function aUserId(app: TestApp): Promise<{ userId: string }> {
  return { userId: (await app.aPerson()).personId };
}

/** A token of the principal's own; of another person for a visitor. */
async function aTokenId(app: TestApp, who: TestPerson | null): Promise<string> {
  const token = await app.aToken(who ?? (await app.aPerson()), 'spring', ['progress:read']);
  const rows = await app.database.db
    .select({ tokenId: personalAccessToken.tokenId })
    .from(personalAccessToken)
    .where(eq(personalAccessToken.tokenHash, hashToken(token)));
  return rows[0]?.tokenId ?? '';
}

const ALERT: AlertInput = {
  message: 'Read this',
  level: 'info',
  actionText: null,
  actionUrl: null,
  audience: 'all',
  from: null,
  to: null,
};

/** An alert of an academy. */
async function anAlertId(app: TestApp, tenant: string): Promise<string> {
  const bearer = await (await app.aPerson({ admin: true })).bearer();
  const { body } = await app.call(createAlert, { body: ALERT }, { tenant, bearer });
  return (body.data as { id: string }).id;
}

/** An alert of an academy that was just deleted. */
async function aDeletedAlertId(app: TestApp, tenant: string): Promise<string> {
  const id = await anAlertId(app, tenant);
  const bearer = await (await app.aPerson({ admin: true })).bearer();
  await app.call(deleteAlerts, { body: { ids: [id] } }, { tenant, bearer });
  return id;
}

/** A call about another person's attempt. */
const attemptOf =
  (call: Call, more: object = {}): MakeForeign =>
  async (app) => {
    const { attemptId } = await anAttempt(app, await app.aPerson());
    const missing = { params: { attemptId: crypto.randomUUID() }, ...more };
    return { call, principal: 'user', foreign: { params: { attemptId }, ...more }, missing };
  };

/** A call of an administrator about a certificate of another academy. */
const certificateOf =
  (call: Call, body: object): MakeForeign =>
  async (app) => ({
    call,
    principal: 'admin',
    foreign: { params: await aCertificate(app, 'kube'), body },
    missing: { params: { certificateId: crypto.randomUUID() }, body },
  });
const CORRECTION = { name: 'Ada Lovelace', reason: 'She told us.' };
const REVOCATION = { revoked: true, reason: 'It was a mistake.' };

/** Samples by the names of calls; a call that succeeds without input needs none. */
export const SAMPLES: Readonly<Record<string, Sample>> = {
  getCourse: slug('spring-course'),
  listLessons: slug('spring-course'),
  getLesson: params({ courseSlug: 'spring-course', lessonSlug: 'spring-lesson' }),
  completeLesson: async () => ({
    body: {
      courseId: 'spring-course',
      lessonId: 'spring-lesson',
      isLastLesson: false,
      operationType: 'COMPLETE_LESSON',
    },
  }),
  getKnowledgeCheck: params({ courseSlug: 'spring-course', lessonSlug: 'spring-check' }),
  openAttempt: async () => ({ body: { lessonId: 'spring-check' } }),
  saveAnswer: async (app, who) => {
    const { attemptId, questionKey } = await anAttempt(app, who);
    return { params: { attemptId }, body: { questionKey, selected: [] } };
  },
  submitAttempt: async (app, who) => ({ params: { attemptId: (await anAttempt(app, who)).attemptId } }),
  listAttempts: async () => ({ query: { lessonId: 'spring-check' } }),
  getAttempt: async (app, who) => ({ params: { attemptId: (await anAttempt(app, who)).attemptId } }),
  getLessonWorkshop: params({ courseSlug: 'spring-course', lessonSlug: 'spring-lab' }),
  ...labSamples,
  ...proofSamples,
  ...reviewSamples,
  ...assignmentSamples,
  ...groupSamples,
  ...reportSamples,
  ...linkSamples,
  ...roleSamples,
  ...directorySamples,
  ...webhookSamples,
  ...voucherSamples,
  setConnection: async () => ({ params: { name: 'assistants' }, body: { isOn: true } }),
  getCertificate: async (app) => ({ params: await aCertificate(app, 'spring') }),
  correctCertificate: async (app) => ({ params: await aCertificate(app, 'spring'), body: CORRECTION }),
  setCertificateRevoked: async (app) => ({ params: await aCertificate(app, 'spring'), body: REVOCATION }),
  getGuide: slug('spring-guide'),
  getGuideWorkshop: params({ guideSlug: 'spring-guide' }),
  completeGuide: async () => guideCompletion('spring-guide'),
  getLearningPath: slug('spring-path'),
  getContentPage: params({ slug: 'spring-page' }),
  searchAcademy: async () => ({ query: { q: 'lesson' } }),
  findAddress: async () => ({ query: { path: '/courses/nowhere' } }),
  getProgressOverlay: async () => ({ query: { kind: 'courses' } }),
  sendProgressEvents: async () => ({
    body: { events: [{ key: fresh(), lessonId: 'spring-lesson', kind: 'started', at: new Date().toISOString() }] },
  }),
  restartCourse: async () => ({ body: { courseId: 'spring-course' } }),
  setFavorite: async () => ({ body: { id: 'spring-course', operationType: 'save', likeableType: 'course' } }),
  getInstructor: slug('spring-teacher'),
  findAccount: async () => ({ headers: { email: 'somebody@example.org' } }),
  updateAccount: async () => ({ body: { firstName: 'Ada', lastName: 'Lovelace' } }),
  setLanguage: async () => ({ body: { language: 'de' } }),
  endSessions: async () => ({ body: { everywhere: true } }),
  deleteAccount: async (_app, who) => ({ body: { email: who?.email ?? 'nobody@example.org' } }),
  putContent: async () => {
    const item = anItem('page', { id: fresh() }, { 'content.md': 'Words.' });
    return {
      params: { kind: item.kind, id: item.id },
      headers: { 'content-type': 'application/gzip' },
      body: Buffer.from(await packItem(item)),
    };
  },
  deleteContent: async (app) => ({ params: await aPage(app) }),
  setContentStatus: async (app) => ({ params: await aPage(app), body: { status: 'unlisted' } }),
  listContentVersions: params({ kind: 'course', id: 'spring-course' }),
  getContentVersion: params({ kind: 'course', id: 'spring-course', version: '1' }),
  rollBackContent: async (app) => ({ params: await aPage(app), body: { version: 1 } }),
  ...contentAdminSamples,
  ...draftSamples,
  searchPeople: async () => ({ body: {} }),
  toggleAdmin: async (app) => ({ params: await aUserId(app), query: { toggle: 'true' } }),
  getLearner: async (app) => ({ params: await aUserId(app) }),
  ...attemptSamples,
  importPeople: async () => ({ body: { dryRun: true, rows: [{ line: 2, email: 'somebody@example.org' }] } }),
  invitePeople: async () => ({ body: { emails: ['somebody@example.org'] } }),
  helpSignIn: async (app) => ({ params: await aUserId(app), body: { help: 'sessions' } }),
  startViewAs: async (app) => ({ params: await aUserId(app) }),
  setMembership: async (app) => ({ params: await aUserId(app), body: null }),
  // Everybody may make the call; the handler refuses people without a membership, so the sample gives each of them one.
  requestVoucher: async (app, who) => {
    const membership = { proStartsAt: new Date(Date.now() - 1_000), proEndsAt: new Date(Date.now() + 60_000) };
    if (who !== null) await app.database.db.update(person).set(membership).where(eq(person.personId, who.personId));
    return { headers: {} };
  },
  createToken: async () => ({ body: { name: fresh(), abilities: ['progress:read'] } }),
  deleteTokens: async (app, who) => ({ body: [await aTokenId(app, who)] }),
  getAlert: async (app) => ({ params: { id: await anAlertId(app, 'spring') } }),
  createAlert: async () => ({ body: ALERT }),
  updateAlert: async (app) => ({ params: { id: await anAlertId(app, 'spring') }, body: ALERT }),
  deleteAlerts: async (app) => ({ body: { ids: [await anAlertId(app, 'spring')] } }),
  restoreAlerts: async (app) => ({ body: { ids: [await aDeletedAlertId(app, 'spring')] } }),
  previewAlert: async () => ({ body: { message: '<b>Read</b> this' } }),
  ...messageSamples,
};

/** The input with which a permitted principal makes a call: its sample, or none. */
export const inputOf = async (call: Call, app: TestApp, who: TestPerson | null): Promise<CallInput<Call>> =>
  ((await SAMPLES[call.name]?.(app, who)) ?? {}) as CallInput<Call>;

function bySlug(call: Call, value: string): MakeForeign {
  return read(call, { query: { slug: value } }, { query: { slug: 'nowhere' } });
}

const content =
  (call: Call, more: object = {}): MakeForeign =>
  async () => ({
    call,
    principal: 'token',
    foreign: { params: { kind: 'course', id: 'kube-course', version: '1' }, ...more },
    missing: { params: { kind: 'course', id: 'no-course', version: '1' }, ...more },
  });

const lesson = (courseSlug: string, lessonSlug: string) => ({ params: { courseSlug, lessonSlug } });
const completion = (courseId: string, lessonId: string) => ({
  body: { courseId, lessonId, isLastLesson: false, operationType: 'COMPLETE_LESSON' },
});

const alertOf =
  (principal: Principal, call: Call, input: (id: string) => object): MakeForeign =>
  async (app) => ({
    call,
    principal,
    foreign: input(await anAlertId(app, 'kube')),
    missing: input(crypto.randomUUID()),
  });

const favoriteOf = (likeableType: string, id: string) => ({ body: { id, operationType: 'save', likeableType } });

export const foreignRecords: Readonly<Record<string, MakeForeign>> = {
  "another academy's course": bySlug(getCourse, 'kube-course'),
  'a course that is a draft': bySlug(getCourse, 'spring-draft'),
  "the lessons of another academy's course": bySlug(listLessons, 'kube-course'),
  "another academy's lesson": read(getLesson, lesson('kube-course', 'kube-lesson'), lesson('nowhere', 'nothing')),
  'a lesson of a draft': read(getLesson, lesson('spring-draft', 'draft-lesson'), lesson('nowhere', 'nothing')),
  "another academy's knowledge check": read(
    getKnowledgeCheck,
    lesson('kube-course', 'kube-check'),
    lesson('nowhere', 'nothing'),
  ),
  "an attempt at another academy's knowledge check": read(
    openAttempt,
    { body: { lessonId: 'kube-check' } },
    { body: { lessonId: 'nothing' } },
  ),
  "somebody else's attempt": attemptOf(getAttempt),
  "an answer in somebody else's attempt": attemptOf(saveAnswer, { body: { questionKey: 'one', selected: [] } }),
  "the end of somebody else's attempt": attemptOf(submitAttempt, { headers: {} }),
  ...foreignReviews,
  ...foreignAssignments,
  ...foreignGroups,
  ...foreignReports,
  ...foreignLinks,
  ...foreignRoles,
  ...foreignAttempts,
  ...foreignWebhooks,
  ...foreignVouchers,
  ...foreignEmails,
  ...foreignMessages,
  "another academy's lab": read(getLessonWorkshop, lesson('kube-course', 'kube-lab'), lesson('nowhere', 'nothing')),
  "another academy's guide lab": read(
    getGuideWorkshop,
    { params: { guideSlug: 'kube-guide' } },
    { params: { guideSlug: 'nowhere' } },
  ),
  ...foreignProofs,
  "another academy's guide": bySlug(getGuide, 'kube-guide'),
  "another academy's path": bySlug(getLearningPath, 'kube-path'),
  "another academy's instructor": bySlug(getInstructor, 'kube-teacher'),
  "another academy's page": read(getContentPage, { params: { slug: 'kube-page' } }, { params: { slug: 'nowhere' } }),
  "the completion of another academy's lesson": read(
    completeLesson,
    completion('kube-course', 'kube-lesson'),
    completion('no-course', 'no-lesson'),
  ),
  "the completion of another academy's guide": read(
    completeGuide,
    guideCompletion('kube-guide'),
    guideCompletion('no-guide'),
  ),
  "a favorite on another academy's course": read(
    setFavorite,
    favoriteOf('course', 'kube-course'),
    favoriteOf('course', 'nothing'),
  ),
  "a favorite on another academy's lesson": read(
    setFavorite,
    favoriteOf('lesson', 'kube-lesson'),
    favoriteOf('lesson', 'nothing'),
  ),
  'a favorite on a draft': read(setFavorite, favoriteOf('course', 'spring-draft'), favoriteOf('course', 'nothing')),
  "taking out another academy's item": content(deleteContent),
  "the status of another academy's item": content(setContentStatus, { body: { status: 'draft' } }),
  "the history of another academy's item": content(listContentVersions),
  "a version of another academy's item": content(getContentVersion),
  "rolling back another academy's item": content(rollBackContent, { body: { version: 1 } }),
  ...foreignContent,
  ...foreignDrafts,
  ...foreignLabs,
  "another academy's alert": alertOf('admin', getAlert, (id) => ({ params: { id } })),
  "a change of another academy's alert": alertOf('admin', updateAlert, (id) => ({ params: { id }, body: ALERT })),
  "taking away another academy's alert": alertOf('token', deleteAlerts, (id) => ({ body: { ids: [id] } })),
  "bringing back another academy's alert": async (app) => ({
    call: restoreAlerts,
    principal: 'admin',
    foreign: { body: { ids: [await aDeletedAlertId(app, 'kube')] } },
    missing: { body: { ids: [crypto.randomUUID()] } },
  }),
  "the name on another academy's certificate": certificateOf(correctCertificate, CORRECTION),
  "the end of another academy's certificate": certificateOf(setCertificateRevoked, REVOCATION),
  "somebody else's token": async (app) => ({
    call: deleteTokens,
    principal: 'user',
    foreign: { body: [await aTokenId(app, null)] },
    missing: { body: [crypto.randomUUID()] },
  }),
};
