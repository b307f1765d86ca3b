import type { Call } from '@academy/contract/call';
import type { ListSort } from '@academy/contract/entities';
import { X } from 'lucide-react';
import { type ReactNode, useDeferredValue, useMemo, useRef } from 'react';
import type { Listing } from '../../api/list-reads.ts';
import { useTenant } from '../../lib/runtime.tsx';
import { filtersOf, type ListFilters, NO_FILTERS } from '../../list-views/list-filters.ts';
import { useOverlayFailure } from '../../progress/overlay-failure.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SearchBox } from '../../ui/search-box.tsx';
import chips from './chosen.module.css';
import { type ChosenFilter, chosenOf, searchOf, withoutOption, withToggled } from './chosen-filters.ts';
import { FilterPanel } from './filter-panel.tsx';
import { LearnerStateError } from './learner-state-error.tsx';
import css from './list-page.module.css';
import { listTexts } from './list-texts.ts';
import type { ListWords } from './list-words.ts';
import { Pager } from './pager.tsx';
import { shownAtOnce } from './shown-at-once.ts';
import { SortBox } from './sort-box.tsx';
import { useChosenFilters } from './use-chosen-filters.ts';
import { type Comparable, type LearnerState, useList } from './use-list.ts';

interface ListPageProps<Item, C extends Call> {
  listing: Listing<Item, C>;
  comparable: Comparable<Item>;
  /** The learner's own state; null for visitors and until it is loaded. */
  learner: LearnerState<Item> | null;
  search: URLSearchParams;
  /** Names of the filter categories; none: the list is searched only. */
  categories: readonly string[];
  sorts: readonly ListSort[];
  words: ListWords;
  urlOf: (values: Readonly<Record<string, string | readonly string[]>>) => string;
  /** Shown below the results, whatever they are. */
  note?: ReactNode;
  children: (items: readonly Item[]) => ReactNode;
}

/**
 * A list with filters, search, order and pages. All of them are kept in the address: a choice replaces the address and
 * applies at once, turning a page is a navigation.
 */
export function ListPage<Item, C extends Call>(props: ListPageProps<Item, C>) {
  const { listing, comparable, learner, search, categories: names, sorts, words, urlOf, note, children } = props;
  const asked = useMemo(() => filtersOf(search, names), [search, names]);
  const list = useList(listing, comparable, asked, learner);
  const settled = useDeferredValue(list.found);
  const { misconfigurationNotice } = useTenant();
  const retryOverlay = useOverlayFailure();
  // The choice needs the learner's own state, which could not be loaded.
  const hasFailed = list.isWaiting && retryOverlay !== null;
  const results = useRef<HTMLElement>(null);
  const { current, latest, choose: show } = useChosenFilters(list.known, search, urlOf);
  /** For buttons that go away when they are pressed: the focus stays near. */
  const stayNear = () => results.current?.focus({ preventScroll: true });
  const showFrom = (filters: ListFilters) => {
    show(filters);
    stayNear();
  };
  const showAll = () => showFrom({ ...NO_FILTERS, sort: current.sort });
  const shownFilters = learner === null && !list.isSignedIn ? list.filters : current;
  const chosen = chosenOf(shownFilters, list.categories);

  if (list.all === 0)
    return (
      <EmptyList title={words.none} live>
        <p>{misconfigurationNotice ?? words.coming}</p>
      </EmptyList>
    );

  const ways = list.total > 0 || list.isWaiting ? [] : waysOut(chosenOf(list.filters, list.categories), list);
  const amount =
    list.total < list.all ? words.amountOf({ count: list.total, all: list.all }) : words.amount({ count: list.total });
  return (
    <div className={names.length > 0 ? css.body : undefined}>
      <div className={css.tools}>
        <SearchBox label={words.search} text={asked.text} onChange={(text) => show({ ...latest(), text, page: 1 })} />
        {sorts.length > 0 && (
          <SortBox sorts={sorts} sort={current.sort} onChange={(sort) => show({ ...latest(), sort, page: 1 })} />
        )}
      </div>
      {names.length > 0 && (
        <FilterPanel
          categories={list.categories}
          learner={
            names.includes('favorite')
              ? { progress: list.progress, favoriteCount: list.favoriteCount, isSignedIn: list.isSignedIn }
              : null
          }
          selection={current.selection}
          chosenCount={chosen.filter(({ category }) => category !== null).length}
          onToggle={(category, option) => show(withToggled(latest(), category, option))}
        />
      )}
      <section ref={results} className={css.results} aria-label={listTexts.results} tabIndex={-1}>
        <p className={css.count} role="status">
          {hasFailed ? '' : list.isWaiting ? listTexts.loading : amount}
        </p>
        <ChosenFilterList
          chosen={chosen}
          onRemove={(filter) => showFrom(withoutOption(current, filter))}
          onClear={showAll}
        />
        {retryOverlay !== null && (
          <LearnerStateError
            showAll={words.showAll}
            onRetry={() => {
              retryOverlay();
              stayNear();
            }}
            onAll={hasFailed ? showAll : null}
          />
        )}
        {!hasFailed && (
          <div className={list.isWaiting || isOwnIn(asked, list.isSignedIn) ? css.waiting : undefined}>
            {list.found.length > 0 || list.isWaiting ? (
              children(shownAtOnce(list.found, settled, comparable.idOf))
            ) : (
              <NothingFound words={words} ways={ways} onChoose={showFrom} onAll={showAll} />
            )}
          </div>
        )}
        <Pager
          label={words.pages}
          page={list.filters.page}
          pages={hasFailed ? 1 : list.pages}
          hrefOf={(page) => urlOf(searchOf({ ...list.filters, page }))}
        />
        {note}
      </section>
    </div>
  );
}

