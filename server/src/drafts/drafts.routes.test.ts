import { type PackedItem, packItem } from '@academy/content/pack';
import { getCourse, listCourses } from '@academy/contract/courses';
import { type Draft, getDraftFiles, listDrafts, planDraft, revokeDraft } from '@academy/contract/drafts';
import { getGuide } from '@academy/contract/guides';
import { openAttempt, submitAttempt } from '@academy/contract/knowledge-checks';
import { getGuideLab, startLabSession } from '@academy/contract/labs';
import { getLesson } from '@academy/contract/lessons';
import { searchAcademy } from '@academy/contract/search';
import { loadTenants } from '@academy/tenants';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { draft, draftNote } from '../db/draft-tables.ts';
import { account } from '../db/identity-tables.ts';
import { auditEvent, knowledgeCheckAttempt, outboxMail, progressEvent } from '../db/tables.ts';
import { rendererInProcess } from '../front/page-renderer.ts';
import { aCourse } from '../testing/a-course.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { publishItem, startApp, type TestPerson } from '../testing/start-app.ts';
import * as entry from '../testing/web-entry.fixture.ts';
import { publishDue } from './planned-drafts.ts';

const web = { entry, renderer: rendererInProcess(entry), clientFolder: null };
const app = await startApp({ web, limits: { anonymousPerMinute: 1_000_000, signedInPerMinute: 1_000_000 } });
const { db } = app.database;
const tenant = (await loadTenants()).get('spring');
if (tenant === undefined) throw new Error('there is no tenant spring');
const brandOf = () => ({ tenant, origin: null });

const mine = (
  text = 'Drafted text.',
  title = 'My course',
  type: 'article' | 'knowledge-check' = 'article',
): PackedItem => ({
  kind: 'course',
  ...aCourse({
    id: 'spring-mine',
    title,
    lessons: [{ id: 'spring-mine-1', type, content: `## One\n\n${text}\n` }],
  }),
});

let author: TestPerson;
let token = '';

beforeAll(async () => {
  await publishItem(app, 'spring', mine('Published text.', 'Published course'));
  const roles = [{ role: 'author', tenantId: 'spring', scope: 'course:spring-mine' } as const];
  author = await app.aPerson({ roles });
  token = await app.aToken(author, 'spring', ['content:write'], ['course:spring-mine']);
});

