import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';
import css from './review-screen.module.css';

export const head = () => ({ title: 'Daily review', noIndex: true });

/** Only who is signed in sees it, so it comes once that is known. */
const Review = lazyPart(async () => (await import('./review.tsx')).Review, { withScreen: false });

/** Questions that were answered wrong, or marked, asked again. */
export default function ReviewScreen() {
  return (
    <div className={`page ${css.screen}`}>
      <h1 tabIndex={-1}>Daily review</h1>
      <Suspense fallback={<LoadingScreen />}>
        <Review />
      </Suspense>
    </div>
  );
}
