import { withLanguage } from '@academy/contract/i18n/address';
import { ArrowRight, Clock, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { SearchResult } from '../../api/search.ts';
import { joined } from '../../i18n/joined.ts';
import { navigate } from '../../navigation/location.tsx';
import { urls } from '../../navigation/urls.ts';
import { Button } from '../../ui/button.tsx';
import { placeMessages } from '../../ui/modal.tsx';
import { forgetAllSearches, forgetSearch, recentSearches, rememberSearch } from './recent-searches.ts';
import { HitLock, Marked } from './search-hit-view.tsx';
import css from './search-palette.module.css';
import { searchTexts } from './search-texts.ts';
import { usePaletteSearch } from './use-palette-search.ts';

/** Searches the academy from everywhere. The keyboard stays in the field; arrows walk through what was found. */
export function SearchPalette({ onClose }: { onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const pressedOutside = useRef(false);
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [recent, setRecent] = useState(recentSearches);
  const [active, setActive] = useState(-1);
  const text = typed.trim();
  const { answer, failed, again } = usePaletteSearch(text);
  const isOld = answer !== null && answer.text !== text;
  const result = text === '' ? null : (answer?.result ?? null);
  const hrefs = text === '' ? recent.map((one) => urls.search(one)) : hrefsOf(result, text);
  const at = active < 0 && result !== null && !isOld && result.total > 0 ? 0 : active;

  useLayoutEffect(() => {
    const own = dialog.current;
    if (own === null) return;
    own.showModal();
    placeMessages(own);
    return () => {
      // Closing, unlike removal, gives the focus back to the opener.
      own.close();
      placeMessages();
    };
  }, []);
  // Going back leaves the palette, too.
  useEffect(() => {
    addEventListener('popstate', onClose);
    return () => removeEventListener('popstate', onClose);
  }, [onClose]);
  useEffect(() => {
    if (at >= 0) document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [at, listId]);

  const type = (next: string) => {
    setTyped(next);
    setActive(-1);
  };
  /** After recent searches were removed: their buttons are gone, so the focus returns to the field. */
  const keepRecent = (left: string[]) => {
    setRecent(left);
    setActive(-1);
    dialog.current?.querySelector('input')?.focus();
  };
  const go = (href: string, inNewTab: boolean) => {
    rememberSearch(text);
    if (inNewTab) {
      window.open(href, '_blank', 'noopener');
      return;
    }
    onClose();
    navigate(href);
  };
  const press = (event: KeyboardEvent) => {
    const { key } = event;
    const last = hrefs.length - 1;
    const steps: Record<string, number> = {
      ArrowDown: at >= last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
    if (step !== undefined && last >= 0 && !event.shiftKey) setActive(step);
    else if (key === 'Escape') text === '' ? onClose() : type('');
    else if (key === 'Enter') {
      const href = hrefs[at] ?? (text === '' ? undefined : urls.search(text));
      if (href !== undefined) go(href, event.ctrlKey || event.metaKey);
    } else return;
    event.preventDefault();
  };
  const option = (index: number) => ({
    id: `${listId}-${index}`,
    role: 'option' as const,
    'aria-selected': index === at,
    tabIndex: -1,
    className: css.option,
    href: hrefs[index],
    onPointerMove: () => index !== at && setActive(index),
    onClick: () => rememberSearch(text),
  });

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out
    <dialog
      ref={dialog}
      className={css.palette}
      aria-label={searchTexts.search}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      // Text that is selected beyond the edge is released outside, and that is no click.
      onPointerDown={({ target }) => {
        pressedOutside.current = target === dialog.current;
      }}
      onClick={({ target, metaKey, ctrlKey, shiftKey }) => {
        const leads = target instanceof Element && target.closest('a') !== null && !metaKey && !ctrlKey && !shiftKey;
        if (leads || (target === dialog.current && pressedOutside.current)) onClose();
      }}
    >
      <div className={css.field}>
        <Search aria-hidden="true" />
        <input
          type="text"
          role="combobox"
          aria-label={searchTexts.searchAcademy}
          aria-expanded={hrefs.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
          placeholder={searchTexts.placeholder}
          maxLength={200}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="search"
          autoFocus
          value={typed}
          onChange={({ target }) => type(target.value)}
          onKeyDown={press}
        />
        <Button look="icon" aria-label={searchTexts.close} onClick={onClose}>
          <X />
        </Button>
      </div>
      <p className="sr-only" role="status">
        {announcement(text, result, isOld)}
      </p>
      <div className={`${css.results} ${isOld ? css.old : ''}`}>
        {failed && (
          <p className={css.note} role="alert">
            {searchTexts.failed} <Button onClick={again}>{searchTexts.tryAgain}</Button>
          </p>
        )}
        {text === '' && recent.length === 0 && <p className={css.note}>{searchTexts.shortHint}</p>}
        {result !== null && !isOld && <SearchHint result={result} text={text} onTake={type} />}
        <div className={text === '' ? css.recent : undefined}>
          <div
            id={listId}
            role="listbox"
            aria-label={text === '' ? searchTexts.recent : searchTexts.results}
            aria-busy={isOld}
          >
            {text === '' &&
              recent.map((one, index) => (
                <a key={one} {...option(index)}>
                  <Clock aria-hidden="true" /> <span>{one}</span>
                </a>
              ))}
            {result !== null && <Groups result={result} option={option} />}
            {result !== null && result.total > 0 && (
              <a {...option(hrefs.length - 1)}>
                <span className={css.all}>
                  {searchTexts.seeAll} <ArrowRight aria-hidden="true" />
                </span>
              </a>
            )}
          </div>
          {text === '' && <Forget recent={recent} onLeft={keepRecent} />}
        </div>
      </div>
    </dialog>
  );
}

/** Beside the recent searches, because a list of options may hold nothing else. */
function Forget({ recent, onLeft }: { recent: readonly string[]; onLeft: (left: string[]) => void }) {
  return (
    <>
      <div>
        {recent.map((one) => (
          <Button
            key={one}
            look="icon"
            aria-label={searchTexts.forget({ one })}
            onClick={() => onLeft(forgetSearch(one))}
          >
            <X />
          </Button>
        ))}
      </div>
      {recent.length > 1 && (
        <Button
          look="quiet"
          className={css.forget}
          onClick={() => {
            forgetAllSearches();
            onLeft([]);
          }}
        >
          {searchTexts.forgetAll}
        </Button>
      )}
    </>
  );
}

type Option = (index: number) => React.ComponentProps<'a'>;

function Groups({ result, option }: { result: SearchResult; option: Option }) {
  let index = 0;
  return result.groups.map(({ kind, hits }) => (
    // biome-ignore lint/a11y/useSemanticElements: groups of a listbox are no field sets
    <div key={kind} role="group" aria-label={searchTexts[kind]}>
      <p className={css.kind} aria-hidden="true">
        {searchTexts[kind]}
      </p>
      {hits.map((hit) => (
        <a key={hit.id} {...option(index++)}>
          <span className={css.title}>
            <span>
              <Marked parts={hit.title} />
            </span>
            <HitLock locked={hit.locked} className={css.lock} />
          </span>
          {hit.parent !== null && <span className={css.parent}>{hit.parent}</span>}
          <span className={css.excerpt}>
            <Marked parts={hit.excerpt} />
          </span>
        </a>
      ))}
    </div>
  ));
}

/** A hint about how the search words were interpreted. */
function SearchHint({ result, text, onTake }: { result: SearchResult; text: string; onTake: (text: string) => void }) {
  const { corrected, allWords, total } = result;
  if (total === 0)
    return (
      <p className={css.note}>
        {joined(searchTexts.nothingFor({ link: (words) => <a href={urls.courses()}>{words}</a>, text }))}
      </p>
    );
  if (corrected !== null)
    return (
      <p className={css.note}>
        {joined(
          searchTexts.correctedWithButton({
            button: (words) => (
              <button type="button" className={css.meant} onClick={() => onTake(corrected)}>
                {words}
              </button>
            ),
            text,
            corrected,
          }),
        )}
      </p>
    );
  return allWords ? null : <p className={css.note}>{searchTexts.someWords}</p>;
}

function hrefsOf(result: SearchResult | null, text: string): string[] {
  if (result === null || result.total === 0) return [];
  return [...result.groups.flatMap(({ hits }) => hits.map(({ path }) => withLanguage(path))), urls.search(text)];
}

function announcement(text: string, result: SearchResult | null, isOld: boolean): string {
  if (text === '' || result === null || isOld) return '';
  if (result.total === 0) return searchTexts.nothing;
  return searchTexts.resultCount({ count: result.total });
}
