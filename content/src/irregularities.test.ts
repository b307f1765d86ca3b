import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { BuiltCourse, BuiltGuide } from './built-item.ts';
import { brief, render } from './testing/content.ts';
import { DATA, isThere, publish, publishOne } from './testing/real-content.ts';

/*
 * The irregularities of real content in the academies' own format, one by one. Those of whole repositories are in
 * `real-content.test.ts`, those of Hugo sites and labs beside their readers.
 */

const TDC = 'spring-academy/spring-tdc-guides/metadata/lms/guides';
const OLD = 'spring-academy/course-spring-boot-2-5-to-2-7-upgrade';
const NEW = 'spring-academy/course-spring-boot-2-7-to-3-1-upgrade';
const BRASB = 'spring-academy/course-spring-brasb-build-a-rest-api';
const SECURE = 'spring-academy/course-secure-rest-api-oauth2';
const META = 'spring-academy/spring-academy-meta/metadata/lms';
const TANZU = 'tanzu-academy/course-scamper-rabbitmq-icm';
const HOLLY = 'vmware-tanzu-learning/guides-holly-kube-academy/metadata/lms';

const textOf = (file: string) => readFileSync(path.join(DATA, file), 'utf8');

/** Renders a file, and checks that no shortcode is reported or stays visible. */
async function rendered(file: string) {
  const { html, findings } = await render(textOf(file));
  expect(findings.filter(({ code }) => code.startsWith('shortcode'))).toEqual([]);
  expect(html.replace(/<pre[\s\S]*?<\/pre>/g, '')).not.toContain('@@@');
  return html;
}

const lessonOf = (course: BuiltCourse, slug: string) => course.lessons.find((lesson) => lesson.slug === slug);

async function guideOf(folder: string): Promise<BuiltGuide> {
  return (await publishOne(folder, 'guide')).item;
}

