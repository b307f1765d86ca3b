import { useEffect, useState } from 'react';
import { recentSearches } from '../../features/search-palette/recent-searches.ts';
import { urls } from '../../navigation/urls.ts';
import css from './search-screen.module.css';

/** What may be searched for, and what was searched for in this browser. */
export function Recent() {
  const [recent, setRecent] = useState<string[]>([]);
  useEffect(() => setRecent(recentSearches()), []);
  return (
    <>
      <p>
        Type a word or two. The beginning of a word is enough, and a phrase in quotes is found as it stands. You can
        search from every page: press <kbd>/</kbd>.
      </p>
      {recent.length > 0 && (
        <section aria-labelledby="recent" className={css.group}>
          <h2 id="recent">Recent searches</h2>
          <ul>
            {recent.map((one) => (
              <li key={one}>
                <a href={urls.search(one)}>{one}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
