import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { Labs } from './lab-sessions.tsx';

export const head = () => ({ title: 'Labs', noIndex: true });

/** What runs in the labs of an academy. */
export default function LabsScreen() {
  return (
    <AcademyScreen title="Labs" content={<Labs />}>
      What runs the labs of this academy, who is in one now, and what failed in the last seven days. The lists follow by
      themselves.
    </AcademyScreen>
  );
}
