import type { Status } from '@academy/contract/entities';
import type { Finding } from '@academy/contract/findings';
import type { BuiltTags } from '../built-item.ts';
import { readListFields } from '../fields.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import type { SourceFiles } from '../source-files.ts';
import { shortened } from '../text-source.ts';
import { tagSlug } from '../values.ts';

type Tag = BuiltTags['data']['tags'][number];

/**
 * Reads the display names of topics. The file is a list without an id, so there is one item of
 * this kind in each academy.
 */
export function readTags(
  files: SourceFiles,
  { file, tenantId }: BuildOptions,
): { tags: BuiltTags | null; findings: Finding[] } {
  const findings = new FindingList();
  const entries = readListFields(files, file, findings, 'tags');
  const tags = new Map<string, Tag>();
  for (const fields of entries ?? []) {
    const slug = tagSlug(fields.string('slug') ?? '');
    const name = fields.string('name') ?? '';
    if (slug === '' || name === '') {
      const message = 'a tag needs "slug" and "name"; it was left out';
      findings.error('tag-incomplete', file, fields.line, message);
    } else if (tags.has(slug)) {
      const message = `the tag "${shortened(slug, 60)}" stands twice; the first one is kept`;
      findings.warning('tag-repeated', file, fields.line, message);
    } else {
      tags.set(slug, { slug, name, type: fields.string('type') || 'topic' });
    }
  }
  if (entries === null || findings.refused) return { tags: null, findings: findings.list() };
  const id = `${tenantId}-tags`;
  const status: Status = 'live';
  const item: BuiltTags = {
    kind: 'tags',
    id,
    slug: id,
    title: 'Tags',
    status,
    sortOrder: 0,
    data: { tags: [...tags.values()] },
    search: [],
  };
  return { tags: item, findings: findings.list() };
}
