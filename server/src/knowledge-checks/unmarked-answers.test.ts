import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCourse, listCourses } from '@academy/contract/courses';
import {
  type Attempt,
  type AttemptResult,
  getAttempt,
  getKnowledgeCheck,
  openAttempt,
  saveAnswer,
  submitAttempt,
} from '@academy/contract/knowledge-checks';
import { getLesson, listLessons } from '@academy/contract/lessons';
import { parseQuiz } from '@academy/contract/rules/quiz-markup';
import { searchAcademy } from '@academy/contract/search';
import { expect, test } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';

const ROOT = join(import.meta.dirname, '../../..');
const REAL = join(ROOT, '../shared/data');
if (!existsSync(REAL)) process.stderr.write('real questions: left out, ../shared/data is not there\n');

/** Every knowledge check of the samples and, where it is available, of the real content. */
const CHECKS = [join(ROOT, 'samples'), ...(existsSync(REAL) ? [REAL] : [])].flatMap((folder) =>
  globSync('**/*.md', { cwd: folder }).flatMap((file) => {
    const source = readFileSync(join(folder, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
    const quiz = parseQuiz(source);
    return quiz === null || quiz.questions.length === 0 ? [] : [{ file, source, quiz }];
  }),
);

const MARK = /^(\s*(?:[-*+]|\d+[.)])\s+\[)([ xX])(\])/;

/** The same check, but in each question the next option is the right one. */
function withOtherAnswers(source: string): string {
  const lines = source.split('\n');
  let group: number[] = [];
  const rotate = () => {
    const marks = group.map((at) => MARK.exec(lines[at] ?? '')?.[2] ?? ' ');
    group.forEach((at, index) => {
      lines[at] = (lines[at] ?? '').replace(MARK, `$1${marks.at(index - 1)}$3`);
    });
    group = [];
  };
  lines.forEach((line, at) => {
    if (/^\s*#/.test(line)) rotate();
    if (MARK.test(line)) group.push(at);
  });
  rotate();
  return lines.join('\n');
}

/** Which options of each question are right. */
const rightIn = (source: string): boolean[][] =>
  parseQuiz(source)?.questions.map(({ options }) => options.map(({ isCorrect }) => isCorrect)) ?? [];

/** Texts that are shown after marking only: comments on options, and explanations. */
function wordsOfResults({ quiz }: (typeof CHECKS)[number]): string[] {
  const texts = quiz.questions.flatMap(({ explanation, options }) => [
    explanation,
    ...options.map((one) => one.comment),
  ]);
  return texts.flatMap((text) => (text === null ? [] : (/\w+(?: \w+){3,}/.exec(text.markdown)?.[0] ?? [])));
}

const app = await startApp();
const sorted = <T>(all: readonly T[]): T[] => [...all].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

/** Without times, which differ from one publish or attempt to the next. */
const timeless = <T>(reply: T): T =>
  JSON.parse(JSON.stringify(reply).replace(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"a time"')) as T;

/** Publishes the checks and reads everything that a visitor can get of them before submitting an attempt. */
async function readAll(sources: readonly string[]) {
  const lessons = sources.map((content, at) => {
    const id = `check-${at}`;
    return { id, slug: id, type: 'knowledge-check' as const, content, entitlements: [] };
  });
  await publishCourse(app, 'kube', aCourse({ id: 'kube-checks', slug: 'checks', lessons }));
  // PostgreSQL does this by itself within minutes. Without statistics a search can exceed its time limit on a busy machine.
  await app.database.pool.query('analyze');
  const tenant = 'kube';
  const replies: unknown[] = [];
  /** By key: an attempt has some of the questions, in an order of its own. */
  const asked = new Map<string, unknown>();
  const results: AttemptResult[] = [];
  const ask = async (...given: Parameters<typeof app.call>) => {
    const { body, status } = await app.call(...given);
    expect(status).toBe(200);
    return body.data;
  };
  const say = async (...given: Parameters<typeof app.call>) => void replies.push(timeless(await ask(...given)));
  const sayAttempt = ({ attemptId: _own, questions, ...attempt }: Attempt) => {
    replies.push(timeless(attempt));
    for (const { options, ...question } of questions)
      asked.set(question.questionKey, { ...question, options: sorted(options) });
  };
  await say(listCourses, { query: { tenantId: tenant } }, { tenant });
  await say(getCourse, { query: { slug: 'checks', tenantId: tenant } }, { tenant });
  await say(listLessons, { query: { slug: 'checks' } }, { tenant });
  for (const [at, check] of CHECKS.entries()) {
    const params = { courseSlug: 'checks', lessonSlug: `check-${at}` };
    await say(getLesson, { params }, { tenant });
    await say(getKnowledgeCheck, { params }, { tenant });
    const opened = (await ask(openAttempt, { body: { lessonId: `check-${at}` } }, { tenant })) as Attempt;
    const { attemptId, questions } = opened;
    sayAttempt(opened);
    for (const { questionKey, options } of questions.slice(0, 1)) {
      const selected = [sorted(options.map(({ optionKey }) => optionKey))[0] ?? ''];
      await say(saveAnswer, { params: { attemptId }, body: { questionKey, selected } }, { tenant });
    }
    sayAttempt((await ask(getAttempt, { params: { attemptId } }, { tenant })) as Attempt);
    for (const words of wordsOfResults(check).slice(0, 1))
      await say(searchAcademy, { query: { q: words } }, { tenant });
    results.push((await ask(submitAttempt, { params: { attemptId } }, { tenant })) as AttemptResult);
  }
  return { replies, asked, results };
}

// Shows promises#any-check-no-answers, security#right-answers
test('no reply before marking depends on the right answers', async () => {
  const asWritten = await readAll(CHECKS.map(({ source }) => source));
  const otherwise = await readAll(CHECKS.map(({ source }) => withOtherAnswers(source)));
  for (const [at, reply] of asWritten.replies.entries()) expect(otherwise.replies[at]).toEqual(reply);
  for (const [key, question] of asWritten.asked)
    if (otherwise.asked.has(key)) expect(otherwise.asked.get(key)).toEqual(question);
  const said = JSON.stringify([asWritten.replies, [...asWritten.asked.values()]]);
  for (const words of CHECKS.flatMap(wordsOfResults)) expect(said).not.toContain(words);
  // The two sets do differ in their right answers.
  for (const { source } of CHECKS) expect(rightIn(withOtherAnswers(source))).not.toEqual(rightIn(source));
  for (const set of [asWritten, otherwise])
    for (const { score, total, questions } of set.results)
      expect([score, total]).toEqual([questions.filter(({ isCorrect }) => isCorrect).length, questions.length]);
  expect(CHECKS.length).toBeGreaterThanOrEqual(existsSync(REAL) ? 13 : 3);
}, 60_000);
