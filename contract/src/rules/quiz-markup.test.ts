import { describe, expect, test } from 'vitest';
import { findQuizBlocks } from './quiz-blocks.ts';
import { parseQuiz, type Quiz } from './quiz-markup.ts';

function quizOf(text: string): Quiz {
  const quiz = parseQuiz(text);
  if (quiz === null) throw new Error('no knowledge check was found');
  return quiz;
}

/** A text whose block begins on line 1, so that line 2 is the first of the body. */
function block(...body: string[]): string {
  return ['~~~quizdown', ...body, '~~~'].join('\n');
}

/** `line severity code` of each finding. */
function told(text: string): string[] {
  return quizOf(text).findings.map(({ line, severity, code }) => `${line} ${severity} ${code}`);
}

const GOOD = ['## Which port?', '', '- [ ] 80', '- [x] 8080'];

const EXAMPLE = `Read the chapter again before you start. You need two of three points.

~~~quizdown
---
nQuestions: 3
passingGrade: 66
customPassMsg: "Great: you know your **probes**."
customFailMsg: Have another look at the chapter on probes.
shuffleAnswers: true
---

## What does a failed readiness probe do?

The pod runs and answers slowly.

> Think of the endpoint list of a service.

- [ ] It restarts the container
- [x] It takes the pod out of the service
    > Right: traffic stops, the container keeps running.
- [ ] It deletes the pod

## Which of these start a container again?

- [x] A failed liveness probe
- [x] An exit code other than 0 with the usual restart policy
- [ ] A failed readiness probe

## Which snippet prints \`[x]\`?

---
shuffleAnswers: false
---

1. [ ] This one:
   \`\`\`shell
   echo [ ]
   \`\`\`
2. [x] That one:
   \`\`\`shell
   ## a comment, not a question
   echo "[x]"
   \`\`\`

The shell does not treat the box as special when it is quoted.
~~~

Closing text with a link to the next chapter.
`;

describe('the example of the definition', () => {
  test('has its texts, settings and three questions', () => {
    const { intro, closing, settings, questions, asked, findings } = quizOf(EXAMPLE);
    expect(findings).toEqual([]);
    expect(intro).toEqual({
      markdown: 'Read the chapter again before you start. You need two of three points.',
      line: 1,
    });
    expect(closing).toEqual({ markdown: 'Closing text with a link to the next chapter.', line: 48 });
    expect(settings).toEqual({
      nQuestions: { value: 3, line: 5 },
      passingGrade: { value: 66, line: 6 },
      customPassMsg: { value: 'Great: you know your **probes**.', line: 7 },
      customFailMsg: { value: 'Have another look at the chapter on probes.', line: 8 },
      shuffleAnswers: { value: true, line: 9 },
    });
    expect(asked).toBe(3);
    expect(questions.map(({ type, shuffleAnswers }) => [type, shuffleAnswers])).toEqual([
      ['single-check', null],
      ['multi-check', null],
      ['single-check', false],
    ]);
  });

  test('has a hint, a comment, an explanation and two options of code', () => {
    const [first, , third] = quizOf(EXAMPLE).questions;
    expect(first?.question).toEqual({ markdown: 'What does a failed readiness probe do?', line: 12 });
    expect(first?.description).toEqual({ markdown: 'The pod runs and answers slowly.', line: 14 });
    expect(first?.hint).toEqual({ markdown: 'Think of the endpoint list of a service.', line: 16 });
    expect(first?.options.map(({ text, isCorrect }) => [text.line, text.markdown, isCorrect])).toEqual([
      [18, 'It restarts the container', false],
      [19, 'It takes the pod out of the service', true],
      [21, 'It deletes the pod', false],
    ]);
    expect(first?.options[1]?.comment).toEqual({
      markdown: 'Right: traffic stops, the container keeps running.',
      line: 20,
    });
    expect(third?.options[1]).toEqual({
      text: { markdown: 'That one:\n```shell\n## a comment, not a question\necho "[x]"\n```', line: 39 },
      comment: null,
      isCorrect: true,
    });
    expect(third?.explanation).toEqual({
      markdown: 'The shell does not treat the box as special when it is quoted.',
      line: 45,
    });
  });
});

