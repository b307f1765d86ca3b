import { itemPath } from '@academy/contract/rules/site-paths';
import type { BuiltLearningPath } from '../built-item.ts';
import { renderText } from '../item-text.ts';
import type { RenderContext } from '../markdown/context.ts';
import { plainText } from '../markdown/plain-text.ts';
import { searchEntry } from '../search-entry.ts';
import { LAST } from '../values.ts';
import type { LearningPathSource } from './learning-path-source.ts';

/** Renders a learning path that was read without fatal findings. */
export async function buildLearningPath(path: LearningPathSource, context: RenderContext): Promise<BuiltLearningPath> {
  const { id, slug, title, status, level, topics, steps } = path;
  const description = plainText(path.description, context.findings);
  const summary = (await renderText(path.summary, 'summary', context))?.html ?? '';
  return {
    kind: 'path',
    id: id.value,
    slug: slug.value,
    title,
    status,
    sortOrder: path.order ?? LAST,
    data: { description, summary, level, topics, steps },
    search: [
      searchEntry({
        kind: 'path',
        id: id.value,
        path: itemPath('path', slug.value),
        title,
        texts: [description],
        summary,
        html: [],
        entitlements: [],
        listed: status === 'live',
      }),
    ],
  };
}
