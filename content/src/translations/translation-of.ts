import { isDeepStrictEqual } from 'node:util';
import { type Language, ORIGINAL } from '@academy/contract/i18n/languages';
import type {
  BuiltItem,
  BuiltKnowledgeCheck,
  BuiltLesson,
  ItemTranslation,
  LessonTranslation,
  SearchEntry,
} from '../built-item.ts';
import type { FindingList } from '../finding-list.ts';

/**
 * What of an item is different in a language. Everything that readers do hangs on ids, which are the original's:
 * questions and their options too.
 *
 * @param built the item made of the files in that language
 * @param file for findings: the item's own file
 * @returns null when nothing is translated
 */
export function translationOf(
  item: BuiltItem,
  built: BuiltItem,
  language: Language,
  file: string,
  findings: FindingList,
): ItemTranslation | null {
  if (item.kind !== built.kind || item.id !== built.id) return null;
  const [before, after] = [bodyOf(item), bodyOf(built)];
  const lessons =
    item.kind === 'course' && built.kind === 'course'
      ? item.lessons.flatMap((lesson, at): [string, LessonTranslation][] => {
          const translated = lessonIn(lesson, built.lessons[at], language, file, findings);
          return translated === null ? [] : [[lesson.lessonId, translated]];
        })
      : [];
  const isSame =
    item.title === built.title && isDeepStrictEqual(item.data, built.data) && isDeepStrictEqual(before, after);
  if (isSame && lessons.length === 0) return null;
  const text = textOf(before);
  return {
    title: built.title,
    data: built.data,
    body: after,
    language: isSame || (text !== null && text === textOf(after)) ? ORIGINAL : language,
    lessons: Object.fromEntries(lessons),
    search: entriesIn(item.search, built.search),
  };
}

const bodyOf = (item: BuiltItem): object => ('body' in item ? item.body : {});

/** The main text of a body; null where it has none. */
const textOf = (body: object): string | null => ('html' in body && typeof body.html === 'string' ? body.html : null);

function lessonIn(
  lesson: BuiltLesson,
  built: BuiltLesson | undefined,
  language: Language,
  file: string,
  findings: FindingList,
): LessonTranslation | null {
  if (built?.lessonId !== lesson.lessonId) return null;
  const knowledgeCheck = checkIn(lesson.knowledgeCheck, built.knowledgeCheck, () =>
    findings.warning(
      'translation-questions',
      file,
      1,
      `the questions of lesson "${lesson.slug}" in "${language}" are not those of the original, one by one with the same right answers; readers get the original's`,
    ),
  );
  const { title, data, body } = built;
  const before = [lesson.title, lesson.data, lesson.body, lesson.knowledgeCheck];
  if (isDeepStrictEqual(before, [title, data, body, knowledgeCheck])) return null;
  const isOriginal =
    lesson.knowledgeCheck === null
      ? lesson.body.html !== null && lesson.body.html === body.html
      : isDeepStrictEqual(lesson.knowledgeCheck, knowledgeCheck);
  return { title, data, body, knowledgeCheck, language: isOriginal ? ORIGINAL : language };
}

/** A knowledge check in another language with the keys of the original, under which answers are stored. */
function checkIn(
  original: BuiltKnowledgeCheck | null,
  built: BuiltKnowledgeCheck | null,
  differs: () => void,
): BuiltKnowledgeCheck | null {
  if (original === null || built === null) return original;
  const isAlike =
    original.questions.length === built.questions.length &&
    original.questions.every(({ type, options }, at) => {
      const other = built.questions[at];
      return (
        other?.type === type &&
        other.options.length === options.length &&
        options.every(({ isCorrect }, index) => other.options[index]?.isCorrect === isCorrect)
      );
    });
  if (!isAlike) {
    differs();
    return original;
  }
  const { asked, passingGrade, shuffleQuestions, enableRetry, attempts, timeLimit, pause, showAnswers } = original;
  return {
    ...built,
    ...{ asked, passingGrade, shuffleQuestions, enableRetry },
    ...defined({ attempts, timeLimit, pause, showAnswers }),
    questions: original.questions.map(({ questionKey, shuffleAnswers, options }, at) => {
      const other = built.questions[at] as BuiltKnowledgeCheck['questions'][number];
      return {
        ...other,
        questionKey,
        shuffleAnswers,
        options: other.options.map((option, index) => ({
          ...option,
          optionKey: options[index]?.optionKey ?? option.optionKey,
        })),
      };
    }),
  };
}

/** Without what is undefined. */
const defined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;

/** The entries whose words differ. */
function entriesIn(before: readonly SearchEntry[], after: readonly SearchEntry[]): SearchEntry[] {
  const known = new Map(before.map((entry) => [`${entry.kind} ${entry.id}`, entry]));
  return after.filter((entry) => {
    const original = known.get(`${entry.kind} ${entry.id}`);
    return original !== undefined && !isDeepStrictEqual(original, entry);
  });
}
