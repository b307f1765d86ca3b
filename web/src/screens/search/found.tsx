import { withLanguage } from '@academy/contract/i18n/address';
import { USUAL_SEARCH_PAGE } from '@academy/contract/search';
import { useState } from 'react';
import { prefetchSearch, type SearchQuery, searchQueryOf, useSearch, useSearchRefetch } from '../../api/search.ts';
import { useRefetchWhenUnlocked } from '../../api/use-refetch-when-unlocked.ts';
import { Pager } from '../../features/lists/pager.tsx';
import { HitLock, Marked } from '../../features/search-palette/search-hit-view.tsx';
import { searchTexts } from '../../features/search-palette/search-texts.ts';
import { joined } from '../../i18n/joined.ts';
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
      <EmptyList title={searchTexts.nothing} live>
        <p>{searchTexts.tryOtherWords}</p>
        <LinkButton look="primary" href={urls.courses()}>
          {searchTexts.browseCourses}
        </LinkButton>
      </EmptyList>
    );
  const shown = groups.filter((group) => (kind === null || group.kind === kind) && group.hits.length > 0);
  return (
    <>
      <p role="status" className={css.count}>
        {searchTexts.resultsFor({ total, text: corrected ?? text })}
      </p>
      {corrected !== null && (
        <p>
          {joined(
            searchTexts.correctedTo({ link: (words) => <a href={urls.search(corrected)}>{words}</a>, text, corrected }),
          )}
        </p>
      )}
      {!allWords && <p>{searchTexts.someWords}</p>}
      <nav aria-label={searchTexts.kinds} className={css.kinds}>
        <a href={urls.search(text)} aria-current={kind === null ? 'page' : undefined}>
          {searchTexts.all} <span>{total}</span>
        </a>
        {groups.map((group) => (
          <a
            key={group.kind}
            href={urls.search(text, group.kind)}
            aria-current={kind === group.kind ? 'page' : undefined}
          >
            {searchTexts[group.kind]} <span>{group.total}</span>
          </a>
        ))}
      </nav>
      {shown.length === 0 && kind !== null && (
        <EmptyList title={page > 1 ? searchTexts.noSuchPage : searchTexts.noneOf({ kind })}>
          <LinkButton look="primary" href={urls.search(text, page > 1 ? kind : '')}>
            {page > 1 ? searchTexts.firstPage : searchTexts.allResults}
          </LinkButton>
        </EmptyList>
      )}
      {shown.map((group) => (
        <section key={group.kind} aria-labelledby={`found-${group.kind}`} className={css.group}>
          <h2 id={`found-${group.kind}`}>{searchTexts[group.kind]}</h2>
          <ul>
            {group.hits.map((hit) => (
              <li key={hit.id} className={css.hit}>
                <h3>
                  <a href={withLanguage(hit.path)}>
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
              <a href={urls.search(text, group.kind)}>{searchTexts.allOf({ kind: group.kind, total: group.total })}</a>
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
