import { currentLocale } from '@academy/contract/i18n/languages';
import type { ReactNode } from 'react';
import { useAlerts } from '../../api/alerts.ts';
import css from './alert.module.css';
import { alertBarTexts } from './alert-bar-texts.ts';
import { AlertMessage, alertClass } from './alert-message.tsx';
import { alertsFor } from './alert-view.ts';
import { useAlertViewer } from './use-alert-viewer.ts';

/** All present alerts for the viewer, dismissed ones included; `children` where there are none. */
export function AlertList({ children }: { children: ReactNode }) {
  const alerts = alertsFor(useAlerts() ?? [], useAlertViewer());
  if (alerts.length === 0) return children;
  return (
    <ul className={css.list} aria-label={alertBarTexts.presentAlerts}>
      {alerts.map((alert) => (
        <li key={alert.id}>
          <div className={alertClass(alert.level)}>
            <AlertMessage alert={alert} />
          </div>
          <p className={css.date}>
            <time dateTime={alert.createdAt}>{dayOf(alert.from ?? alert.createdAt)}</time>
            {alert.to !== null && alertBarTexts.until({ day: dayOf(alert.to) })}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The day in UTC: the server does not know the time zone of readers. */
const dayOf = (moment: string): string =>
  new Date(moment).toLocaleDateString(currentLocale(), { dateStyle: 'long', timeZone: 'UTC' });
