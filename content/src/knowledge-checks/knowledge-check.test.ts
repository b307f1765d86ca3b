import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseQuiz } from '@academy/contract/rules/quiz-markup';
import { describe, expect, test } from 'vitest';
import type { BuiltKnowledgeCheck, BuiltLesson } from '../built-item.ts';
import { aCourse, aLesson, aPng, brief, build } from '../testing/content.ts';

const FILE = '01-start/01-hello/content.md';

/** Builds a course whose first lesson has this text. */
async function lessonOf(text: string, type = 'knowledge-check', more: Record<string, Uint8Array> = {}) {
  const result = await build(
    aCourse({ '01-start/01-hello/lesson.json': aLesson('hello', { type }), [FILE]: text, ...more }),
  );
  if (result.refused || result.item.kind !== 'course') throw new Error(JSON.stringify(result.findings));
  const lesson = result.item.lessons.find(({ slug }) => slug === 'hello') as BuiltLesson;
  const entry = result.item.search.find(({ id }) => id === lesson.lessonId);
  return { lesson, entry, findings: brief(result.findings).map((line) => line.replace(`${FILE}:`, '')) };
}

async function checkOf(text: string): Promise<BuiltKnowledgeCheck> {
  const { lesson } = await lessonOf(text);
  if (lesson.knowledgeCheck === null) throw new Error('no knowledge check was built');
  return lesson.knowledgeCheck;
}

const QUESTIONS = '## Which port?\n\n- [ ] 80\n- [x] 8080\n';
const fenced = (body: string) => `~~~quizdown\n${body}\n~~~`;