async function push(item: PackedItem, { name = 'pr-1', bearer = token } = {}) {
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/drafts/${name}/${item.kind}/${item.id}`,
    headers: {
      ...{ host: 'spring.localhost:3000', tenantid: 'spring', authorization: `Bearer ${bearer}` },
      'content-type': 'application/gzip',
    },
    payload: Buffer.from(await packItem(item)),
  });
  return {
    status: response.statusCode,
    ...(response.json().data as { outcome: string; draft: { draftId: string; url: string } }),
  };
}

const keyOf = (url: string) => new URL(url).pathname;
const inSpring = async (who: TestPerson) => ({ tenant: 'spring', bearer: await who.bearer() });
const drafts = async (who: TestPerson): Promise<Draft[]> =>
  ((await app.call(listDrafts, {}, await inSpring(who))).body.data as { result: Draft[] }).result;

/** Asks the site of a draft, as its pages do. */
async function ask(url: string, method: 'GET' | 'POST', path: string, body?: object, cookie = '') {
  const response = await app.request({
    ...{ method, url: `${keyOf(url)}/api/v1${path}` },
    headers: { host: 'spring.localhost:3000', tenantid: 'spring', cookie, 'idempotency-key': crypto.randomUUID() },
    ...(body === undefined ? {} : { payload: body }),
  });
  return { status: response.statusCode, headers: response.headers, data: response.json().data };
}
const open = (url: string, host = 'spring.localhost:3000') =>
  app.request({ method: 'GET', url: keyOf(url), headers: { host } });

const lessonOf = getLesson.path.replace(':courseSlug', 'spring-mine').replace(':lessonSlug', 'spring-mine-1');
const asTenant = { tenant: 'spring' };

describe('a draft', () => {
  // Shows security#drafts
  it('is shown by its link and to nobody else', async () => {
    const { status, outcome, draft: made } = await push(mine());
    expect([status, outcome]).toEqual([200, 'created']);
    expect(made.url).toMatch(/^http:\/\/spring\.localhost:3000\/drafts\/[0-9a-f]{32}\.1\.[\w-]{22}$/);
    const course = await ask(made.url, 'GET', `${getCourse.path}?slug=spring-mine`);
    expect([course.status, course.data.title]).toEqual([200, 'My course']);
    const lesson = await ask(made.url, 'GET', lessonOf);
    expect(lesson.data.html).toContain('Drafted text.');
    const published = await app.call(getCourse, { query: { slug: 'spring-mine' } }, asTenant);
    expect((published.body.data as { title: string }).title).toBe('Published course');
    const found = await app.call(searchAcademy, { query: { q: 'Drafted' } }, asTenant);
    expect(JSON.stringify(found.body.data)).not.toContain('spring-mine');
  });

  // Shows security#drafts
  it('is kept by no cache and no search engine', async () => {
    const { draft: made } = await push(mine());
    for (const { headers } of [await ask(made.url, 'GET', listCourses.path), await open(made.url)])
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  });

  it('has the published content around it', async () => {
    await publishItem(app, 'spring', anItem('guide', { id: 'spring-around' }, { 'content.md': 'Published.' }));
    const { draft: made } = await push(mine());
    const guide = await ask(made.url, 'GET', `${getGuide.path}?slug=spring-around`);
    expect([guide.status, guide.data.title]).toEqual([200, 'Title of spring-around']);
  });

  it('that is pushed again keeps its link and shows the newer text', async () => {
    const first = await push(mine('The first text.'), { name: 'again' });
    await ask(first.draft.url, 'GET', lessonOf);
    const second = await push(mine('The second text.'), { name: 'again' });
    expect([second.outcome, second.draft.url]).toEqual(['updated', first.draft.url]);
    expect((await push(mine('The second text.'), { name: 'again' })).outcome).toBe('unchanged');
    expect((await ask(first.draft.url, 'GET', lessonOf)).data.html).toContain('The second text.');
  });

  it('with a fatal finding is refused', async () => {
    const broken = mine();
    const files = new Map(broken.files).set('course.json', new TextEncoder().encode('{'));
    expect((await push({ ...broken, files }, { name: 'broken' })).status).toBe(422);
    expect((await drafts(author)).map(({ name }) => name)).not.toContain('broken');
  });

  // Shows security#roles-with-a-scope
  it('of something outside of the scope does not exist', async () => {
    const other = { ...mine(), ...aCourse({ id: 'spring-other', lessons: [{ id: 'spring-other-1' }] }) };
    expect((await push(other)).status).toBe(404);
    const admin = await app.aPerson({ admin: true });
    const ofAdmin = await app.aToken(admin, 'spring', ['content:write']);
    const { draft: theirs } = await push(other, { name: 'theirs', bearer: ofAdmin });
    expect((await drafts(author)).map(({ name }) => name)).not.toContain('theirs');
    const params = { draftId: theirs.draftId };
    const item = { kind: 'course', id: 'spring-mine' } as const;
    const answers = [
      await app.call(revokeDraft, { params }, await inSpring(author)),
      await app.call(planDraft, { params, body: { plan: null } }, await inSpring(author)),
      await app.call(getDraftFiles, { params: { ...params, ...item } }, await inSpring(author)),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    // A wider token of the same person made it: the narrow one learns nothing of it.
    const wide = await app.aPerson({ roles: [{ role: 'author', tenantId: 'spring', scope: 'course:*' }] });
    const [all, narrow] = [
      await app.aToken(wide, 'spring', ['content:write']),
      await app.aToken(wide, 'spring', ['content:write'], ['course:spring-mine']),
    ];
    await push(other, { name: 'both', bearer: all });
    expect((await push(mine(), { name: 'both', bearer: narrow })).status).toBe(404);
  });

  it('shows its files to its author', async () => {
    const { draft: made } = await push(mine());
    const params = { draftId: made.draftId, kind: 'course', id: 'spring-mine' } as const;
    const { body } = await app.call(getDraftFiles, { params }, await inSpring(author));
    expect((body.data as { files: { file: string }[] }).files.map(({ file }) => file)).toContain('course.json');
  });
});

describe('the link of a draft', () => {
  // Shows security#drafts
  it('that was revoked or changed says so on a plain page', async () => {
    const { draft: made } = await push(mine(), { name: 'ends' });
    expect((await open(made.url)).statusCode).toBe(302);
    await app.call(revokeDraft, { params: { draftId: made.draftId } }, await inSpring(author));
    const revoked = await open(made.url);
    expect([revoked.statusCode, revoked.payload]).toEqual([410, expect.stringContaining('was revoked')]);
    const api = await app.request({
      method: 'GET',
      url: `${keyOf(made.url)}/api/v1/courses/list`,
      headers: { host: 'spring.localhost:3000' },
    });
    expect(api.statusCode).toBe(410);
    const forged = made.url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    expect((await open(forged)).statusCode).toBe(404);
    expect((await open(made.url, 'kube.localhost:3000')).statusCode).toBe(404);
    const next = await push(mine(), { name: 'ends' });
    expect(next.draft.url).not.toBe(made.url);
    expect([(await open(made.url)).statusCode, (await open(next.draft.url)).statusCode]).toEqual([410, 302]);
  });

  it('that has expired says so on a plain page', async () => {
    const { draft: made } = await push(mine(), { name: 'old' });
    await db.update(draft).set({ expiresAt: sql`now()` }).where(eq(draft.draftId, made.draftId));
    const expired = await open(made.url);
    expect([expired.statusCode, expired.payload]).toEqual([410, expect.stringContaining('has expired')]);
    expect((await drafts(author)).find(({ name }) => name === 'old')).toMatchObject({ state: 'expired', url: null });
  });

  it('leads to a list where the draft has several pages', async () => {
    const roles = [{ role: 'author', tenantId: 'spring', scope: '*' } as const];
    const bearer = await app.aToken(await app.aPerson({ roles }), 'spring', ['content:write']);
    await push(anItem('guide', { id: 'spring-fresh' }, { 'content.md': 'Fresh.' }), { name: 'two', bearer });
    const { draft: made } = await push(mine(), { name: 'two', bearer });
    const { statusCode, payload } = await open(made.url);
    expect([statusCode, payload]).toEqual([200, expect.stringContaining(`${keyOf(made.url)}/guides/spring-fresh`)]);
  });
});

describe('visitors of a draft', () => {
  const QUESTIONS = '~~~quizdown\n## Is it?\n\n- [x] Yes\n- [ ] No\n~~~\n';

  // Shows security#drafts
  it('answer its checks, and nothing of it is recorded', async () => {
    const checked = mine(`Text.\n\n${QUESTIONS}`, 'Checked', 'knowledge-check');
    const { draft: made } = await push(checked, { name: 'checks' });
    const started = await ask(made.url, 'POST', openAttempt.path, { lessonId: 'spring-mine-1' });
    expect(started.status).toBe(200);
    expect(JSON.stringify(started.data)).not.toContain('isCorrect');
    const submit = submitAttempt.path.replace(':attemptId', started.data.attemptId);
    expect((await ask(made.url, 'POST', submit, {})).data).toMatchObject({ total: 1 });
    expect([await db.$count(progressEvent), await db.$count(knowledgeCheckAttempt)]).toEqual([0, 0]);
    expect(await db.$count(draftNote)).toBe(1);
  });

  it('have a lab of their own each', async () => {
    const roles = [{ role: 'author', tenantId: 'spring', scope: '*' } as const];
    const bearer = await app.aToken(await app.aPerson({ roles }), 'spring', ['content:write']);
    await push(aWorkshop('spring-lab'), { name: 'labs', bearer });
    const guide = anItem('guide', { id: 'spring-g', type: 'lab', settings: { educates: 'spring-lab' } });
    const { draft: made } = await push(guide, { name: 'labs', bearer });
    const lab = { url: 'http://spring.localhost/guides/spring-g', lessonId: 'spring-g' };
    const [one, two] = [`draft-visitor=${crypto.randomUUID()}`, `draft-visitor=${crypto.randomUUID()}`];
    const started = await ask(made.url, 'POST', startLabSession.path, lab, one);
    expect(started.status).toBe(200);
    const look = async (cookie: string) =>
      (await ask(made.url, 'GET', `${getGuideLab.path}?${new URLSearchParams(lab)}`, undefined, cookie)).data.session
        ?.id;
    expect([await look(one), await look(two)]).toEqual([started.data.id, undefined]);
  });
});

describe('a planned draft', () => {
  const options = { db, publishing: app.publishing, brandOf, mailQueued: () => {}, log: { info() {}, warn() {} } };
  const plan = async (draftId: string, at: Date | null, who = author) =>
    app.call(
      planDraft,
      { params: { draftId }, body: { plan: at && { at: at.toISOString(), timeZone: 'Europe/Berlin' } } },
      await inSpring(who),
    );
  const soon = () => new Date(Date.now() + 3_600_000);
  /** The clock comes to the planned moment. */
  const pass = (draftId: string) => db.update(draft).set({ publishAt: sql`now()` }).where(eq(draft.draftId, draftId));
  const titleNow = async () =>
    ((await app.call(getCourse, { query: { slug: 'spring-mine' } }, asTenant)).body.data as { title: string }).title;

  it('is published at its time, once, by one of several servers', async () => {
    const { draft: made } = await push(mine('Planned text.', 'Planned course'), { name: 'planned' });
    expect((await plan(made.draftId, soon())).body.data).toMatchObject({ plan: { timeZone: 'Europe/Berlin' } });
    await publishDue(options);
    expect(await titleNow()).not.toBe('Planned course');
    await db.delete(auditEvent);
    await pass(made.draftId);
    await Promise.all([publishDue(options), publishDue(options), publishDue(options)]);
    expect(await titleNow()).toBe('Planned course');
    const entries = await db.select().from(auditEvent);
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([['content.publish', author.personId]]);
    const [shown] = (await drafts(author)).filter(({ name }) => name === 'planned');
    expect(shown).toMatchObject({ plan: null, publishedAt: expect.any(String), problem: null });
  });

  it('is not published once the plan is cancelled or the link revoked', async () => {
    const { draft: made } = await push(mine('Never.', 'Never published'), { name: 'cancelled' });
    await plan(made.draftId, soon());
    await plan(made.draftId, null);
    await publishDue(options);
    await plan(made.draftId, soon());
    await app.call(revokeDraft, { params: { draftId: made.draftId } }, await inSpring(author));
    await publishDue(options);
    expect(await titleNow()).not.toBe('Never published');
    expect((await plan(made.draftId, soon())).status).toBe(409);
    expect((await plan(made.draftId, new Date(0))).status).toBe(409);
  });

  it('is taken on by another server when the first one died', async () => {
    const { draft: made } = await push(mine('Taken on.', 'Taken on'), { name: 'taken' });
    await plan(made.draftId, soon());
    await pass(made.draftId);
    const held = (minutes: number) =>
      db
        .update(draft)
        .set({ heldUntil: sql`now() + ${minutes} * interval '1 minute'` })
        .where(eq(draft.draftId, made.draftId));
    await held(5);
    await publishDue(options);
    expect(await titleNow()).not.toBe('Taken on');
    await held(-1);
    await publishDue(options);
    expect(await titleNow()).toBe('Taken on');
  });

  it('that readers overtook is not published, and its author gets a mail', async () => {
    const { draft: made } = await push(mine('Late.', 'Late'), { name: 'late' });
    await plan(made.draftId, soon());
    await publishItem(app, 'spring', mine('Meanwhile.', 'Meanwhile'));
    await pass(made.draftId);
    await db.delete(outboxMail);
    await publishDue(options);
    expect(await titleNow()).toBe('Meanwhile');
    const [shown] = (await drafts(author)).filter(({ name }) => name === 'late');
    expect(shown).toMatchObject({
      plan: null,
      problem: expect.stringContaining('based on'),
      items: [{ isOutdated: true }],
    });
    const mails = await db.select().from(outboxMail);
    expect(mails).toMatchObject([{ recipient: author.email, kind: 'draft-not-published' }]);
    // Pushing it again does not publish it by the old plan.
    await push(mine('Later.', 'Later'), { name: 'late' });
    await publishDue(options);
    expect(await titleNow()).toBe('Meanwhile');
  });

  it('is not published for somebody whose account has ended', async () => {
    const roles = [{ role: 'author', tenantId: 'spring', scope: 'course:spring-mine' } as const];
    const leaver = await app.aPerson({ roles });
    const bearer = await app.aToken(leaver, 'spring', ['content:write']);
    const { draft: made } = await push(mine('Left.', 'Left'), { name: 'left', bearer });
    await plan(made.draftId, soon(), leaver);
    await pass(made.draftId);
    await db.update(account).set({ endedAt: new Date() }).where(eq(account.email, leaver.email));
    await publishDue(options);
    expect(await titleNow()).not.toBe('Left');
  });

  it('is published with the rights that its author has then', async () => {
    const roles = [{ role: 'author', tenantId: 'spring', scope: 'course:spring-mine' } as const];
    const leaver = await app.aPerson({ roles });
    const bearer = await app.aToken(leaver, 'spring', ['content:write']);
    const { draft: made } = await push(mine('Gone.', 'Gone'), { name: 'gone', bearer });
    await plan(made.draftId, soon(), leaver);
    await pass(made.draftId);
    await app.database.pool.query('delete from role_grant where person_id = $1', [leaver.personId]);
    await publishDue(options);
    expect(await titleNow()).not.toBe('Gone');
    const [row] = await db.select().from(draft).where(eq(draft.draftId, made.draftId));
    expect(row).toMatchObject({ publishedAt: null, problem: expect.any(String) });
  });
});
