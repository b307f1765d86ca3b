import { getLessonWorkshop } from '@academy/contract/workshops';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';

const app = await startApp();

beforeAll(async () => {
  const lab = (id: string, settings: Record<string, unknown>, entitlements: ('auth' | 'pro')[] = []) => ({
    id,
    type: 'lab' as const,
    settings,
    entitlements,
  });
  await publishCourse(
    app,
    'spring',
    aCourse({
      id: 'spring-l',
      slug: 'l',
      lessons: [
        lab('here', { educates: 'lab-here' }),
        lab('pro', { educates: 'lab-here' }, ['pro']),
        lab('missing', { educates: 'lab-missing' }),
        lab('elsewhere', { labUrl: 'https://labs.example.org/secret-place' }),
        lab('elsewhere-pro', { labUrl: 'https://labs.example.org/secret-place' }, ['pro']),
        { id: 'text' },
      ],
    }),
  );
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab'));
});

const at = (lessonSlug: string) => ({ params: { courseSlug: 'l', lessonSlug } });

describe('the lab of a lesson', () => {
  it('has its pages in order', async () => {
    expect((await app.call(getLessonWorkshop, at('here'))).body.data).toMatchObject({
      courseId: 'spring-l',
      workshopId: 'lab-here',
      title: 'The lab',
      labType: 'educates',
      available: true,
      pages: [{ name: '01-start' }, { name: '02-go-on' }],
      locked: null,
    });
  });

  it('shows a visitor nothing while it is locked', async () => {
    for (const slug of ['pro', 'elsewhere-pro']) {
      const { body, response } = await app.call(getLessonWorkshop, at(slug));
      expect(body.data).toMatchObject({
        locked: 'pro',
        workshopId: null,
        labUrl: null,
        pages: [],
        title: `Lesson ${slug}`,
      });
      expect(response.body).not.toMatch(/lab-here|secret-place|Secret words/);
    }
    const bearer = await (await app.aPerson({ pro: true })).bearer();
    expect((await app.call(getLessonWorkshop, at('elsewhere-pro'), { bearer })).body.data).toMatchObject({
      labUrl: 'https://labs.example.org/secret-place',
    });
  });

  it('says that its pages are missing when they are not published', async () => {
    expect((await app.call(getLessonWorkshop, at('missing'))).body.data).toMatchObject({
      workshopId: 'lab-missing',
      title: 'Lesson missing',
      available: false,
      pages: [],
    });
  });

  it('links to another platform when it is there', async () => {
    expect((await app.call(getLessonWorkshop, at('elsewhere'))).body.data).toMatchObject({
      workshopId: null,
      labType: 'externalLab',
      labUrl: 'https://labs.example.org/secret-place',
      available: false,
    });
  });

  it('is not found for a lesson without a lab', async () => {
    expect((await app.call(getLessonWorkshop, at('text'))).status).toBe(404);
  });
});
