import { getInstructor } from '@academy/contract/instructors';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

const ADA = {
  id: 'spring-ada',
  slug: 'ada',
  name: 'Ada Teacher',
  settings: {
    credentials: 'Engineer',
    website: 'https://example.org/ada',
    github: 'https://github.example.org/ada',
    linkedin: 'https://linkedin.example.org/ada',
    twitter: 'javascript:alert(1)',
  },
};

const profile = (slug: string, tenant = 'spring') => app.call(getInstructor, { query: { slug } }, { tenant });

beforeAll(async () => {
  const texts = { 'description.md': 'Ada writes.', 'bio.md': 'Read [more](https://example.org/more) of her.' };
  await publishItem(app, 'spring', anItem('instructor', ADA, texts));
  await publishItem(app, 'spring', anItem('instructor', { ...ADA, id: 'spring-bea', slug: 'bea', status: 'draft' }));
  await publishItem(
    app,
    'spring',
    anItem('instructor', { ...ADA, id: 'spring-cleo', slug: 'cleo', status: 'unlisted' }),
  );
  const course = (id: string, instructors: string[], status: 'live' | 'unlisted' | 'draft' = 'live') =>
    publishCourse(app, 'spring', aCourse({ id, slug: id, instructors, status, lessons: [{ id: `${id}-1` }] }));
  await course('spring-hers', ['spring-ada']);
  await course('spring-both', ['spring-cleo', 'spring-ada']);
  await course('spring-unlisted', ['spring-ada'], 'unlisted');
  await course('spring-others', ['spring-cleo']);
});

describe('the profile of an instructor', () => {
  it('shows the person, their links, and their courses in the catalogue', async () => {
    const { status, body } = await profile('ada');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      instructorId: 'spring-ada',
      name: 'Ada Teacher',
      slug: 'ada',
      status: 'live',
      language: 'en',
      avatar: null,
      credentials: 'Engineer',
      description: 'Ada writes.',
      bio: expect.stringMatching(/<a href="https:\/\/example\.org\/more"[^>]* target="_blank"/),
      website: 'https://example.org/ada',
      github: 'https://github.example.org/ada',
      linkedin: 'https://linkedin.example.org/ada',
      // A text that is no address is left out.
      twitter: null,
      courses: [
        expect.objectContaining({ courseId: 'spring-both' }),
        expect.objectContaining({ courseId: 'spring-hers' }),
      ],
    });
  });

  it('of somebody unlisted is reachable by address', async () => {
    expect((await profile('cleo')).body.data).toMatchObject({ status: 'unlisted', courses: [{}, {}] });
  });

  it.each([
    ['nobody knows', 'nobody', 'spring'],
    ['is a draft', 'bea', 'spring'],
    ['teaches in another academy', 'ada', 'kube'],
  ])('is not found of somebody who %s', async (_what, slug, tenant) => {
    const { status, body } = await profile(slug, tenant);
    expect([status, body.success, body.data]).toEqual([404, false, null]);
  });
});
