import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AlertList } from './alert-list.tsx';
import { alertListTexts } from './alert-list-texts.ts';

export const head = () => ({ title: alertListTexts.alerts, noIndex: true });

/** The alerts of an academy: those that are shown, planned ones, and those that are over. */
export default function AlertListScreen() {
  return (
    <AcademyScreen title={alertListTexts.alerts} content={<AlertList />}>
      {alertListTexts.listIntro}
    </AcademyScreen>
  );
}
