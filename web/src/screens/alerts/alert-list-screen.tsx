import { AcademyScreen } from '../../features/admin-head/academy-screen.tsx';
import { AlertList } from './alert-list.tsx';

export const head = () => ({ title: 'Alerts', noIndex: true });

/** The alerts of an academy: those that are shown, planned ones, and those that are over. */
export default function AlertListScreen() {
  return (
    <AcademyScreen title="Alerts" content={<AlertList />}>
      What stands above the content of every page of an academy: now, later, and in the past.
    </AcademyScreen>
  );
}