describe('the spellings of a block', () => {
  const body = GOOD.join('\n');
  test.each([
    ['a fence of tildes', `~~~quizdown\n${body}\n~~~`],
    ['a fence of backticks with the short word', `\`\`\`\`quiz\n${body}\n\`\`\`\``],
    ['a fence indented by three spaces', `   ~~~quizdown\n${body}\n   ~~~`],
    ['a shortcode', `@@@quiz\n${body}\n@@@`],
    ['HTML', `<div class="quizdown">\n${body}\n</div>`],
    ['Hugo', `{{< quizdown >}}\n${body}\n{{< /quizdown >}}`],
  ])('%s means the same', (_name, text) => {
    const quiz = quizOf(`Before\n\n${text}\n\nAfter\n\n## No question`);
    expect(quiz.questions).toHaveLength(1);
    expect(quiz.findings).toEqual([]);
    expect(quiz.intro?.markdown).toBe('Before');
    expect(quiz.closing?.markdown).toBe('After\n\n## No question');
    expect(quiz.questions[0]?.question.line).toBe(4);
  });

  test.each([
    ['inside another fence', '```markdown\n~~~quizdown\n## Q\n~~~\n```'],
    ['indented by four spaces', '    @@@quiz\n    ## Q\n    @@@'],
    ['with another word', '```quizzes\n## Q\n```'],
    ['of another class', '<div class="quizdown2">\n</div>'],
  ])('a block %s is none', (_name, text) => {
    expect(findQuizBlocks(text)).toEqual([]);
    expect(parseQuiz(text)).toBeNull();
  });

  test('the closing line of a shortcode does not count inside a fence', () => {
    const quiz = quizOf('@@@quiz\n## Q\n\n```text\n@@@\n```\n\n- [x] a\n- [ ] b\n@@@\nAfter');
    expect(quiz.questions[0]?.description?.markdown).toBe('```text\n@@@\n```');
    expect(quiz.closing?.markdown).toBe('After');
  });

  test('common indentation of the body is taken away, tabs included', () => {
    const quiz = quizOf('@@@quiz\n\t---\n\tpassingGrade: 50\n\t---\n\t## Q\n\t- [x] a\n\n\t  more\n\t- [ ] b\n@@@');
    expect(quiz.findings).toEqual([]);
    expect(quiz.settings.passingGrade?.value).toBe(50);
    expect(quiz.questions[0]?.options[0]?.text.markdown).toBe('a\n\nmore');
  });

  test('line ends of Windows do no harm', () => {
    const quiz = quizOf(EXAMPLE.replaceAll('\n', '\r\n'));
    expect(quiz).toEqual(quizOf(EXAMPLE));
  });
});

describe('settings', () => {
  test('names are compared without case, dashes and underscores, and have other spellings', () => {
    const head = ['---', 'TOTAL_QUESTIONS: 1', 'passing-marks: 33.5', "PassMessage: 'It''s done'", '# a comment'];
    const more = ['fail_message: Again: "no"', 'shuffle_questions: True', 'enableRetry: false', '', '---'];
    const { settings, findings } = quizOf(block(...head, ...more, ...GOOD));
    expect(findings).toEqual([]);
    expect(Object.entries(settings).map(([name, setting]) => [name, setting?.value])).toEqual([
      ['nQuestions', 1],
      ['passingGrade', 33.5],
      ['customPassMsg', "It's done"],
      ['customFailMsg', 'Again: "no"'],
      ['shuffleQuestions', true],
      ['enableRetry', false],
    ]);
  });

  test('the colours and the language of the library are accepted and ignored', () => {
    const head = ['---', 'primary_color: orange', 'secondaryColor: x', 'text-color: y', 'locale: de', 'startOnLoad: 1'];
    expect(quizOf(block(...head, '---', ...GOOD))).toMatchObject({ settings: {}, findings: [] });
  });

  test('a grade is a number from 0 to 100', () => {
    const grade = (value: string) => quizOf(block('---', `passingGrade: ${value}`, '---', ...GOOD));
    for (const value of ['0', '100', '66.7']) expect(grade(value).settings.passingGrade?.value).toBe(Number(value));
    for (const value of ['101', '100.5', '-1', '66%', '1e2']) expect(grade(value).findings).toHaveLength(1);
  });

  test('fewer questions than there are can be asked', () => {
    expect(quizOf(block('---', 'nQuestions: 1', '---', ...GOOD, ...GOOD)).asked).toBe(1);
    expect(quizOf(block(...GOOD, ...GOOD)).asked).toBe(2);
    expect(quizOf(block('---', 'nQuestions: 9', '---', ...GOOD)).asked).toBe(1);
  });
});

