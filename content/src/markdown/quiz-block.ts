import { closesFence, openedFence } from './lines.ts';

/** Where a knowledge check stands in a text: lines from 0, the opening and closing line included. */
export interface QuizPlace {
  from: number;
  to: number;
  closed: boolean;
}

const OPEN = /^ {0,3}(?:@@@[ \t]*quiz|<div class="quizdown">|\{\{<[ \t]*quizdown[ \t]*>\}\})[ \t]*$/;
const CLOSERS: readonly [opens: RegExp, closes: RegExp][] = [
  [/^ *@@@/, /^ *@@@[ \t]*$/],
  [/^ *<div/, /^ *<\/div>[ \t]*$/],
  [/^ *\{\{</, /^ *\{\{<[ \t]*\/quizdown[ \t]*>\}\}[ \t]*$/],
];

/** Finds the knowledge checks of a text in their four spellings (content-format 12.2). */
export function findQuizzes(text: string): QuizPlace[] {
  const lines = text.split('\n');
  const places: QuizPlace[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = openedFence(line);
    if (fence !== null) {
      const end = lineAfter(lines, at, (next) => closesFence(next, fence));
      if (/^(?:quizdown|quiz)\b/.test(fence.info) && /^ {0,3}[`~]/.test(line)) places.push(place(lines, at, end));
      at = end === -1 ? lines.length : end;
    } else if (OPEN.test(line)) {
      const closes = CLOSERS.find(([opens]) => opens.test(line))?.[1];
      const end = closes === undefined ? -1 : lineOutsideFences(lines, at, closes);
      places.push(place(lines, at, end));
      at = end === -1 ? lines.length : end;
    }
  }
  return places;
}

/** The text with the blocks replaced by empty lines, so that line numbers stay. */
export function withoutQuizzes(text: string, places: readonly QuizPlace[]): string {
  if (places.length === 0) return text;
  const lines = text.split('\n');
  for (const { from, to } of places) lines.fill('', from, to + 1);
  return lines.join('\n');
}

function place(lines: readonly string[], from: number, end: number): QuizPlace {
  return { from, to: end === -1 ? lines.length - 1 : end, closed: end !== -1 };
}

function lineAfter(lines: readonly string[], from: number, test: (line: string) => boolean): number {
  for (let at = from + 1; at < lines.length; at += 1) if (test(lines[at] ?? '')) return at;
  return -1;
}

function lineOutsideFences(lines: readonly string[], from: number, closes: RegExp): number {
  for (let at = from + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = openedFence(line);
    if (fence !== null) {
      const end = lineAfter(lines, at, (next) => closesFence(next, fence));
      if (end === -1) return -1;
      at = end;
    } else if (closes.test(line)) return at;
  }
  return -1;
}
