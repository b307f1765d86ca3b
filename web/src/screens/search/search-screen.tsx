import { SEARCH_KINDS } from '@academy/contract/search';
import { Suspense } from 'react';
import { prefetchSearch, type SearchKind, type SearchWanted } from '../../api/search.ts';
import { lazyPart } from '../../lib/lazy-part.ts';
import { navigate } from '../../lib/location.tsx';
import type { ScreenContext, ScreenProps } from '../../lib/screen.ts';
import { Button } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import css from './search-screen.module.css';

const Found = lazyPart(async () => (await import('./found.tsx')).Found);

const isKind = (kind: string | null): kind is SearchKind => SEARCH_KINDS.some((one) => one === kind);

function wantedOf(search: URLSearchParams): SearchWanted {
  const kind = search.get('kind');
  const page = search.get('page') ?? '1';
  return {
    text: (search.get('q') ?? '').toWellFormed(),
    kind: isKind(kind) ? kind : null,
    page: /^[1-9]\d{0,2}$/.test(page) ? Number(page) : 1,
  };
}

export const prefetch = async ({ client, search }: ScreenContext<'/search'>) => {
  const wanted = wantedOf(search);
  return wanted.text === '' ? null : prefetchSearch(client, wanted);
};
export const head = ({ search }: ScreenContext<'/search'>) => {
  const { text } = wantedOf(search);
  return { title: text === '' ? 'Search' : `Search for ${text}`, noIndex: true };
};

/** Everything that was found. The form and all links work without scripts. */
export default function SearchScreen({ search }: ScreenProps<'/search'>) {
  const wanted = wantedOf(search);
  return (
    <div className={`page ${css.screen}`}>
      <h1>Search</h1>
      <search>
        <form
          // Another search, another field: Back shows what was searched for then.
          key={wanted.text}
          action={urls.search()}
          className={css.form}
          onSubmit={(event) => {
            event.preventDefault();
            navigate(urls.search(String(new FormData(event.currentTarget).get('q') ?? '').trim()));
          }}
        >
          <input
            type="search"
            name="q"
            aria-label="Search the academy"
            placeholder="Search courses, lessons, guides"
            maxLength={200}
            defaultValue={wanted.text}
          />
          <Button type="submit" look="primary">
            Search
          </Button>
        </form>
      </search>
      <Suspense>
        <Found {...wanted} />
      </Suspense>
    </div>
  );
}
