import { getGuide } from '@academy/contract/call-routes';
import type { Guide } from '@academy/contract/guides';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { mergeGuide } from '../progress/overlay.ts';
import { useSession } from '../sign-in/session.ts';
import { useOverlay } from './progress.ts';
import { useOpening } from './use-opening.ts';
import { cachedRead, prefetchRead, useRead, useReread } from './use-read.ts';

const guideInput = (slug: string) => ({ query: { slug } });

export interface GuideRead {
  /** `html` is null while the guide is locked for this viewer. */
  guide: Guide;
  /** True while a guide that the server rendered locked is being fetched for somebody who is signed in. */
  isOpening: boolean;
}

/** One guide. */
export function useGuide(slug: string): GuideRead {
  const given = useRead(getGuide, guideInput(slug));
  const isOpening = useOpening(given.locked, slug, useReread(getGuide, guideInput(slug)));
  const { isAuthenticated } = useSession();
  const overlay = useOverlay('guides');
  const guide = useMemo(() => {
    const opened = withoutBody(given, isAuthenticated);
    return overlay === null ? opened : mergeGuide(opened, overlay);
  }, [given, isAuthenticated, overlay]);
  return { guide, isOpening };
}
export const prefetchGuide = (client: QueryClient, slug: string) => prefetchRead(client, getGuide, guideInput(slug));
export const cachedGuide = (client: QueryClient, slug: string) => cachedRead(client, getGuide, guideInput(slug));

/** What a session opened goes out of sight when the session has ended, even before the server is asked again. */
function withoutBody(guide: Guide, isAuthenticated: boolean): Guide {
  const [tag] = guide.entitlements.view;
  if (isAuthenticated || tag === undefined || guide.locked !== null) return guide;
  return { ...guide, locked: tag, html: null, preview: null, video: null, transcript: null, headings: [] };
}
