import { describe, expect, test } from 'vitest';
import { aCourse, aLesson, build, built } from '../testing/content.ts';

const QUESTIONS = (port: string, other: string) => `~~~quizdown\n## ${port}?\n\n- [ ] ${other}\n- [x] 8080\n~~~`;
const check = {
  '01-start/03-check/lesson.json': aLesson('check', { type: 'knowledge-check' }),
  '01-start/03-check/content.md': QUESTIONS('Which port', 'Another'),
};

const findingsOf = async (files: Parameters<typeof aCourse>[0]) =>
  (await build(aCourse(files))).findings.map(({ file, line, code }) => `${file}:${line} ${code}`);

describe('a translated course', () => {
  test('has its translated texts, and the original ones for the rest', async () => {
    const { title, translations } = await built(
      aCourse({
        'course.de.json': { title: 'X auf Deutsch' },
        'description.de.md': 'Ein kurzer Text.',
        '01-start/01-hello/lesson.de.json': { title: 'Hallo' },
        '01-start/01-hello/content.de.md': '## Hallo\n\nWelt',
      }),
    );
    expect(title).toBe('X');
    const { de } = translations ?? {};
    expect(de).toMatchObject({ title: 'X auf Deutsch', language: 'de', data: { description: 'Ein kurzer Text.' } });
    expect(Object.keys(de?.lessons ?? {})).toEqual(['spring-x-hello']);
    expect(de?.lessons['spring-x-hello']).toMatchObject({ title: 'Hallo', language: 'de' });
    expect(de?.lessons['spring-x-hello']?.body.html).toContain('Welt');
    expect(de?.search.map(({ id, title: found }) => [id, found])).toEqual([
      ['spring-x', 'X auf Deutsch'],
      ['spring-x-hello', 'Hallo'],
    ]);
  });

  test('has labels in the language of each text', async () => {
    const code = (word: string) => `${word}\n\n~~~text\nx\n~~~\n\n| ${word} |\n|-|\n| 1 |`;
    const { translations, ...course } = await built(
      aCourse({
        'summary.md': code('Summary'),
        '01-start/01-hello/content.md': code('World'),
        '01-start/01-hello/content.de.md': code('Welt'),
      }),
    );
    expect(course.data.summary).toContain('>Copy</button>');
    expect(translations?.de?.data).toEqual(course.data);
    const german = translations?.de?.lessons['spring-x-hello']?.body.html;
    expect(german).toContain('>Kopieren</button>');
    expect(german).toContain('aria-label="Tabelle 1: Welt"');
  });

  test('keeps the language of the original for a lesson with a translated title only', async () => {
    const { translations } = await built(aCourse({ '01-start/01-hello/lesson.de.json': { title: 'Hallo' } }));
    expect(translations?.de?.lessons['spring-x-hello']).toMatchObject({ title: 'Hallo', language: 'en' });
  });

  test('keeps the keys of questions, under which answers are stored', async () => {
    const course = await built(
      aCourse({ ...check, '01-start/03-check/content.de.md': QUESTIONS('Welcher Port', 'Ein anderer') }),
    );
    const [original] = course.lessons.find(({ slug }) => slug === 'check')?.knowledgeCheck?.questions ?? [];
    const [question] = course.translations?.de?.lessons['spring-x-check']?.knowledgeCheck?.questions ?? [];
    expect(question?.question).toContain('Welcher Port');
    expect(question?.questionKey).toBe(original?.questionKey);
    expect(question?.options.map(({ optionKey }) => optionKey)).toEqual(
      original?.options.map(({ optionKey }) => optionKey),
    );
  });

  test('keeps the questions of the original where those of the translation are others', async () => {
    const files = { ...check, '01-start/03-check/content.de.md': '~~~quizdown\n## Was?\n\n- [x] 80\n- [ ] 8080\n~~~' };
    expect(await findingsOf(files)).toContain('course.json:1 translation-questions');
    expect((await built(aCourse(files))).translations).toBeUndefined();
  });

  test('changes neither addresses nor rights', async () => {
    const files = { '01-start/01-hello/lesson.de.json': { title: 'Hallo', slug: 'hallo', entitlements: [] } };
    const course = await built(aCourse(files));
    expect(course.translations?.de?.search.map(({ path }) => path)).toEqual(['/courses/x/lessons/hello']);
    const finding = '01-start/01-hello/lesson.de.json:1 translation-field';
    expect(await findingsOf(files)).toEqual([finding, finding]);
  });

  test('names the translation in findings about its text', async () => {
    const files = { '01-start/01-hello/content.de.md': 'Ein [Link](javascript:alert(1)).' };
    expect((await findingsOf(files)).every((line) => line.startsWith('01-start/01-hello/content.de.md:1 '))).toBe(true);
    expect(await findingsOf(files)).toHaveLength(1);
  });

  test('reports a translation without an original and a file that cannot be read', async () => {
    expect(await findingsOf({ 'conclusion.de.md': 'Fertig.' })).toEqual(['conclusion.de.md:1 translation-alone']);
    expect(await findingsOf({ 'course.de.json': '{"title": }' })).toEqual(['course.de.json:1 json-invalid']);
  });
});