describe.runIf(isThere)('shortcodes of real texts', () => {
  test.each([
    ['a second quote opens inside the string', `${NEW}/02-module-update-and-compile/09-update-non-spring-dependencies`],
    ['the same in the older course', `${OLD}/02-module-update-and-compile/09-update-non-spring-dependencies`],
  ])('that are not JSON are read: %s', async (_what, folder) => {
    const html = await rendered(`${folder}/content.md`);
    expect(html).toContain(
      '<p class="alert-title">Key Takeaway</p>\n<p>The recommended practice for dependency versions',
    );
  });

  test('that are not JSON are read: a backslash before a backtick, in a list', async () => {
    const html = await rendered(`${NEW}/01-module-getting-started/03-assess/content.md`);
    expect(html).toContain('as part of the <code>Major Release Considerations</code> lesson');
    expect(html).toMatch(/<li>(?:(?!<\/li>)[\s\S])*<div class="alert alert-/);
  });

  test.each<[file: string, alerts: number, checks: number]>([
    [`${TDC}/tdc-spring-prometheus/content.md`, 1, 0],
    [`${TDC}/tdc-observability-reactive-spring-boot-3/content.md`, 1, 0],
    [`${TDC}/tdc-spring-boot-testing/content.md`, 1, 0],
    [`${TDC}/tdc-spring-webclient-gs/content.md`, 1, 0],
    [`${SECURE}/summary.md`, 0, 3],
    [`${OLD}/05-run-the-app/05-testing-for-parity/content.md`, 1, 0],
    [`${NEW}/05-run-the-app/05-testing-for-parity/content.md`, 1, 0],
    [`${OLD}/05-run-the-app/01-deprecated-properties/content.md`, 3, 0],
    [`${NEW}/05-run-the-app/01-deprecated-properties/content.md`, 3, 0],
    [`${OLD}/01-module-getting-started/03-assess/content.md`, 2, 0],
    [`${NEW}/01-module-getting-started/03-assess/content.md`, 3, 0],
    ['spring-academy/course-spring-academy-sample/01-lesson-introduction/content.md', 4, 2],
  ])('with raw line breaks in strings are read: %s', async (file, alerts, checks) => {
    const html = await rendered(file);
    expect(html.match(/class="alert alert-/g) ?? []).toHaveLength(alerts);
    expect(html.match(/<ul class="checks">/g) ?? []).toHaveLength(checks);
  });

  test('with the wrong name show the video that their number means', async () => {
    const html = await rendered('spring-academy/course-spring-boot-native/01-lesson-introduction/content.md');
    expect(html).toContain('data-provider="brightcove" data-video-id="6362221098112"');
  });

  test('in fences stay text', async () => {
    const file = 'spring-academy/course-spring-academy-sample/01-lesson-introduction/content.md';
    const lines = textOf(file).split('\n');
    for (const line of [19, 45, 67, 75, 83, 91, 136, 154]) expect(lines[line - 1]).toMatch(/^@@@[a-z]/);
    const html = await rendered(file);
    const code = html.match(/<pre[\s\S]*?<\/pre>/g)?.join('') ?? '';
    expect(code.match(/@@@[a-z-]+\n/g)).toHaveLength(8);
  });
});

describe.runIf(isThere)('references, ids and names of real content', () => {
  test('an instructor without a profile does not break a course', async () => {
    const { item, findings } = await publishOne(TANZU, 'course');
    const used = [item.data.instructors, ...item.lessons.map(({ data }) => data.instructors)].flat();
    expect(used.filter((id) => id === 'tanzu-sergi-almar')).toHaveLength(46);
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
    const films = item.lessons.filter(({ body }) => body.video?.vimeoId === '790840694');
    expect(films).toHaveLength(2);
    expect(item.lessons.map(({ slug }) => slug)).toEqual(
      expect.arrayContaining(['development-basics---clients', 'development-basics---java-producers-and-consumers']),
    );
    // Neither a text file nor a conclusion.
    expect(item.lessons.every(({ data, body }) => data.description + data.summary === '' && body.html === null)).toBe(
      true,
    );
    expect(item.data.conclusion).toBeNull();
  });

  test('a step without its course stays in the path', async () => {
    const { item } = await publishOne(`${META}/paths`, 'path');
    expect(item.data.steps.map(({ type, id }) => `${type} ${id}`)).toEqual([
      ...['course spring-brasb', 'course spring-introduction', 'course spring-essentials', 'course spring-boot'],
      'test spring-certified-professional-2023',
    ]);
    const exam = await publishOne(`${META}/tests`, 'test');
    expect(exam.item.id).toBe(item.id);
    // Its description is an empty file.
    expect(exam.item.data.description).toBe('');
  });

  test("slugs may end with a dash and differ from the folder's name", async () => {
    expect((await guideOf(`${TDC}/tdc-dependency-injection`)).slug).toBe('spring-depedency-injection-');
    expect((await guideOf(`${TDC}/tdc-serverless-spring`)).slug).toBe('spring-serverless-spring-');
    expect((await guideOf(`${TDC}/tdc-reactive-spring-security-simple`)).id).toBe(
      'spring-academy-guides-tdc-spring-reactive-distributed-tracing',
    );
    const { item } = await publishOne(`${META}/instructors/spring-barrette-guy`, 'instructor');
    expect(item.id).toBe('spring-guy-barrette');
    const pages = await publish('spring-academy/course-spring-professional/metadata/lms/pages', ['page']);
    const junit = pages.find(({ folder }) => folder.endsWith('running-junit-tests'))?.result;
    expect(junit?.refused === false && [junit.item.slug, junit.item.id]).toEqual([
      'spring-dev-tools-junit-tests',
      'spring-dev-tools-running-junit-tests',
    ]);
  });

  test('a topic that stands twice counts once', async () => {
    const { data } = await guideOf(`${TDC}/tdc-spring-boot-testing`);
    expect(data.topics).toEqual(['spring-boot', 'testing', 'microservices']);
  });

  test('an avatar with an invalid address is reported, and none is shown', async () => {
    const { item, findings } = await publishOne(`${META}/instructors/spring-marco-behler`, 'instructor');
    expect(item.data.avatar).toBeNull();
    expect(brief(findings)).toEqual(['instructor.json:7 warning image-remote']);
  });
});

describe.runIf(isThere)('missing and empty files of real content', () => {
  test('lessons and modules may lack descriptions, summaries and transcripts', async () => {
    const { item: brasb } = await publishOne(BRASB, 'course');
    const orientation = brasb.lessons[0];
    expect([orientation?.data.description, orientation?.body.transcript]).toEqual(['', null]);
    const modules = brasb.lessons.filter(({ type }) => type === 'module');
    expect(modules.some(({ data }) => data.summary === '')).toBe(true);
    const { item: native } = await publishOne('spring-academy/course-spring-boot-native', 'course');
    expect(native.lessons[0]?.data.description).toBe('');
    const { item: sample } = await publishOne('spring-academy/course-spring-academy-sample', 'course');
    expect(sample.data.conclusion).toBeNull();
  });

  test('numbers of folders may repeat between lessons and modules', async () => {
    const { item } = await publishOne(NEW, 'course');
    const last = item.lessons.find(({ slug }) => slug.includes('complete-the-migration'));
    expect(item.lessons.map(({ orderColumn }) => orderColumn)).toEqual(item.lessons.map((_, at) => (at + 1) * 10));
    expect(last?.data.summary ?? '').toBe('');
  });

  test('a left-over text of a lab is not published', async () => {
    const { item } = await publishOne(SECURE, 'course');
    const labs = item.lessons.filter(({ type }) => type === 'lab');
    expect(labs.length).toBeGreaterThan(10);
    expect(labs.every(({ body }) => body.html === null)).toBe(true);
    expect(lessonOf(item, 'lab-validate-audience')?.body.lab?.labType ?? 'educates').toBe('educates');
  });

  test('guides may have empty descriptions, and labs and videos an empty text', async () => {
    for (const folder of [`${TDC}/tdc-building-a-kubernetes-client-with-spring-boot-3`, `${HOLLY}/workload-tenancy`]) {
      const guide = await guideOf(folder);
      expect([guide.data.description, guide.body.html === null]).toEqual(['', false]);
    }
    const guides = await publish('spring-academy/spring-guides', ['guide']);
    const empty = guides.filter(
      ({ folder }) => existsSync(path.join(DATA, folder, 'content.md')) && textOf(`${folder}/content.md`) === '',
    );
    expect(empty).toHaveLength(6);
    for (const { result } of empty) {
      expect(result.findings).toEqual([]);
      expect(!result.refused && result.item.kind === 'guide' && result.item.body.html).toBeNull();
    }
  });
});

describe.runIf(isThere)('links and pages of real content', () => {
  test('a reversed link leads to its address, and is reported', async () => {
    const { html, findings } = await render(textOf(`${TDC}/tdc-distributed-tracing-reactive-kotlin/content.md`));
    expect(html).toMatch(/\[<a href="https:\/\/github.com\/openzipkin\/zipkin"[^>]*>[^<]*<\/a>\]\(OpenZipkin github\)/);
    expect(findings.filter(({ code }) => code === 'link-reversed').map(({ line }) => line)).toEqual([72]);
  });

  test('an anchor of a heading that stands twice is found', async () => {
    const { html, findings } = await render(textOf(`${HOLLY}/service-routing-istio-refarch/content.md`));
    expect(findings.filter(({ code }) => code === 'anchor-missing')).toEqual([]);
    expect(html).toContain('id="c-application-developer-responsibility-1"');
    expect(html).toContain('href="#c-application-developer-responsibility-1"');
  });

  test("addresses of the reader's own machine belong to exercises and are no links", async () => {
    const guides = await publish(`${TDC}/tdc-distributed-tracing-reactive-kotlin`, ['guide']);
    for (const { result } of guides) {
      const html = !result.refused && result.item.kind === 'guide' ? (result.item.body.html ?? '') : '';
      expect(html).toContain('localhost');
      expect(html).not.toMatch(/href="[^"]*localhost/);
    }
  });

  test('a page that is only a refresh is a redirect', async () => {
    const about = await publishOne(`${META}/pages/about`, 'page');
    expect([about.item.data.redirect, about.item.body.html]).toEqual(['https://spring.io/why-spring', '']);
    const debug = await publishOne(`${META}/pages/debug`, 'page');
    expect(debug.item.status).toBe('unlisted');
    expect(debug.item.body.html).toContain('<li>commit: abc</li>');
    expect([...about.findings, ...debug.findings]).toEqual([]);
  });

  test('placeholders in angle brackets stay visible', async () => {
    const { item } = await publishOne(`${META}/pages/faq`, 'page');
    expect(item.body.html).toMatch(/&lt;First Name/);
    expect(item.body.html).toContain('<a href="../contact">');
  });
});
