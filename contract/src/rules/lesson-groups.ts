/** Fields of a lesson that grouping needs. */
export interface GroupableLesson {
  lessonId: string;
  slug: string;
  type: string;
  parentId: string | null;
}

export type LessonGroup<L extends GroupableLesson> =
  /** A module with the lessons below it; `moduleNumber` counts modules from 1. */
  { module: L; moduleNumber: number; lessons: L[] } | { module: null; lessons: [L] };

/**
 * The outline of a course: a module starts a group, later lessons whose parentId is a module go under
 * it, the rest stay top-level, all in the order given. A lesson whose module comes later or never stays top-level.
 */
export function groupLessons<L extends GroupableLesson>(lessons: readonly L[]): LessonGroup<L>[] {
  const groups: LessonGroup<L>[] = [];
  const modules = new Map<string, LessonGroup<L>>();
  let moduleNumber = 0;
  for (const lesson of lessons) {
    if (lesson.type === 'module') {
      moduleNumber += 1;
      const group: LessonGroup<L> = { module: lesson, moduleNumber, lessons: [] };
      modules.set(lesson.lessonId, group);
      groups.push(group);
      continue;
    }
    const parent = lesson.parentId === null ? undefined : modules.get(lesson.parentId);
    if (parent?.module) parent.lessons.push(lesson);
    else groups.push({ module: null, lessons: [lesson] });
  }
  return groups;
}

/** The following lesson that is no module, or null at the end and for an unknown slug. */
export function nextLesson<L extends GroupableLesson>(lessons: readonly L[], slug: string): L | null {
  return neighbour(lessons, slug, 1);
}

/** The preceding lesson that is no module, or null. */
export function previousLesson<L extends GroupableLesson>(lessons: readonly L[], slug: string): L | null {
  return neighbour(lessons, slug, -1);
}

function neighbour<L extends GroupableLesson>(lessons: readonly L[], slug: string, step: 1 | -1): L | null {
  const readable = lessons.filter((lesson) => lesson.type !== 'module');
  const at = readable.findIndex((lesson) => lesson.slug === slug);
  return at < 0 ? null : (readable[at + step] ?? null);
}
