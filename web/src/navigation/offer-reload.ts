import { addToast } from '../lib/toasts.ts';
import { lastNavigation } from './location.tsx';
import { navigationTexts } from './navigation-texts.ts';

/** Time-out of a toast that needs a decision: practically none, ms. */
const VERY_LONG_MS = 3_600_000;

/** Stays on the previous screen, where the learner is typing, when the next one could not be loaded, and offers a reload. */
export function offerReload(): void {
  const link = { title: navigationTexts.reload, href: location.href };
  if (lastNavigation() === 'push') history.back();
  const message = navigationTexts.notLoaded;
  addToast({ message, link, type: 'warning', timeout: VERY_LONG_MS });
}
