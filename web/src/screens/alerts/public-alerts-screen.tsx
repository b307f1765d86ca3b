import { Suspense } from 'react';
import { AlertList } from '../../features/alerts/alert-list.tsx';
import banner from '../../features/section-banner/section-banner.module.css';
import type { ScreenContext } from '../../navigation/screen.ts';
import { urls } from '../../navigation/urls.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { publicAlertTexts } from './public-alert-texts.ts';

export const head = ({ title, tenant }: ScreenContext) => ({
  title,
  description: publicAlertTexts.description({ name: tenant.name }),
});

/** All present alerts of the academy. Every page brings them along, so there is nothing to prefetch. */
export default function PublicAlertsScreen() {
  return (
    <div className="page">
      <header className={banner.banner}>
        <h1 tabIndex={-1}>{publicAlertTexts.alerts}</h1>
        <p className={banner.title}>{publicAlertTexts.title}</p>
      </header>
      <Suspense>
        <AlertList>
          <EmptyList title={publicAlertTexts.emptyTitle}>
            <p>{publicAlertTexts.emptyText}</p>
            <LinkButton look="primary" href={urls.courses()}>
              {publicAlertTexts.browseCourses}
            </LinkButton>
          </EmptyList>
        </AlertList>
      </Suspense>
    </div>
  );
}
