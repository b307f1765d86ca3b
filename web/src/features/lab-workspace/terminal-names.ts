import type { LabContent } from '@academy/contract/labs';

/** The names that a lab's author gives to terminals, by the number of the terminal. */
export function terminalNames(pages: LabContent['pages']): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { name, settings } of pages.flatMap(({ actions }) => actions)) {
    const number = String(settings.terminal ?? '');
    const [, tab] = /^terminal:(.+)$/.exec(String(settings.url ?? '')) ?? [];
    const own = tab ?? settings.session ?? (name.startsWith('editor:') ? EDITOR_TERMINAL : undefined);
    if (number !== '' && own !== undefined && !names.has(number)) names.set(number, String(own));
  }
  return names;
}

/** The name of the editor's terminal where its author gives none. */
const EDITOR_TERMINAL = 'educates';