/** The chosen filters, each with a button that removes it. */
function ChosenFilterList({ chosen, onRemove, onClear }: ChosenFilterListProps) {
  if (chosen.length === 0) return null;
  return (
    <ul className={chips.chips} aria-label={listTexts.chosen}>
      {chosen.map((filter) => (
        <li key={`${filter.category} ${filter.option}`}>
          <Button
            className={chips.chip}
            aria-label={listTexts.remove({ title: filter.title })}
            onClick={() => onRemove(filter)}
          >
            {filter.title}
            <X aria-hidden="true" />
          </Button>
        </li>
      ))}
      <li>
        <Button look="quiet" className={chips.chip} onClick={onClear}>
          {listTexts.clearAll}
        </Button>
      </li>
    </ul>
  );
}

interface ChosenFilterListProps {
  chosen: readonly ChosenFilter[];
  onRemove: (filter: ChosenFilter) => void;
  onClear: () => void;
}

/** Shown for filters that nothing fits: what the list would hold without one of them. */
function NothingFound({ words, ways, onChoose, onAll }: NothingFoundProps) {
  return (
    <EmptyList title={words.nothingFits}>
      {ways.length === 0 && <p>{listTexts.wayOut}</p>}
      <div className={chips.ways}>
        {ways.map(({ title, filters, count }) => (
          <Button key={title} onClick={() => onChoose(filters)}>
            {words.without({ title, count })}
          </Button>
        ))}
        <Button onClick={onAll}>{words.showAll}</Button>
      </div>
    </EmptyList>
  );
}

interface NothingFoundProps {
  words: ListWords;
  ways: ReturnType<typeof waysOut>;
  onChoose: (filters: ListFilters) => void;
  onAll: () => void;
}

/** The server does not know the viewer: the list for visitors must not flash before a learner's own choice. */
const isOwnIn = ({ selection }: ListFilters, isSignedIn: boolean): boolean =>
  !isSignedIn && ('progress' in selection || 'favorite' in selection);

/** Suggests which chosen filter to remove so that something is found. */
function waysOut(
  chosen: ReturnType<typeof chosenOf>,
  { filters, countOf }: { filters: ListFilters; countOf: (filters: ListFilters) => number | null },
) {
  return chosen.flatMap((one) => {
    const without = withoutOption(filters, one);
    const count = countOf(without) ?? 0;
    return count > 0 ? [{ title: one.title, filters: without, count }] : [];
  });
}
