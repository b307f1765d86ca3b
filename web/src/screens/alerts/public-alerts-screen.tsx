import { Suspense } from 'react';
import { AlertList } from '../../features/alerts/alert-list.tsx';
import banner from '../../features/section-banner/section-banner.module.css';
import type { ScreenContext } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';

export const head = ({ title, tenant }: ScreenContext) => ({
  title,
  description: `What is new at the ${tenant.name} Academy, and what to watch out for.`,
});

/** All present alerts of the academy. Every page brings them along, so there is nothing to prefetch. */
export default function PublicAlertsScreen() {
  return (
    <div className="page">
      <header className={banner.banner}>
        <h1 tabIndex={-1}>Alerts</h1>
        <p className={banner.title}>What is new, and what to watch out for</p>
      </header>
      <Suspense>
        <AlertList>
          <EmptyList title="No alerts right now">
            <p>When something is about to change, or needs your attention, you will find it here.</p>
            <LinkButton look="primary" href={urls.courses()}>
              Browse courses
            </LinkButton>
          </EmptyList>
        </AlertList>
      </Suspense>
    </div>
  );
}
