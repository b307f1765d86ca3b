import { describe, expect, test } from 'vitest';
import { FindingList } from './finding-list.ts';
import { plainValue, readFrontMatter, readYaml, splitFrontMatter } from './front-matter.ts';
import { brief, filesOf } from './testing/content.ts';

function split(text: string) {
  const findings = new FindingList();
  const result = splitFrontMatter(text, 'a.md', findings);
  return { fields: result?.fields, text: result?.text?.text, result, brief: () => brief(findings.list()) };
}

describe('front matter', () => {
  test('YAML settings are read and the text keeps its lines', () => {
    const { fields, text } = split('---\ntitle: "A: b"\nweight: 7\ndraft: false\ntags: [x, y]\n---\n\nHello\n');
    expect(fields?.string('title')).toBe('A: b');
    expect(fields?.integer('weight')).toBe(7);
    expect(fields?.boolean('draft')).toBe(false);
    expect(fields?.strings('tags')).toEqual([
      { value: 'x', line: 5 },
      { value: 'y', line: 5 },
    ]);
    expect(fields?.lineOf('weight')).toBe(3);
    expect(text?.split('\n').indexOf('Hello')).toBe(7);
  });

  test('TOML settings are read with their lines', () => {
    const { fields, text } = split('+++\ntitle = "T"\ndate = 2021-04-14\n[menu]\nweight = 3\n+++\nHello');
    expect(fields?.string('title')).toBe('T');
    expect(fields?.string('date')).toBe('2021-04-14');
    expect(fields?.object('menu')?.integer('weight')).toBe(3);
    expect(fields?.lineOf('menu')).toBe(4);
    expect(text?.trim()).toBe('Hello');
  });

  test('a text without front matter is all text, and an empty text is null', () => {
    expect(split('Hello\n\n---\n\nthere').text).toBe('Hello\n\n---\n\nthere');
    expect(split('---\ntitle: T\n---').text).toBeUndefined();
    expect(split('---\ntitle: T\n---').fields?.string('title')).toBe('T');
  });

  test('an empty value counts as absent, and dates stay texts', () => {
    const { fields, brief: told } = split("---\nweight:\ndate: 2021-04-14\nother: '2021-04-14'\n---\n");
    expect(fields?.integer('weight')).toBeNull();
    expect(fields?.string('date')).toBe('2021-04-14');
    expect(fields?.string('other')).toBe('2021-04-14');
    expect(told()).toEqual([]);
  });

  test('a value of the wrong type is reported with its line and left out', () => {
    const { fields, brief: told } = split('---\ntitle: T\nweight: heavy\n---\n');
    expect(fields?.integer('weight')).toBeNull();
    expect(told()).toEqual(['a.md:3 error field-type']);
  });

  test('a duplicate name is reported, and the last one counts', () => {
    const { fields, brief: told } = split('---\ntitle: one\ntitle: two\n---\n');
    expect(fields?.string('title')).toBe('two');
    expect(told()).toEqual(['a.md:3 warning field-repeated']);
  });

  test.each([
    ['not closed', '---\ntitle: T\n', 1],
    ['broken YAML', '---\ntitle: T\nfoo: [a, b\nbar: }\n---\n', 4],
    ['broken TOML', '+++\ntitle = "T"\nfoo = \n+++\n', 3],
    ['a list', '---\n- a\n- b\n---\n', 2],
    ['too long', `---\ntitle: ${'x'.repeat(70_000)}\n---\n`, 1],
    ['too deep', `---\na: ${'['.repeat(40)}${']'.repeat(40)}\n---\n`, 2],
    ['far too deep', `---\na: ${'['.repeat(12_000)}${']'.repeat(12_000)}\n---\n`, 2],
    ['an alias without a value', '---\na: *b\n---\n', 2],
    ['an alias inside itself', '---\na: &a\n  b: *a\n---\n', 3],
  ])('front matter that cannot be read refuses the item with a line: %s', (_name, text, line) => {
    const { result, brief: told } = split(text);
    expect(result).toBeNull();
    expect(told()).toEqual([`a.md:${line} fatal front-matter-broken`]);
  });

  test('a few lines of aliases cannot become millions of values', () => {
    const levels = Array.from({ length: 9 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at},`.repeat(9)}]`);
    const started = process.threadCpuUsage();
    const { result, brief: told } = split(`---\na0: &a0 x\n${levels.join('\n')}\n---\n`);
    expect(result).toBeNull();
    expect(told()[0]).toMatch(/fatal front-matter-broken/);
    expect(cpuMs(process.threadCpuUsage(started))).toBeLessThan(1_000);
  });

  test('many names on many lines of TOML stay cheap', () => {
    const tables = Array.from({ length: 4_000 }, (_, at) => `{b${at % 10}=1}`).join(',');
    const started = process.threadCpuUsage();
    const { fields } = split(`+++\na = [${tables}]\n${'\n'.repeat(3_000)}"z" = 2\nzz = 1\n+++\n`);
    expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(400);
    expect([fields?.lineOf('z'), fields?.lineOf('zz')]).toEqual([3003, 3004]);
  });

  test('tags make nothing but plain values', () => {
    const { fields } = split(
      '---\na: !!js/function "x"\nb: !!binary aGk=\nc: !thing t\n__proto__: { polluted: yes }\n---\n',
    );
    expect(fields?.string('a')).toBe('x');
    expect(fields?.string('b')).toBe('aGk=');
    expect(fields?.string('c')).toBe('t');
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  test('a missing file is reported', () => {
    const findings = new FindingList();
    expect(readFrontMatter(filesOf({}), 'a.md', findings)).toBeNull();
    expect(brief(findings.list())).toEqual(['a.md:1 fatal file-missing']);
  });
});

describe('YAML files', () => {
  test('a file of several documents gives each with its lines', () => {
    const findings = new FindingList();
    const documents = readYaml('a: 1\n---\nb: $(X)\nc: [1, two]\n', 'w.yaml', findings) ?? [];
    expect(documents.map(plainValue)).toEqual([{ a: 1 }, { b: '$(X)', c: [1, 'two'] }]);
    expect(documents[1]?.line).toBe(3);
  });

  test('a broken file is reported with its line', () => {
    const findings = new FindingList();
    expect(readYaml('a: 1\nb: "x\n', 'w.yaml', findings)).toBeNull();
    expect(brief(findings.list())[0]).toMatch(/^w\.yaml:\d fatal yaml-broken$/);
  });
});

/** CPU time, so that other work on the machine does not count, ms. */
function cpuMs({ user, system }: { user: number; system: number }): number {
  return (user + system) / 1000;
}
