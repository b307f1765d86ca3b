import { TEXTS } from '@academy/contract/texts';
import grid from '../../features/cards/card-grid.module.css';
import { Skeleton } from '../../ui/skeleton.tsx';
import css from './dashboard.module.css';
import { dashboardTexts } from './dashboard-texts.ts';

/** Skeleton of the dashboard while the learner's own state loads. */
export function DashboardSkeleton() {
  return (
    <div className={css.skeleton} aria-busy="true">
      <p className="sr-only" role="status">
        {TEXTS.loading}
      </p>
      <div className={css.resume} />
      <section className={css.section} id="my-courses">
        <h2>{dashboardTexts.myCourses}</h2>
        <SkeletonCards />
      </section>
      <section className={css.section} id="favorites">
        <h2>{dashboardTexts.favorites}</h2>
      </section>
    </div>
  );
}

/** Placeholder cards. */
export function SkeletonCards() {
  return (
    <div className={grid.grid}>
      {[1, 2, 3].map((n) => (
        <div key={n}>
          <Skeleton shape="cover" />
          <Skeleton shape="short" />
          <Skeleton />
        </div>
      ))}
    </div>
  );
}
