import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';

export const head = () => ({ title: 'Account', noIndex: true });

/** Only who is signed in sees it, so it comes once that is known. */
const AccountPage = lazyPart(async () => (await import('./account-page.tsx')).AccountPage, { withScreen: false });

/** The own account: name, sign-in, browsers, tokens, data, deletion. */
export default function AccountScreen() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <AccountPage />
    </Suspense>
  );
}
