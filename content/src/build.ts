import type { ContentKind } from '@academy/contract/publishing';
import { AssetStore } from './assets.ts';
import type { BuildResult, BuiltItem } from './built-item.ts';
import { checkSkeletonSentences } from './checks/texts/skeleton-sentences.ts';
import { buildContentPage } from './content-pages/build-content-page.ts';
import { readContentPage } from './content-pages/read-content-page.ts';
import { buildCourse } from './courses/build-course.ts';
import { readCourse } from './courses/read-course.ts';
import { FindingList } from './finding-list.ts';
import type { FoundLink } from './found-links.ts';
import { buildGuide } from './guides/build-guide.ts';
import { readGuide } from './guides/read-guide.ts';
import { readHugoCourse } from './hugo/read-hugo-course.ts';
import { isHugoItem, readHugoGuide, readHugoInstructor, readHugoLearningPath } from './hugo/read-hugo-items.ts';
import { buildInstructor } from './instructors/build-instructor.ts';
import { readInstructor } from './instructors/read-instructor.ts';
import { type BuildOptions, hashOf } from './item-hash.ts';
import { pushedPacks } from './lab-files/pushed-packs.ts';
import { buildLearningPath } from './learning-paths/build-learning-path.ts';
import { readLearningPath } from './learning-paths/read-learning-path.ts';
import { safeLink } from './links.ts';
import type { RenderContext } from './markdown/context.ts';
import type { RenderMemo } from './markdown/render-memo.ts';
import type { PictureEncoder } from './pictures/encode-webp.ts';
import type { SourceFiles } from './source-files.ts';
import { readTags } from './tags/read-tags.ts';
import { buildTest } from './tests/build-test.ts';
import { readTest } from './tests/read-test.ts';
import { filesInLanguage, originalFiles, translatedFiles } from './translations/translated-files.ts';
import { translationOf } from './translations/translation-of.ts';
import { buildWorkshop } from './workshops/build-workshop.ts';
import { readWorkshop } from './workshops/read-workshop.ts';

type ItemBuilder = (files: SourceFiles, options: BuildOptions, context: RenderContext) => Promise<BuiltItem | null>;

/** The reader and renderer of each kind of content. */
const BUILDERS: Partial<Record<ContentKind, ItemBuilder>> = {
  course: async (files, options, context) => {
    const { course, findings } = (isHugoItem(options) ? readHugoCourse : readCourse)(files, options);
    context.findings.addAll(findings);
    return course === null ? null : buildCourse(course, context);
  },
  instructor: async (files, options, context) => {
    const { instructor, findings } = (isHugoItem(options) ? readHugoInstructor : readInstructor)(files, options);
    context.findings.addAll(findings);
    return instructor === null ? null : buildInstructor(instructor, context);
  },
  guide: async (files, options, context) => {
    const { guide, findings } = (isHugoItem(options) ? readHugoGuide : readGuide)(files, options);
    context.findings.addAll(findings);
    return guide === null ? null : buildGuide(guide, context);
  },
  path: async (files, options, context) => {
    const { path, findings } = (isHugoItem(options) ? readHugoLearningPath : readLearningPath)(files, options);
    context.findings.addAll(findings);
    return path === null ? null : buildLearningPath(path, context);
  },
  page: async (files, options, context) => {
    const { page, findings } = readContentPage(files, options);
    context.findings.addAll(findings);
    return page === null ? null : buildContentPage(page, context);
  },
  test: async (files, options, context) => {
    const { test, findings } = readTest(files, options);
    context.findings.addAll(findings);
    return test === null ? null : buildTest(test, context);
  },
  workshop: async (files, options, context) => {
    const { workshop, findings } = readWorkshop(files, options);
    context.findings.addAll(findings);
    if (workshop === null) return null;
    const { assetStore } = context;
    const terms = { assetStore, findings: context.findings, file: options.file };
    return buildWorkshop(workshop, context, await pushedPacks(files, options.labFiles ?? [], terms));
  },
  tags: async (files, options, context) => {
    const { tags, findings } = readTags(files, options);
    context.findings.addAll(findings);
    return tags;
  },
};

/** What a build may use besides its files. */
export interface BuildTools {
  /** Makes smaller copies of images; without it each is served as it is, which is enough to check or preview. */
  encodePicture?: PictureEncoder | null;
  /** Texts rendered by earlier builds of the same item. */
  memo?: RenderMemo;
}

/** The kinds of content that can be built. */
const BUILDABLE_KINDS = Object.keys(BUILDERS) as ContentKind[];

/**
 * Reads, checks and renders one item. Problems with the content become findings, never exceptions; the result is
 * refused when one of them is fatal.
 */
export async function buildItem(
  kind: ContentKind,
  files: SourceFiles,
  options: BuildOptions,
  { encodePicture = null, memo }: BuildTools = {},
): Promise<BuildResult> {
  const findings = new FindingList();
  const assetStore = new AssetStore(files, findings, encodePicture);
  const sourceHash = hashOf(kind, files, options);
  const build = BUILDERS[kind];
  if (build === undefined) {
    const message = `content of the kind "${kind}" cannot be published by this version; known are ${BUILDABLE_KINDS.join(', ')}`;
    findings.fatal('kind-unknown', options.file, 1, message);
    return { refused: true, findings: findings.list(), sourceHash };
  }
  const mapOf = (map: Record<string, string> | undefined) => new Map(Object.entries(map ?? {}));
  memo?.begin(files, options);
  const links: FoundLink[] = [];
  const context: RenderContext = {
    assetStore,
    findings,
    found: links,
    source: options.source ?? null,
    pictures: mapOf(options.pictures),
    // Only paths of this site: an archive must not redirect readers to other sites.
    links: new Map(Object.entries(options.links ?? {}).flatMap(([from, path]) => sitePath(path, from))),
    people: mapOf(options.people),
    ...(memo === undefined ? {} : { memo }),
  };
  const translated = translatedFiles(files, findings);
  const item = await build(originalFiles(files), options, context);
  if (item !== null) {
    const translations: NonNullable<BuiltItem['translations']> = {};
    for (const [language, ofLanguage] of translated) {
      // Of a file that is not translated everything was said already; the findings of the others name the translation.
      const own = new FindingList();
      const found: FoundLink[] = [];
      const built = await build(filesInLanguage(files, ofLanguage, options.variables, findings), options, {
        ...context,
        findings: own,
        found,
        translation: { language, originals: ofLanguage },
      });
      for (const { file, severity, code, line, message } of own.list()) {
        const translation = ofLanguage.get(file);
        if (translation !== undefined && file.endsWith('.md')) findings[severity](code, translation, line, message);
      }
      links.push(
        ...found.flatMap((link) =>
          ofLanguage.has(link.file) ? { ...link, file: ofLanguage.get(link.file) ?? link.file } : [],
        ),
      );
      const translation = built === null ? null : translationOf(item, built, language, options.file, findings);
      if (translation !== null) translations[language] = translation;
    }
    if (Object.keys(translations).length > 0) item.translations = translations;
  }
  memo?.end(assetStore, findings);
  checkSkeletonSentences(files, findings);
  if (item === null || findings.refused) return { refused: true, findings: findings.list(), sourceHash };
  return { refused: false, item, assets: assetStore.list(), findings: findings.list(), links, sourceHash };
}

/** A link with the normal form of its target path; empty when it leaves the site. */
function sitePath(path: string, from: string): [string, string][] {
  const link = safeLink(path);
  return link.kind === 'site' && link.href.startsWith('/') ? [[from, link.href]] : [];
}
