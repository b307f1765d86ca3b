import { addToast } from '../lib/toasts.ts';
import { lastNavigation } from './location.tsx';

/** What asks for a decision does not go away by itself, ms. */
const VERY_LONG_MS = 3_600_000;

/** Stays where somebody is typing although the screen of the present address could not be loaded, and says so. */
export function offerReload(): void {
  const link = { title: 'Reload', href: location.href };
  if (lastNavigation() === 'push') history.back();
  const message = 'This page could not be loaded. What you typed is still here.';
  addToast({ message, link, type: 'warning', timeout: VERY_LONG_MS });
}
