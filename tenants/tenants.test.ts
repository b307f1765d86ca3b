import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import { type FooterEntry, type Tenant, TenantIdSchema } from '@academy/contract/tenants';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkTenant, checkTranslation } from './check.ts';
import { contrast, parseOklch } from './color.ts';
import { loadTenants, TENANTS_ROOT, tenantFilePath } from './load.ts';

const tenants = await loadTenants();

function tenantOf(tenantId: string) {
  const tenant = tenants.get(tenantId);
  if (tenant === undefined) throw new Error(`there is no ${tenantId}`);
  return tenant;
}

/** What a `tenant.ts` holds: translations are files of their own. */
const dataOf = ({ translations: _others, ...data }: Tenant): Tenant => data;

const spring = dataOf(tenantOf('spring'));
const kube = dataOf(tenantOf('kube'));
const tanzu = dataOf(tenantOf('tanzu'));

const titles = (entries: { title: string }[]) => entries.map((entry) => entry.title);
const opensNewTab = (entry: FooterEntry) => 'external' in entry && entry.external === true;

describe('the brands', () => {
  it('are spring, kube and tanzu, in this order', () => {
    expect([...tenants.keys()]).toEqual(['spring', 'kube', 'tanzu']);
    for (const tenant of tenants.values()) expect(v.is(TenantIdSchema, tenant.tenantId)).toBe(true);
  });

  it('name themselves in title and footer', () => {
    expect([spring.name, kube.name, tanzu.name]).toEqual(['Spring', 'Kube', 'Tanzu']);
    for (const tenant of tenants.values()) {
      expect(tenant.footer.title).toBe(`${tenant.name} Academy`);
      expect(tenant.footer.copyright).toContain('2005-2024');
    }
  });

  // Shows clauses#what-a-brand-decides
  it('have Guides in the main navigation of spring only', () => {
    expect(titles(spring.navigation)).toEqual(['Home', 'Guides', 'Courses', 'Learning Path', 'Instructors']);
    expect(titles(kube.navigation)).toEqual(['Home', 'Courses', 'Learning Path', 'Instructors']);
    expect(titles(tanzu.navigation)).toEqual(titles(kube.navigation));
  });

  // Shows clauses#what-a-brand-decides
  it('give each section its heading and a banner of their own', () => {
    for (const { sections } of tenants.values()) {
      expect(sections.courses.heading).toBe('COURSES');
      expect(sections.paths.heading).toBe('LEARNING PATHS');
      expect(sections.path_details.heading).toBe('LEARNING PATH');
      expect(sections.guides.heading).toBe('Guides');
      expect(sections.instructors.heading).toBe('INSTRUCTORS');
    }
    const banners = [...tenants.values()].flatMap(({ sections }) => Object.values(sections).map(({ text }) => text));
    expect(new Set(banners).size).toBe(banners.length);
  });

  // Shows clauses#what-a-brand-decides
  it('invite to courses and then to register or start a path', () => {
    for (const { landing } of tenants.values()) {
      expect(landing.primary).toEqual({ title: 'Browse Courses', href: '/courses' });
    }
    expect(spring.landing.secondary).toMatchObject({ title: 'Create Your Free Account', action: 'register' });
    expect(tanzu.landing.secondary).toMatchObject({ title: 'Create Your Free Account', action: 'register' });
    expect(kube.landing.secondary).toEqual({ title: 'Start a Learning Path', href: '/paths' });
  });

  // Shows clauses#what-a-brand-decides
  it('state their facts where they belong', () => {
    expect(JSON.stringify(spring.landing)).toContain('15-30 minutes');
    expect(JSON.stringify(kube.landing)).toContain('80,000+ learners');
    expect(JSON.stringify(spring.landing) + JSON.stringify(tanzu.landing)).not.toContain('80,000+');
    for (const { sections } of tenants.values()) expect(sections.guides.text).toContain('15-30 minutes');
    expect(spring.pro.text).toContain('Pro courses, lessons and labs');
    expect(spring.pro.text).toContain('one Spring Certified Professional exam voucher per year');
    expect(spring.pro.text).toContain('requested within one year of purchase');
    expect(tanzu.pro.text).toContain('a free account gets Pro content');
  });

  it('give Pro content to every signed-in person in tanzu only', () => {
    expect([...tenants.values()].map((tenant) => tenant.signedInIsPro)).toEqual([false, false, true]);
  });

  // Shows clauses#what-a-brand-decides
  it('have the footer with its three groups', () => {
    const groups = (tenant: typeof spring) =>
      tenant.footer.groups.map((group) => [group.title, ...titles(group.entries)].join(', '));
    expect(groups(spring)).toEqual([
      'Learn, Guides, Courses, Learning Paths',
      'Engage, Instructors, Give Feedback, Community, About',
      'More, Contact, FAQs, Terms, Privacy, Your California Privacy Rights',
    ]);
    expect(groups(kube)).toEqual([
      'Learn, Courses, Learning Paths',
      'Engage, Instructors, Give Feedback',
      'More, Contact, Terms, Privacy, Your California Privacy Rights',
    ]);
    expect(groups(tanzu)).toEqual(groups(kube));
  });

  it('open legal pages in a new tab, and feedback in a dialog', () => {
    for (const { footer } of tenants.values()) {
      const entries = footer.groups.flatMap((group) => group.entries);
      const inNewTab = titles(entries.filter(opensNewTab)).filter((title) => !/Community|About/.test(title));
      expect(inNewTab).toEqual(['Terms', 'Privacy', 'Your California Privacy Rights']);
      expect(entries.find((entry) => entry.title === 'Give Feedback')).toEqual({
        title: 'Give Feedback',
        action: 'feedback',
      });
    }
    expect(titles(spring.footer.groups[1]?.entries.filter(opensNewTab) ?? [])).toEqual(['Community', 'About']);
  });

  it('ask their own survey question, kube none', () => {
    const levelPrompt = 'Which level of material are you most interested in?';
    expect(spring.survey).toMatchObject({
      customQuestion: 'spring-projects',
      prompt: 'Which Spring project(s) do you want to learn more about?',
      levelPrompt,
    });
    expect(tanzu.survey).toMatchObject({
      customQuestion: 'tanzu-products',
      prompt: 'Which Tanzu product area or capability are you interested in learning about next?',
      levelPrompt,
    });
    expect(kube.survey).toMatchObject({ customQuestion: '', prompt: '', options: [], levelPrompt });
  });

  // Shows clauses#what-a-brand-decides
  it('explain missing content in tanzu and kube', () => {
    expect(spring.misconfigurationNotice).toBeNull();
    expect(kube.misconfigurationNotice).toMatch(/not been published/);
    expect(tanzu.misconfigurationNotice).toMatch(/not been published/);
  });

  it('say how to ask for a course, and lead on from a finished one', () => {
    for (const tenant of tenants.values()) {
      expect(tenant.courseRequestNote.title).toBe("Don't see the course you're looking for?");
      for (const href of ['/courses', '/paths', '/contact']) {
        expect(tenant.courseConclusion).toContain(`<a href="${href}">`);
      }
    }
  });

  it('draw logo and favicon in files of their own', async () => {
    for (const tenant of tenants.values()) {
      for (const { file } of [tenant.logo, tenant.favicon]) {
        expect(await readFile(tenantFilePath(tenant, file), 'utf8')).toContain('viewBox="0 0 32 32"');
      }
    }
  });
});

