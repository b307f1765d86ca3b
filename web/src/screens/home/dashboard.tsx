import { useEffect } from 'react';
import { isAtEndOfReach } from '../../catalogue/course-progress.ts';
import { lastNavigation } from '../../navigation/location.tsx';
import { restoreScroll } from '../../navigation/scroll.ts';
import { Button } from '../../ui/button.tsx';
import css from './dashboard.module.css';
import { useDashboard } from './dashboard-data.ts';
import { DashboardSkeleton } from './dashboard-skeleton.tsx';
import { dashboardTexts } from './dashboard-texts.ts';
import { DueList } from './due-list.tsx';
import { Favorites } from './favorites.tsx';
import { Membership } from './membership.tsx';
import { MyCourses } from './my-courses.tsx';
import { News } from './news.tsx';
import { Resume } from './resume.tsx';
import { ReviewNote } from './review-note.tsx';

/** Home for a signed-in learner: daily review, lesson to continue, own courses, news, favorites, membership. */
export function Dashboard() {
  const state = useDashboard();
  const own = state.status === 'ready' ? state.inProgress : [];
  // A course of which only Pro lessons are left is nothing to continue with.
  const latest = own.find(({ course }) => !isAtEndOfReach(course)) ?? own[0];
  useAnchors(state.status === 'ready');
  if (state.status === 'loading') return <DashboardSkeleton />;
  return (
    <>
      {state.status === 'failed' ? (
        <section className={css.empty} role="alert">
          <h2>{dashboardTexts.failedTitle}</h2>
          <p className={css.muted}>{dashboardTexts.failedText}</p>
          <Button onClick={state.retry}>{dashboardTexts.tryAgain}</Button>
        </section>
      ) : (
        <>
          {state.reviewsDue > 0 && <ReviewNote due={state.reviewsDue} />}
          {state.dues.length > 0 && <DueList dues={state.dues} />}
          {latest && <Resume latest={latest} />}
          <MyCourses inProgress={state.inProgress} completed={state.completed} />
          {state.news.length > 0 && <News entries={state.news} />}
        </>
      )}
      <Favorites />
      <Membership />
    </>
  );
}

/**
 * The sidebar leads to sections of this page (`/#favorites`): from elsewhere by `scroll-when-loaded.ts`, from here by the
 * browser, which leaves the focus where it was. Back restores the scroll position once the section is loaded.
 */
function useAnchors(ready: boolean): void {
  useEffect(() => {
    if (!ready) return;
    const kind = lastNavigation();
    const cameBack = kind === 'pop' || (kind === 'replace' && location.hash === '');
    if (cameBack && typeof history.state?.scroll === 'number') restoreScroll();
    addEventListener('hashchange', focusSection);
    return () => removeEventListener('hashchange', focusSection);
  }, [ready]);
}

function focusSection(): void {
  const sections = [...document.querySelectorAll<HTMLElement>('main section[id]')];
  const section = sections.find(({ id }) => `#${id}` === location.hash);
  section?.querySelector('h2')?.focus({ preventScroll: true });
}