describe('questions and options', () => {
  test.each(['-', '*', '+', '1.', '1)'])('the marker %s makes an option', (marker) => {
    const quiz = quizOf(block('## Q', `${marker} [x] a`, `${marker} [ ] b`));
    expect(quiz.questions[0]?.options.map(({ text }) => text.markdown)).toEqual(['a', 'b']);
    expect(quiz.findings).toEqual([]);
  });

  test('a capital X marks an option too', () => {
    const quiz = quizOf(block('## Q', '1. [X] a', '2. [ ] b', '## R', '* [X] a', '* [x] b'));
    expect(quiz.questions.map(({ type }) => type)).toEqual(['single-check', 'multi-check']);
  });

  test('an option holds paragraphs, nested lists and pictures as far as they are indented', () => {
    const quiz = quizOf(block('## Q', '- [x] a', '', '  ![p](p.png)', '  - one', '    - [ ] deep', '- [ ] b', 'end'));
    expect(quiz.questions[0]?.options[0]?.text.markdown).toBe('a\n\n![p](p.png)\n- one\n  - [ ] deep');
    expect(quiz.questions[0]?.explanation?.markdown).toBe('end');
    expect(quiz.findings).toEqual([]);
  });

  test('a fence that is not closed ends with its option', () => {
    const quiz = quizOf(block('## Q', '- [x] ```js', '  ## no', '- [ ] b', '## R', '- [x] a', '- [ ] b'));
    expect(quiz.questions.map(({ options }) => options.length)).toEqual([2, 2]);
    expect(quiz.questions[0]?.options[0]?.text.markdown).toBe('```js\n## no');
  });

  test('a description holds fences, tables, lists without boxes and other headings', () => {
    const lines = [
      '### More',
      '',
      '```md',
      '## no',
      '- [ ] no',
      '> no',
      '```',
      '',
      '- [doc](x)',
      '- two',
      '',
      'Choose:',
      '',
    ];
    const quiz = quizOf(block('## Q', ...lines, '- [x] a', '- [ ] b'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.description?.markdown).toBe(lines.join('\n').trim());
    expect(quiz.questions[0]?.hint).toBeNull();
  });

  test('a hint may have several lines, also without the mark, and several quotes', () => {
    const quiz = quizOf(block('## Q', '> one', 'goes on', '', 'Text', '', '> two', '', '- [x] a', '- [ ] b'));
    expect(quiz.questions[0]?.hint?.markdown).toBe('one\ngoes on\n\n\n\ntwo');
    expect(quiz.questions[0]?.description?.markdown).toBe('Text');
  });

  test('escaped signs are text', () => {
    const lines = [
      '## Q',
      '\\## no question',
      '\\> no hint',
      '- \\[x\\] plain',
      '',
      'Then',
      '',
      '1. [x] \\[x\\] &lt;T>',
      '2. [ ] b',
    ];
    const quiz = quizOf(block(...lines));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions).toHaveLength(1);
    expect(quiz.questions[0]?.hint).toBeNull();
    expect(quiz.questions[0]?.options[0]?.text.markdown).toBe('\\[x\\] &lt;T>');
  });

  test('a rule is no header where none can stand', () => {
    const quiz = quizOf(block('## Q', 'Text', '', '---', '', '- [x] a', '- [ ] b', '', '---', '', 'End'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.description?.markdown).toBe('Text\n\n---');
    expect(quiz.questions[0]?.explanation?.markdown).toBe('---\n\nEnd');
  });

  test('a rule ends the options, also when it is made of their marker', () => {
    const quiz = quizOf(block('## Q', '- [x] a', '- [ ] b', '- - -', 'End'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.explanation?.markdown).toBe('- - -\nEnd');
  });

  test('an explanation may hold a fence with what looks like a question', () => {
    const quiz = quizOf(block('## Q', '- [x] a', '- [ ] b', '', '```', '## no', '```', '', ...GOOD));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions.map(({ question }) => question.markdown)).toEqual(['Q', 'Which port?']);
  });

  test('a hint may hold a fence', () => {
    const quiz = quizOf(block('## Q', '> ```js', '> ## no', '> ```', '', '- [x] a', '- [ ] b'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.hint?.markdown).toBe('```js\n## no\n```');
  });

  test.each(['- [x](/x)', '- [RFC] 2119', '- [v]: mark', '- [x][ref]'])('the item "%s" has no box', (line) => {
    const quiz = quizOf(block('## Q', line, '', 'Choose:', '', '- [x] a', '- [ ] b'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.description?.markdown).toBe([line, '', 'Choose:'].join('\n'));
  });

  test('the options are the first list of which every item has a box', () => {
    const quiz = quizOf(block('## Q', '- [x] means right', '- nothing', '', 'Choose:', '', '- [x] a', '- [ ] b'));
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.options.map(({ text }) => text.markdown)).toEqual(['a', 'b']);
  });

  test('another marker starts another list', () => {
    const quiz = quizOf(block('## Q', '- [x] a', '- [ ] b', '* [x] c'));
    expect(quiz.questions[0]?.options).toHaveLength(2);
    expect(quiz.questions[0]?.explanation?.markdown).toBe('* [x] c');
  });

  test('an option that begins like a quote is an option', () => {
    const option = quizOf(block('## Q', '- [x] > 5', '  > why', '- [ ] b')).questions[0]?.options[0];
    expect([option?.text.markdown, option?.comment?.markdown]).toEqual(['> 5', 'why']);
  });

  test('a fence that is indented inside an option does not end the block', () => {
    const quiz = quizOf('```quiz\n## Q\n\n1.  [x] a\n\n    ```\n    code\n    ```\n\n2.  [ ] b\n```\nEnd');
    expect(quiz.findings).toEqual([]);
    expect(quiz.questions[0]?.options[0]?.text.markdown).toBe('a\n\n```\ncode\n```');
    expect(quiz.closing?.markdown).toBe('End');
  });

  test('closing marks of a heading are not part of the question', () => {
    expect(quizOf(block('## What is C#? ##', '- [x] a', '- [ ] b')).questions[0]?.question.markdown).toBe(
      'What is C#?',
    );
  });
});

describe('every message has its line', () => {
  test.each<[code: string, text: string, findings: string[], questions: number]>([
    ['quiz-unclosed', 'Intro\n\n~~~quizdown\n## Q', ['3 error quiz-unclosed'], 0],
    ['quiz-header-unclosed', block('', '---', 'nQuestions: 1', ...GOOD), ['3 error quiz-header-unclosed'], 0],
    [
      'quiz-header-unclosed of a question',
      block('## Q', '', '---', 'shuffleAnswers: true', '- [x] a', '- [ ] b', ...GOOD),
      ['4 error quiz-header-unclosed'],
      1,
    ],
    ['quiz-header-syntax', block('---', 'nQuestions 1', '---', ...GOOD), ['3 error quiz-header-syntax'], 1],
    [
      'quiz-setting-value',
      block('---', 'passingGrade: high', 'nQuestions: 0', 'shuffleAnswers: yes', 'passMessage:', '---', ...GOOD),
      [3, 4, 5, 6].map((line) => `${line} error quiz-setting-value`),
      1,
    ],
    ['quiz-setting-unknown', block('---', 'passinGrade: 5', '---', ...GOOD), ['3 warning quiz-setting-unknown'], 1],
    [
      'quiz-setting-unknown of a question',
      block('## Q', '---', 'nQuestions: 5', '---', '- [x] a', '- [ ] b'),
      ['4 warning quiz-setting-unknown'],
      1,
    ],
    [
      'quiz-setting-unknown of a question, also what is ignored above',
      block('## Q', '---', 'locale: de', 'shuffleAnswers', '---', '- [x] a', '- [ ] b'),
      ['4 warning quiz-setting-unknown', '5 error quiz-header-syntax'],
      1,
    ],
    [
      'quiz-header-unclosed before a question with a header',
      block('---', 'nQuestions: 1', '## Q', '---', 'shuffleAnswers: false', '---', '- [x] a', '- [ ] b'),
      ['2 error quiz-header-unclosed'],
      0,
    ],
    ['quiz-no-questions', `\n${block('Text', '- [x] a')}`, ['2 error quiz-no-questions'], 0],
    ['quiz-no-questions with mixed levels', block('# A', '### B', '- [x] a'), ['1 error quiz-no-questions'], 0],
    ['quiz-heading-level', block('', '### Q', '- [x] a', '- [ ] b'), ['3 warning quiz-heading-level'], 1],
    [
      'quiz-text-before-question',
      block('---', '---', '', 'Hello', '', ...GOOD),
      ['5 warning quiz-text-before-question'],
      1,
    ],
    ['quiz-question-empty', block('##', '- [x] a', '- [ ] b', ...GOOD), ['2 error quiz-question-empty'], 1],
    ['quiz-no-options', block('## Q', '1. one', '2. two', ...GOOD), ['2 error quiz-no-options'], 1],
    ['quiz-bad-box without a box', block('## Q', '- [x] a', '- b', ...GOOD), ['4 error quiz-bad-box'], 1],
    [
      'quiz-bad-box with crooked boxes',
      block('## Q', '- [] a', '- [ x ] b', '- [v] c', '- [x]d', '- [ ] e', ...GOOD),
      [3, 4, 5, 6].map((line) => `${line} error quiz-bad-box`),
      1,
    ],
    ['quiz-option-empty', block('## Q', '- [x] a', '- [ ]', ...GOOD), ['4 error quiz-option-empty'], 1],
    ['quiz-too-few-options', block('## Q', '- [x] a', ...GOOD), ['2 error quiz-too-few-options'], 1],
    ['quiz-no-correct', block('## Q', '', '- [ ] a', '- [ ] b', ...GOOD), ['4 error quiz-no-correct'], 1],
    ['quiz-duplicate-option', block('## Q', '- [x] a', '- [ ]  a', ...GOOD), ['4 warning quiz-duplicate-option'], 2],
    [
      'quiz-second-list',
      block('## Q', '- [x] a', '- [ ] b', '', 'or', '', '* [x] c', ...GOOD),
      ['8 warning quiz-second-list'],
      2,
    ],
    ['quiz-ordered-multiple', block('## Q', '1. [x] a', '2. [x] b'), ['2 warning quiz-ordered-multiple'], 1],
    ['quiz-count', block('---', 'nQuestions: 9', '---', ...GOOD), ['3 warning quiz-count'], 1],
    ['quiz-multiple-blocks', `${block(...GOOD)}\n\n${block(...GOOD)}`, ['8 warning quiz-multiple-blocks'], 1],
  ])('%s', (_code, text, findings, questions) => {
    expect(told(text)).toEqual(findings);
    expect(quizOf(text).questions).toHaveLength(questions);
  });

  test('and says what is wrong in the words of the author', () => {
    const messages = (text: string) => quizOf(text).findings.map(({ message }) => message);
    expect(messages(block('## Which port?', '- [ ] a', '- [ ] b'))).toEqual([
      'no option of "Which port?" is marked with x',
    ]);
    expect(messages(block('---', 'passingGrade: high', '---', ...GOOD))).toEqual([
      'passingGrade is "high"; expected a number from 0 to 100',
    ]);
    expect(messages(block('## Kubernetes manifests', '1. a', ...GOOD))).toEqual([
      '"Kubernetes manifests" has no checkbox list',
    ]);
  });

  test('text before the first question is added to the intro, in its place', () => {
    const quiz = quizOf(`Intro\n\n${block('Hello', '', ...GOOD)}`);
    expect(quiz.intro).toEqual({ markdown: 'Intro\n\n\nHello', line: 1 });
  });

  test('of a second block nothing comes into the closing text', () => {
    expect(quizOf(`${block(...GOOD)}\nA\n${block(...GOOD)}\nB`).closing?.markdown).toBe('A\n\n\n\n\n\n\nB');
  });
});

describe('hostile texts end in time', () => {
  const many = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));
  const long = 200_000;
  test.each<[name: string, text: string]>([
    ['ten thousand questions', block(...many(10_000, (at) => `## Q ${at}\n- [x] a\n- [ ] b`))],
    ['ten thousand options', block('## Q', ...many(10_000, (at) => `- [x] ${at}`))],
    ['ten thousand lists', block('## Q', ...many(10_000, (at) => `${at % 2 ? '-' : '*'} [x] ${at}`))],
    ['ten thousand blocks', many(10_000, () => block(...GOOD)).join('\n')],
    ['ten thousand open blocks', many(10_000, () => '@@@quiz').join('\n')],
    ['ten thousand settings', block('---', ...many(10_000, (at) => `n${at}: 1`), '---', ...GOOD)],
    ['lists in lists', block('## Q', ...many(3_000, (at) => `${' '.repeat(at)}- [x] a`))],
    ['quotes in quotes', block('## Q', `${'>'.repeat(long)} a`, '- [x] a', '- [ ] b')],
    ['quotes that go on', block('## Q', '> a', ...many(20_000, () => 'b'), '- [x] a', '- [ ] b')],
    ['fences that stay open', block('## Q', ...many(10_000, (at) => `- [x] ${'`'.repeat(3 + (at % 9))}`))],
    ['a line of blanks', block(`##${' '.repeat(long)}x`, `- [x]${' '.repeat(long)}`, `${' '.repeat(long)}x`)],
    ['a line of marks', block(`## ${'# '.repeat(long)}`, `${'- '.repeat(long)}x`, `${'-'.repeat(long)}x`)],
    ['a line of boxes', block('## Q', `- ${'['.repeat(long)}`, `- ${'[x] '.repeat(long)}`)],
    ['a long setting', block('---', `passMessage: "${'\\"'.repeat(long)}`, `${'a-'.repeat(long)}`, '---', ...GOOD)],
    ['one long number', block('## Q', `${'1'.repeat(long)}. [x] a`)],
  ])('%s', (_name, text) => {
    const began = Date.now();
    const quiz = quizOf(text);
    expect(quiz.questions.length).toBeLessThanOrEqual(300);
    // Quadratic time would take minutes; the bound allows for a busy machine.
    expect(Date.now() - began).toBeLessThan(15_000);
  });
});

test('an option that names others by letter is reported where answers are shuffled', () => {
  const asked = (setting: string, option: string) =>
    told(block('---', setting, '---', '', '## Which?', '', '- [ ] One', '- [ ] Two', `- [x] ${option}`));
  expect(asked('shuffleAnswers: true', 'Both A and B')).toEqual(['10 warning quiz-option-by-place']);
  expect(asked('shuffleAnswers: true', 'All of the above')).toEqual([]);
  expect(asked('shuffleAnswers: false', 'Both A and B')).toEqual([]);
  const own = block('## Which?', '---', 'shuffleAnswers: true', '---', '- [ ] One', '- [x] Nur A', '- [ ] Two');
  expect(told(own)).toEqual(['7 warning quiz-option-by-place']);
});