describe('checking a brand', () => {
  it('demands every field, however deep', () => {
    const removals: string[][] = Object.keys(spring).map((field) => [field]);
    removals.push(
      ['sections', 'path_details'],
      ['landing', 'secondary'],
      ['survey', 'levelPrompt'],
      ['colors', 'accent'],
    );
    for (const path of removals) {
      const copy: Record<string, unknown> = structuredClone({ ...spring });
      let holder = copy;
      for (const step of path.slice(0, -1)) holder = holder[step] as Record<string, unknown>;
      delete holder[path.at(-1) ?? ''];
      expect(() => checkTenant(copy, 'a brand'), path.join('.')).toThrow(`${path.join('.')}:`);
    }
  });

  it.each([
    [
      'an accent that is hard to read',
      { colors: { ...spring.colors, accent: { light: 'oklch(75% 0.12 150)', dark: 'oklch(79% 0.17 150)' } } },
      /colors\.accent\.light: contrast \d\.\d\d:1 against the surface/,
    ],
    [
      'an accent that screens cannot show',
      { colors: { ...spring.colors, accent: { light: 'oklch(50% 0.4 150)', dark: 'oklch(79% 0.17 150)' } } },
      /inside sRGB/,
    ],
    [
      'a link that runs script',
      { navigation: [{ title: 'Home', href: 'javascript:alert(1)' }] },
      /navigation\.0\.href/,
    ],
    ['a link to another host without a scheme', { learningPathRedirect: '//example.org' }, /learningPathRedirect/],
    ['script in the course conclusion', { courseConclusion: '<p onclick="x()">Done</p>' }, /courseConclusion/],
    ['an empty text', { tagline: ' ' }, /tagline: must not be empty/],
    ['a survey question without its prompt', { survey: { ...spring.survey, prompt: '' } }, /survey: needs a prompt/],
    ['a field that no brand has', { slogan: 'x' }, /slogan/],
  ])('refuses %s', (_what, change, message) => {
    expect(() => checkTenant({ ...spring, ...change }, 'a brand')).toThrow(message);
  });

  it('computes contrast as WCAG does', () => {
    const black = parseOklch('oklch(0% 0 0)');
    const white = parseOklch('oklch(100% 0 0)');
    if (black === null || white === null) throw new Error('cannot read black and white');
    expect(contrast(black, white)).toBeCloseTo(21, 2);
    expect(parseOklch('#ffffff')).toBeNull();
  });
});

