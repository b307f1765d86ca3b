import type { PublishedContent } from '../../api/publishing-admin.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { urls } from '../../navigation/urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { publishingTexts } from './publishing-texts.ts';

export type ContentColumn = 'title' | 'kind' | 'status' | 'version' | 'publishedAt' | 'by' | 'id' | 'source';

export const KINDS: readonly PublishedContent['kind'][] = [
  ...(['course', 'guide', 'path', 'page', 'test', 'instructor', 'tags', 'workshop'] as const),
];
export const STATUSES = ['live', 'unlisted', 'draft'] as const;

export const kindOf = ({ kind }: PublishedContent): string => publishingTexts[kind];
const statusOf = (status: (typeof STATUSES)[number]): string => publishingTexts[status];

/** Where readers find it; null for what has no screen of its own, or cannot be opened. */
function hrefOf({ kind, slug, status }: PublishedContent): string | null {
  if (status === 'draft') return null;
  if (kind === 'course') return urls.course(slug);
  if (kind === 'guide') return urls.guide(slug);
  if (kind === 'path') return urls.learningPath(slug);
  if (kind === 'instructor') return urls.instructor(slug);
  return kind === 'page' ? urls.contentPage(slug) : null;
}

/** @param tenantId the academy whose content it is */
export function contentColumns(tenantId: string): readonly Column<PublishedContent, ContentColumn>[] {
  return [
    {
      name: 'title',
      title: publishingTexts.title,
      isSortable: true,
      cell(item) {
        const href = hrefOf(item);
        if (href === null) return <span dir="auto">{item.title}</span>;
        return (
          <InAcademy tenantId={tenantId} href={href}>
            {item.title}
          </InAcademy>
        );
      },
    },
    { name: 'kind', title: publishingTexts.kind, isSortable: true, cell: kindOf },
    {
      name: 'status',
      title: publishingTexts.status,
      isSortable: true,
      cell: ({ status, statusInFiles }) =>
        status === statusInFiles
          ? statusOf(status)
          : publishingTexts.statusWithFiles({
              status: statusOf(status),
              inFiles: statusOf(statusInFiles).toLowerCase(),
            }),
    },
    {
      name: 'version',
      title: publishingTexts.version,
      isSortable: true,
      isNumber: true,
      cell: ({ version }) => version,
    },
    {
      name: 'publishedAt',
      title: publishingTexts.published,
      isSortable: true,
      cell: ({ publishedAt }) => <Moment at={publishedAt} />,
    },
    { name: 'by', title: publishingTexts.by, cell: ({ publishedBy }) => publishedBy ?? publishingTexts.byAcademy },
    { name: 'id', title: publishingTexts.id, isHidden: true, cell: ({ id }) => id },
    {
      name: 'source',
      title: publishingTexts.source,
      isHidden: true,
      cell: ({ source }) =>
        source === null ? '' : [source.repository, source.commit?.slice(0, 12)].filter(Boolean).join(' '),
    },
  ];
}
