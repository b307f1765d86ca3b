import type { PublishedContent } from '../../api/publishing-admin.ts';
import { InAcademy } from '../../features/admin-links/in-academy.tsx';
import { urls } from '../../navigation/urls.ts';
import type { Column } from '../../ui/data-table/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';

export type ContentColumn = 'title' | 'kind' | 'status' | 'version' | 'publishedAt' | 'by' | 'id' | 'source';

const KINDS: Readonly<Record<PublishedContent['kind'], string>> = {
  course: 'Course',
  guide: 'Guide',
  path: 'Learning path',
  page: 'Page',
  test: 'Test',
  instructor: 'Instructor',
  tags: 'Tags',
  workshop: 'Lab',
};
export const KIND_NAMES = Object.entries(KINDS) as [PublishedContent['kind'], string][];
export const STATUS_NAMES = [
  ['live', 'Live'],
  ['unlisted', 'Unlisted'],
  ['draft', 'Draft'],
] as const;

export const kindOf = ({ kind }: PublishedContent): string => KINDS[kind];
const statusOf = (wanted: string): string => STATUS_NAMES.find(([name]) => name === wanted)?.[1] ?? wanted;

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
      title: 'Title',
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
    { name: 'kind', title: 'Kind', isSortable: true, cell: kindOf },
    {
      name: 'status',
      title: 'Status',
      isSortable: true,
      cell: ({ status, statusInFiles }) =>
        status === statusInFiles
          ? statusOf(status)
          : `${statusOf(status)} (files: ${statusOf(statusInFiles).toLowerCase()})`,
    },
    { name: 'version', title: 'Version', isSortable: true, isNumber: true, cell: ({ version }) => version },
    {
      name: 'publishedAt',
      title: 'Published',
      isSortable: true,
      cell: ({ publishedAt }) => <Moment at={publishedAt} />,
    },
    { name: 'by', title: 'By', cell: ({ publishedBy }) => publishedBy ?? 'The academy itself' },
    { name: 'id', title: 'Id', isHidden: true, cell: ({ id }) => id },
    {
      name: 'source',
      title: 'Source',
      isHidden: true,
      cell: ({ source }) =>
        source === null ? '' : [source.repository, source.commit?.slice(0, 12)].filter(Boolean).join(' '),
    },
  ];
}
