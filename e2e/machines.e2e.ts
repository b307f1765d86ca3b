import { splitLanguage } from '@academy/contract/i18n/address';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const ICON_SIZES = ['192x192', '512x512'];

const texts = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);
const meta = (html: string, name: string): string | undefined =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];
/** Paths of this academy that a page links to. */
const linksOf = (html: string): string[] => texts(html, /<a\b[^>]* href="(\/[^"#]*)/g);
/** Width and height from the header of a PNG. */
const sizeOf = (png: Buffer): string => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;

/** Types of the structured data (schema.org) at addresses of each kind. */
function typesAt(path: string): string[] {
  if (path === '/') return ['WebSite'];
  if (/^\/courses\/[^/]+$/.test(path)) return ['Course', 'BreadcrumbList'];
  if (/^\/(courses|paths)\/./.test(path)) return ['LearningResource', 'BreadcrumbList'];
  if (/^\/guides\/./.test(path)) return ['TechArticle', 'BreadcrumbList'];
  if (/^\/instructors\/./.test(path)) return ['Person', 'BreadcrumbList'];
  return [];
}

/** The Open Graph type of an address. */
function kindAt(path: string): string {
  if (/^\/instructors\/./.test(path)) return 'profile';
  return /^\/guides\/.|\/lessons\//.test(path) ? 'article' : 'website';
}

async function sitemapOf(tenant: TenantName): Promise<string[]> {
  const { text } = await academy.get(tenant, '/sitemap.xml');
  return texts(text, /<loc>([^<]*)<\/loc>/g).map((address) => {
    expect(address).toContain(`${academy.origin(tenant)}/`);
    return address.slice(academy.origin(tenant).length);
  });
}

test('a crawler finds every page of an academy, and no broken link', async ({ page: browser }) => {
  for (const tenant of USUAL_TENANTS) {
    const { name, course, lesson, instructor, guide, learningPath } = SAMPLES[tenant];
    const paths = await sitemapOf(tenant);
    expect(paths).toEqual(
      expect.arrayContaining([
        '/',
        '/contact',
        '/courses',
        `/courses/${course.slug}`,
        `/courses/${course.slug}/lessons/${lesson.slug}`,
        `/guides/${guide.slug}`,
        `/paths/${learningPath.slug}`,
        `/instructors/${instructor.slug}`,
        '/terms',
      ]),
    );
    const titles = new Map<string, string>();
    const images = new Map<string, string>();
    const links = new Set<string>();
    for (const path of paths) {
      const { status, text } = await academy.get(tenant, path);
      expect([path, status]).toEqual([path, 200]);
      const [title = '', ...more] = texts(text, /<title>([^<]*)<\/title>/g);
      expect(more, path).toEqual([]);
      const { language, path: page } = splitLanguage(path);
      expect(titles.get(`${language} ${title}`), `${path} has a title of its own`).toBeUndefined();
      titles.set(`${language} ${title}`, path);
      expect(texts(text, /<(h1)\b/g), path).toEqual(['h1']);
      expect(texts(text, /<link rel="canonical" href="([^"]*)"/g)).toEqual([academy.url(tenant, path)]);
      expect(meta(text, 'robots'), path).toBe('all');
      expect(meta(text, 'description'), path).toMatch(/^.{10,200}$/);
      const structured = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text)?.[1] ?? '{"@graph":[]}';
      const graph = (JSON.parse(structured) as { '@graph': { '@type': string; url?: string }[] })['@graph'];
      expect([path, graph.map((thing) => thing['@type'])]).toEqual([path, typesAt(page)]);
      if (graph[0] !== undefined) expect(graph[0].url).toBe(academy.url(tenant, path));
      const shared = ['url', 'site_name', 'type'].map((property) => meta(text, `og:${property}`));
      expect(shared).toEqual([academy.url(tenant, path), `${name} Academy`, kindAt(page)]);
      expect(title).toBe(`${meta(text, 'og:title')} - ${name} Academy`);
      const image = meta(text, 'og:image') ?? '';
      images.set(image, `${meta(text, 'og:image:width')}x${meta(text, 'og:image:height')}`);
      for (const link of linksOf(text)) links.add(link.replaceAll('&amp;', '&'));
    }
    for (const [image, size] of images) {
      const { status, body } = await academy.get(tenant, image.replace(academy.origin(tenant), ''));
      expect([image, status, sizeOf(body)]).toEqual([image, 200, size]);
    }
    for (const link of links) {
      if (paths.includes(link)) continue;
      const { status } = await academy.get(tenant, link);
      expect([200, 302], `${link} answers ${status}`).toContain(status);
    }

    // Programs that read these files stop at the first error, so a strict parser checks them here.
    const [sitemap, feed] = [await academy.get(tenant, '/sitemap.xml'), await academy.get(tenant, '/feed.xml')];
    const entries = await browser.evaluate(
      ([sitemapText, feedText]) => {
        const [, atom] = [sitemapText, feedText].map((text) => {
          const read = new DOMParser().parseFromString(text, 'application/xml');
          const mistake = read.querySelector('parsererror');
          if (mistake !== null) throw new Error(mistake.textContent ?? '');
          return read;
        });
        return [...(atom?.querySelectorAll('entry > link') ?? [])].map((link) => link.getAttribute('href'));
      },
      [sitemap.text, feed.text] as const,
    );
    expect(entries.length).toBeGreaterThan(0);
    const addresses = paths.map((path) => academy.url(tenant, path));
    for (const entry of entries) expect(addresses).toContain(entry);
  }
});

