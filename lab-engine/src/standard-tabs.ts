/** The first terminal's tab. */
export const FIRST_TAB = 'terminal-1';

/** The tab that an author's name for it means: `terminal-1`, `editor` or `checks`; null for a tab of the author. */
export function standardTab(name: string): string | null {
  if (/^terminal$/i.test(name)) return FIRST_TAB;
  if (/^(editor|files)$/i.test(name)) return 'editor';
  return /^(examiner|checks)$/i.test(name) ? 'checks' : null;
}
