import type { Finding } from '@academy/contract/findings';
import { describe, expect, test } from 'vitest';
import { aCourse, aLesson, aPng, brief, build, render } from '../testing/content.ts';

const messages = (findings: readonly Finding[]) => findings.map(({ message }) => message);

describe('a text', () => {
  test('whose headings skip a level is reported once, with the right level', async () => {
    const { findings } = await render('## One\n\n#### Deep\n\n#### Too\n\n## Two\n\n#### Again\n');
    expect(brief(findings)).toEqual(['01-a/content.md:3 warning heading-skips']);
    expect(messages(findings)).toEqual([
      'the heading "Deep" skips a level; write ### instead of #### (1 more in this text)',
    ]);
  });

  test.each([
    ['that begins at a lower level', '### One\n\n### Two\n\n#### Three\n'],
    ['that goes up by more than one', '## One\n\n### Two\n\n#### Three\n\n## Four\n'],
    ['with a small line above a heading', '## One\n\n##### Small\n\n## Two\n'],
  ])('%s skips nothing', async (_name, text) => {
    expect((await render(text)).findings).toEqual([]);
  });

  test('says where a picture has no alternative text', async () => {
    const files = new Map([['01-a/a.png', aPng()]]);
    const text = 'Text\n\n![](a.png)\n\n![A drawing](a.png)\n\n@@@figure\n{ "image": "a.png", "alt": " " }\n@@@\n';
    const { findings } = await render(text, { files });
    expect(brief(findings)).toEqual(['01-a/content.md:3 warning image-alt', '01-a/content.md:7 warning image-alt']);
    expect(messages(findings)[0]).toBe('the picture "a.png" has no alternative text; say what it shows: ![...](...)');
  });

  test('says once which word after a fence is no language', async () => {
    const { findings } = await render('```jaava\nx\n```\n\n```jaava\ny\n```\n\n```Java\nz\n```\n\n```\nplain\n```\n');
    expect(brief(findings)).toEqual(['01-a/content.md:1 warning code-language']);
  });
});

describe('a block of code', () => {
  test.each([
    ['at the end of a text', 'Text\n\n```bash\nls\n\nMore text\n', 3],
    ['in a list', '- one\n\n  ~~~\n  ls\n\nText\n', 3],
    ['of one line', '```bash\n', 1],
  ])('that is never closed is reported: %s', async (_name, text, line) => {
    expect(brief((await render(text)).findings)).toEqual([`01-a/content.md:${line} warning fence-open`]);
  });

  test.each([
    ['by a longer fence', '```bash\nls\n````\n'],
    ['in a list', '1. one\n\n   ```bash\n   ls\n   ```\n\nText\n'],
    ['in a quote', '> ```bash\n> ls\n> ```\n'],
    ['by going back to the margin', 'Text\n\n    ls\n\nText\n'],
  ])('that is closed is fine: %s', async (_name, text) => {
    expect((await render(text)).findings).toEqual([]);
  });
});

describe('a course', () => {
  const codes = async (changes: Parameters<typeof aCourse>[0]) => brief((await build(aCourse(changes))).findings);

  test('says when live lessons lie in a module that is not listed', async () => {
    const module = { id: 'spring-x-start', slug: 'start', title: 'Start', status: 'unlisted' };
    expect(await codes({ '01-start/module.json': module })).toEqual([
      '01-start/module.json:2 warning lessons-unreachable',
    ]);
  });

  test('says when it is live and none of its lessons is', async () => {
    expect(
      await codes({
        '01-start/01-hello/lesson.json': aLesson('hello', { status: 'draft' }),
        '01-start/02-lab/lesson.json': aLesson('lab', { type: 'lab', status: 'draft', settings: { educates: 'x' } }),
      }),
    ).toEqual(['course.json:2 warning lessons-unreachable']);
  });

  test('says when a module holds nothing', async () => {
    const module = { id: 'spring-x-end', slug: 'end', title: 'End', status: 'live' };
    expect(await codes({ '02-end/module.json': module })).toEqual(['02-end/module.json:1 warning module-empty']);
  });

  test.each([
    ['no lab at all', {}],
    ['an external lab without its address', { labType: 'externalLab' }],
    ['a workshop without its name', { labType: 'educates' }],
  ])('says when a lab lesson names %s', async (_name, settings) => {
    const lab = aLesson('lab', { type: 'lab', settings });
    expect(await codes({ '01-start/02-lab/lesson.json': lab })).toEqual([
      '01-start/02-lab/lesson.json:1 warning lab-missing',
    ]);
  });

  test('says once that videos of other hosts have no transcript', async () => {
    const video = (name: string) => aLesson(name, { type: 'video', settings: { brightcove: 6_315_000_000_000 } });
    const changes = {
      '02-a/lesson.json': video('a'),
      '03-b/lesson.json': video('b'),
      '03-b/transcript.md': 'Words',
      '04-c/lesson.json': video('c'),
    };
    const { findings } = await build(aCourse(changes));
    expect(brief(findings)).toEqual(['02-a/lesson.json:1 warning video-transcript']);
    expect(messages(findings)[0]).toMatch(/^2 of 3 videos have no transcript/);
  });

  test('warns when its own video has no captions', async () => {
    const film = Buffer.from('\0\0\0\x18ftypisom', 'latin1');
    const lesson = aLesson('film', { type: 'video', settings: { video: 'film.mp4' } });
    const changes = { '02-film/lesson.json': lesson, '02-film/film.mp4': film };
    expect(await codes(changes)).toEqual(['02-film/lesson.json:9 warning video-captions']);
    expect(await codes({ ...changes, '02-film/captions.vtt': 'WEBVTT\n' })).toEqual([]);
  });
});

