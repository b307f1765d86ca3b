import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { alertFormTexts } from './alert-form-texts.ts';
import { EmptyAlert } from './new-alert.tsx';

export const head = () => ({ title: alertFormTexts.newAlert, noIndex: true });

/** Writes an alert for one or several academies. */
export default function AlertCreateScreen() {
  return (
    <div className="page">
      <AdminHead title={alertFormTexts.newAlert}>{alertFormTexts.newIntro}</AdminHead>
      <EmptyAlert />
    </div>
  );
}
