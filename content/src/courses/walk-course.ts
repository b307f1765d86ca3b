import { compare, type FindingList } from '../finding-list.ts';
import type { SourceFiles } from '../source-files.ts';

/** A folder of a course that is a lesson or a module. */
export interface LessonPlace {
  kind: 'lesson' | 'module';
  folder: string;
  moduleFolder: string | null;
}

const TEXT_NAMES = ['content.md', 'summary.md', 'description.md', 'transcript.md', 'preview.md'];

/**
 * Finds the lessons and modules of a course: exactly two levels, in the plain order of the folder names, each module
 * before its lessons.
 */
export function walkCourse(files: SourceFiles, findings: FindingList): LessonPlace[] {
  const places: LessonPlace[] = [];
  const folders = subfolders(files);
  for (const folder of folders.get('') ?? []) {
    const kind = kindOf(files, folder, findings);
    if (kind === 'lesson') places.push({ kind, folder, moduleFolder: null });
    if (kind === 'module') places.push({ kind, folder, moduleFolder: null });
    for (const inner of folders.get(folder) ?? []) {
      const innerKind = kindOf(files, inner, findings);
      if (innerKind === null) continue;
      if (kind === 'module' && innerKind === 'lesson') {
        places.push({ kind: 'lesson', folder: inner, moduleFolder: folder });
      } else if (kind === null && innerKind === 'lesson') {
        const message = `the folder "${folder}" holds this lesson but no module.json; add one, or move the lesson to the top level`;
        findings.fatal('parent-absent', `${inner}/lesson.json`, 1, message);
      } else if (kind !== null) {
        const message = `only modules hold lessons, and no module holds a module; move "${inner}" out of "${folder}"`;
        findings.fatal('course-too-deep', `${inner}/${innerKind}.json`, 1, message);
      }
    }
  }
  return places;
}

function kindOf(files: SourceFiles, folder: string, findings: FindingList): 'lesson' | 'module' | null {
  const lesson = files.has(`${folder}/lesson.json`);
  const module = files.has(`${folder}/module.json`);
  if (lesson && module) {
    findings.fatal('lesson-and-module', `${folder}/module.json`, 1, 'lesson.json lies beside it; keep one of the two');
  }
  if (module) return 'module';
  if (lesson) return 'lesson';
  const name = folder.split('/').at(-1) ?? '';
  if (/^\d+-/.test(name) && TEXT_NAMES.some((text) => files.has(`${folder}/${text}`))) {
    const near = [...files.keys()].find((file) => file.toLowerCase() === `${folder}/lesson.json`.toLowerCase());
    const advice = near === undefined ? 'add it' : `rename "${near}"`;
    const message = `"${folder}" looks like a lesson but has no lesson.json; ${advice}`;
    findings.fatal('file-missing', `${folder}/lesson.json`, 1, message);
  }
  return null;
}

/** Folders below each folder, down to the third level, in order. */
function subfolders(files: SourceFiles): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const file of files.keys()) {
    const parts = file.split('/');
    for (let depth = 1; depth < Math.min(parts.length, 4); depth += 1) {
      const parent = parts.slice(0, depth - 1).join('/');
      const children = found.get(parent) ?? new Set();
      children.add(parts.slice(0, depth).join('/'));
      found.set(parent, children);
    }
  }
  return new Map([...found].map(([parent, children]) => [parent, [...children].sort(compare)]));
}