describe('a knowledge check', () => {
  test('has its texts around the questions, which search does not find', async () => {
    const { lesson, entry, findings } = await lessonOf(`Read *first*.\n\n${fenced(QUESTIONS)}\n\n## Then\n\nGo on.`);
    expect(findings).toEqual(['4 warning quiz-grade-missing']);
    expect(lesson.body).toMatchObject({ html: null, headings: [], readingMinutes: 0 });
    expect(lesson.knowledgeCheck).toMatchObject({
      ...{ intro: '<p>Read <em>first</em>.</p>', closing: '<p class="minor-heading">Then</p>\n<p>Go on.</p>' },
      ...{ asked: 1, passingGrade: null, passMessage: 'You passed.', failMessage: 'Not passed yet.' },
      ...{ shuffleQuestions: false, enableRetry: true },
    });
    expect(entry?.text).toBe('Read first. Then Go on.');
  });

  test('has questions, hints, comments and explanations as HTML', async () => {
    const head =
      '---\npassMessage: "1. **Well** done"\nfailMessage: "- see [this](/courses)"\nshuffleAnswers: true\n---';
    const body = `${head}
## 1. Is \`a\` <b>bold</b> & ![x](x.png)?

---
shuffle_answers: false
---

Look:

> A **hint**

- [x] \`yes\`

  ~~~js
  yes();
  ~~~

  > Right!
- [ ] no

Because.

## Two?
- [x] a
- [x] b`;
    const { lesson } = await lessonOf(`\`\`\`\`quiz\n${body}\n\`\`\`\``, 'knowledge-check', {
      '01-start/01-hello/x.png': aPng(),
    });
    const check = lesson.knowledgeCheck;
    expect(check?.passMessage).toBe('1. <strong>Well</strong> done');
    expect(check?.failMessage).toBe('- see <a href="/courses">this</a>');
    const [one, two] = check?.questions ?? [];
    expect(one?.question).toMatch(/^1\. Is <code>a<\/code> <b>bold<\/b> &amp; <img src="\/assets\/content\/[^>]*>\?$/);
    expect(one).toMatchObject({
      ...{ description: '<p>Look:</p>', hint: '<p>A <strong>hint</strong></p>', explanation: '<p>Because.</p>' },
      ...{ type: 'single-check', shuffleAnswers: false },
    });
    expect(one?.options[0]?.html).toMatch(/^<p><code>yes<\/code><\/p>\n<figure class="code" data-language="js/);
    expect(one?.options.map(({ comment, isCorrect }) => [comment, isCorrect])).toEqual([
      ['<p>Right!</p>', true],
      [null, false],
    ]);
    expect(two).toMatchObject({ type: 'multi-check', shuffleAnswers: true, hint: null, explanation: null });
  });

  test('resolves link definitions at the end of its text in every part', async () => {
    const text = `${fenced('## See [this][a]?\n\n- [x] [b]\n- [ ] c [d]')}\n\nBye [a].\n\n[a]: /courses\n[b]: /paths\n`;
    const { closing, questions } = await checkOf(text);
    expect(closing).toBe('<p>Bye <a href="/courses">a</a>.</p>');
    expect(questions[0]?.question).toBe('See <a href="/courses">this</a>?');
    expect(questions[0]?.options.map(({ html }) => html)).toEqual(['<p><a href="/paths">b</a></p>', '<p>c [d]</p>']);
  });

  test('keeps the keys of questions and options while their texts stay', async () => {
    const before = await checkOf(fenced(`${QUESTIONS}\n## Other?\n- [x] a\n- [ ] b`));
    const after = await checkOf(fenced(`## New?\n- [ ] a\n- [x] b\n\n## Other?\n- [ ] new\n- [ ] b\n- [x] a`));
    const [, other] = before.questions;
    const [fresh, moved] = after.questions;
    expect(moved?.questionKey).toBe(other?.questionKey);
    expect(fresh?.questionKey).not.toBe(other?.questionKey);
    const keys = (question = other) =>
      Object.fromEntries(question?.options.map(({ html, optionKey }) => [html, optionKey]) ?? []);
    expect(keys(moved)).toMatchObject(keys(other));
  });

  test('gives equal questions and options different keys that reveal no answer', async () => {
    const { questions } = await checkOf(fenced(`## Same?\n- [x] a\n- [ ] a\n\n## Same?\n- [ ] a\n- [x] a`));
    const keys = questions.flatMap(({ options }) => options.map(({ optionKey }) => optionKey));
    expect(new Set(questions.map(({ questionKey }) => questionKey)).size).toBe(2);
    expect(new Set(keys).size).toBe(2);
    expect(questions[0]?.options.map(({ optionKey }) => optionKey)).toEqual(
      questions[1]?.options.map(({ optionKey }) => optionKey),
    );
  });

  test('never lets scripts or blocks through a question, an option or a message', async () => {
    const evil = '</h1><script>alert(1)</script><p onclick="x()">p</p><iframe src="https://example.com"></iframe>';
    const text = fenced(
      `---\npassMessage: ${evil}\n---\n## Q ${evil}\n\n> ${evil}\n\n- [x] ${evil} a\n- [ ] [b](javascript:x)`,
    );
    const { lesson, findings } = await lessonOf(text);
    const html = JSON.stringify(lesson.knowledgeCheck);
    expect(html).not.toMatch(/<script|alert|onclick|iframe/);
    expect(lesson.knowledgeCheck?.questions[0]?.question).toBe('Q p');
    expect(lesson.knowledgeCheck?.passMessage).toBe('p');
    expect(findings).toContain('3 error script-removed');
    expect(findings).toContain('5 error script-removed');
    expect(findings).toContain('10 error script-removed');
  });

  test('reports problems inside an option with the line of the file', async () => {
    const { findings } = await lessonOf(
      `A\n\n${fenced('## Q\n\n- [x] a\n\n  ![](gone.png)\n- [ ] b\n\n![x](gone2.png)')}`,
    );
    expect(findings.map((line) => line.split(' ')[0])).toEqual(expect.arrayContaining(['8', '11']));
  });

  test('without a block, or without one valid question, shows its text like an article', async () => {
    const none = await lessonOf('## Only\n\nText');
    expect(none.findings).toEqual(['1 warning quiz-missing']);
    expect(none.lesson.knowledgeCheck).toBeNull();
    expect(none.lesson.body.html).toContain('<p>Text</p>');
    const broken = await lessonOf(`Before\n\n${fenced('## Q')}\n\nAfter`);
    expect(broken.findings).toEqual(['4 error quiz-no-options']);
    expect(broken.lesson.knowledgeCheck).toBeNull();
    expect(broken.lesson.body.html).toBe('<p>Before</p>\n<p>After</p>');
  });

  test('in a lesson of another type is left out and reported', async () => {
    const { lesson, findings } = await lessonOf(`Before\n\n${fenced(QUESTIONS)}\n\nAfter`, 'article');
    expect(findings).toEqual(['3 warning quiz-wrong-type']);
    expect(lesson.knowledgeCheck).toBeNull();
    expect(lesson.body.html).toBe('<p>Before</p>\n<p>After</p>');
  });

  test('that is never closed is reported, in every type of lesson', async () => {
    for (const type of ['knowledge-check', 'article']) {
      const { lesson, findings } = await lessonOf(`Before\n\n~~~quiz\n${QUESTIONS}`, type);
      expect(findings).toContain('3 error quiz-unclosed');
      expect(lesson.body.html).toBe('<p>Before</p>');
    }
  });
});

/** Real content is available beside the repository on some machines only. */
const PRIMER = fileURLToPath(new URL('../../../../shared/data/amcginlay/k8s-primer/content', import.meta.url));
const isThere = existsSync(PRIMER);
if (!isThere) process.stderr.write('knowledge-check.test.ts: real ones skipped, ../shared/data is not there\n');

/** Chapter: valid questions, multi-check, options, correct, as counted by hand in the real course. */
const REAL: readonly [chapter: string, ...numbers: number[]][] = [
  ['011_setup', 3, 0, 11, 3],
  ['012_anatomy_of_a_web_server', 4, 1, 16, 7],
  ['013_anatomy_of_a_process', 3, 0, 12, 3],
  ['014_linux_namespaces', 4, 0, 16, 4],
  ['015_build_containers', 4, 0, 16, 4],
  ['016_run_containers', 6, 1, 24, 7],
  ['017_meet_kubernetes', 4, 0, 16, 4],
  ['019_orchestrate_containers', 6, 0, 24, 6],
  ['023_services', 4, 0, 16, 4],
  ['027_daemonsets', 3, 0, 12, 3],
];

describe.runIf(isThere)('the knowledge checks of a real course', () => {
  const textOf = (chapter: string) => readFileSync(path.join(PRIMER, chapter, '_index.md'), 'utf8');

  test.each(REAL)('%s is read as its table says', async (chapter, ...numbers) => {
    const { questions } = await checkOf(textOf(chapter).replace(/^---\n[\s\S]*?\n---\n/, ''));
    const options = questions.flatMap((question) => question.options);
    const multi = questions.filter(({ type }) => type === 'multi-check');
    expect([
      questions.length,
      multi.length,
      options.length,
      options.filter(({ isCorrect }) => isCorrect).length,
    ]).toEqual(numbers);
    for (const { question, description, hint } of questions) {
      for (const html of [question, description, hint]) expect(html).toMatch(/\w/);
    }
  });

  test('has ten checks with 41 valid questions and one that is reported', () => {
    const chapters = readdirSync(PRIMER).filter((name) => existsSync(path.join(PRIMER, name, '_index.md')));
    const quizzes = chapters.flatMap((chapter) => {
      const quiz = parseQuiz(textOf(chapter));
      return quiz === null ? [] : [{ chapter, quiz }];
    });
    expect(quizzes.map(({ chapter }) => chapter)).toEqual(REAL.map(([chapter]) => chapter));
    expect(quizzes.flatMap(({ quiz }) => quiz.questions)).toHaveLength(41);
    expect(quizzes.every(({ quiz }) => quiz.intro !== null && quiz.closing !== null)).toBe(true);
    expect(quizzes.flatMap(({ chapter, quiz }) => quiz.findings.map((finding) => ({ chapter, ...finding })))).toEqual([
      {
        ...{ chapter: '027_daemonsets', line: 376, severity: 'error', code: 'quiz-no-options' },
        message: '"Kubernetes manifests" has no checkbox list',
      },
    ]);
    const own = quizzes.flatMap(({ quiz }) => quiz.questions).filter(({ shuffleAnswers }) => shuffleAnswers === false);
    expect(own).toHaveLength(8);
  });
});
