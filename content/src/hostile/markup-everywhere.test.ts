import type { ContentKind } from '@academy/contract/publishing';
import { describe, expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import type { BuildResult } from '../built-item.ts';
import { aCourse, aLesson, aPng, brief, filesOf } from '../testing/content.ts';
import { ATTACKS, expectItemHarmless } from '../testing/hostile.ts';
import { aLab, DEFINITION } from '../workshops/testing.ts';

type Contents = Record<string, string | object | Uint8Array>;

const NAMES = { id: 'spring-x', slug: 'x', status: 'live' };
const settingsOf = (attack: string) => ({
  // A path without a file refuses the item.
  thumbnail: `https://example.com/${attack}`,
  avatar: `https://example.com/${attack}`,
  credentials: attack,
  github: attack,
  linkedin: attack,
  twitter: attack,
  website: attack,
  educates: attack,
  labUrl: attack,
  labType: attack,
  vimeo: attack,
  youtube: attack,
  links: [{ text: attack, url: attack }],
});
const common = (attack: string) => ({
  ...NAMES,
  title: attack,
  level: attack,
  topics: [attack],
  entitlements: [attack],
  instructors: [attack],
  settings: settingsOf(attack),
});
const texts = (attack: string) => ({
  'description.md': attack,
  'summary.md': attack,
  'conclusion.md': attack,
  'preview.md': attack,
  'transcript.md': attack,
});
const quizOf = (attack: string) =>
  [
    attack,
    '',
    '~~~quizdown',
    '---',
    `customPassMsg: ${attack.split('\n')[0]}`,
    `customFailMsg: "${attack.split('\n')[0]}"`,
    '---',
    '',
    `## Which? ${attack.split('\n')[0]}`,
    '',
    attack,
    '',
    `> ${attack.split('\n')[0]}`,
    '',
    `- [x] a ${attack.split('\n')[0]}`,
    `  > ${attack.split('\n')[0]}`,
    `- [ ] b`,
    `  ${attack.split('\n')[0]}`,
    '',
    attack,
    '~~~',
    '',
    attack,
  ].join('\n');

/** An item of each kind with an attack in every text field. */
const ITEMS: Record<ContentKind, (attack: string) => [file: string, files: Contents]> = {
  course: (attack) => [
    'course.json',
    Object.fromEntries([
      ...aCourse({
        'course.json': common(attack),
        ...texts(attack),
        '01-start/module.json': { id: 'spring-x-start', slug: 'start', title: attack, status: 'live' },
        '01-start/01-hello/lesson.json': aLesson('hello', { title: attack, settings: settingsOf(attack) }),
        '01-start/01-hello/content.md': attack,
        '03-check/lesson.json': aLesson('check', { type: 'knowledge-check' }),
        '03-check/content.md': quizOf(attack),
      }),
    ]),
  ],
  guide: (attack) => [
    'guide.json',
    { 'guide.json': { ...common(attack), type: 'article' }, ...texts(attack), 'content.md': attack },
  ],
  path: (attack) => [
    'path.json',
    { 'path.json': { ...common(attack), steps: [{ type: 'course', id: attack }] }, ...texts(attack) },
  ],
  test: (attack) => ['test.json', { 'test.json': common(attack), ...texts(attack) }],
  page: (attack) => [
    'page.json',
    { 'page.json': { ...NAMES, title: attack }, ...texts(attack), 'content.template.md': attack },
  ],
  tags: (attack) => ['tags.json', { 'tags.json': [{ slug: attack, name: attack, type: attack }] }],
  instructor: (attack) => [
    'instructor.json',
    {
      'instructor.json': { ...NAMES, name: attack, settings: settingsOf(attack) },
      'bio.md': attack,
      'description.md': attack,
    },
  ],
  workshop: (attack) => [
    'resources/workshop.yaml',
    Object.fromEntries([
      ...aLab({
        'resources/workshop.yaml': `${DEFINITION}  description: ${JSON.stringify(attack)}\n  duration: ${JSON.stringify(attack)}\n`,
        'workshop/workshop.yaml': undefined,
        'workshop/modules.yaml': undefined,
        'workshop/content/01-start.md': `---\ntitle: ${JSON.stringify(attack)}\n---\n${attack}\n\n{{< note >}}\n${attack}\n{{< /note >}}\n`,
        'workshop/content/02-actions.md': [
          `\`\`\`terminal:execute\ncommand: ${JSON.stringify(attack)}\ntitle: ${JSON.stringify(attack)}\ndescription: ${JSON.stringify(attack)}\n\`\`\``,
          `\`\`\`section:begin\ntitle: ${JSON.stringify(attack)}\n\`\`\`\n\n${attack}\n\n\`\`\`section:end\n\`\`\``,
          `\`\`\`x-own:${attack.split('\n')[0]}\na: ${JSON.stringify(attack)}\n\`\`\``,
          `{{< param "${attack.split('\n')[0]}" >}} {{< ${attack.split('\n')[0]} >}}`,
        ].join('\n\n'),
      }),
    ]),
  ],
};

function lineOf(json: object, field: string): number {
  return (
    JSON.stringify(json, null, 2)
      .split('\n')
      .findIndex((line) => line.includes(`"${field}"`)) + 1
  );
}

function publish(kind: ContentKind, attack: string): Promise<BuildResult> {
  const [file, contents] = ITEMS[kind](attack);
  return buildItem(kind, filesOf(contents), { file, tenantId: 'spring', variables: {}, links: { [attack]: attack } });
}

describe('markup that would run script', () => {
  test.each(Object.keys(ITEMS) as ContentKind[])(
    'runs in no field of a %s',
    async (kind) => {
      for (const attack of ATTACKS) {
        const result = await publish(kind, attack);
        if (result.refused) throw new Error(`${attack}\n${JSON.stringify(result.findings)}`);
        expectItemHarmless(result.item);
      }
    },
    60_000,
  );

  test.each(['id', 'slug'])('is no %s', async (field) => {
    for (const attack of ATTACKS) {
      const files = filesOf({ 'page.json': { ...NAMES, title: 'X', [field]: attack }, 'content.md': 'Text' });
      const result = await buildItem('page', files, { file: 'page.json', tenantId: 'spring', variables: {} });
      expect(result.refused).toBe(true);
    }
  });

  test.each([
    ['course', 'thumbnail'],
    ['instructor', 'avatar'],
  ] as const)('is no picture of a %s', async (kind, field) => {
    for (const attack of ATTACKS) {
      const [file, contents] = ITEMS[kind]('x');
      const own = { ...NAMES, title: 'X', name: 'X', settings: { [field]: attack } };
      const result = await buildItem(kind, filesOf({ ...contents, [file]: own }), {
        file,
        tenantId: 'spring',
        variables: {},
      });
      if (!result.refused) expect(JSON.stringify(result.item)).toContain(`"${field}":null`);
      expect(result.findings.map(({ line }) => line)).toContain(lineOf(own, field));
    }
  });

  test('is reported with file and line in every field', async () => {
    const script = '<b onclick="x()">b</b>\n\n<script>x()</script>';
    const told = async (kind: ContentKind) => {
      const { findings } = await publish(kind, script);
      return [...new Set(findings.filter(({ code }) => code === 'script-removed').map(({ file }) => file))];
    };
    expect(await told('course')).toEqual([
      '01-start/01-hello/content.md',
      '03-check/content.md',
      'conclusion.md',
      'summary.md',
    ]);
    expect(await told('guide')).toEqual(['content.md', 'preview.md', 'summary.md', 'transcript.md']);
    expect(await told('path')).toEqual(['summary.md']);
    expect(await told('page')).toEqual(['content.template.md']);
    expect(await told('instructor')).toEqual(['bio.md']);
    expect(await told('workshop')).toContain('workshop/content/01-start.md');
  });

  test('is removed from an SVG, a caption and an alternative text', async () => {
    const svg = '<svg onload="x()" width="9" height="9"><script>x()</script><path d="M0 0"/></svg>';
    const figure = { image: 'a.svg', alt: '"><script>x()</script>', caption: '<img src=x onerror=x()> ok' };
    const files = filesOf({
      'guide.json': { ...NAMES, title: 'X', type: 'article' },
      'content.md': `![a"><script>x()</script>](a.svg "t\\" onload=x()")\n\n@@@figure\n${JSON.stringify(figure)}\n@@@\n`,
      'a.svg': svg,
      'b.png': aPng(),
    });
    const result = await buildItem('guide', files, { file: 'guide.json', tenantId: 'spring', variables: {} });
    if (result.refused) throw new Error(JSON.stringify(result.findings));
    expectItemHarmless(result.item);
    expect(brief(result.findings)).toContain('a.svg:1 error script-removed');
    for (const { bytes } of result.assets) expect(Buffer.from(bytes).toString()).not.toMatch(/script|onload/);
  });
});
