import { Search } from 'lucide-react';
import { Suspense, useCallback, useEffect, useState } from 'react';
import { lazyComponent } from '../lib/lazy-component.ts';
import { urls } from '../navigation/urls.ts';
import { LinkButton } from '../ui/button.tsx';
import { Tooltip } from '../ui/tooltip.tsx';
import { shellTexts } from './shell-texts.ts';

const SearchPalette = lazyComponent(
  () => import('../features/search-palette/search-palette.tsx'),
  ({ SearchPalette }) => SearchPalette,
);

const TYPING = 'input, textarea, select, [contenteditable], dialog, [popover], iframe';

/** The search link; with scripts it opens the palette, as `/` and Ctrl/Cmd+K do. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
      const within = target instanceof Element ? target.closest(TYPING) : null;
      const isSlash = key === '/' && !ctrlKey && !metaKey && !altKey && within === null;
      const isK = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
      if (
        event.defaultPrevented ||
        event.repeat ||
        !(isSlash || (isK && document.querySelector('dialog[open]') === null))
      )
        return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Tooltip text={shellTexts.searchWithKey} side="below" slow>
        <LinkButton
          look="icon"
          href={urls.search()}
          aria-label={shellTexts.search}
          aria-haspopup="dialog"
          aria-keyshortcuts="/ Control+K Meta+K"
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            setOpen(true);
          }}
        >
          <Search />
        </LinkButton>
      </Tooltip>
      {open && (
        <Suspense>
          <SearchPalette onClose={close} />
        </Suspense>
      )}
    </>
  );
}