test('an unknown level is kept and reported, with the known one that was meant', async () => {
  const of = async (level: string) => {
    const course = { id: 'spring-tea', slug: 'tea', title: 'Tea', status: 'live', level, settings: {} };
    const { findings } = await build(aCourse({ 'course.json': JSON.stringify(course, null, 1) }));
    return findings.filter(({ code }) => code === 'level-unknown').map(({ line, message }) => `${line}: ${message}`);
  };
  expect(await of('beginer')).toEqual([
    '6: level "beginer" is unknown and becomes a filter of its own. Did you mean "beginner"?',
  ]);
  expect(await of('expert')).toEqual([
    '6: level "expert" is unknown and becomes a filter of its own. Known are beginner, intermediate, advanced',
  ]);
  for (const level of ['Beginner', ' advanced ', 'intermediate', ''])
    expect([level, await of(level)]).toEqual([level, []]);
});

describe('a knowledge check', () => {
  const check = aLesson('check', { type: 'knowledge-check' });
  const quiz = (header: string, option: string) =>
    `Text\n\n~~~quizdown\n---\n${header}\n---\n\n## Which?\n\n- [x] A\n- [${option}] B\n~~~\n`;

  test('that asks for a grade without a valid question cannot be passed', async () => {
    const of = async (content: string) => {
      const { findings } = await build(aCourse({ '02-check/lesson.json': check, '02-check/content.md': content }));
      return brief(findings).filter((line) => line.endsWith('quiz-cannot-pass'));
    };
    expect(await of(quiz('passingGrade: 50', 'v'))).toEqual(['02-check/content.md:5 error quiz-cannot-pass']);
    expect(await of(quiz('passingGrade: 50', ' '))).toEqual([]);
    expect(await of(quiz('nQuestions: 1', 'v'))).toEqual([]);
  });

  test('that can be failed only once is reported where it says so', async () => {
    const of = async (content: string) =>
      brief((await build(aCourse({ '02-check/lesson.json': check, '02-check/content.md': content }))).findings).filter(
        (line) => line.includes('only'),
      );
    expect(await of(quiz('passingGrade: 50\nenableRetry: false', ' '))).toEqual([
      '02-check/content.md:6 warning quiz-only-attempt',
    ]);
    expect(await of(quiz('passingGrade: 0\nenableRetry: false', ' '))).toEqual([]);
    expect(await of(quiz('passingGrade: 50', ' '))).toEqual([]);
  });

  test('without a passing grade is reported where its questions begin', async () => {
    const of = async (content: string) =>
      brief((await build(aCourse({ '02-check/lesson.json': check, '02-check/content.md': content }))).findings).filter(
        (line) => line.includes('grade'),
      );
    expect(await of(quiz('nQuestions: 1', ' '))).toEqual(['02-check/content.md:8 warning quiz-grade-missing']);
    expect(await of(quiz('passingGrade: 0', ' '))).toEqual([]);
    expect(await of(quiz('nQuestions: 1', 'v'))).toEqual([]);
  });
});
