/** Opens a code fence, also inside list items and quotes. */
const FENCE = /^[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*(`{3,}|~{3,})(.*)$/;

export interface FenceState {
  mark: string;
  length: number;
  /** The text after the opening marker. */
  info: string;
}

/** The fence that a line of Markdown opens, or null. */
export function openedFence(line: string): FenceState | null {
  const found = FENCE.exec(line);
  const marks = found?.[1];
  const info = found?.[2]?.trim() ?? '';
  if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return null;
  return { mark: marks[0] ?? '`', length: marks.length, info };
}

/** True when the line ends the open fence. */
export function closesFence(line: string, fence: FenceState): boolean {
  const text = line.replace(/^[ \t>]*/, '').trimEnd();
  return text.length >= fence.length && text === fence.mark.repeat(text.length);
}
