import { prefetchAlerts, useAlerts } from '../../api/alerts.ts';
import css from '../../features/alerts/alert.late.module.css';
import { AlertMessage, alertClass } from '../../features/alerts/alert-message.tsx';
import { alertsFor } from '../../features/alerts/alert-view.ts';
import { useAlertViewer } from '../../features/alerts/use-alert-viewer.ts';
import { EmptyList } from '../../features/empty-list/empty-list.tsx';
import type { ScreenContext } from '../../lib/screen.ts';
import { LinkButton } from '../../ui/button.tsx';
import { urls } from '../../urls.ts';
import own from './public-alerts-screen.module.css';

export const prefetch = ({ client }: ScreenContext) => prefetchAlerts(client);
export const head = ({ title, tenant }: ScreenContext) => ({
  title,
  description: `What is new at the ${tenant.name} Academy, and what to watch out for.`,
});

/** All present alerts of the academy, dismissed ones included. */
export default function PublicAlertsScreen() {
  const alerts = alertsFor(useAlerts() ?? [], useAlertViewer());
  return (
    <div className={`page ${own.page}`}>
      <h1 tabIndex={-1}>Alerts</h1>
      {alerts.length === 0 ? (
        <EmptyList title="No alerts right now">
          <p>When something is about to change, or needs your attention, you will find it here.</p>
          <LinkButton look="primary" href={urls.courses()}>
            Browse courses
          </LinkButton>
        </EmptyList>
      ) : (
        <ul className={css.list} aria-label="Present alerts">
          {alerts.map((alert) => (
            <li key={alert.id}>
              <div className={alertClass(alert.level)}>
                <AlertMessage alert={alert} />
              </div>
              <p className={css.date}>
                <time dateTime={alert.createdAt}>{dayOf(alert.from ?? alert.createdAt)}</time>
                {alert.to !== null && `, until ${dayOf(alert.to)}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The day in one way for everybody, as the server knows no time zone of readers. */
const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
