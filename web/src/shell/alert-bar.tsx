import type { PublicAlert } from '@academy/contract/alerts';
import { X } from 'lucide-react';
import { useLayoutEffect, useMemo, useState } from 'react';
import { ownAlertChanges, useAlerts } from '../api/alerts.ts';
import css from '../features/alerts/alert.module.css';
import { AlertMessage, alertClass } from '../features/alerts/alert-message.tsx';
import { ALL_ALERTS, alertBarOf, appearanceOf, editionOf, standsAbove } from '../features/alerts/alert-view.ts';
import { areDismissedNow, dismissAlert, keepLook, useDismissedAlerts } from '../features/alerts/dismissed-alerts.ts';
import { useAlertViewer } from '../features/alerts/use-alert-viewer.ts';
import { useStore } from '../lib/store.ts';
import { useLocation } from '../navigation/location.tsx';
import { urls } from '../navigation/urls.ts';
import { Button } from '../ui/button.tsx';
import { shellTexts } from './shell-texts.ts';

/** The academy's alerts above the content of every screen, except where people sign in. */
export function AlertBar() {
  const { path } = useLocation();
  const alerts = useAlertsOfVisit(path);
  const dismissed = useDismissedAlerts();
  const { signedIn, isPro, settled } = useAlertViewer();
  const view = useMemo(
    () => alertBarOf(alerts ?? [], { signedIn, isPro }, dismissed),
    [alerts, signedIn, isPro, dismissed],
  );
  // Before the next paint: the previous style rules may hide an alert that is shown now. The first render does not know
  // dismissed alerts, and the browser may paint before the second.
  useLayoutEffect(() => {
    if (settled && alerts !== undefined && areDismissedNow(dismissed)) keepLook(appearanceOf(alerts, view));
  }, [settled, alerts, view, dismissed]);

  if (!standsAbove(path) || alerts === undefined || view.carried.length === 0) return null;
  const onDismiss = (edition: string) => {
    dismissAlert(edition, alerts.map(editionOf));
    // The button is removed; the next one, or the page itself, gets the focus.
    requestAnimationFrame(() => {
      const next = [...document.querySelectorAll<HTMLElement>('[data-alert]:not([hidden]) button')][0];
      (next ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
    });
  };
  return (
    <section className="no-print" aria-label={shellTexts.alerts} aria-live="polite" aria-relevant="additions">
      {view.carried.map((alert) => {
        const edition = editionOf(alert);
        return (
          <div
            key={edition}
            id={edition}
            data-alert
            className={alertClass(alert.level)}
            hidden={!view.shown.has(edition)}
          >
            <AlertMessage alert={alert} />
            <Button
              look="icon"
              className={css.dismiss}
              aria-label={shellTexts.dismissAlert}
              onClick={() => onDismiss(edition)}
            >
              <X />
            </Button>
          </div>
        );
      })}
      <p id={ALL_ALERTS} className={css.all} hidden={!view.hasMore}>
        <a href={urls.publicAlerts()}>{shellTexts.allAlerts({ total: view.total })}</a>
      </p>
    </section>
  );
}

/**
 * The alerts as they were when the path was opened: new ones are shown with the next screen, so that nothing moves while
 * reading. Changes made in this tab are shown at once.
 */
function useAlertsOfVisit(path: string): readonly PublicAlert[] | undefined {
  const alerts = useAlerts();
  const visited = `${path} ${useStore(ownAlertChanges)}`;
  const [visit, setVisit] = useState({ visited, alerts });
  if (visit.visited === visited && (visit.alerts !== undefined || alerts === undefined)) return visit.alerts;
  setVisit({ visited, alerts });
  return alerts;
}
