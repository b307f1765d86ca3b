import { gzipSync } from 'node:zlib';
import { type ItemOptions, packItem } from '@academy/content/pack';
import type { SourceFiles } from '@academy/content/source-files';

export interface LessonSketch {
  id: string;
  title?: string;
  slug?: string;
  type?: 'article' | 'video' | 'lab' | 'knowledge-check';
  status?: 'live' | 'unlisted' | 'draft';
  /** Left out: inherited from the course. */
  entitlements?: ('auth' | 'pro')[];
  content?: string;
  duration?: number;
  settings?: Record<string, unknown>;
  /** The module that contains it. */
  module?: string;
}

export interface CourseSketch {
  id: string;
  slug?: string;
  title?: string;
  status?: 'live' | 'unlisted' | 'draft';
  level?: string;
  topics?: string[];
  entitlements?: ('auth' | 'pro')[];
  instructors?: string[];
  order?: number;
  lessons: LessonSketch[];
  /** Further files, by path. */
  files?: Record<string, string | Uint8Array>;
}

export interface CourseFiles {
  id: string;
  files: SourceFiles;
  options: ItemOptions;
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** An author's folder in memory, in the content format. */
export function aCourse(sketch: CourseSketch): CourseFiles {
  const files = new Map<string, Uint8Array>();
  const json = (path: string, value: unknown) => files.set(path, bytes(`${JSON.stringify(value, null, 2)}\n`));
  const { lessons, files: more = {}, ...course } = sketch;
  json('course.json', {
    slug: sketch.id,
    title: `Course ${sketch.id}`,
    status: 'live',
    order: 100,
    level: 'beginner',
    topics: ['testing'],
    entitlements: [],
    instructors: [],
    settings: {},
    ...course,
  });
  files.set('description.md', bytes(`About ${sketch.id}.`));
  files.set('summary.md', bytes(`What **${sketch.id}** is for.`));

  const modules: string[] = [];
  lessons.forEach(({ module, content, ...lesson }, index) => {
    if (module !== undefined && !modules.includes(module)) {
      modules.push(module);
      json(`${folderOf(lessons, module)}/module.json`, {
        id: module,
        slug: module,
        title: `Module ${module}`,
        status: 'live',
      });
    }
    const place = module === undefined ? '' : `${folderOf(lessons, module)}/`;
    const folder = `${place}${String(index + 1).padStart(2, '0')}-${lesson.id}`;
    json(`${folder}/lesson.json`, {
      slug: lesson.id,
      title: `Lesson ${lesson.id}`,
      status: 'live',
      type: 'article',
      duration: 60,
      settings: { manualCompletion: true },
      ...lesson,
    });
    files.set(`${folder}/summary.md`, bytes(`Summary of ${lesson.id}.`));
    files.set(`${folder}/description.md`, bytes(`About ${lesson.id}.`));
    if (content !== undefined || (lesson.type ?? 'article') === 'article')
      files.set(`${folder}/content.md`, bytes(content ?? `## Part one\n\nSecret text of ${lesson.id}.\n`));
  });
  for (const [path, text] of Object.entries(more)) files.set(path, typeof text === 'string' ? bytes(text) : text);
  return { id: sketch.id, files, options: { file: 'course.json', variables: {} } };
}

/** Folders are sorted by number: a module has the place of its first lesson. */
function folderOf(lessons: LessonSketch[], module: string): string {
  const first = lessons.findIndex((lesson) => lesson.module === module);
  return `${String(first + 1).padStart(2, '0')}-${module}`;
}

/** The archive that `apply` would send. */
export function packed({ id, files, options }: CourseFiles): Promise<Uint8Array> {
  return packItem({ kind: 'course', id, files, options });
}

/** An archive of other bytes, as a broken client may send. */
export function gzipped(text: string): Uint8Array {
  return gzipSync(text);
}
