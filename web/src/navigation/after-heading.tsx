import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { useIsHydrating } from '../lib/use-is-hydrating.ts';
import { lastNavigation } from './location.tsx';

/**
 * Content below the first screenful. After a navigation within the app it is rendered in an update of its own, so that the
 * heading does not wait for it. The server renders all at once, and so does Back, which needs the height of the page.
 */
export function AfterHeading({ children }: { children: ReactNode }) {
  const isHydrating = useIsHydrating();
  const [isDue, setDue] = useState(isHydrating || lastNavigation() === 'pop');
  useEffect(() => startTransition(() => setDue(true)), []);
  return isDue ? children : null;
}
