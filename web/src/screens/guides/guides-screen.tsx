import { guideList } from '../../api/guides.ts';
import { prefetchList, statusOfList, useListReady } from '../../api/list-reads.ts';
import { filtersOf } from '../../list-views/list-filters.ts';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { guideTexts } from './guide-texts.ts';
import { GuidesList } from './guides-list.tsx';

const CATEGORIES = ['topic', 'level', 'type', 'progress', 'favorite'];

export const prefetch = ({ client, search }: ScreenContext<'/guides'>) =>
  prefetchList(client, guideList, filtersOf(search, CATEGORIES));
export const status = ({ client, search }: ScreenContext<'/guides'>) =>
  statusOfList(client, guideList, filtersOf(search, CATEGORIES));
export const head = ({ tenant, search }: ScreenContext<'/guides'>) => {
  const { page } = filtersOf(search, []);
  return {
    title: page > 1 ? guideTexts.guidesPage({ page }) : guideTexts.guides,
    description: tenant.sections.guides.text,
  };
};

/** All guides of this academy. */
export default function GuidesScreen({ search }: ScreenProps<'/guides'>) {
  useListReady(guideList, filtersOf(search, CATEGORIES));
  return (
    <div className="page">
      <GuidesList search={search} categories={CATEGORIES} />
    </div>
  );
}
