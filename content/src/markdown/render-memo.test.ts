import { describe, expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import type { BuildResult } from '../built-item.ts';
import type { SourceFiles } from '../source-files.ts';
import { aPng } from '../testing/content.ts';
import { RenderMemo } from './render-memo.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const json = (value: object) => bytes(JSON.stringify(value));

/** A course of two lessons, the first with an image and a link that is not allowed. */
function course(changes: Record<string, Uint8Array> = {}): SourceFiles {
  const lesson = (id: string) => json({ id, slug: id, title: id, status: 'live', type: 'article', duration: 60 });
  return new Map(
    Object.entries({
      'course.json': json({ id: 'spring-memo', slug: 'memo', title: 'Memo', status: 'live', order: 1 }),
      '01-a/lesson.json': lesson('spring-memo-a'),
      '01-a/content.md': bytes('## A\n\n![A dot](dot.png) and [a way out](ftp://example.org)\n'),
      '01-a/dot.png': aPng(),
      '02-b/lesson.json': lesson('spring-memo-b'),
      '02-b/content.md': bytes('## B\n\nSee [docs](https://example.org/docs).\n'),
      ...changes,
    }),
  );
}

const build = (files: SourceFiles, memo?: RenderMemo): Promise<BuildResult> =>
  buildItem(
    'course',
    files,
    { file: 'course.json', variables: {}, tenantId: 'spring' },
    memo === undefined ? {} : { memo },
  );

describe('a text that was rendered before', () => {
  test('gives the same item, findings, links and files the second time', async () => {
    const memo = new RenderMemo();
    const fresh = await build(course());
    expect(await build(course(), memo)).toEqual(fresh);
    expect(await build(course(), memo)).toEqual(fresh);
  });

  test('is rendered again when it changed, and the others are reused', async () => {
    const memo = new RenderMemo();
    await build(course(), memo);
    const changed = course({ '02-b/content.md': bytes('## B\n\nOther words.\n') });
    expect(await build(changed, memo)).toEqual(await build(changed));
  });

  test('shows another picture when its file changed', async () => {
    const memo = new RenderMemo();
    await build(course(), memo);
    const changed = course({ '01-a/dot.png': aPng(7, 5) });
    expect(await build(changed, memo)).toEqual(await build(changed));
  });

  test('links to the new address of another lesson when its slug changed', async () => {
    const memo = new RenderMemo();
    const text = { '01-a/content.md': bytes('[B](../02-b/content.md)') };
    await build(course(text), memo);
    const lesson = { id: 'spring-memo-b', slug: 'new', title: 'B', status: 'live', type: 'article', duration: 60 };
    const changed = await build(course({ ...text, '02-b/lesson.json': json(lesson) }), memo);
    expect(JSON.stringify(changed)).toContain('<a href=\\"/courses/memo/lessons/new\\">');
  });

  test('still reports an image that cannot be read', async () => {
    const memo = new RenderMemo();
    const broken = course({ '01-a/dot.png': bytes('no picture') });
    const fresh = await build(broken);
    expect(fresh.findings.map(({ code }) => code)).toContain('image-unreadable');
    await build(broken, memo);
    expect(await build(broken, memo)).toEqual(fresh);
  });

  test('is not dropped because another item was built in between', async () => {
    const memos = [new RenderMemo(), new RenderMemo()];
    for (const memo of memos) await build(course(), memo);
    for (const memo of memos) expect(await build(course(), memo)).toEqual(await build(course()));
  });
});