describe('translations', () => {
  /** What readers see, without names and addresses. */
  const textsOf = ({ tagline, navigation, sections, landing, ...others }: Tenant): string[] =>
    strings([
      tagline,
      navigation,
      sections,
      landing,
      ...[others.courseConclusion, others.courseRequestNote, others.pro, others.contactTopics],
      ...[others.footer.groups, others.survey.prompt, others.survey.levelPrompt, others.survey.levels],
      others.misconfigurationNotice ?? [],
    ]).filter((text) => !/^$|^\/|^https:|^[a-z-]+$/.test(text));
  const strings = (value: unknown): string[] =>
    typeof value === 'string'
      ? [value]
      : Object.values((value ?? {}) as Record<string, unknown>).flatMap((part) => strings(part));

  it.each([...tenants.values()])('of $name into German are complete', (tenant) => {
    const german = tenant.translations?.de ?? {};
    expect(textsOf(tenant).filter((text) => !Object.hasOwn(german, text))).toEqual([]);
  });

  it('replace texts, and nothing else', () => {
    const german = tenantInLanguage(tenantOf('spring'), 'de');
    expect(titles(german.navigation)).toEqual(['Start', 'Anleitungen', 'Kurse', 'Lernpfad', 'Dozenten']);
    expect(german.navigation.map(({ href }) => href)).toEqual(spring.navigation.map(({ href }) => href));
    expect(german).not.toHaveProperty('translations');
    expect(tenantInLanguage(tenantOf('spring'), 'en')).toEqual(spring);
  });

  it.each([
    [{ 'No such text': 'Gibt es nicht' }, 'No such text: is no text of tenant.ts'],
    [{ [spring.tagline]: ' ' }, 'must not be empty'],
    [{ [spring.courseConclusion]: '<p>Ende</p>' }, 'has other links'],
    [{ [spring.courseConclusion]: '<script>1</script>' }, 'may hold p, strong'],
  ])('are refused where they do not fit: %j', (texts, problem) => {
    expect(() => checkTranslation(texts, spring, 'tenant.de.ts')).toThrow(problem);
  });
});

describe('a fourth brand', () => {
  let root = '';
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'academy-tenants-'));
    for (const tenantId of tenants.keys())
      await cp(join(TENANTS_ROOT, tenantId), join(root, tenantId), { recursive: true });
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  async function addFolder(name: string, data: object) {
    await mkdir(join(root, name));
    await writeFile(join(root, name, 'tenant.ts'), `export const tenant = ${JSON.stringify(data)};\n`);
    for (const file of ['logo.svg', 'favicon.svg']) await cp(join(TENANTS_ROOT, 'kube', file), join(root, name, file));
  }

  // Shows clauses#what-a-brand-decides
  it('is a fourth folder and nothing else', async () => {
    await addFolder('harbour', { ...kube, tenantId: 'harbour', name: 'Harbour', order: 25 });
    const loaded = await loadTenants(root);
    expect([...loaded.keys()]).toEqual(['spring', 'kube', 'harbour', 'tanzu']);
    expect(loaded.get('harbour')?.name).toBe('Harbour');
    for (const [tenantId, tenant] of tenants) expect(loaded.get(tenantId)).toEqual(tenant);
  });

  it('must have the name of its folder', async () => {
    await addFolder('harbour', { ...kube });
    await expect(loadTenants(root)).rejects.toThrow("tenants/harbour is not a tenant:\n- tenantId: is 'kube'");
  });

  it('must have drawings, which must not run scripts', async () => {
    await addFolder('harbour', { ...kube, tenantId: 'harbour' });
    await rm(join(root, 'harbour', 'favicon.svg'));
    await writeFile(join(root, 'harbour', 'logo.svg'), '<svg viewBox="0 0 1 1"><script>1</script></svg>');
    await expect(loadTenants(root)).rejects.toThrow(
      /logo\.file: must not hold scripts[\s\S]*favicon\.file: favicon\.svg is not in the folder/,
    );
  });

  it('must be in an existing folder', async () => {
    await expect(loadTenants(join(root, 'nowhere'))).rejects.toThrow(
      /nowhere is not a tenant:\n- cannot be read: ENOENT/,
    );
  });

  it('is not made by a folder without a tenant.ts', async () => {
    await mkdir(join(root, 'drafts'));
    expect([...(await loadTenants(root)).keys()]).toEqual(['spring', 'kube', 'tanzu']);
  });
});
