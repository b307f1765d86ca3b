import { setTimeout } from 'node:timers/promises';
import { getCourse, listCourses } from '@academy/contract/courses';
import { AcademyError } from '@academy/contract/errors';
import { listGuides } from '@academy/contract/guides';
import type { Page, PageRequest, WebEntry } from '@academy/contract/web-entry';

/** A web of a few pages that show their input, and how many were rendered before them. */

let rendered = 0;

const PAGES: Record<string, (request: PageRequest) => Promise<Pick<Page, 'status' | 'html'>>> = {
  '/courses': async ({ call }) => {
    const { courses } = await call(listCourses, { query: {} });
    return { status: 200, html: courses.map(({ title }) => `<h2>${title}</h2>`).join('') };
  },
  '/slow': async ({ call }) => {
    const { courses } = await call(listCourses, { query: {} });
    // Longer than readers get the previous page.
    await setTimeout(1_000);
    return { status: 200, html: courses.map(({ title }) => `<h2>${title}</h2>`).join('') };
  },
  '/guides': async ({ call }) => {
    const { guides } = await call(listGuides, { query: {} });
    return { status: 200, html: guides.map(({ title }) => `<h2>${title}</h2>`).join('') };
  },
  '/course': async ({ call, search }) => {
    try {
      const { title } = await call(getCourse, { query: { slug: search } });
      return { status: 200, html: title };
    } catch (error) {
      if (!(error instanceof AcademyError) || error.code !== 'not-found') throw error;
      return { status: 404, html: error.message };
    }
  },
  '/footer': async ({ tenant }) => ({ status: 200, html: JSON.stringify(tenant.footer.groups) }),
  '/topics': async ({ tenant }) => ({ status: 200, html: JSON.stringify(tenant.topicNames) }),
  '/broken': async () => {
    throw new TypeError('this screen is broken');
  },
  '/endless': async () => {
    for (;;);
  },
  '/exit': async () => process.exit(3),
};

export const normalFormOf: WebEntry['normalFormOf'] = (path, search) =>
  path in PAGES ? { address: `${path}?${search}`, isOneOfFew: !search.startsWith('q=') } : null;

export const patternOf: WebEntry['patternOf'] = (path) => (path in PAGES ? path : null);

export const renderPage: WebEntry['renderPage'] = async (request) => {
  rendered += 1;
  const number = rendered;
  const { status, html } = (await PAGES[request.path]?.(request)) ?? { status: 404 as const, html: 'nowhere' };
  const document = `<!doctype html><p>rendering ${number}</p>${html}${'<!-- filler -->'.repeat(100)}`;
  return { status, html: document };
};

export const renderShell: WebEntry['renderShell'] = () => '<!doctype html>empty';

export const staticDocument: WebEntry['staticDocument'] = () => '<!doctype html>empty';

export const csp: WebEntry['csp'] = () => ({ scripts: [], styles: [] });

export const coverPicture: WebEntry['coverPicture'] = (slug) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400" viewBox="0 0 640 400"><!-- ${slug} --><path fill="oklch(0.62 0.115 150)" d="M0 0H640V400H0z"/></svg>`;
