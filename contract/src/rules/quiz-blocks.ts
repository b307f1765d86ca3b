import { closesFence, type FenceState, openedFence } from './code-fences.ts';

/** The place of a knowledge check in a text: lines from 0, the opening and closing line included. */
export interface QuizBlock {
  from: number;
  to: number;
  /** False: the text ends before the block does. */
  closed: boolean;
}

const FENCE_WORD = /^(?:quizdown|quiz)(?=[\s{]|$)/;
/** The spellings other than the code fence. */
const SPELLINGS: readonly { opens: RegExp; closes: RegExp }[] = [
  { opens: /^ {0,3}@@@[ \t]*quiz[ \t]*$/, closes: /^[ \t]*@@@[ \t]*$/ },
  { opens: /^ {0,3}<div class=["']quizdown["']>[ \t]*$/i, closes: /^[ \t]*<\/div>[ \t]*$/i },
  {
    opens: /^ {0,3}\{\{<[ \t]*quizdown[ \t]*>\}\}[ \t]*$/,
    closes: /^[ \t]*\{\{<[ \t]*\/[ \t]*quizdown[ \t]*>\}\}[ \t]*$/,
  },
];

/** Finds the knowledge checks of a text in their four spellings, outside of other code fences. */
export function findQuizBlocks(text: string): QuizBlock[] {
  const lines = text.split('\n');
  const blocks: QuizBlock[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? '';
    const fence = openedFence(line);
    const isQuizFence = fence !== null && FENCE_WORD.test(fence.info) && /^ {0,3}[`~]/.test(line);
    const spelling = fence === null ? SPELLINGS.find(({ opens }) => opens.test(line)) : undefined;
    if (fence === null && spelling === undefined) continue;
    const end =
      spelling !== undefined
        ? lineOutsideFences(lines, at, spelling.closes)
        : fence === null
          ? -1
          : lineAfter(lines, at, (next) => (isQuizFence ? closesAtMargin(next, fence) : closesFence(next, fence)));
    const to = end === -1 ? lines.length - 1 : end;
    if (isQuizFence || spelling !== undefined) blocks.push({ from: at, to, closed: end !== -1 });
    at = to;
  }
  return blocks;
}

/** The text with the blocks replaced by empty lines, so that line numbers stay the same. */
export function withoutQuizBlocks(text: string, blocks: readonly QuizBlock[]): string {
  if (blocks.length === 0) return text;
  const lines = text.split('\n');
  for (const { from, to } of blocks) lines.fill('', from, to + 1);
  return lines.join('\n');
}

/** Fences of options are indented, so an indented line does not end the block. */
function closesAtMargin(line: string, fence: FenceState): boolean {
  return /^ {0,3}[`~]/.test(line) && closesFence(line, fence);
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
