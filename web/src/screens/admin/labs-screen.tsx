import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { lazyPart } from '../../lib/lazy-part.ts';

export const head = () => ({ title: 'Labs', noIndex: true });

const Labs = lazyPart(async () => (await import('./labs.tsx')).Labs, { withScreen: false });

/** What runs in the labs of an academy. */
export default function LabsScreen() {
  return (
    <AcademyScreen title="Labs" content={<Labs />}>
      What runs the labs of this academy, who is in one now, and what failed in the last seven days. The lists follow by
      themselves.
    </AcademyScreen>
  );
}
