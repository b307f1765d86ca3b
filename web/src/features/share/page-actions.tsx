import type { LikeableType } from '@academy/contract/favorites';
import { Share2 } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { setFavorite } from '../../api/favorites.ts';
import { useOverlayOf } from '../../api/progress.ts';
import { useConfig, useTenant } from '../../lib/runtime.tsx';
import { addToast } from '../../lib/toasts.ts';
import { useLocation } from '../../navigation/location.tsx';
import { hasFavorite, type OverlayQuery } from '../../overlay/overlay.ts';
import { buttonClass } from '../../ui/button.tsx';
import { FavoriteButton } from '../../ui/favorite-button.tsx';
import { Menu, type MenuItem } from '../../ui/menu.tsx';
import { Modal } from '../../ui/modal.tsx';
import css from './page-actions.module.css';
import { type SharedPage, type ShareType, shareAddress } from './share-address.ts';
import { shareTexts } from './share-texts.ts';

interface ShareProps {
  title: string;
  /** Path of what is shared, when it is not the page itself. */
  path?: string;
}

const SERVICES: readonly [type: ShareType, name: string][] = [
  ['fb', 'Facebook'],
  ['x', 'X'],
  ['linkedin', 'LinkedIn'],
];
const POPUP = 'popup,width=620,height=640';

/** Opens a service in a window of its own. When the browser blocks that, the link opens a tab as links do. */
function openPopup(event: MouseEvent, address: string): void {
  const popup = window.open('about:blank', '_blank', POPUP);
  if (popup === null) return;
  event.preventDefault();
  popup.opener = null;
  popup.location.replace(address);
}

/** The share button with its menu. */
export function Share({ title, path }: ShareProps) {
  const [shownUrl, setShownUrl] = useState<string | null>(null);
  const here = useLocation().path;
  const { tenantId } = useTenant();
  const shared: SharedPage = { url: (useConfig().tenantOrigins[tenantId] ?? '') + (path ?? here), title };
  const copy = async () => {
    const { url } = shared;
    try {
      await navigator.clipboard.writeText(url);
      addToast({ type: 'success', message: shareTexts.copied });
    } catch {
      setShownUrl(url);
    }
  };
  return (
    <>
      <Menu
        label={shareTexts.share}
        button={<Share2 aria-hidden="true" />}
        title={shareTexts.sharePage}
        items={[
          ...SERVICES.map(([type, name]): MenuItem => {
            const href = shareAddress(type, shared);
            return { title: name, href, external: true, onSelect: (event) => openPopup(event, href) };
          }),
          { title: shareTexts.copy, onSelect: () => void copy() },
          ...('share' in navigator
            ? // Closing the share sheet is a cancellation, not a failure.
              [{ title: shareTexts.moreWays, onSelect: () => void navigator.share(shared).catch(() => undefined) }]
            : []),
        ]}
      />
      {shownUrl !== null && (
        <Modal open title={shareTexts.copyThis} onClose={() => setShownUrl(null)}>
          <p className={css.hint}>{shareTexts.noClipboard}</p>
          <input
            className={css.address}
            aria-label={shareTexts.link}
            readOnly
            data-first
            value={shownUrl}
            onFocus={({ target }) => target.select()}
          />
        </Modal>
      )}
    </>
  );
}

interface PageActionsProps extends ShareProps {
  kind: LikeableType;
  /** Of a lesson and of a guide its `lessonId`. */
  id: string;
  /** Of the course that it is or belongs to. */
  courseSlug?: string;
}

const LISTS = { guide: 'guides', path: 'paths', course: 'courses', lesson: 'courses' } as const;

/** What can be done with what a page is about: mark it as a favorite, share it. */
export function PageActions({ kind, id, title, courseSlug }: PageActionsProps) {
  const query: OverlayQuery = courseSlug === undefined ? { kind: LISTS[kind] } : { courseSlug };
  const overlay = useOverlayOf(query);
  const ofLesson = overlay?.lessons?.[id]?.isFavorite ?? false;
  const isFavorite = overlay !== null && (kind === 'lesson' ? ofLesson : hasFavorite(overlay, id));
  return (
    <>
      <FavoriteButton
        className={buttonClass('icon')}
        subject={{ kind, id }}
        title={title}
        isFavorite={isFavorite}
        onToggle={(wanted) => setFavorite({ kind, id }, wanted)}
      />
      <Share title={title} />
    </>
  );
}
