/** What a key does on the lesson screen (design: n, p, m, ?). */
export type LessonAction = 'next' | 'previous' | 'complete' | 'help';

/** The shortcuts in the order in which the help lists them. */
export const LESSON_KEYS: readonly { key: string; action: LessonAction }[] = [
  { key: 'n', action: 'next' },
  { key: 'p', action: 'previous' },
  { key: 'm', action: 'complete' },
  { key: '?', action: 'help' },
];

interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** True when the focus is where letters are typed, or in a dialog. */
  typing: boolean;
}

/** The action of a key press; null when it means nothing here or belongs to a field, a dialog or the browser. */
export function lessonAction({ key, ctrlKey, metaKey, altKey, typing }: KeyPress): LessonAction | null {
  if (typing || ctrlKey || metaKey || altKey) return null;
  return LESSON_KEYS.find((one) => one.key === key)?.action ?? null;
}
