import { findQuizBlocks, type QuizBlock, withoutQuizBlocks } from './quiz-blocks.ts';
import { codeLines, dedent, headingOf, indentOf, isBlank } from './quiz-lines.ts';
import { namesByPlace } from './quiz-option-words.ts';
import { type QuestionLines, type QuizQuestion, type QuizText, quizText, readQuestion } from './quiz-questions.ts';
import { QUIZ_SETTINGS, type QuizSettings, readSettings, shortened, type TextFinding } from './quiz-settings.ts';

/** Most questions of one knowledge check. */
const MAX_QUESTIONS = 300;

/** A parsed knowledge check (docs/reference/content-format.md#knowledge-checks). Texts are Markdown. */
export interface Quiz {
  intro: QuizText | null;
  /** Shown below the result. */
  closing: QuizText | null;
  settings: QuizSettings;
  /** Valid questions only; empty when nothing of the block is usable. */
  questions: QuizQuestion[];
  /** Number of questions in an attempt. */
  asked: number;
  /** In the order of lines. */
  findings: TextFinding[];
}

/**
 * Parses the first knowledge check of a text. Problems become findings, never exceptions; the time is linear in the
 * text.
 *
 * @returns null when the text has none
 */
export function parseQuiz(source: string): Quiz | null {
  const text = source.replace(/\r\n?/g, '\n');
  const blocks = findQuizBlocks(text);
  const [block] = blocks;
  if (block === undefined) return null;
  const findings: TextFinding[] = [];
  const lines = text.split('\n');
  for (const { from, closed } of blocks) if (!closed) findings.push(unclosed(from + 1));
  const second = blocks[1];
  if (second !== undefined) {
    const message = 'another knowledge check in the same text; only the first one is used';
    findings.push({ line: second.from + 1, severity: 'warning', code: 'quiz-multiple-blocks', message });
  }
  const after = withoutQuizBlocks(text, blocks)
    .split('\n')
    .fill('', 0, block.to + 1);
  const read = block.closed ? readBlock(lines, block, findings) : NOTHING;
  const before = [...lines.slice(0, block.from), ...Array<string>(block.to - block.from).fill('')];
  for (const { at, line } of read.before) before[at] = line;
  const { settings, questions } = read;
  return {
    intro: quizText(before, 1),
    closing: quizText(after, 1),
    settings,
    questions,
    asked: countAsked(settings, questions.length, findings),
    findings: findings.sort((a, b) => a.line - b.line),
  };
}

function unclosed(line: number): TextFinding {
  const message = 'the knowledge check that opens here is not closed before the end of the file; close it';
  return { line, severity: 'error', code: 'quiz-unclosed', message };
}

interface BlockContent {
  settings: QuizSettings;
  /** Lines of the file, from 0, that belong to the intro. */
  before: { at: number; line: string }[];
  questions: QuizQuestion[];
}

const NOTHING: BlockContent = { settings: {}, before: [], questions: [] };

