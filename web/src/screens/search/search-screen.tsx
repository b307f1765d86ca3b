import { searchTexts } from '../../features/search-palette/search-texts.ts';
import { navigate } from '../../navigation/location.tsx';
import type { ScreenContext, ScreenProps } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { Found, prefetchFound } from './found.tsx';
import css from './search-screen.module.css';

const textOf = (search: URLSearchParams) => (search.get('q') ?? '').toWellFormed();

export const prefetch = (context: ScreenContext<'/search'>) => prefetchFound(context);
export const head = ({ search }: ScreenContext<'/search'>) => {
  const text = textOf(search);
  return { title: text === '' ? searchTexts.search : searchTexts.searchFor({ text }), noIndex: true };
};

/** Everything that was found. The form and all links work without scripts. */
export default function SearchScreen({ search }: ScreenProps<'/search'>) {
  const text = textOf(search);
  return (
    <div className={`page ${css.screen}`}>
      <h1>{searchTexts.search}</h1>
      <search>
        <form
          // Another search, another field: Back shows what was searched for then.
          key={text}
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
            aria-label={searchTexts.searchAcademy}
            placeholder={searchTexts.placeholder}
            maxLength={200}
            defaultValue={text}
          />
          <Button type="submit" look="primary" worksWithoutScripts>
            {searchTexts.search}
          </Button>
        </form>
      </search>
      <Found search={search} />
    </div>
  );
}
