import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';

export const head = () => ({ title: 'Manage Emails', noIndex: true });

/** Only who is signed in sees it, so it comes once that is known. */
const EmailPage = lazyPart(async () => (await import('./email-page.tsx')).EmailPage, { withScreen: false });

/** Own addresses besides the one to log in with; for administrators also those of the academy. */
export default function ManagedEmailsScreen() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <EmailPage />
    </Suspense>
  );
}