function readBlock(all: readonly string[], block: QuizBlock, findings: TextFinding[]): BlockContent {
  const inner = all.slice(block.from + 1, block.to);
  const margin = inner.reduce((min, line) => (isBlank(line) ? min : Math.min(min, indentOf(line))), 1_000);
  const lines = inner.map((line) => (isBlank(line) ? '' : dedent(line, margin)));
  // Its first line in the file, counted from 1.
  const first = block.from + 2;

  const head = readHead(lines, first, findings);
  if (head === null) return NOTHING;
  const code = codeLines(lines);
  const headings = lines.flatMap((line, at) => {
    const heading = at < head.to || code[at] === true ? null : headingOf(line);
    return heading === null ? [] : [{ at, level: heading.level }];
  });
  const level = questionLevel(headings, block.from + 1, first, findings);
  if (level === null) return { ...NOTHING, settings: head.settings };

  const starts = headings.filter((heading) => heading.level === level).map(({ at }) => at);
  const before = lines
    .slice(head.to, starts[0])
    .map((line, at) => ({ at: block.from + 1 + head.to + at, line }))
    .filter(({ line }) => !isBlank(line));
  if (before[0] !== undefined) {
    const message = 'text before the first question; it is shown with the intro';
    findings.push({ line: before[0].at + 1, severity: 'warning', code: 'quiz-text-before-question', message });
  }
  const extra = starts[MAX_QUESTIONS];
  if (extra !== undefined) {
    const message = `more than ${MAX_QUESTIONS} questions; the rest is left out. Split the knowledge check`;
    findings.push({ line: first + extra, severity: 'error', code: 'quiz-too-many-questions', message });
  }
  const questions = starts.slice(0, MAX_QUESTIONS).flatMap((at, index) => {
    const end = starts[index + 1] ?? lines.length;
    const place: QuestionLines = { lines: lines.slice(at, end), code: code.slice(at, end), line: first + at };
    const question = readQuestion(place, findings);
    if (question === null) return [];
    if (question.shuffleAnswers ?? head.settings.shuffleAnswers?.value) reportByPlace(question, findings);
    return [question];
  });
  return { settings: head.settings, before, questions };
}

/** Options that name others by letter or place would name others once they are shuffled. */
function reportByPlace({ options }: QuizQuestion, findings: TextFinding[]): void {
  for (const { text } of options.filter(({ text: { markdown } }) => namesByPlace(markdown))) {
    const message = `"${shortened(text.markdown)}" names others by their place, so the answers of this question are not shuffled; write out what it means`;
    findings.push({ line: text.line, severity: 'warning', code: 'quiz-option-by-place', message });
  }
}

/** The settings at the start of a block; null when they are not closed. */
function readHead(
  lines: readonly string[],
  first: number,
  findings: TextFinding[],
): { settings: QuizSettings; to: number } | null {
  const open = lines.findIndex((line) => !isBlank(line));
  if (lines[open]?.trimEnd() !== '---') return { settings: {}, to: 0 };
  // A line with one `#` is a comment; with two it is already a question.
  const end = lines.findIndex((line, at) => at > open && (line.trimEnd() === '---' || /^##/.test(line)));
  if (end === -1 || lines[end]?.trimEnd() !== '---') {
    const message = 'the settings that open here are not closed before the first question; add a line ---';
    findings.push({ line: first + open, severity: 'error', code: 'quiz-header-unclosed', message });
    return null;
  }
  const settings = readSettings(lines.slice(open + 1, end), first + open + 1, QUIZ_SETTINGS, findings);
  return { settings, to: end + 1 };
}

/** Questions start at headings of level 2; where there are none, at the one other level that occurs. */
function questionLevel(
  headings: readonly { at: number; level: number }[],
  opening: number,
  first: number,
  findings: TextFinding[],
): number | null {
  if (headings.some(({ level }) => level === 2)) return 2;
  const [heading] = headings;
  if (heading === undefined || headings.some(({ level }) => level !== heading.level)) {
    const message = 'the knowledge check has no questions; start each one with a line "## " and its text';
    findings.push({ line: opening, severity: 'error', code: 'quiz-no-questions', message });
    return null;
  }
  const marks = '#'.repeat(heading.level);
  const message = `questions start with "${marks} "; write "## "`;
  findings.push({ line: first + heading.at, severity: 'warning', code: 'quiz-heading-level', message });
  return heading.level;
}

function countAsked({ nQuestions }: QuizSettings, valid: number, findings: TextFinding[]): number {
  if (nQuestions === undefined) return valid;
  if (nQuestions.value > valid) {
    const message = `${nQuestions.value} questions are wanted, but only ${valid} are valid; all are asked`;
    findings.push({ line: nQuestions.line, severity: 'warning', code: 'quiz-count', message });
  }
  return Math.min(nQuestions.value, valid);
}
