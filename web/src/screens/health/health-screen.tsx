import { AdminHead } from '../../features/admin-head/admin-head.tsx';
import { HealthReport } from './health-report.tsx';
import { healthTexts } from './health-texts.ts';

export const head = () => ({ title: healthTexts.health, noIndex: true });

/** How the installation is, at a glance. */
export default function HealthScreen() {
  return (
    <div className="page">
      {/* E-mail has a line of its own below. */}
      <AdminHead title={healthTexts.health} hasMailNotice={false}>
        {healthTexts.intro}
      </AdminHead>
      <HealthReport />
    </div>
  );
}
