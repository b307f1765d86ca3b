import { USUAL_SEARCH_PAGE } from '@academy/contract/search';
import { useState } from 'react';
import { prefetchSearch, type SearchQuery, searchQueryOf, useSearch, useSearchRefetch } from '../../api/search.ts';
import { useRefetchWhenUnlocked } from '../../api/use-refetch-when-unlocked.ts';
import { Pager } from '../../features/lists/pager.tsx';
import { HitLock, KIND_TITLES, Marked } from '../../features/search-palette/search-hit-view.tsx';
import { countText } from '../../lib/count-text.ts';
import type { ScreenContext } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Recent } from './recent.tsx';
import css from './search-screen.module.css';

/** Loads what `Found` shows. */
export async function prefetchFound({ client, search }: ScreenContext<'/search'>): Promise<void> {
  const query = searchQueryOf(search);
  if (query.text !== '') await prefetchSearch(client, query);
}

/** What was found, or what may be searched for. */
export function Found({ search }: { search: URLSearchParams }) {
  const query = searchQueryOf(search);
  return query.text === '' ? <Recent /> : <Results query={query} />;
}

function Results({ query }: { query: SearchQuery }) {
  const { text, kind, page } = query;
  const { total, groups, corrected, allWords } = useSearch(query);
  const key = JSON.stringify(query);
  // The page was rendered for visitors; signed-in learners may find more, so it is refetched once.
  const [first] = useState(key);
  useRefetchWhenUnlocked(key === first ? 'auth' : null, key, useSearchRefetch(query));
  if (total === 0)
    return (
      <EmptyList title="Nothing was found" live>
        <p>Try fewer or other words, or look through what there is.</p>
        <LinkButton look="primary" href={urls.courses()}>
          Browse courses
        </LinkButton>
      </EmptyList>
    );
  const shown = groups.filter((group) => (kind === null || group.kind === kind) && group.hits.length > 0);
  return (
    <>
      <p role="status" className={css.count}>
        {countText(total, 'result')} for “{corrected ?? text}”
      </p>
      {corrected !== null && (
        <p>
          Nothing has “{text}”. Showing results for <a href={urls.search(corrected)}>{corrected}</a>.
        </p>
      )}
      {!allWords && <p>Nothing has all of these words. These have some of them.</p>}
      <nav aria-label="Kinds of results" className={css.kinds}>
        <a href={urls.search(text)} aria-current={kind === null ? 'page' : undefined}>
          All <span>{total}</span>
        </a>
        {groups.map((group) => (
          <a
            key={group.kind}
            href={urls.search(text, group.kind)}
            aria-current={kind === group.kind ? 'page' : undefined}
          >
            {KIND_TITLES[group.kind]} <span>{group.total}</span>
          </a>
        ))}
      </nav>
      {shown.length === 0 && kind !== null && (
        <EmptyList
          title={page > 1 ? 'The results end before this page' : `No ${KIND_TITLES[kind].toLowerCase()} among them`}
        >
          <LinkButton look="primary" href={urls.search(text, page > 1 ? kind : '')}>
            {page > 1 ? 'To the first page' : 'All results'}
          </LinkButton>
        </EmptyList>
      )}
      {shown.map((group) => (
        <section key={group.kind} aria-labelledby={`found-${group.kind}`} className={css.group}>
          <h2 id={`found-${group.kind}`}>{KIND_TITLES[group.kind]}</h2>
          <ul>
            {group.hits.map((hit) => (
              <li key={hit.id} className={css.hit}>
                <h3>
                  <a href={hit.path}>
                    <Marked parts={hit.title} />
                  </a>
                </h3>
                {(hit.parent !== null || hit.locked !== null) && (
                  <p className={css.context}>
                    {hit.parent}
                    <HitLock locked={hit.locked} className={css.lock} />
                  </p>
                )}
                <p>
                  <Marked parts={hit.excerpt} />
                </p>
              </li>
            ))}
          </ul>
          {kind === null && group.total > group.hits.length && (
            <p>
              <a href={urls.search(text, group.kind)}>
                All {group.total} {KIND_TITLES[group.kind].toLowerCase()}
              </a>
            </p>
          )}
          {kind !== null && (
            <Pager
              page={page}
              pages={Math.ceil(group.total / USUAL_SEARCH_PAGE)}
              hrefOf={(to) => urls.search(text, kind, to)}
            />
          )}
        </section>
      ))}
    </>
  );
}