test('each brand has its own sitemap, and installs as its own app', async () => {
  const icons = new Set<string>();
  for (const tenant of TENANTS) {
    const robots = (await academy.get(tenant, '/robots.txt')).text;
    expect(robots).toContain(`\nSitemap: ${academy.url(tenant, '/sitemap.xml')}\n`);
    const { text } = await academy.get(tenant, '/');
    const [file = ''] = texts(text, /<link rel="manifest" href="([^"]*)"/g);
    const manifest = JSON.parse((await academy.get(tenant, file)).text);
    expect(manifest).toMatchObject({ name: `${SAMPLES[tenant].name} Academy`, start_url: '/', display: 'standalone' });
    expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(expect.arrayContaining(ICON_SIZES));
    for (const { src } of manifest.icons) icons.add((await academy.get(tenant, src)).body.toString('base64'));
    const [touch = ''] = texts(text, /<link rel="apple-touch-icon" href="([^"]*)"/g);
    expect(sizeOf((await academy.get(tenant, touch)).body)).toBe('180x180');
    icons.add((await academy.get(tenant, touch)).body.toString('base64'));
  }
  expect(icons.size % TENANTS.length, 'no two brands share an icon').toBe(0);
  expect(icons.size).toBeGreaterThanOrEqual(TENANTS.length * 3);
});

test('pages that are not for search engines are in no sitemap', async () => {
  for (const tenant of TENANTS) {
    const paths = await sitemapOf(tenant);
    const foreign = SAMPLES[tenant === 'kube' ? 'spring' : 'kube'];
    for (const [path, status] of [
      ['/auth', 200],
      ['/search', 200],
      ['/alerts', 200],
      ['/account', 200],
      ['/admin', 200],
      ['/no-such-page', 404],
      ['/not/to/be/found', 404],
      [`/courses/${foreign.course.slug}`, 404],
      [`/guides/${foreign.guide.slug}`, 404],
      [`/paths/${foreign.learningPath.slug}`, 404],
      [`/instructors/${foreign.instructor.slug}`, 404],
      [`/assets/cards/courses/${foreign.course.slug}.png`, 404],
    ] as const) {
      const reply = await academy.get(tenant, path);
      expect([tenant, path, reply.status]).toEqual([tenant, path, status]);
      expect(paths).not.toContain(path);
      if (/html/.test(String(reply.headers['content-type'])))
        expect([tenant, path, meta(reply.text, 'robots')]).toEqual([tenant, path, 'noindex']);
    }
  }
});
