import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part.ts';
import { LoadingScreen } from '../../shell/loading-screen.tsx';

export const head = () => ({ title: 'Certificates', noIndex: true });

/** Only who is signed in sees it, so it comes once that is known. */
const OwnCertificates = lazyPart(async () => (await import('./own-certificates.tsx')).OwnCertificates, {
  withScreen: false,
});

/** The learner's own certificates. */
export default function CertificatesScreen() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <OwnCertificates />
    </Suspense>
  );
}
