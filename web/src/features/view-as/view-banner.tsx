import { currentLocale } from '@academy/contract/i18n/languages';
import { createRoot } from 'react-dom/client';
import { joined } from '../../i18n/joined.ts';
import { isImpersonationStored } from '../../lib/storage.ts';
import {
  endImpersonation,
  type Impersonation,
  leaveImpersonation,
  storedImpersonation,
} from '../../sign-in/impersonation.ts';
import { onSignedOutElsewhere, sessionStore } from '../../sign-in/session.ts';
import { Button } from '../../ui/button.tsx';
import { viewAsTexts } from './view-as-texts.ts';
import css from './view-banner.module.css';

const timeOf = (moment: number | Date) =>
  new Intl.DateTimeFormat(currentLocale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(moment);

/** The banner of an impersonation above every screen. It has a React root of its own, so that no page includes it. */
export function showViewBanner(): void {
  const view = storedImpersonation();
  if (view === null) return;
  const leaveWhenOver = () => sessionStore.get().status === 'signed-out' && leaveImpersonation();
  sessionStore.subscribe(leaveWhenOver);
  leaveWhenOver();
  onSignedOutElsewhere(leaveImpersonation);
  // The back-forward cache restored a page of an impersonation that has ended.
  addEventListener('pageshow', () => isImpersonationStored() || location.reload());
  const place = document.createElement('div');
  document.body.prepend(place);
  createRoot(place).render(<ViewBanner view={view} />);
}

function ViewBanner({ view: { name, until } }: { view: Impersonation }) {
  return (
    <aside className={`${css.banner} no-print`} aria-label={viewAsTexts.viewAs}>
      <p role="status" className={css.words}>
        <span className={css.who}>
          {joined(viewAsTexts.impersonating({ strong: (words) => <strong dir="auto">{words}</strong>, name }))}
        </span>{' '}
        <span>{viewAsTexts.readOnly({ time: timeOf(until) })}</span>
      </p>
      <Button className={css.end} onClick={endImpersonation}>
        {viewAsTexts.end}
      </Button>
    </aside>
  );
}
