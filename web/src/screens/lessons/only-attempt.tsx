import { Suspense } from 'react';
import { lazyComponent } from '../../lib/lazy-component.ts';

const NoAttemptLeft = lazyComponent(
  () => import('./no-attempt-left.tsx'),
  (file) => file.NoAttemptLeft,
);

/** What a learner reads who did not pass and has no attempt left. Few ever do, so it is loaded for them. */
export function OnlyAttempt() {
  return (
    <Suspense>
      <NoAttemptLeft />
    </Suspense>
  );
}
