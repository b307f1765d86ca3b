import type { AuditEvent } from '@academy/contract/audit';
import { listAuditEvents } from '@academy/contract/audit';
import { getCourse } from '@academy/contract/courses';
import { setFavorite } from '@academy/contract/favorites';
import { completeLesson } from '@academy/contract/lessons';
import { deleteContent, setContentStatus } from '@academy/contract/publishing';
import {
  getContentUse,
  listPublishedContent,
  type PublishedContent,
  removeContent,
  republishContent,
  unpublishContent,
} from '@academy/contract/publishing-admin';
import { rollBackContent } from '@academy/contract/publishing-history';
import { describe, expect, it } from 'vitest';
import { aCourse, packed } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();
const admin = await app.aPerson({ admin: true });
const token = await app.aToken(admin, 'spring', ['content:write']);
const as = { bearer: await admin.bearer() };

async function put(name: string, text = 'Words.', status: 'live' | 'draft' = 'live') {
  const id = `spring-${name}`;
  const course = aCourse({
    id,
    slug: name,
    title: `Course ${name} ${text}`,
    status,
    lessons: [{ id: `${id}-1`, slug: 'one' }],
  });
  const response = await app.request({
    method: 'PUT',
    url: `/api/v1/content/course/${id}`,
    headers: { tenantid: 'spring', 'content-type': 'application/gzip', authorization: `Bearer ${token}` },
    payload: Buffer.from(await packed(course)),
  });
  expect(response.statusCode, response.body).toBe(200);
}

const item = (name: string, base: number) => ({ kind: 'course' as const, id: `spring-${name}`, base });
const opens = async (name: string) => (await app.call(getCourse, { query: { slug: name } })).status;

async function list(query: Parameters<typeof app.call<typeof listPublishedContent>>[1]['query'] = {}) {
  const { status, body } = await app.call(listPublishedContent, { query }, as);
  expect(status).toBe(200);
  return (body.data as { result: { content: PublishedContent[]; totalElements: number } }).result;
}

async function auditOf(name: string): Promise<AuditEvent[]> {
  const { body } = await app.call(listAuditEvents, { query: { target: `spring-${name}`, sortDir: 'asc' } }, as);
  return (body.data as { result: { content: AuditEvent[] } }).result.content;
}

describe('the list of what is published', () => {
  it('shows each item with version and publisher, sorted and paged', async () => {
    for (const name of ['list-a', 'list-b', 'list-c']) await put(name);
    await put('list-b', 'Newer words.');
    const { content, totalElements } = await list({ q: 'course list-', sortBy: 'title', sortDir: 'asc' });
    expect(totalElements).toBe(3);
    expect(content.map(({ slug, version }) => [slug, version])).toEqual([
      ['list-a', 1],
      ['list-b', 2],
      ['list-c', 1],
    ]);
    expect(content[1]).toMatchObject({ kind: 'course', status: 'live', statusInFiles: 'live' });
    expect(content[1]?.publishedBy).toMatch(/\S/);
    expect((await list({ q: 'list-' })).content[0]?.slug).toBe('list-b');
    const second = await list({ q: 'list-', sortBy: 'title', sortDir: 'desc', pageNumber: 1, pageSize: 2 });
    expect(second.content.map(({ slug }) => slug)).toEqual(['list-a']);
    expect((await list({ q: 'list-', kind: 'guide' })).totalElements).toBe(0);
    expect((await list({ q: 'list-', status: 'draft' })).totalElements).toBe(0);
  });
});

