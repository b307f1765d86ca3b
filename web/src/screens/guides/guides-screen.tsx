import { useMemo, useState } from 'react';
import { cachedGuides, GUIDES_PER_PAGE, type GuidesWanted, prefetchGuides, useGuides } from '../../api/guides.ts';
import { GuideGrid } from '../../features/cards/guide-grid.tsx';
import { EmptyList } from '../../features/empty-list/empty-list.tsx';
import { FilterPanel } from '../../features/filters/filter-panel.tsx';
import {
  chosenCount,
  filtersOf,
  type ListFilters,
  searchOf,
  withToggled,
} from '../../features/filters/filter-search.ts';
import { ListPage } from '../../features/lists/list-page.tsx';
import { Pager } from '../../features/lists/pager.tsx';
import { SectionBanner } from '../../features/section-banner/section-banner.tsx';
import { navigate } from '../../lib/location.tsx';
import { useTenant } from '../../lib/runtime.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { Button } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';

const CATEGORIES = ['topic', 'level', 'type'];
/** A page that no academy has: what is no page number leads there. */
const NO_PAGE = 100_000;

function wantedOf(search: URLSearchParams): GuidesWanted {
  const given = search.get('page') ?? '1';
  const page = /^[1-9]\d{0,3}$/.test(given) ? Number(given) : NO_PAGE;
  const { selection, text } = filtersOf(search, CATEGORIES);
  return { selection, text, page };
}

export const prefetch = ({ client, search }: ScreenContext<'/guides'>) => prefetchGuides(client, wantedOf(search));
/** A page behind the last one does not exist. */
export const status = ({ client, search }: ScreenContext<'/guides'>) => {
  const wanted = wantedOf(search);
  const found = cachedGuides(client, wanted);
  return wanted.page > 1 && found !== undefined && found.guides.length === 0 ? 404 : 200;
};
export const head = ({ tenant, search }: ScreenContext<'/guides'>) => {
  const { page } = wantedOf(search);
  return { title: page > 1 ? `Guides, page ${page}` : 'Guides', description: tenant.sections.guides.text };
};

/** All guides: filters, search and page live in the address, and the server narrows down. */
export default function GuidesScreen({ search }: ScreenProps<'/guides'>) {
  const wanted = useMemo(() => wantedOf(search), [search]);
  const { guides, categories, total } = useGuides(wanted);
  const { misconfigurationNotice } = useTenant();
  const [chosen, setChosen] = useState<{ filters: ListFilters; before: string } | null>(null);
  // What was chosen shows at once; the list follows when the server has answered.
  const filters = chosen !== null && chosen.before === search.toString() ? chosen.filters : wanted;
  /** A change of the choice starts at the first page again. */
  const show = ({ selection, text }: ListFilters) => {
    setChosen({ filters: { selection, text }, before: search.toString() });
    navigate(urls.guides(searchOf({ selection, text })), { replace: true });
  };
  const narrowed = chosenCount(wanted.selection) > 0 || wanted.text !== '';
  const hrefOf = (page: number) => urls.guides({ ...searchOf(wanted), ...(page > 1 ? { page: String(page) } : {}) });
  return (
    <div className="page">
      <SectionBanner kind="guides" />
      {total === 0 && !narrowed ? (
        <EmptyList title="No guides here yet" live>
          <p>{misconfigurationNotice ?? 'The first guides are on their way. Please come back soon.'}</p>
        </EmptyList>
      ) : (
        <ListPage
          things="guides"
          text={wanted.text}
          filterPanel={
            <FilterPanel
              categories={categories}
              selection={filters.selection}
              onToggle={(category, option) => show(withToggled(filters, category, option))}
            />
          }
          onSearch={(text) => show({ ...filters, text })}
          count={total === 1 ? '1 guide' : `${total} guides`}
        >
          {guides.length > 0 ? (
            <GuideGrid guides={guides} label="Guides" />
          ) : (
            <EmptyList title="No guide fits this choice">
              <p>Take a filter away, or look for another word.</p>
              <Button onClick={() => show({ selection: {}, text: '' })}>Show all guides</Button>
            </EmptyList>
          )}
          <Pager things="guides" page={wanted.page} pages={Math.ceil(total / GUIDES_PER_PAGE)} hrefOf={hrefOf} />
        </ListPage>
      )}
    </div>
  );
}
