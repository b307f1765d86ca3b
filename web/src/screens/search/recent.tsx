import { useEffect, useState } from 'react';
import { recentSearches } from '../../features/search-palette/recent-searches.ts';
import { searchTexts } from '../../features/search-palette/search-texts.ts';
import { joined } from '../../i18n/joined.ts';
import { urls } from '../../navigation/urls.ts';
import css from './search-screen.module.css';

/** What may be searched for, and what was searched for in this browser. */
export function Recent() {
  const [recent, setRecent] = useState<string[]>([]);
  useEffect(() => setRecent(recentSearches()), []);
  return (
    <>
      <p>{joined(searchTexts.hint({ kbd: (words) => <kbd>{words}</kbd> }))}</p>
      {recent.length > 0 && (
        <section aria-labelledby="recent" className={css.group}>
          <h2 id="recent">{searchTexts.recent}</h2>
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
