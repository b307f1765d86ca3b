import type { BuiltTest } from '../built-item.ts';
import { renderText } from '../item-text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { LAST } from '../values.ts';
import type { TestSource } from './read-test.ts';

/** Renders a test that was read without fatal findings. It has no page of its own, so search does not find it. */
export async function buildTest(test: TestSource, context: RenderContext): Promise<BuiltTest> {
  const { id, slug, title, status, order, entitlements, course } = test;
  return {
    kind: 'test',
    id: id.value,
    slug: slug.value,
    title,
    status,
    sortOrder: order ?? LAST,
    data: {
      description: plainText(test.description, context.findings),
      summary: (await renderText(test.summary, 'note', context))?.html ?? '',
      entitlements,
      course,
    },
    search: [],
  };
}
