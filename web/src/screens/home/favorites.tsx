import { TEXTS } from '@academy/contract/texts';
import { useEffect, useMemo, useRef, useState } from 'react';
import { setFavorite, useFavorites } from '../../api/favorites.ts';
import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { FavoriteButton } from '../../ui/favorite-button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard-texts.ts';
import { Empty } from './empty.tsx';
import { EntryArt } from './entry-art.tsx';
import { ExpandableList } from './expandable-list.tsx';
import { entriesOf, FAVORITE_KINDS, type FavoriteEntry, type FavoriteKind } from './favorite-entries.ts';

const TABS = {
  course: { title: 'courseTab', list: 'courseList' },
  lesson: { title: 'lessonTab', list: 'lessonList' },
  guide: { title: 'guideTab', list: 'guideList' },
  path: { title: 'pathTab', list: 'pathList' },
} as const;

/** The learner's favorites. Removing one removes its entry, with an undo. */
export function Favorites() {
  const { favorites, failed, retry } = useFavorites();
  const lists = useMemo(() => (favorites === null ? null : entriesOf(favorites)), [favorites]);
  const [touched, setTouched] = useState<FavoriteEntry | null>(null);
  const section = useRef<HTMLElement>(null);
  const undo = useRef<HTMLButtonElement>(null);
  // The favorite that was changed last: removed from the list, or restored.
  const isListed = touched !== null && lists?.[touched.kind].some(({ id }) => id === touched.id) === true;
  const removed = isListed ? null : touched;
  // Moves the focus when the focused element was removed.
  useEffect(() => {
    if (touched === null || !lostFocus()) return;
    if (!isListed) undo.current?.focus();
    else
      section.current
        ?.querySelector<HTMLElement>(`[data-favorite="${CSS.escape(`${touched.kind} ${touched.id}`)}"]`)
        ?.focus();
  }, [touched, isListed]);
  const any = lists !== null && FAVORITE_KINDS.some((kind) => lists[kind].length > 0);
  return (
    <section ref={section} className={css.section} id="favorites" aria-labelledby="favorites-title">
      <h2 id="favorites-title" tabIndex={-1}>
        {dashboardTexts.favorites}
      </h2>
      <div role="status">
        {removed && (
          <p className={css.removed}>
            <span>{joined(dashboardTexts.removed({ title: removed.title, name: (words) => <bdi>{words}</bdi> }))}</span>
            <Button ref={undo} onClick={() => setFavorite(removed, true)}>
              {dashboardTexts.undo}
            </Button>
          </p>
        )}
      </div>
      {lists === null ? (
        failed ? (
          <div className={css.empty} role="alert">
            <p>{dashboardTexts.favoritesFailed}</p>
            <Button onClick={retry}>{dashboardTexts.tryAgain}</Button>
          </div>
        ) : (
          <div aria-busy="true">
            <Skeleton shape="short" />
            <Skeleton />
          </div>
        )
      ) : any || removed !== null ? (
        <Tabs
          label={dashboardTexts.favorites}
          first={FAVORITE_KINDS.find((kind) => lists[kind].length > 0)}
          tabs={FAVORITE_KINDS.map((kind) => ({
            key: kind,
            title: dashboardTexts[TABS[kind].title],
            count: lists[kind].length,
            panel: <Panel kind={kind} entries={lists[kind]} onTouch={setTouched} />,
          }))}
        />
      ) : (
        <Empty title={TEXTS.noFavorites} text={dashboardTexts.favoritesEmpty}>
          <LinkButton look="primary" href={urls.courses()}>
            {dashboardTexts.browseCourses}
          </LinkButton>
          <LinkButton href={urls.guides()}>{dashboardTexts.browseGuides}</LinkButton>
        </Empty>
      )}
    </section>
  );
}

/** True when what had the focus is no longer there. */
const lostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body;

interface PanelProps {
  kind: FavoriteKind;
  entries: readonly FavoriteEntry[];
  onTouch: (entry: FavoriteEntry) => void;
}

function Panel({ kind, entries, onTouch }: PanelProps) {
  if (entries.length === 0) return <EmptyPanel kind={kind} />;
  return (
    <ExpandableList
      label={dashboardTexts[TABS[kind].list]}
      items={entries}
      className={css.rows}
      keyOf={({ id }) => id}
      show={(entry) => (
        <article className={css.row}>
          <span className={css.rowArt}>
            <EntryArt thumbnail={entry.thumbnail} slug={entry.coverSlug} />
          </span>
          <div>
            <h3 dir="auto">
              <a href={entry.href}>{entry.title}</a>
            </h3>
            <p className={css.muted}>{entry.facts.filter(Boolean).join(' · ')}</p>
          </div>
          <FavoriteButton
            subject={entry}
            title={entry.title}
            isFavorite
            onToggle={(isFavorite) => {
              onTouch(entry);
              setFavorite(entry, isFavorite);
            }}
          />
        </article>
      )}
    />
  );
}

const WAYS = {
  course: { text: 'courseHint', action: 'browseCourses', href: urls.courses },
  lesson: { text: 'lessonHint', action: 'browseCourses', href: urls.courses },
  guide: { text: 'guideHint', action: 'browseGuides', href: urls.guides },
  path: { text: 'pathHint', action: 'seePaths', href: urls.learningPaths },
} as const;

function EmptyPanel({ kind }: { kind: FavoriteKind }) {
  const { text, action, href } = WAYS[kind];
  return (
    <Empty title={TEXTS.noFavorites} text={dashboardTexts[text]}>
      <LinkButton href={href()}>{dashboardTexts[action]}</LinkButton>
    </Empty>
  );
}
