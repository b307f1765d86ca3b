import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { labSessionTexts } from './lab-session-texts.ts';
import { Labs } from './lab-sessions.tsx';

export const head = () => ({ title: labSessionTexts.labs, noIndex: true });

/** What runs in the labs of an academy. */
export default function LabsScreen() {
  return (
    <AcademyScreen title={labSessionTexts.labs} content={<Labs />}>
      {labSessionTexts.intro}
    </AcademyScreen>
  );
}