describe('an administrator', () => {
  it('unpublishes a course and publishes it again without loss', async () => {
    await put('hidden');
    expect((await app.call(unpublishContent, { body: item('hidden', 1) }, as)).body.data).toEqual({ status: 'draft' });
    expect(await opens('hidden')).toBe(404);
    expect((await list({ q: 'hidden' })).content[0]).toMatchObject({
      status: 'draft',
      statusInFiles: 'live',
      version: 1,
    });
    expect((await app.call(republishContent, { body: item('hidden', 1) }, as)).body.data).toEqual({ status: 'live' });
    expect(await opens('hidden')).toBe(200);
  });

  it('deletes a course, and its next publish restores the progress', async () => {
    await put('deleted');
    const learner = { bearer: await (await app.aPerson()).bearer() };
    const done = { courseId: 'spring-deleted', lessonId: 'spring-deleted-1', isLastLesson: true } as const;
    await app.call(completeLesson, { body: { ...done, operationType: 'COMPLETE_LESSON' } }, learner);
    expect((await app.call(removeContent, { body: item('deleted', 1) }, as)).body.data).toEqual({ deleted: true });
    expect(await opens('deleted')).toBe(404);
    expect((await list({ q: 'deleted' })).totalElements).toBe(0);
    expect((await app.call(removeContent, { body: item('deleted', 1) }, as)).status).toBe(404);
    await put('deleted');
    const { body } = await app.call(getCourse, { query: { slug: 'deleted' } }, learner);
    expect(body.data).toMatchObject({ progressStatus: 'COMPLETED' });
  });

  it('does neither when the item was published since', async () => {
    await put('raced');
    await put('raced', 'Newer words.');
    for (const call of [unpublishContent, republishContent, removeContent]) {
      const { status, body } = await app.call(call, { body: item('raced', 1) }, as);
      expect([status, body.data]).toEqual([409, { current: 2, base: 1 }]);
    }
    expect(await opens('raced')).toBe(200);
  });

  it("sees learners' data about it first", async () => {
    await put('used');
    const steps = [{ type: 'course', id: 'spring-used' }];
    await publishItem(app, 'spring', anItem('path', { id: 'spring-way', title: 'The Way', steps }));
    for (const person of [await app.aPerson(), await app.aPerson()]) {
      const learner = { bearer: await person.bearer() };
      const done = { courseId: 'spring-used', lessonId: 'spring-used-1', isLastLesson: true } as const;
      await app.call(completeLesson, { body: { ...done, operationType: 'COMPLETE_LESSON' } }, learner);
      const saved = { id: 'spring-used', operationType: 'save', likeableType: 'course' } as const;
      await app.call(setFavorite, { body: saved }, learner);
    }
    const use = await app.call(getContentUse, { query: { kind: 'course', id: 'spring-used' } }, as);
    expect(use.body.data).toEqual({ learners: 2, favorites: 2, learningPaths: ['The Way'] });
    const none = await app.call(getContentUse, { query: { kind: 'page', id: 'spring-nothing' } }, as);
    expect(none.body.data).toEqual({ learners: 0, favorites: 0, learningPaths: [] });
  });
});

describe('the audit', () => {
  it('records publishing, rollback, unpublishing and deleting', async () => {
    await put('told');
    await put('told', 'Newer words.');
    // Nothing changes, so nobody is notified.
    await put('told', 'Newer words.');
    const params = { kind: 'course' as const, id: 'spring-told' };
    const by = { bearer: token };
    expect((await app.call(rollBackContent, { params, body: { version: 1 } }, by)).status).toBe(200);
    await app.call(setContentStatus, { params, body: { status: 'draft' } }, by);
    await app.call(republishContent, { body: item('told', 3) }, as);
    await app.call(unpublishContent, { body: item('told', 3) }, as);
    expect((await app.call(deleteContent, { params }, by)).status).toBe(200);
    const events = await auditOf('told');
    expect(events.map(({ action, details }) => [action, details.version])).toEqual([
      ['content.publish', 1],
      ['content.publish', 2],
      ['content.roll-back', 3],
      ['content.unpublish', 3],
      ['content.set-status', 3],
      ['content.unpublish', 3],
      ['content.delete', 3],
    ]);
    expect(events[0]).toMatchObject({
      actorId: admin.personId,
      actorName: admin.email,
      tenantId: 'spring',
      targetKind: 'course',
      targetId: 'spring-told',
      details: { title: 'Course told Words.', outcome: 'created', token: expect.any(String) },
    });
    expect(events[2]?.details).toMatchObject({ filesOfVersion: 1 });
    expect(events[4]?.details).toMatchObject({ before: { status: 'draft' }, after: { status: 'live' } });
    expect(events[4]?.details).not.toHaveProperty('token');
  });
});
