import { boxOf, codeLines, dedent, findLists, headingOf, isBlank, type ListPlace, splitQuotes } from './quiz-lines.ts';
import { readSettings, shortened, type TextFinding } from './quiz-settings.ts';

/** A Markdown text of a knowledge check and its place. */
export interface QuizText {
  markdown: string;
  /** Line of its first line in the file, counted from 1. */
  line: number;
}

export interface QuizOption {
  text: QuizText;
  /** Shown with the result. */
  comment: QuizText | null;
  isCorrect: boolean;
}

export interface QuizQuestion {
  /** Inline Markdown on one line. */
  question: QuizText;
  description: QuizText | null;
  /** Shown on demand. */
  hint: QuizText | null;
  /** Shown after answering. */
  explanation: QuizText | null;
  type: 'single-check' | 'multi-check';
  /** Null: the setting of the knowledge check applies. */
  shuffleAnswers: boolean | null;
  options: QuizOption[];
}

/** Most options of one question. */
const MAX_OPTIONS = 50;

/** The lines of a question: from its heading to the next one. */
export interface QuestionLines {
  lines: readonly string[];
  code: readonly boolean[];
  /** Line of the heading in the file, counted from 1. */
  line: number;
}

/** Parses one question; null when an error makes it invalid. */
export function readQuestion(source: QuestionLines, findings: TextFinding[]): QuizQuestion | null {
  const { lines, line } = source;
  const title = headingOf(lines[0] ?? '')?.text ?? '';
  const name = `"${shortened(title)}"`;
  const told = findings.length;
  const report = (severity: 'error' | 'warning', code: string, at: number, message: string) => {
    findings.push({ line: at, severity, code, message });
  };
  if (title === '') report('error', 'quiz-question-empty', line, 'a question without text; write it after the marks');

  const head = readHead(source, findings);
  const body = { lines: lines.slice(head.to), code: source.code.slice(head.to), line: line + head.to };
  const isValid = () => !findings.slice(told).some(({ code, severity }) => severity === 'error' && !IGNORED.has(code));

  const lists = findLists(body.lines, body.code);
  const list = chooseList(lists);
  if (list === null) {
    report('error', 'quiz-no-options', line, `${name} has no checkbox list`);
    return null;
  }
  const options = readOptions(list, body, name, report);
  if (options.length < 2) report('error', 'quiz-too-few-options', line, `${name} has fewer than 2 options`);
  if (options.length > MAX_OPTIONS) {
    report('error', 'quiz-too-many-options', line, `${name} has more than ${MAX_OPTIONS} options`);
  }
  const correct = options.filter(({ isCorrect }) => isCorrect).length;
  const readable = options.every(({ isReadable }) => isReadable);
  if (correct === 0 && readable) {
    const message = `no option of ${name} is marked with x`;
    report('error', 'quiz-no-correct', body.line + list.from, message);
  }
  if (!isValid()) return null;

  if (correct > 1 && list.isOrdered) {
    report('warning', 'quiz-ordered-multiple', line, `${name} has a numbered list and ${correct} right options`);
  }
  reportRepeats(options, report);
  for (const other of lists) {
    if (other.from >= list.to && hasBox(other)) {
      const message = `${name} has another list with boxes; it is shown as explanation`;
      report('warning', 'quiz-second-list', body.line + other.from, message);
    }
  }
  const before = splitQuotes(body.lines.slice(0, list.from), body.code, 0);
  return {
    question: { markdown: title, line },
    description: quizText(before.text, body.line),
    hint: quizText(before.quotes, body.line),
    explanation: quizText(body.lines.slice(list.to), body.line + list.to),
    type: correct > 1 ? 'multi-check' : 'single-check',
    shuffleAnswers: head.shuffleAnswers,
    options: options.map(({ text, comment, isCorrect }) => ({ text, comment, isCorrect })),
  };
}

/** Findings about a header line, after which the question stays valid. */
const IGNORED: ReadonlySet<string> = new Set(['quiz-header-syntax', 'quiz-setting-value']);

type Report = (severity: 'error' | 'warning', code: string, line: number, message: string) => void;

/** The header of a question: `---` as its first line with text, up to the next `---`. */
function readHead(
  { lines, line }: QuestionLines,
  findings: TextFinding[],
): { to: number; shuffleAnswers: boolean | null } {
  const open = lines.findIndex((text, at) => at > 0 && !isBlank(text));
  if (open === -1 || lines[open]?.trimEnd() !== '---') return { to: 1, shuffleAnswers: null };
  const close = lines.findIndex((text, at) => at > open && text.trimEnd() === '---');
  if (close === -1) {
    const message = 'the settings that open here are not closed before the next question; add a line ---';
    findings.push({ line: line + open, severity: 'error', code: 'quiz-header-unclosed', message });
    return { to: open + 1, shuffleAnswers: null };
  }
  const settings = readSettings(lines.slice(open + 1, close), line + open + 1, ['shuffleAnswers'], findings);
  return { to: close + 1, shuffleAnswers: settings.shuffleAnswers?.value ?? null };
}

/**
 * The first list whose items all begin with a box; else the first with any, so that its author learns about the missing
 * ones.
 */
function chooseList(lists: readonly ListPlace[]): ListPlace | null {
  const isWhole = ({ items }: ListPlace) => items.every(({ start }) => boxOf(start.text) !== null);
  return lists.find(isWhole) ?? lists.find(hasBox) ?? null;
}

function hasBox({ items }: ListPlace): boolean {
  return items.some(({ start }) => boxOf(start.text) !== null);
}

interface ReadOption extends QuizOption {
  isReadable: boolean;
}

function readOptions(list: ListPlace, { lines, line }: QuestionLines, name: string, report: Report): ReadOption[] {
  return list.items.map(({ from, to, start }): ReadOption => {
    const at = line + from;
    const box = boxOf(start.text);
    if (box?.form !== 'good') {
      const message = `"${shortened(start.text)}" does not begin with a box; write [ ] or [x], a space and the text`;
      report('error', 'quiz-bad-box', at, message);
      return { text: { markdown: start.text, line: at }, comment: null, isCorrect: false, isReadable: false };
    }
    const own = [box.text, ...lines.slice(from + 1, to).map((text) => dedent(text, start.offset))];
    const { text, quotes } = splitQuotes(own, [false, ...codeLines(own).slice(1)], 3);
    // Text on the line of the box is the option itself, even when it looks like a quote.
    const words = quizText([box.text, ...text.slice(1)], at);
    if (words === null) report('error', 'quiz-option-empty', at, `an option of ${name} has no text`);
    return {
      text: words ?? { markdown: '', line: at },
      comment: quizText(['', ...quotes.slice(1)], at),
      isCorrect: box.isCorrect,
      isReadable: true,
    };
  });
}

function reportRepeats(options: readonly QuizOption[], report: Report): void {
  const seen = new Set<string>();
  for (const { text } of options) {
    const words = text.markdown.replace(/\s+/g, ' ').trim();
    if (seen.has(words)) {
      report('warning', 'quiz-duplicate-option', text.line, `the option "${shortened(words)}" stands twice`);
    }
    seen.add(words);
  }
}

/**
 * A text without the empty lines around it; null when nothing is left.
 *
 * @param line line number of the first line, counted from 1
 */
export function quizText(lines: readonly string[], line: number): QuizText | null {
  const first = lines.findIndex((text) => !isBlank(text));
  if (first === -1) return null;
  const last = lines.findLastIndex((text) => !isBlank(text));
  return { markdown: lines.slice(first, last + 1).join('\n'), line: line + first };
}
